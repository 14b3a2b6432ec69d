// Tags, names and places around the run.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "core/extract/main_content/detail/features/features.h"

namespace pith {
namespace {

using V = PageView;

template <Place P>
float place(const V& v, RunId r) {
  return v.around[r].distance(P);
}
template <NameKind K>
float named(const V& v, RunId r) {
  return v.around[r].distance(K);
}

// Tags ordered by how rarely they hold content, so that the number means something to a tree.
constexpr std::array<std::uint8_t, static_cast<std::size_t>(Tag::count_)> tag_ranks = {
    24,  // Tag::unknown
#define PITH_TAG(id, name, layout, level, text, tags, nesting, inside, clean_name, place, rank, ...) rank,
#include "core/dom/tags.def"
#undef PITH_TAG
};

float tag_rank(const V& v, NodeId n) {
  return n == no_node ? nothing : tag_ranks[static_cast<std::size_t>(v.page[n].tag)];
}

template <CentreKind Kind>
float steps_up(const V& v, RunId r) {  // from the run to the element that holds both
  const Centre& c = v.centres[Kind];
  if (c.node == no_node) return nothing;
  return static_cast<float>(v.page[v.runs[r].block].depth) - c.common_depth[r];
}
template <CentreKind Kind>
float steps_down(const V& v, RunId r) {  // from there to the centre: 0 is inside
  const Centre& c = v.centres[Kind];
  if (c.node == no_node) return nothing;
  return static_cast<float>(v.page[c.node].depth) - c.common_depth[r];
}
template <CentreKind Kind>
float runs_from(const V& v, RunId r) {  // outside: before, negative; after, positive
  const Centre& c = v.centres[Kind];
  if (c.node == no_node) return -1000;
  const auto begin = static_cast<float>(c.first_run), end = static_cast<float>(c.end_run);
  const auto at = static_cast<float>(r);
  return at < begin ? at - begin : at >= end ? at - end + 1 : 0;
}
template <CentreKind Kind>
float place_inside(const V& v, RunId r) {  // 0 to 1 from its first run to its last
  const Centre& c = v.centres[Kind];
  if (c.node == no_node) return nothing;
  const RunId begin = c.first_run, end = c.end_run;
  return r < begin ? -0.1f : r >= end ? 1.1f : share(r - begin + 1, end - begin);
}

float interval_distance(const V& v, RunId r) {
  if (v.interval.end == 0) return -1000;
  const auto begin = static_cast<float>(v.interval.begin), end = static_cast<float>(v.interval.end);
  const auto at = static_cast<float>(r);
  return at < begin ? at - begin : at >= end ? at - end + 1 : 0;
}

float best_score_above(const V& v, RunId r) { return share(v.scores.above[r], v.scores.best); }
template <std::size_t Level>
float score_at(const V& v, RunId r) {
  return share(v.scores.by_node[v.around[r].levels[Level]], v.scores.best);
}

float names_kind(const V& v, RunId r) { return static_cast<float>(__builtin_popcount(v.around[r].names_here)); }

float since_heading(const V& v, RunId r) { return std::min<float>(v.steps.near_heading.since[r], 40); }
float heading_level_since(const V& v, RunId r) {
  const std::uint16_t steps = v.steps.heading.since[r];
  return steps < 40 ? static_cast<float>(heading_level(v.page[v.runs[r - steps].block].tag)) : 9;
}
float heading_until(const V& v, RunId r) {
  return r + 1 == v.runs.size() ? 20 : std::min<float>(v.steps.heading.until[r + 1] + 1.f, 20);
}

float inline_names(const V& v, RunId r) {
  return share(static_cast<double>(v.page[v.runs[r].top].depth) - v.page[v.runs[r].block].depth, 1);
}

constexpr Feature element_list[] = {
    {"tag", [](const V& v, RunId r) { return tag_rank(v, v.runs[r].block); }},
    {"tag_inline", [](const V& v, RunId r) { return tag_rank(v, v.runs[r].top); }},
    {"tag_parent", [](const V& v, RunId r) { return tag_rank(v, v.page[v.runs[r].block].parent); }},
    {"tag_before", [](const V& v, RunId r) { return r > 0 ? tag_rank(v, v.runs[r - 1].block) : nothing; }},
    {"tag_after",
     [](const V& v, RunId r) { return r + 1 < v.runs.size() ? tag_rank(v, v.runs[r + 1].block) : nothing; }},
    {"depth", [](const V& v, RunId r) { return static_cast<float>(v.page[v.runs[r].block].depth); }},
    {"inline_depth", inline_names},
    {"hidden", [](const V& v, RunId r) { return static_cast<float>(v.runs[r].hidden); }},
    {"place_header", place<Place::header>},
    {"place_footer", place<Place::footer>},
    {"place_nav", place<Place::nav>},
    {"place_aside", place<Place::aside>},
    {"place_main", place<Place::main>},
    {"place_article", place<Place::article>},
    {"place_section", place<Place::section>},
    {"place_form", place<Place::form>},
    {"place_table", place<Place::table>},
    {"place_list", place<Place::list>},
    {"place_item", place<Place::item>},
    {"place_figure", place<Place::figure>},
    {"place_quote", place<Place::quote>},
    {"place_link", place<Place::link>},
    {"place_definition", place<Place::definition>},
    {"place_code", place<Place::code>},
    {"place_heading", place<Place::heading>},
    {"place_paragraph", place<Place::paragraph>},
    {"place_details", place<Place::details>},
    {"place_dialog", place<Place::dialog>},
    {"place_label", place<Place::label>},
    {"place_button", place<Place::button>},
#define PITH_NAME_KIND(kind, words) {"name_" #kind, named<NameKind::kind>},
#include "core/extract/main_content/detail/view/names.def"
#undef PITH_NAME_KIND
    {"names_here", names_kind},
    {"score_up", steps_up<by_score>},
    {"score_down", steps_down<by_score>},
    {"score_runs", runs_from<by_score>},
    {"score_place", place_inside<by_score>},
    {"most_up", steps_up<by_most>},
    {"most_down", steps_down<by_most>},
    {"most_runs", runs_from<by_most>},
    {"most_place", place_inside<by_most>},
    {"nearly_all_down", steps_down<by_nearly_all>},
    {"nearly_all_runs", runs_from<by_nearly_all>},
    {"mark_up", steps_up<by_mark>},
    {"mark_down", steps_down<by_mark>},
    {"mark_place", place_inside<by_mark>},
    {"title_up",
     [](const V& v, RunId r) {
       const auto& c = v.title.centre;
       return c.node == no_node ? nothing : static_cast<float>(v.page[v.runs[r].block].depth) - c.common_depth[r];
     }},
    {"title_down",
     [](const V& v, RunId r) {
       const auto& c = v.title.centre;
       return c.node == no_node ? nothing : static_cast<float>(v.page[c.node].depth) - c.common_depth[r];
     }},
    {"interval_distance", interval_distance},
    {"best_score_above", best_score_above},
    {"score_level_1", score_at<0>},
    {"score_level_2", score_at<1>},
    {"score_level_3", score_at<2>},
    {"since_heading", since_heading},
    {"heading_level_since", heading_level_since},
    {"heading_until", heading_until},
};

}  // namespace

std::span<const Feature> element_features() { return element_list; }

}  // namespace pith
