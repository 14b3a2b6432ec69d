#include "core/extract/explanation.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/base/keyed_hash.h"
#include "core/base/stop.h"
#include "core/extract/detail/exclusions.h"
#include "core/extract/main_content/detail/features/features.h"
#include "core/extract/site/site_model.h"
#include "core/render/detail/block_scan.h"
#include "core/render/detail/node_path.h"
#include "core/text/white_space.h"
#include "core/text/words.h"

namespace pith {
namespace {

constexpr std::size_t max_path_bytes = 8'000'000;  // over all blocks, as in render_structure

// Which mark excludes a node: marks are read again, one switch at a time.
class MarkNames {
 public:
  MarkNames(const Document& page, std::string_view robots, const MarkSwitches& switches,
            const std::vector<std::string>& honoured) {
    using Switch = bool MarkSwitches::*;
    static constexpr std::pair<std::string_view, Switch> all[] = {{"robots_meta", &MarkSwitches::robots_meta},
                                                                  {"robots_header", &MarkSwitches::robots_header},
                                                                  {"pagefind", &MarkSwitches::pagefind},
                                                                  {"elastic", &MarkSwitches::elastic},
                                                                  {"htdig", &MarkSwitches::htdig},
                                                                  {"udm_comment", &MarkSwitches::udm_comment},
                                                                  {"googleoff", &MarkSwitches::googleoff}};
    for (const auto& [name, member] : all) {
      if (!(switches.*member) || std::ranges::find(honoured, name) == honoured.end()) continue;
      MarkSwitches only{false, false, false, false, false, false, false, false};
      only.*member = true;
      Marks marks = read_marks(page, robots, only);
      if (marks.noindex && noindex_.empty()) noindex_ = name;
      marks_.emplace_back(name, std::move(marks));
    }
  }

  // The switch of the noindex that skips the page; empty if the page has none.
  std::string_view noindex() const { return noindex_; }
  // The switch of the mark that excludes the node; empty if none does.
  std::string_view excluding(NodeId n) const {
    for (const auto& [name, marks] : marks_)
      if (marks.excluded.contains(n)) return name;
    return {};
  }

 private:
  std::string_view noindex_;
  std::vector<std::pair<std::string_view, Marks>> marks_;
};

// What the page has in common with others.
struct Repeats {
  std::uint32_t pages = 0;
  bool same_template = false;
  std::vector<std::uint32_t> having;  // by run
};

Repeats find_repeats(const PageView& view, std::span<const Document* const> siblings, PageInSite site) {
  std::vector<std::uint64_t> hashes;
  for (const ViewRun& run : view.runs) hashes.push_back(run.site_hash);
  const std::vector<std::uint64_t> texts = long_texts(view);
  if (site.model) {
    SiteModel::Repetition found = site.model->repetition(shape_of(view), site.page, texts, hashes, site.area);
    return {found.pages, found.pages > 0 && found.same_template, std::move(found.having)};
  }
  Repeats out{.having = std::vector<std::uint32_t>(hashes.size())};
  for (const Document* sibling : siblings) {
    const PageView other(*sibling);
    if (is_copy(texts, long_texts(other))) continue;
    ++out.pages;
    KeyedSet<std::uint64_t> there;
    for (const ViewRun& run : other.runs) there.insert(run.site_hash);
    for (std::size_t r = 0; r < hashes.size(); ++r) out.having[r] += there.contains(hashes[r]);
  }
  return out;
}

class Explainer {
 public:
  Explainer(const Document& page, const ExtractOptions& options, const ExtractionTrace& trace, const MarkNames& marks,
            PageExplanation& out)
      : page_(page),
        trace_(trace),
        marks_(marks),
        out_(out),
        tool_(page),
        excluded_(page.size()),
        regions_(page.size()) {
    for (const Exclusion& exclusion : exclusions(page, options.exclude, options.keep))
      for (NodeId n = exclusion.node; n < page.end_of(exclusion.node); ++n)
        if (excluded_[n].empty()) excluded_[n] = exclusion.key;
    find_regions();
  }

