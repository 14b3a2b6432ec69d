#include "core/extract/main_content/detail/features/context.h"

#include <algorithm>
#include <cstdint>

#include "core/extract/main_content/detail/features/decision.h"
#include "core/extract/main_content/detail/features/features.h"

namespace pith {
namespace {

constexpr float probable = 0.5f;

}  // namespace

ContextView::ContextView(const PageView& view, std::span<const float> probabilities) : page(view), p(probabilities) {
  const auto count = static_cast<RunId>(view.runs.size());
  content_before.assign(count + 1, 0);
  path_content.assign(view.paths.size(), 0);
  path_best.assign(view.paths.size(), 0);
  std::vector<std::uint32_t> words;
  for (RunId r = 0; r < count; ++r) {
    const ViewRun& run = view.runs[r];
    words.push_back(run.text.words);
    const float content = p[r] * static_cast<float>(run.text.words);
    content_before[r + 1] = content_before[r] + content;
    const std::uint32_t path = view.paths.by_run[r];
    path_content[path] += content;
    path_best[path] = std::max(path_best[path], p[r]);
  }
  threshold = decide(p, words).threshold;
  constexpr std::uint16_t far = 500;
  since_content.assign(count, far);
  until_content.assign(count, far);
  std::uint16_t steps = far;
  for (RunId r = 0; r < count; ++r) {
    since_content[r] = steps;
    if (p[r] >= probable) steps = 0;
    steps = std::min<std::uint16_t>(static_cast<std::uint16_t>(steps + 1), far);
  }
  steps = far;
  for (RunId r = count; r-- > 0;) {
    until_content[r] = steps;
    if (p[r] >= probable) steps = 0;
    steps = std::min<std::uint16_t>(static_cast<std::uint16_t>(steps + 1), far);
  }
  for (std::size_t c = 0; c < centres.size(); ++c) {
    const double wanted = (c == 0 ? 0.55 : 0.85) * content_before.back();
    centres[c] = centre_at(view.page, view.runs, smallest_element(view.page, [&](NodeId n) {
                             return content_of(view.first_run(n), view.end_run(n)) >= wanted;
                           }));
  }
}

namespace {

using C = ContextView;

template <int Offset>
float p_at(const C& v, RunId r) {
  const auto i = static_cast<std::int64_t>(r) + Offset;
  return i >= 0 && i < static_cast<std::int64_t>(v.p.size()) ? v.p[static_cast<std::size_t>(i)] : nothing;
}
template <RunId Radius>
float p_within(const C& v, RunId r) {
  const RunId begin = r > Radius ? r - Radius : 0,
              end = std::min<RunId>(r + Radius + 1, static_cast<RunId>(v.p.size()));
  return share(v.content_of(begin, end), v.page.words_between(begin, end));
}
template <RunId Length>
float p_next(const C& v, RunId r) {
  const RunId end = std::min<RunId>(r + 1 + Length, static_cast<RunId>(v.p.size()));
  return share(v.content_of(r + 1, end), v.page.words_between(r + 1, end));
}
template <RunId Length>
float p_last(const C& v, RunId r) {
  const RunId begin = r > Length ? r - Length : 0;
  return share(v.content_of(begin, r), v.page.words_between(begin, r));
}
template <std::size_t Level>
float p_level(const C& v, RunId r) {
  const NodeId n = v.page.around[r].levels[Level];
  return share(v.content_of(v.page.first_run(n), v.page.end_run(n)), v.page.of(n).words);
}
template <std::size_t Level>
float content_share_level(const C& v, RunId r) {
  const NodeId n = v.page.around[r].levels[Level];
  return share(v.content_of(v.page.first_run(n), v.page.end_run(n)), v.content_before.back());
}
template <std::size_t Index>
float centre_up(const C& v, RunId r) {
  return static_cast<float>(v.page.page[v.page.runs[r].block].depth) - v.centres[Index].common_depth[r];
}
template <std::size_t Index>
float centre_down(const C& v, RunId r) {
  return static_cast<float>(v.page.page[v.centres[Index].node].depth) - v.centres[Index].common_depth[r];
}
template <std::size_t Index>
float centre_runs(const C& v, RunId r) {
  const auto begin = static_cast<float>(v.centres[Index].first_run), end = static_cast<float>(v.centres[Index].end_run);
  const auto at = static_cast<float>(r);
  return at < begin ? at - begin : at >= end ? at - end + 1 : 0;
}
template <bool Outer>
float p_group(const C& v, RunId r) {
  const std::uint32_t g = Outer ? v.page.around[r].outer_group : v.page.around[r].inner_group;
  if (g == no_group) return nothing;
  const NodeId n = v.page.groups[g].parent;
  return share(v.content_of(v.page.first_run(n), v.page.end_run(n)), v.page.of(n).words);
}
float p_item(const C& v, RunId r) {
  const NodeId n = v.page.around[r].inner_item;
  if (n == no_node) return nothing;
  return share(v.content_of(v.page.first_run(n), v.page.end_run(n)), v.page.of(n).words);
}
float p_path(const C& v, RunId r) {
  const std::uint32_t path = v.page.paths.by_run[r];
  return share(v.path_content[path], v.page.paths[path].words);
}

constexpr ContextFeature context_list[] = {
    {"p", [](const C& v, RunId r) { return v.p[r]; }},
    {"p_before_1", p_at<-1>},
    {"p_before_2", p_at<-2>},
    {"p_before_3", p_at<-3>},
    {"p_after_1", p_at<1>},
    {"p_after_2", p_at<2>},
    {"p_after_3", p_at<3>},
    {"p_within_2", p_within<2>},
    {"p_within_5", p_within<5>},
    {"p_within_12", p_within<12>},
    {"p_within_30", p_within<30>},
    {"p_next_3", p_next<3>},
    {"p_next_10", p_next<10>},
    {"p_last_3", p_last<3>},
    {"p_last_10", p_last<10>},
    {"p_level_1", p_level<0>},
    {"p_level_2", p_level<1>},
    {"p_level_3", p_level<2>},
    {"p_level_4", p_level<3>},
    {"p_level_5", p_level<4>},
    {"content_share_1", content_share_level<0>},
    {"content_share_2", content_share_level<1>},
    {"content_share_3", content_share_level<2>},
    {"content_share_4", content_share_level<3>},
    {"p_path", p_path},
    {"p_path_best", [](const C& v, RunId r) { return v.path_best[v.page.paths.by_run[r]]; }},
    {"p_group", p_group<false>},
    {"p_outer_group", p_group<true>},
    {"p_item", p_item},
    {"p_over_threshold", [](const C& v, RunId r) { return v.p[r] - v.threshold; }},
    {"content_before", [](const C& v, RunId r) { return share(v.content_before[r], v.content_before.back()); }},
    {"content_words_before", [](const C& v, RunId r) { return v.content_before[r]; }},
    {"content_words_after", [](const C& v, RunId r) { return v.content_before.back() - v.content_before[r + 1]; }},
    {"since_content", [](const C& v, RunId r) { return static_cast<float>(v.since_content[r]); }},
    {"until_content", [](const C& v, RunId r) { return static_cast<float>(v.until_content[r]); }},
    {"centre_55_up", centre_up<0>},
    {"centre_55_down", centre_down<0>},
    {"centre_55_runs", centre_runs<0>},
    {"centre_85_up", centre_up<1>},
    {"centre_85_down", centre_down<1>},
    {"centre_85_runs", centre_runs<1>},
};

}  // namespace

std::span<const ContextFeature> context_features() { return context_list; }

void add_context(const ContextView& view, FeatureTable& table, RunId first_run) {
  const std::size_t first = table.columns();
  table.add_columns(context_features().size());
  fill_columns(table, first, context_features(), view, first_run);
}

}  // namespace pith
