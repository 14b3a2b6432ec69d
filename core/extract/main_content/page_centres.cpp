// Where the content of a page view is likely to be: centres, the best interval of runs, the title.
#include <algorithm>

#include "core/extract/main_content/page_view.h"

namespace pith {

// The paragraph score of Readability (arc90), by which every paragraph counts for its parent, and less for those above.
// Differs in that any run of ten words counts, whatever its tag.
void PageView::score_paragraphs() {
  scores.assign(page.size(), 0);
  for (const ViewRun& run : runs) {
    if (run.text.letters < 25 || run.text.words == 0 || (run.hidden && !hides_most_prose)) continue;
    const float plain = 1 - static_cast<float>(run.link_words) / static_cast<float>(run.text.words);
    if (plain < 0.5f) continue;
    const float score = plain * (1 + static_cast<float>(std::min(run.text.commas + run.text.sentences, 20u)) * 0.5f +
                                 std::min(static_cast<float>(run.text.letters) / 100, 3.0f));
    NodeId n = run.block;
    if (page[n].tag == Tag::p || elements[n].places & bit(Place::item))
      n = page[n].parent == no_node ? n : page[n].parent;
    float weight = 1;
    for (int step = 0; step < 5 && n != no_node; ++step, n = page[n].parent) {
      scores[n] += score * weight;
      weight = step == 0 ? 0.5f : weight * 0.6f;
    }
  }
  for (NodeId n = 0; n < page.size(); ++n) {
    if (scores[n] == 0) continue;
    const Totals t = of(n);
    if (t.words > 0) scores[n] *= 1 - static_cast<float>(t.link_words) / static_cast<float>(t.words);
  }
  scores_above = scores;
  for (NodeId n = 0; n < page.size(); ++n)
    scores_above[n] = std::max({scores[n], 0.0f, page[n].parent == no_node ? 0.0f : scores_above[page[n].parent]});
}

Centre PageView::centre_at(NodeId node) const {
  Centre centre;
  centre.node = node;
  if (node == no_node) return centre;
  centre.common_depth.resize(page.size());
  for (NodeId n = 0; n < page.size(); ++n) {
    const bool above = n == node || page.is_ancestor(n, node);
    centre.common_depth[n] = above ? page[n].depth : centre.common_depth[page[n].parent];
  }
  return centre;
}

void PageView::find_centres() {
  NodeId best = no_node;
  for (NodeId n = 0; n < page.size(); ++n) {
    if (scores[n] > best_score) {
      best_score = scores[n];
      best = n;
    }
  }
  if (best != no_node)
    for (NodeId n = 0; n < page.size(); ++n)
      if (scores[n] > second_score && n != best && !page.is_ancestor(n, best) && !page.is_ancestor(best, n))
        second_score = scores[n];
  centres[by_score] = centre_at(best);
  if (all.prose > 0) {
    centres[by_most] = centre_at(smallest_element(page, [&](NodeId n) { return of(n).prose >= 0.6 * all.prose; }));
    centres[by_nearly_all] =
        centre_at(smallest_element(page, [&](NodeId n) { return of(n).prose >= 0.85 * all.prose; }));
  }
  NodeId mark = no_node;
  std::uint32_t most = 0;
  for (const Place place : {Place::main, Place::article}) {
    for (NodeId n = 0; n < page.size(); ++n) {
      if (!(elements[n].places & bit(place)) || of(n).words <= most) continue;
      most = of(n).words;
      mark = n;
    }
    if (mark != no_node) break;
  }
  centres[by_mark] = centre_at(mark);

  double sum = 0, best_sum = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    sum += static_cast<double>(runs[i].text.words) - 1.7 * runs[i].link_words - 5;
    if (sum <= 0) {
      sum = 0;
      begin = i + 1;
    } else if (sum > best_sum) {
      best_sum = sum;
      best_interval_begin = begin;
      best_interval_end = i + 1;
    }
  }
}

void PageView::find_title() {
  const NodeId title = page.find(Tag::title);
  std::vector<std::uint32_t> words;
  if (title != no_node && page[title].subtree_size > 1) scan_text(page.text(title + 1), words);
  for (NodeId n = 0; n < page.size() && words.empty(); ++n)
    if (page[n].tag == Tag::meta && page.attribute(n, "property") == "og:title")
      scan_text(page.attribute(n, "content"), words);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  title_words = std::move(words);
  for (const std::uint32_t w : title_words) title_bits.set(w % title_bits.size());
  if (title_words.empty()) return;
  // The heading or short run that says most of the title, of equals the first; headings count more.
  float best = 0;
  std::vector<std::uint32_t> own;
  for (RunId r = 0; r < runs.size(); ++r) {
    const ViewRun& run = runs[r];
    if (run.text.words == 0 || run.text.words > 40) continue;
    const auto of_title = [&](std::uint32_t word) { return in_title(word); };
    if (std::ranges::none_of(words_of(run), of_title)) continue;
    own.assign(words_of(run).begin(), words_of(run).end());
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    const auto common = std::ranges::count_if(own, of_title);
    const float overlap = 2 * static_cast<float>(common) / static_cast<float>(own.size() + title_words.size());
    const int level = heading_level(page[run.block].tag);
    const float score = overlap +
                        (level == 1   ? 0.4f
                         : level == 2 ? 0.3f
                         : level > 0  ? 0.15f
                                      : 0) -
                        0.1f * (run.link_words > 0);
    if (score > best) {
      best = score;
      title_run = r;
      title_overlap_of_title_run = overlap;
    }
  }
  if (best > 0) title_centre = centre_at(runs[title_run].top);
}

}  // namespace pith
