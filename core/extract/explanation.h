// What became of every text of a page, and why.
//
// The page goes through extract_page itself, which records what it saw (core/extract/extraction_trace.h): so the actual
// decision is explained, not one like it. The page is cut into blocks as a reader sees them (text runs,
// core/dom/text_runs.h). Where only a part of a run is content, the parts are separate blocks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/extract_page.h"

namespace pith {

enum class Verdict : std::uint8_t {
  content,        // main content
  aside,          // the page's own, but not content (core/page/role.h)
  site_template,  // the site's
  marked,         // the page's own marks remove it (core/page/marks.h)
  excluded,       // the configuration removes it: extract.exclude, extract.keep_tables, ...
  hidden,         // not content, and readers do not see it
};
inline constexpr std::size_t verdict_count = 6;
// "content", "aside", "template", "marked", "excluded", "hidden"
std::string_view name_of(Verdict verdict);

struct ExplainedBlock {
  NodeId begin = 0, end = 0;  // its text nodes lie in [begin, end), and are all visible or all hidden
  NodeId node = 0;            // the innermost block element around them
  std::string path, tag;      // of the node: path_of (core/render/blocks.h)
  Region region = Region::paragraph;
  std::string text;  // white space collapsed
  std::uint32_t words = 0;
  Verdict verdict = Verdict::site_template;
  std::string by;  // marked: the mark's switch, "googleoff"; excluded: the key, "extract.exclude"
  std::optional<float> probability = std::nullopt;  // of being main content, if the extractor has one
  std::uint32_t on_pages = 0;        // how many of PageExplanation::compared have the same text; 0 if it has no words
  std::vector<Reason> reasons = {};  // strongest first; never empty
};

struct PageExplanation {
  ExtractedPage page;                  // with the options' renderings
  std::vector<ExplainedBlock> blocks;  // in document order. Links of headings to themselves ("¶") are left out
  struct Sum {
    std::uint32_t blocks = 0, words = 0;
  };
  std::array<Sum, verdict_count> sums = {};  // by Verdict
  // Pages on which texts are looked for: the siblings, or SiteModel::repetition's. Copies of the page do not count. Not
  // the same as siblings_used: the extractor looks at fewer.
  std::uint32_t compared = 0;
  bool same_template = false;  // the site's model says that all of them have the page's template

  // A block is content from this probability on, if the extractor has one. Rules come before it: copies, parts that
  // Keep leaves out, and what `page.reason` says.
  std::optional<float> threshold = std::nullopt;

  const Sum& of(Verdict verdict) const { return sums[static_cast<std::size_t>(verdict)]; }
};

// "on 412 of 430 pages of this template"; empty if the text is on none of them.
std::string repetition_text(const PageExplanation& explanation, std::uint32_t on_pages);

// Takes the arguments of extract_page; ignores the key page's view and trace. Empty if it was told to stop. Pure. Time
// is linear in page and siblings, times the number of possible reasons. If the extractor weighs texts
// (core/extract/main_content/detail/explain/run_reasons.h), that takes most of the time: about a millisecond per block.
PageExplanation explain_page(const KeyPage& key, const ExtractOptions& options);

}  // namespace pith
