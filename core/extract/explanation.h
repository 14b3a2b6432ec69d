// What became of every text of a page, and why.
//
// The page goes through extract_page itself, which writes down what it saw (core/extract/extraction_trace.h): an
// explanation is of the decision that was taken, not of one like it. What the page shows is cut into blocks as a reader
// sees them (text runs, core/dom/text_runs.h), and where only a part of a run is content, into the parts.
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
  content,   // main content
  repeated,  // "template": not content, and on at least half of the pages that it was compared with
  dropped,   // other text that is not content
  marked,    // the page's own marks take it out (core/page/marks.h)
  excluded,  // the configuration does: extract.exclude, extract.keep_tables, ...
  hidden,    // not content, and not seen by readers either
};
inline constexpr std::size_t verdict_count = 6;
// "content", "template", "dropped", "marked", "excluded", "hidden"
std::string_view name_of(Verdict verdict);

struct ExplainedBlock {
  NodeId begin = 0, end = 0;  // its text nodes lie in [begin, end), and are all visible or all hidden
  NodeId node = 0;            // the innermost block element around them
  std::string path, tag;      // of the node: path_of (core/render/blocks.h)
  Region region = Region::paragraph;
  std::string text;  // white space folded
  std::uint32_t words = 0;
  Verdict verdict = Verdict::dropped;
  std::string by;  // marked: the mark's switch, "googleoff"; excluded: the key, "extract.exclude"
  std::optional<float> probability = std::nullopt;  // of being main content, where the extractor has one
  std::uint32_t on_pages = 0;        // of PageExplanation::compared, how many have the same text; 0 if it has no words
  std::vector<Reason> reasons = {};  // strongest first; never empty
};

struct PageExplanation {
  ExtractedPage page;                  // with the options' renderings
  std::vector<ExplainedBlock> blocks;  // in document order. Links of headings to themselves ("¶") are left out
  struct Sum {
    std::uint32_t blocks = 0, words = 0;
  };
  std::array<Sum, verdict_count> sums = {};  // by Verdict
  // Pages that texts are looked for on: the siblings, or SiteModel::repetition's. Copies of the page do not count. Not
  // what siblings_used says: the extractor looks at fewer.
  std::uint32_t compared = 0;
  bool same_template = false;  // all of them are of the page's template, by the site's model

  // What a block's probability has to reach to be content, where the extractor has one. Rules come before it: copies,
  // parts that Keep leaves out, and what `page.reason` says.
  std::optional<float> threshold = std::nullopt;

  const Sum& of(Verdict verdict) const { return sums[static_cast<std::size_t>(verdict)]; }
};

// "on 412 of 430 pages of this template"; empty if the text stands on none.
std::string repetition_text(const PageExplanation& explanation, std::uint32_t on_pages);

// Arguments are extract_page's; the key page's view, trace and stop are not looked at. Pure. Time linear in page and
// siblings, times the number of things that can be a reason; where the extractor weighs texts
// (core/extract/main_content/detail/run_reasons.h), that takes most of it: about a millisecond a block.
PageExplanation explain_page(const KeyPage& key, const ExtractOptions& options);

}  // namespace pith
