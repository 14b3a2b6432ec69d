#include "core/extract/main_content/detail/view/page_centres.h"

#include <algorithm>

#include "core/extract/main_content/detail/view/places.h"

namespace pith {

namespace {

// How much a run reads like a paragraph; 0: not at all.
float score_of(const ViewRun& run, bool hidden_counts) {
  if (run.text.letters < 25 || run.text.words == 0 || (run.hidden && !hidden_counts)) return 0;
  const float plain = 1 - static_cast<float>(run.link_words) / static_cast<float>(run.text.words);
  if (plain < 0.5f) return 0;
  return plain * (1 + static_cast<float>(std::min(run.text.commas + run.text.sentences, 20u)) * 0.5f +
                  std::min(static_cast<float>(run.text.letters) / 100, 3.0f));
}

// Adds the score to the elements around the paragraph, less with each step.
void spread(const Document& page, NodeId n, float score, std::vector<float>& scores) {
  float weight = 1;
  for (int step = 0; step < 5 && n != no_node; ++step, n = page[n].parent) {
    scores[n] += score * weight;
    weight = step == 0 ? 0.5f : weight * 0.6f;
  }
}

// From the scores by node: the best one above each, the best of all, and the second best.
void rank(const Document& page, const PageRuns& runs, const std::vector<float>& scores, PageScores& out) {
  std::vector<float> above(scores.size());
  for (NodeId n = 0; n < page.size(); ++n) {
    above[n] = std::max({scores[n], 0.0f, page[n].parent == no_node ? 0.0f : above[page[n].parent]});
    if (scores[n] != 0) out.by_node.add(n, scores[n]);
    if (scores[n] > out.best) {
      out.best = scores[n];
      out.best_node = n;
    }
  }
  out.above.reserve(runs.size());
  for (const ViewRun& run : runs) out.above.push_back(above[run.block]);
  const NodeId best = out.best_node;
  if (best == no_node) return;
  for (const auto& [n, score] : out.by_node)
    if (score > out.second && n != best && !page.is_ancestor(n, best) && !page.is_ancestor(best, n)) out.second = score;
}

}  // namespace

PageScores score_paragraphs(const Document& page, const PageElements& elements, const PageRuns& runs,
                            const PageSums& sums) {
  PageScores out;
  std::vector<float> scores(page.size());
  for (const ViewRun& run : runs) {
    const float score = score_of(run, runs.hides_most_prose);
    if (score == 0) continue;
    const bool inner = page[run.block].tag == Tag::p || elements[run.block].places & bit(Place::item);
    const NodeId parent = page[run.block].parent;
    spread(page, inner && parent != no_node ? parent : run.block, score, scores);
  }
  for (NodeId n = 0; n < page.size(); ++n) {
    if (scores[n] == 0) continue;
    const Totals t = sums.between(n, page.end_of(n));
    if (t.words > 0) scores[n] *= 1 - static_cast<float>(t.link_words) / static_cast<float>(t.words);
  }
  rank(page, runs, scores, out);
  return out;
}

Centre centre_at(const Document& page, const PageRuns& runs, NodeId node) {
  Centre centre;
  centre.node = node;
  if (node == no_node) return centre;
  std::vector<NodeId> way;  // from the root to the centre
  for (NodeId n = node; n != no_node; n = page[n].parent) way.push_back(n);
  std::reverse(way.begin(), way.end());
  const auto runs_before = [&](NodeId end) {
    const auto at = std::partition_point(runs.begin(), runs.end(), [&](const ViewRun& run) { return run.begin < end; });
    return static_cast<RunId>(at - runs.begin());
  };
  centre.first_run = runs_before(node);
  centre.end_run = runs_before(page.end_of(node));
  centre.common_depth.resize(runs.size());
  auto last = way.begin();  // holds the block of the run before
  for (RunId r = 0; r < runs.size(); ++r) {
    const NodeId block = runs[r].block;
    const auto holds = [&](NodeId n) { return n <= block && block < page.end_of(n); };
    // Runs beside each other mostly have the same.
    if (!holds(*last) || (last + 1 != way.end() && holds(last[1])))
      last = std::partition_point(way.begin(), way.end(), holds) - 1;
    centre.common_depth[r] = page[*last].depth;
  }
  return centre;
}

namespace {

NodeId marked_element(const Document& page, const PageElements& elements, const PageSums& sums) {
  NodeId mark = no_node;
  std::uint32_t most = 0;
  for (const Place place : {Place::main, Place::article}) {
    for (NodeId n = 0; n < page.size(); ++n) {
      if (!(elements[n].places & bit(place))) continue;
      const std::uint32_t words = sums.between(n, page.end_of(n)).words;
      if (words <= most) continue;
      most = words;
      mark = n;
    }
    if (mark != no_node) break;
  }
  return mark;
}

}  // namespace

PageCentres find_centres(const Document& page, const PageElements& elements, const PageRuns& runs, const PageSums& sums,
                         const PageScores& scores) {
  PageCentres out;
  out[by_score] = centre_at(page, runs, scores.best_node);
  const auto with_share_of_prose = [&](double share) {
    return smallest_element(page,
                            [&](NodeId n) { return sums.between(n, page.end_of(n)).prose >= share * sums.all.prose; });
  };
  if (sums.all.prose > 0) {
    out[by_most] = centre_at(page, runs, with_share_of_prose(0.6));
    out[by_nearly_all] = centre_at(page, runs, with_share_of_prose(0.85));
  }
  out[by_mark] = centre_at(page, runs, marked_element(page, elements, sums));
  return out;
}

RunInterval best_interval(const PageRuns& runs) {
  RunInterval best;
  double sum = 0, best_sum = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    sum += static_cast<double>(runs[i].text.words) - 1.7 * runs[i].link_words - 5;
    if (sum <= 0) {
      sum = 0;
      begin = i + 1;
    } else if (sum > best_sum) {
      best_sum = sum;
      best = {begin, i + 1};
    }
  }
  return best;
}

}  // namespace pith
