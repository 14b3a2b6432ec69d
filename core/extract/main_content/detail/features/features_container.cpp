// What the elements around the run hold.
#include <cstddef>
#include <span>

#include "core/extract/main_content/detail/features/features.h"

namespace pith {
namespace {

using V = PageView;

template <std::size_t Level>
[[gnu::always_inline]] inline Totals level(const V& v, RunId r) {
  return v.of(v.around[r].levels[Level]);
}

template <std::size_t Level>
float words_in(const V& v, RunId r) {
  return static_cast<float>(level<Level>(v, r).words);
}
template <std::size_t Level>
float link_share_in(const V& v, RunId r) {
  const Totals t = level<Level>(v, r);
  return share(t.link_words, t.words);
}
template <std::size_t Level>
float run_words_in(const V& v, RunId r) {
  const Totals t = level<Level>(v, r);
  return share(t.words, t.runs);
}
template <std::size_t Level>
float page_share_in(const V& v, RunId r) {
  return share(level<Level>(v, r).words, v.sums.all.words);
}
template <std::size_t Level>
float prose_share_in(const V& v, RunId r) {
  const Totals t = level<Level>(v, r);
  return share(t.prose, t.words);
}
template <std::size_t Level>
float page_prose_in(const V& v, RunId r) {
  return share(level<Level>(v, r).prose, v.sums.all.prose);
}
template <std::size_t Level>
float comma_share_in(const V& v, RunId r) {
  const Totals t = level<Level>(v, r);
  return share(t.commas, t.words);
}
template <std::size_t Level>
float density_in(const V& v, RunId r) {
  return share(level<Level>(v, r).words, v.page[v.around[r].levels[Level]].subtree_size);
}
template <std::size_t Level>
float place_in(const V& v, RunId r) {
  const NodeId n = v.around[r].levels[Level];
  return share(r - v.first_run(n) + 1, v.end_run(n) - v.first_run(n));
}
template <std::size_t Level>
float dated_in(const V& v, RunId r) {
  const Totals t = level<Level>(v, r);
  return static_cast<float>(t.dated + t.times);
}
template <std::size_t Level>
float headings_in(const V& v, RunId r) {
  return static_cast<float>(level<Level>(v, r).headings);
}
template <std::size_t Level>
float paragraphs_in(const V& v, RunId r) {
  return static_cast<float>(level<Level>(v, r).paragraphs);
}
template <std::size_t Level>
float controls_in(const V& v, RunId r) {
  return static_cast<float>(level<Level>(v, r).controls);
}
template <std::size_t Level>
float words_before_in(const V& v, RunId r) {
  return static_cast<float>(v.before_run(r).words - v.before(v.around[r].levels[Level]).words);
}

template <std::size_t Level>
float teasers_in(const V& v, RunId r) {
  return static_cast<float>(level<Level>(v, r).teasers);
}
template <std::size_t Level>
float teaser_share_in(const V& v, RunId r) {
  const Totals t = level<Level>(v, r);
  return share(t.teasers, t.runs);
}
template <std::size_t Level>
float separators_in(const V& v, RunId r) {
  return static_cast<float>(level<Level>(v, r).separators);
}
template <std::size_t Level>
float dated_before_in(const V& v, RunId r) {
  return static_cast<float>(v.before_run(r).dated - v.before(v.around[r].levels[Level]).dated);
}

const Path& path(const V& v, RunId r) { return v.paths.of(r); }

constexpr Feature container_list[] = {
    {"words_1", words_in<0>},
    {"words_2", words_in<1>},
    {"words_3", words_in<2>},
    {"words_4", words_in<3>},
    {"link_share_1", link_share_in<0>},
    {"link_share_2", link_share_in<1>},
    {"link_share_3", link_share_in<2>},
    {"link_share_4", link_share_in<3>},
    {"run_words_1", run_words_in<0>},
    {"run_words_2", run_words_in<1>},
    {"run_words_3", run_words_in<2>},
    {"page_share_1", page_share_in<0>},
    {"page_share_2", page_share_in<1>},
    {"page_share_3", page_share_in<2>},
    {"page_share_4", page_share_in<3>},
    {"page_share_5", page_share_in<4>},
    {"prose_share_1", prose_share_in<0>},
    {"prose_share_2", prose_share_in<1>},
    {"prose_share_3", prose_share_in<2>},
    {"page_prose_1", page_prose_in<0>},
    {"page_prose_2", page_prose_in<1>},
    {"page_prose_3", page_prose_in<2>},
    {"page_prose_4", page_prose_in<3>},
    {"comma_share_1", comma_share_in<0>},
    {"comma_share_2", comma_share_in<1>},
    {"density_1", density_in<0>},
    {"density_2", density_in<1>},
    {"density_3", density_in<2>},
    {"place_1", place_in<0>},
    {"place_2", place_in<1>},
    {"place_3", place_in<2>},
    {"dated_1", dated_in<0>},
    {"dated_2", dated_in<1>},
    {"headings_1", headings_in<0>},
    {"headings_2", headings_in<1>},
    {"headings_3", headings_in<2>},
    {"paragraphs_1", paragraphs_in<0>},
    {"paragraphs_2", paragraphs_in<1>},
    {"paragraphs_3", paragraphs_in<2>},
    {"controls_2", controls_in<1>},
    {"controls_3", controls_in<2>},
    {"words_before_in_1", words_before_in<0>},
    {"words_before_in_2", words_before_in<1>},
    {"words_before_in_3", words_before_in<2>},
    {"teasers_1", teasers_in<0>},
    {"teasers_2", teasers_in<1>},
    {"teasers_3", teasers_in<2>},
    {"teaser_share_2", teaser_share_in<1>},
    {"teaser_share_3", teaser_share_in<2>},
    {"separators_1", separators_in<0>},
    {"separators_2", separators_in<1>},
    {"separators_3", separators_in<2>},
    {"dated_before_1", dated_before_in<0>},
    {"dated_before_2", dated_before_in<1>},
    {"dated_before_3", dated_before_in<2>},
    {"path_runs", [](const V& v, RunId r) { return static_cast<float>(path(v, r).runs); }},
    {"path_words", [](const V& v, RunId r) { return static_cast<float>(path(v, r).words); }},
    {"path_run_words", [](const V& v, RunId r) { return share(path(v, r).words, path(v, r).runs); }},
    {"path_share", [](const V& v, RunId r) { return share(path(v, r).words, v.sums.all.words); }},
    {"path_prose_share", [](const V& v, RunId r) { return share(path(v, r).prose, v.sums.all.prose); }},
    {"path_link_share", [](const V& v, RunId r) { return share(path(v, r).link_words, path(v, r).words); }},
    {"position", [](const V& v, RunId r) { return share(r, v.sums.all.runs); }},
    {"runs_before", [](const V&, RunId r) { return static_cast<float>(r); }},
    {"runs_after", [](const V& v, RunId r) { return static_cast<float>(v.sums.all.runs - r); }},
    {"words_before", [](const V& v, RunId r) { return share(v.before_run(r).words, v.sums.all.words); }},
    {"prose_before", [](const V& v, RunId r) { return share(v.before_run(r).prose, v.sums.all.prose); }},
    {"prose_words_before", [](const V& v, RunId r) { return static_cast<float>(v.before_run(r).prose); }},
    {"h1_before", [](const V& v, RunId r) { return static_cast<float>(v.before_run(r).headings); }},
    {"from_title",
     [](const V& v, RunId r) {
       return v.title.overlap > 0 ? static_cast<float>(r) - static_cast<float>(v.title.run) : -1000;
     }},
    {"words_from_title",
     [](const V& v, RunId r) {
       if (v.title.overlap == 0) return -100000.f;
       return static_cast<float>(v.before_run(r).words) - static_cast<float>(v.before_run(v.title.run).words);
     }},
    {"images_near",
     [](const V& v, RunId r) {
       const NodeId from = r > 0 ? v.runs[r - 1].begin : 0;
       return static_cast<float>(v.between(from, v.runs[r].begin).images);
     }},
    {"breaks_inside",
     [](const V& v, RunId r) { return static_cast<float>(v.between(v.runs[r].begin, v.runs[r].end).breaks); }},
};

}  // namespace

std::span<const Feature> container_features() { return container_list; }

}  // namespace pith
