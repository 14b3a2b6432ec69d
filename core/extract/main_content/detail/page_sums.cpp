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

PageSums sum_up(const Document& page, const PageRuns& runs, std::span<const Line> lines) {
  PageSums out;
  out.before.reserve(page.size() + 1);
  RunId next = 0;
  for (NodeId n = 0; n < page.size(); ++n) {
    out.before.push_back(out.all);
    if (next < runs.size() && runs[next].begin == n) {
      add(out.all, runs[next], lines[next]);
      ++next;
    }
    const Node& node = page[n];
    if (node.is_element() && !(node.flags & Node::non_content)) add(out.all, node.tag);
  }
  out.before.push_back(out.all);
  return out;
}

}  // namespace pith
