// The same for all runs of a page: what kind of page it is.
#include <algorithm>
#include <cstdint>
#include <span>

#include "core/extract/main_content/detail/features/features.h"

namespace pith {
namespace {

using V = PageView;

template <std::uint32_t Kinds>
float hinted(const V& v, RunId) {
  return static_cast<float>((v.hints.kinds & Kinds) != 0);
}

template <CentreKind Kind>
float words_of_centre(const V& v, RunId) {
  const NodeId n = v.centres[Kind].node;
  return n == no_node ? nothing : share(v.of(n).words, v.sums.all.words);
}
template <CentreKind Kind>
float link_share_of_centre(const V& v, RunId) {
  const NodeId n = v.centres[Kind].node;
  if (n == no_node) return nothing;
  const Totals t = v.of(n);
  return share(t.link_words, t.words);
}

const Group* largest(const V& v) {
  const Group* best = nullptr;
  for (const Group& g : v.groups)
    if (!best || g.totals.words > best->totals.words) best = &g;
  return best;
}
template <auto Member>
float of_largest_group(const V& v, RunId) {
  const Group* g = largest(v);
  return g ? static_cast<float>(g->*Member) : nothing;
}

float wide_share(const V& v, RunId) {
  double wide = 0;
  for (const ViewRun& run : v.runs) wide += run.text.wide;
  return share(wide, v.sums.all.words);
}
float hidden_share(const V& v, RunId) {
  double words = 0;
  for (const ViewRun& run : v.runs)
    if (run.hidden) words += run.text.words;
  return share(words, v.sums.all.words);
}
float longest_run(const V& v, RunId) {
  std::uint32_t longest = 0;
  for (const ViewRun& run : v.runs) longest = std::max(longest, run.text.words - run.link_words);
  return static_cast<float>(longest);
}
float prose_paths(const V& v, RunId) {  // share of the prose on the path with most of it
  std::uint32_t most = 0;
  for (const Path& path : v.paths.list) most = std::max(most, path.prose);
  return share(most, v.sums.all.prose);
}
template <NameKind Kind>
float share_named(const V& v, RunId) {
  double words = 0;
  for (RunId r = 0; r < v.runs.size(); ++r)
    if (v.around[r].distance(Kind) < 255) words += v.runs[r].text.words;
  return share(words, v.sums.all.words);
}

constexpr Feature page_list[] = {
    {"page_words", [](const V& v, RunId) { return static_cast<float>(v.sums.all.words); }},
    {"page_runs", [](const V& v, RunId) { return static_cast<float>(v.sums.all.runs); }},
    {"page_nodes", [](const V& v, RunId) { return static_cast<float>(v.page.size()); }},
    {"page_link_share", [](const V& v, RunId) { return share(v.sums.all.link_words, v.sums.all.words); }},
    {"page_prose", [](const V& v, RunId) { return static_cast<float>(v.sums.all.prose); }},
    {"page_prose_share", [](const V& v, RunId) { return share(v.sums.all.prose, v.sums.all.words); }},
    {"page_run_words", [](const V& v, RunId) { return share(v.sums.all.words, v.sums.all.runs); }},
    {"page_word_letters", [](const V& v, RunId) { return share(v.sums.all.letters, v.sums.all.words); }},
    {"page_commas", [](const V& v, RunId) { return share(v.sums.all.commas, v.sums.all.words); }},
    {"page_digits", [](const V& v, RunId) { return share(v.sums.all.digits, v.sums.all.letters); }},
    {"page_long_runs", [](const V& v, RunId) { return static_cast<float>(v.sums.all.long_runs); }},
    {"page_longest_run", longest_run},
    {"page_hidden", hidden_share},
    {"page_wide", wide_share},
    {"page_headings", [](const V& v, RunId) { return static_cast<float>(v.sums.all.headings); }},
    {"page_paragraphs", [](const V& v, RunId) { return static_cast<float>(v.sums.all.paragraphs); }},
    {"page_images", [](const V& v, RunId) { return static_cast<float>(v.sums.all.images); }},
    {"page_controls", [](const V& v, RunId) { return static_cast<float>(v.sums.all.controls); }},
    {"page_dated", [](const V& v, RunId) { return static_cast<float>(v.sums.all.dated); }},
    {"page_times", [](const V& v, RunId) { return static_cast<float>(v.sums.all.times); }},
    {"page_replies", [](const V& v, RunId) { return static_cast<float>(v.sums.all.replies); }},
    {"page_bylines", [](const V& v, RunId) { return static_cast<float>(v.sums.all.bylines); }},
    {"page_teasers", [](const V& v, RunId) { return static_cast<float>(v.sums.all.teasers); }},
    {"page_separators", [](const V& v, RunId) { return static_cast<float>(v.sums.all.separators); }},
    {"page_articles", [](const V& v, RunId) { return static_cast<float>(v.elements.articles); }},
    {"page_mains", [](const V& v, RunId) { return static_cast<float>(v.elements.mains); }},
    {"page_h1s", [](const V& v, RunId) { return static_cast<float>(v.elements.h1s); }},
    {"page_title_overlap", [](const V& v, RunId) { return v.title.overlap; }},
    {"page_second_score", [](const V& v, RunId) { return share(v.scores.second, v.scores.best); }},
    {"page_best_score", [](const V& v, RunId) { return v.scores.best; }},
    {"page_prose_path", prose_paths},
    {"page_centre_score", words_of_centre<by_score>},
    {"page_centre_most", words_of_centre<by_most>},
    {"page_centre_mark", words_of_centre<by_mark>},
    {"page_links_score", link_share_of_centre<by_score>},
    {"page_links_most", link_share_of_centre<by_most>},
    {"page_links_mark", link_share_of_centre<by_mark>},
    {"page_interval",
     [](const V& v, RunId) { return share(static_cast<double>(v.interval.end - v.interval.begin), v.sums.all.runs); }},
    {"page_groups", [](const V& v, RunId) { return static_cast<float>(v.groups.size()); }},
    {"page_group_items", of_largest_group<&Group::items>},
    {"page_group_words", of_largest_group<&Group::mean_words>},
    {"page_group_dated", of_largest_group<&Group::dated>},
    {"page_group_pictured", of_largest_group<&Group::pictured>},
    {"page_group_replied", of_largest_group<&Group::replied>},
    {"page_group_prose", of_largest_group<&Group::prose>},
    {"page_named_comment", share_named<NameKind::comment>},
    {"page_named_forum", share_named<NameKind::forum>},
    {"page_named_product", share_named<NameKind::product>},
    {"page_named_docs", share_named<NameKind::docs>},
    {"page_named_grid", share_named<NameKind::grid>},
    {"page_named_marketing", share_named<NameKind::marketing>},
    {"page_named_body", share_named<NameKind::body>},
    {"page_named_review", share_named<NameKind::review>},
    {"hint_article", hinted<StructuredHints::article>},
    {"hint_news", hinted<StructuredHints::news>},
    {"hint_product", hinted<StructuredHints::product | StructuredHints::og_product>},
    {"hint_thread", hinted<StructuredHints::thread>},
    {"hint_listing", hinted<StructuredHints::listing>},
    {"hint_documentation", hinted<StructuredHints::documentation>},
    {"hint_organisation", hinted<StructuredHints::organisation>},
    {"hint_og_article", hinted<StructuredHints::og_article>},
    {"hint_og_website", hinted<StructuredHints::og_website>},
    {"hint_recipe",
     hinted<StructuredHints::recipe | StructuredHints::faq | StructuredHints::event | StructuredHints::video>},
};

}  // namespace

std::span<const Feature> page_features() { return page_list; }

}  // namespace pith
