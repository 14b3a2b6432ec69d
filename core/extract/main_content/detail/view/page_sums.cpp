#include "core/extract/main_content/detail/view/page_sums.h"

#include "core/extract/main_content/detail/view/phrases.h"

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

template <typename Sums>
void add(Sums& sum, Tag tag) {
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

// Appends what is before the next run.
void PageSums::add_run() {
  constexpr std::uint32_t most = 0xffff;
  const auto fits = [&](const OfRuns<std::uint32_t>& t) {  // the other sums are at most these
    return by_run_.size() - first_of_base_ <= most && all.words - t.words <= most && all.letters - t.letters <= most &&
           all.commas - t.commas <= most && all.sentences - t.sentences <= most;
  };
  const auto of_all = [&] {
    return OfRuns<std::uint32_t>{all.words,   all.link_words, all.letters,  all.commas,    all.sentences,
                                 all.prose,   all.digits,     all.capitals, all.dated,     all.long_runs,
                                 all.replies, all.bylines,    all.teasers,  all.separators};
  };
  if (every_runs_.empty() || !fits(every_runs_.back())) {
    every_runs_.push_back({of_all()});
    first_of_base_ = by_run_.size();
  }
  const OfRuns<std::uint32_t>& base = every_runs_.back();
  const auto more = [](std::uint32_t sum, std::uint32_t than) { return static_cast<std::uint16_t>(sum - than); };
  by_run_.push_back(
      {static_cast<std::uint32_t>(every_runs_.size() - 1),
       {more(all.words, base.words), more(all.link_words, base.link_words), more(all.letters, base.letters),
        more(all.commas, base.commas), more(all.sentences, base.sentences), more(all.prose, base.prose),
        more(all.digits, base.digits), more(all.capitals, base.capitals), more(all.dated, base.dated),
        more(all.long_runs, base.long_runs), more(all.replies, base.replies), more(all.bylines, base.bylines),
        more(all.teasers, base.teasers), more(all.separators, base.separators)}});
}

PageSums sum_up(const Document& page, const PageRuns& runs, std::span<const Line> lines) {
  PageSums out;
  out.by_node_.resize(page.size() + 1);
  out.every_nodes_.reserve(page.size() / PageSums::node_step + 1);
  out.by_run_.reserve(runs.size() + 1);
  out.add_run();
  PageSums::OfNodes<std::uint8_t> now{};  // since the last step
  const auto end_step = [&] {
    Totals& all = out.all;
    all.links += now.links;
    all.images += now.images;
    all.headings += now.headings;
    all.paragraphs += now.paragraphs;
    all.times += now.times;
    all.controls += now.controls;
    all.breaks += now.breaks;
    now = {};
  };
  RunId next = 0;
  for (NodeId n = 0; n <= page.size(); ++n) {
    if (n % PageSums::node_step == 0) {
      end_step();
      const Totals& all = out.all;
      out.every_nodes_.push_back(
          {all.runs, all.links, all.images, all.headings, all.paragraphs, all.times, all.controls, all.breaks});
    }
    out.by_node_[n] = now;
    if (n == page.size()) break;
    if (next < runs.size() && runs[next].begin == n) {
      add(out.all, runs[next], lines[next]);
      ++now.runs;
      ++next;
      out.add_run();
    }
    const Node& node = page[n];
    if (node.is_element() && !(node.flags & Node::non_content)) add(now, node.tag);
  }
  end_step();
  return out;
}

}  // namespace pith
