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
#include "plugin/lab/metrics.h"
#include "plugin/lab/model_file.h"
#include "plugin/lab/outcome.h"
#include "plugin/lab/page_set.h"
#include "plugin/lab/sibling_order.h"
#include "plugin/lab/way.h"

namespace pith::eval {

// One thing to compare: an extractor with parameters and a way to choose its siblings.
struct System {
  std::string label;      // "conex", "conex:threshold=1, n=2"
  std::string extractor;  // versioned name
  Parameters parameters;  // complete
  std::unique_ptr<Extractor> instance;
  // Instead, for each fold of pages, one not learned from them (plugin/lab/cross_validation.h); empty: the same
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
