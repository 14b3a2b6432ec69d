#include "core/extract/main_content/detail/page_sums.h"

#include "core/extract/main_content/detail/phrases.h"

namespace pith {
namespace {

void add(Totals& sum, const ViewRun& run, const Line& line) {
  ++sum.runs;
  sum.words += run.text.words;
  sum.link_words += run.link_words;
  sum.letters += run.text.letters;
  sum.commas += run.text.commas;
  sum.sentences += run.text.sentences;
  sum.prose += run.prose ? run.text.words : 0;
  sum.digits += run.text.digits;
  sum.capitals += run.text.capitals;
  sum.dated += line.dated;
  sum.teasers += line.linked_title;
  sum.separators += line.separator;
  sum.long_runs += run.text.words >= 20;
  sum.replies += (run.phrases & bit(Phrase::reply)) != 0;
  sum.bylines += (run.phrases & bit(Phrase::byline)) != 0;
}

void add(Totals& sum, Tag tag) {
  switch (tag) {
    case Tag::a:
      ++sum.links;
      break;
    case Tag::img:
    case Tag::picture:
    case Tag::video:
    case Tag::iframe:
      ++sum.images;
      break;
    case Tag::p:
      ++sum.paragraphs;
      break;
    case Tag::time:
      ++sum.times;
      break;
    case Tag::input:
    case Tag::select:
    case Tag::textarea:
    case Tag::button:
      ++sum.controls;
      break;
    case Tag::br:
      ++sum.breaks;
      break;
    default:
      sum.headings += heading_level(tag) > 0;
      break;
  }
}

}  // namespace

// Appends what is before the next node.
void PageSums::add_node() {
  if (by_node_.size() % node_step == 0) every_nodes_.push_back(all);
  const Totals more = all - every_nodes_.back();
  const auto byte = [](std::uint32_t number) { return static_cast<std::uint8_t>(number); };
  by_node_.push_back({byte(more.runs), byte(more.links), byte(more.images), byte(more.headings), byte(more.paragraphs),
                      byte(more.times), byte(more.controls), byte(more.breaks)});
}

// Appends what is before the next run.
void PageSums::add_run() {
  constexpr std::uint32_t most = 0xffff;
  const auto fits = [](const Totals& t) {  // the other sums are at most these
    return t.runs <= most && t.words <= most && t.letters <= most && t.commas <= most && t.sentences <= most;
  };
  if (every_runs_.empty() || !fits(all - every_runs_.back())) every_runs_.push_back(all);
  const Totals more = all - every_runs_.back();
  const auto half = [](std::uint32_t number) { return static_cast<std::uint16_t>(number); };
  by_run_.push_back({static_cast<std::uint32_t>(every_runs_.size() - 1), half(more.words), half(more.link_words),
                     half(more.letters), half(more.commas), half(more.sentences), half(more.prose), half(more.digits),
                     half(more.capitals), half(more.dated), half(more.long_runs), half(more.replies),
                     half(more.bylines), half(more.teasers), half(more.separators)});
}

PageSums sum_up(const Document& page, const PageRuns& runs, std::span<const Line> lines) {
  PageSums out;
  out.by_node_.reserve(page.size() + 1);
  out.every_nodes_.reserve(page.size() / PageSums::node_step + 1);
  out.by_run_.reserve(runs.size() + 1);
  out.add_run();
  RunId next = 0;
  for (NodeId n = 0; n < page.size(); ++n) {
    out.add_node();
    if (next < runs.size() && runs[next].begin == n) {
      add(out.all, runs[next], lines[next]);
      ++next;
      out.add_run();
    }
    const Node& node = page[n];
    if (node.is_element() && !(node.flags & Node::non_content)) add(out.all, node.tag);
  }
  out.add_node();
  return out;
}

}  // namespace pith