  void explain(const PageView& view, const Repeats& repeats) {
    out_.compared = repeats.pages;
    out_.same_template = repeats.same_template;
    out_.threshold = trace_.judged.threshold;
    std::size_t judged = 0;
    for (RunId r = 0; r < view.runs.size(); ++r) {
      const ViewRun& run = view.runs[r];
      while (judged < trace_.judged.runs.size() && trace_.judged.runs[judged].begin < run.begin) ++judged;
      const RunJudgement* const judgement =
          judged < trace_.judged.runs.size() && trace_.judged.runs[judged].begin == run.begin
              ? &trace_.judged.runs[judged]
              : nullptr;
      cut(run, judgement, repeats.having[r]);
    }
    add_paths();
    for (const ExplainedBlock& block : out_.blocks) {
      PageExplanation::Sum& sum = out_.sums[static_cast<std::size_t>(block.verdict)];
      ++sum.blocks;
      sum.words += block.words;
    }
  }

 private:
  void find_regions() {
    NodeSet all(page_);
    all.add_subtree(page_, 0);
    std::vector<char> set(page_.size());
    for (const Block& block : read_blocks(page_, all).blocks) {
      regions_[block.node] = block.region;
      set[block.node] = 1;
    }
    for (NodeId n = 1; n < page_.size(); ++n) {
      if (!set[n]) regions_[n] = regions_[page_[n].parent];
      if (tool_.contains(n) || !is_tool(page_, n)) continue;
      tool_.add_subtree(page_, n);
    }
  }

  Verdict verdict_of(NodeId n, std::string_view& by) const {
    if (trace_.content.contains(n)) return Verdict::content;
    by = marks_.noindex().empty() ? marks_.excluding(n) : marks_.noindex();
    if (!by.empty()) return Verdict::marked;
    by = excluded_[n];
    if (!by.empty()) return Verdict::excluded;
    if (page_[n].flags & Node::hidden) return Verdict::hidden;
    return trace_.asides.contains(n) ? Verdict::aside : Verdict::site_template;
  }

  // Appends the run's blocks: stretches with one verdict.
  void cut(const ViewRun& run, const RunJudgement* judgement, std::uint32_t on_pages) {
    ExplainedBlock block;
    const auto finish = [&] {
      block.text = collapse_space(block.text);
      if (!block.text.empty()) finish_block(block, run, judgement, on_pages);
      block = {};
    };
    bool space = false;
    for (NodeId n = run.begin; n < run.end; ++n) {
      if (page_[n].flags & (Node::space_before | Node::blank) || page_[n].tag == Tag::br) space = true;
      if (!page_[n].is_text() || !page_[n].is_content() || tool_.contains(n)) continue;
      std::string_view by;
      const Verdict verdict = verdict_of(n, by);
      if (!block.text.empty() && (verdict != block.verdict || by != block.by)) finish();
      if (block.text.empty()) {
        block.begin = n;
        block.verdict = verdict;
        block.by = by;
      } else if (space) {
        block.text += ' ';
      }
      space = false;
      block.text += page_.text(n);
      block.end = n + 1;
    }
    finish();
  }

  void finish_block(ExplainedBlock& block, const ViewRun& run, const RunJudgement* judgement, std::uint32_t on_pages) {
    block.node = run.block;
    block.tag = page_.tag_name(run.block);
    block.region = regions_[run.block];
    block.words = static_cast<std::uint32_t>(count_words(block.text));
    block.on_pages = run.text.words > 0 ? on_pages : 0;
    if (judgement) block.probability = judgement->probability;
    add_reasons(block, run, judgement);
    out_.blocks.push_back(std::move(block));
  }

