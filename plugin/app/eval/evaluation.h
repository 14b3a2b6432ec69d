// Runs extractors over sets of labelled pages and scores what they choose.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/extract/extractor.h"
#include "plugin/app/eval/metrics.h"
#include "plugin/app/eval/model_file.h"
#include "plugin/app/eval/page_set.h"
#include "plugin/app/eval/sibling_order.h"
#include "plugin/app/eval/way.h"

namespace pith::eval {

// One thing to compare: an extractor with parameters and a way to choose its siblings.
struct System {
  std::string label;      // "conex", "conex:threshold=1, n=2"
  std::string extractor;  // versioned name
  Parameters parameters;  // complete
  std::unique_ptr<Extractor> instance;
  // Instead, for each fold of pages, one not learned from them (plugin/app/eval/cross_validation.h); empty: the same
  // for all.
  FoldModels models;
  std::vector<std::unique_ptr<Extractor>> by_fold;
  bool site_level = false;
  SiblingMode mode = SiblingMode::none;
  unsigned n = 0;  // siblings at most; 0 if it learns from the site

  const Extractor& for_page(const LabelledPage& page) const;
  // Whether it uses a model of the whole site instead of siblings.
  bool learns_from_site() const;
};

// "conex" or "conex:threshold=1:equality=tag". Errors name the extractor or parameter.
Result<System> parse_system(std::string_view spec, SiblingMode mode, unsigned n);

// What one system did on one page.
struct Outcome {
  Scores scores;
  Way way;                           // in which it was measured
  std::optional<double> confidence;  // if the extractor gives one
  std::optional<PageType> type;
  unsigned siblings = 0;  // available; if it learns from the site: pages compared with
  double extract_ms = 0;  // the extractor alone
  double parse_ms = 0;    // decoding and parsing of the key page, and of the siblings where they are looked at; without
                          // the making of a site's model
};

struct PageOutcome {
  std::uint32_t page = 0;  // in its set
  std::size_t bytes = 0, gold_words = 0;
  double parse_ms = 0;           // decoding and parsing of this page only
  std::string skipped;           // why nothing was measured; empty: measured
  std::vector<Outcome> systems;  // as Evaluation::systems; empty if skipped
};

struct SetOutcome {
  PageSet set;
  std::vector<PageOutcome> pages;  // the selected ones, as in the manifest
  std::vector<Way> ways;           // by system: how pages were measured whose manifest does not say
  // Pages with node gold, and those without a node score because more than half of their labels were not found.
  std::size_t node_golds = 0, node_golds_unmapped = 0;
  std::size_t node_labels = 0, node_labels_unmapped = 0;
};

struct Evaluation {
  std::vector<System> systems;
  Metrics metrics{};
  std::vector<SetOutcome> sets;
  std::string corpus_digest;  // SHA-256 over manifests, pages, golds and siblings read, in order
};

inline constexpr const char* interrupted_code = "interrupted";

struct Options {
  Metrics metrics{};
  std::size_t limit = 0;         // pages per set, evenly spread; 0: all
  std::string split;             // pages whose `split` is this
  unsigned fold = 0, folds = 0;  // pages of the sites that fall into fold `fold` of `folds`, from 1; 0: all
  std::size_t min_siblings = 0;  // only pages of sites with this many other pages
  std::size_t min_linked = 0;    // only pages that link to this many pages of their site
  std::uint64_t seed = 1;        // of random siblings
  // Measures with headlines and captions and without, as the manifest says the gold is, else by what is better for the
  // system on the whole set. Otherwise both count as content, as by default.
  bool both_ways = true;
  unsigned threads = 0;  // 0: one per processor
  // Called with pages done and pages in all, from any thread, one call at a time.
  std::function<void(std::size_t, std::size_t)> progress;
  const std::atomic<bool>* stop = nullptr;  // set by a signal: the run ends early, with an error
};

// Pages without gold text serve only as siblings. A page that cannot be read or parsed is skipped with its reason.
// Siblings: the first n that can be parsed and whose bytes differ from the key page's and each other's. Documents live
// as long as a thread works on pages of their site, so the siblings of a few pages bound the memory. Errors:
// interrupted_code, or those of read_page_set.
Result<Evaluation> evaluate(const std::vector<std::string>& directories, std::vector<System> systems,
                            const Options& options);

// The main content of one page again, as text, in the way in which it was measured: for the report's worst pages.
std::string extract_text(const PageSet& set, std::uint32_t page, const System& system, Way way, std::uint64_t seed);

}  // namespace pith::eval