  void add_reasons(ExplainedBlock& block, const ViewRun& run, const RunJudgement* judgement) const {
    std::vector<Reason>& reasons = block.reasons;
    const bool content = block.verdict == Verdict::content;
    if (block.verdict == Verdict::marked)
      return reasons.push_back({"the page's mark for search engines: extract.marks." + block.by});
    if (block.verdict == Verdict::excluded) return reasons.push_back({"the configuration: " + block.by});
    if (!content && block.on_pages > 0) reasons.push_back({repetition_text(out_, block.on_pages), 0, true});
    if (decided_otherwise(content, reasons)) return;
    if (judgement)
      for (const Reason& reason : judgement->reasons) {
        const bool said = std::ranges::any_of(reasons, [&](const Reason& r) { return r.text == reason.text; });
        if (reason.repetition && block.on_pages > 0)
          reasons.front().weight = reason.weight;  // already first, as what people know best
        else if (!said)
          reasons.push_back(reason);
      }
    if (block.verdict == Verdict::hidden) reasons.push_back({"readers do not see it"});
    if (judgement && reasons.empty())
      reasons.push_back({content ? "many small signs, none of them strong" : "nothing speaks for it"});
    if (!judgement) add_facts(run, reasons);
  }

  // Adds what the extractor did not decide. Returns whether there is nothing more to say.
  bool decided_otherwise(bool content, std::vector<Reason>& reasons) const {
    const std::string& reason = out_.page.reason;
    if (reason == "selector") {
      reasons.push_back({content ? "extract.include selects it" : "outside of what extract.include selects"});
    } else if (reason == "marked") {
      reasons.push_back({content ? "the page marks it as content" : "outside of what the page marks as content"});
    } else if (out_.page.status == Status::whole) {
      if (content) reasons.push_back({"the extractor was unsure, so the whole page is kept"});
      return content;
    } else if (out_.page.status == Status::fallback && trace_.judged.runs.empty()) {
      reasons.push_back({content ? "kept by the simple rule: " + reason : "left out by the simple rule: " + reason});
      return false;
    } else {
      return false;
    }
    return true;
  }

  // For extractors that do not report what they see.
  static void add_facts(const ViewRun& run, std::vector<Reason>& reasons) {
    const std::uint32_t words = run.text.words;
    reasons.push_back({std::to_string(words) + (words == 1 ? " word" : " words")});
    if (run.link_words == 0) return;
    const long hundredths = std::lround(100.0 * run.link_words / words);
    reasons.push_back(
        {"link density " + std::to_string(hundredths / 100) + "." + std::to_string(hundredths % 100 + 100).substr(1)});
  }

  void add_paths() {
    Blocks blocks;
    for (const ExplainedBlock& block : out_.blocks) blocks.blocks.push_back({.node = block.node});
    const std::vector<std::uint32_t> positions = positions_of(page_, blocks);
    std::size_t bytes = 0;
    for (ExplainedBlock& block : out_.blocks) {
      if (bytes > max_path_bytes) return;
      block.path = node_path(page_, block.node, [&](NodeId n) { return positions[n]; });
      bytes += block.path.size();
    }
  }

  const Document& page_;
  const ExtractionTrace& trace_;
  const MarkNames& marks_;
  PageExplanation& out_;
  NodeSet tool_;
  std::vector<std::string_view> excluded_;  // by node: the key
  std::vector<Region> regions_;             // by node
};

}  // namespace

std::string_view name_of(Verdict verdict) {
  static constexpr std::array<std::string_view, verdict_count> names = {"content", "aside",    "template",
                                                                        "marked",  "excluded", "hidden"};
  return names[static_cast<std::size_t>(verdict)];
}

std::string repetition_text(const PageExplanation& explanation, std::uint32_t on_pages) {
  if (on_pages == 0) return {};
  return "on " + std::to_string(on_pages) + " of " + std::to_string(explanation.compared) +
         (explanation.same_template ? " pages of this template" : " pages compared with");
}

PageExplanation explain_page(const KeyPage& key, const ExtractOptions& options) {
  PageExplanation out;
  const PageView view(key.page);
  ExtractionTrace trace(key.page);
  KeyPage traced = key;
  traced.view = &view;
  traced.trace = &trace;
  out.page = extract_page(traced, options);
  if (is_over(key.stop)) return out;
  const MarkNames marks(key.page, key.robots, options.marks, out.page.marks);
  Explainer(key.page, options, trace, marks, out).explain(view, find_repeats(view, key.siblings, key.site));
  return out;
}

}  // namespace pith
