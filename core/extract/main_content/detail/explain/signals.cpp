#include "core/extract/main_content/detail/explain/signals.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/extract/main_content/detail/features/features.h"
#include "core/extract/main_content/detail/features/second_features.h"
#include "core/text/number.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

using V = PageView;
using P = std::span<const float>;

// "0.96", with two decimals.
std::string decimal(double value) {
  const long hundredths = std::lround(value * 100);
  std::string out = std::to_string(hundredths / 100) + "." + std::to_string(hundredths % 100 + 100).substr(1);
  return out;
}
std::string percent(double part, double whole) {
  return std::to_string(std::lround(whole > 0 ? 100 * part / whole : 0)) + " %";
}
std::string tag_text(const V& v, NodeId n) { return "<" + std::string(cut_utf8(v.page.tag_name(n), 32)) + ">"; }
// With an attribute, unless it is long: `<div class="body">`.
std::string element_text(const V& v, NodeId n, std::string_view attribute) {
  const std::string value = collapse_space(v.page.attribute(n, attribute));
  std::string out = tag_text(v, n);
  if (value.empty() || value.size() > 40) return out;
  out.back() = ' ';
  return out + std::string(attribute) + "=\"" + value + "\">";
}

std::string length(const V& v, RunId r, P, std::size_t) {
  const ViewRun& run = v.runs[r];
  if (run.text.words == 0) return "only signs, no words";
  const std::string words = counted(run.text.words, "word");
  if (run.prose) return words + " that read like sentences";
  return run.text.words < 8 ? "short: " + words : words + " that do not read like sentences";
}
std::string links(const V& v, RunId r, P, std::size_t) {
  const ViewRun& run = v.runs[r];
  return run.link_words == 0 ? "no links" : "link density " + decimal(share(run.link_words, run.text.words));
}
std::string characters(const V& v, RunId r, P, std::size_t) {
  const TextCounts& text = v.runs[r].text;
  if (text.bars > 0) return "signs between its words as in a line of links";
  if (text.symbols > 0) return "©, @ or a currency";
  if (text.digits * 5 > text.letters) return "many digits";
  if (text.words > 1 && text.capitals == text.words) return "every word with a capital";
  return "hardly any digits, bars or capitals";
}
std::string neighbours(const V& v, RunId r, P, std::size_t) {
  const RunId begin = r > 10 ? r - 10 : 0, end = std::min<RunId>(r + 11, static_cast<RunId>(v.runs.size()));
  double prose = 0, words = 0;
  for (RunId i = begin; i < end; ++i) {
    words += v.runs[i].text.words;
    if (v.runs[i].prose) prose += v.runs[i].text.words;
  }
  return prose * 2 >= words ? "among running text" : "among text that is short or linked";
}
std::string_view meaning(Phrase kind) {
  switch (kind) {
    case Phrase::comments:
      return "comments";
    case Phrase::reply:
      return "replies";
    case Phrase::member:
      return "members of a forum";
    case Phrase::related:
      return "other pages";
    case Phrase::share:
      return "sharing";
    case Phrase::more:
      return "more to read";
    case Phrase::copyright:
      return "legal notes";
    case Phrase::subscribe:
      return "accounts and newsletters";
    case Phrase::privacy:
      return "privacy";
    case Phrase::advert:
      return "advertising";
    case Phrase::byline:
      return "authors and dates";
    case Phrase::photo:
      return "pictures";
    default:
      return "buying";
  }
}
std::string phrases(const V& v, RunId r, P, std::size_t) {
  for (std::size_t k = 0; k < phrase_kinds; ++k)
    if (v.runs[r].phrases & bit(static_cast<Phrase>(k)))
      return "wording of " + std::string(meaning(static_cast<Phrase>(k)));
  return "none of the usual wordings of menus, by-lines and footers";
}
std::string announced(const V& v, RunId r, P, std::size_t) {
  static constexpr Phrase kinds[] = {Phrase::comments, Phrase::reply,     Phrase::related,  Phrase::share,
                                     Phrase::byline,   Phrase::subscribe, Phrase::copyright};
  std::size_t steps = 60;
  std::string_view what;
  for (const Phrase kind : kinds) {
    const std::uint16_t since = v.steps.phrases[static_cast<std::size_t>(kind)].since[r];
    if (since == 0 || since >= steps) continue;
    steps = since;
    what = meaning(kind);
  }
  if (what.empty()) return "no heading or wording of comments, sharing or legal notes before it";
  return counted(steps, "block") + " after a wording of " + std::string(what);
}
// Runs of a kind among the ten before and after.
std::size_t near(const V& v, RunId r, bool Line::*kind) {
  const RunId begin = r > 10 ? r - 10 : 0, end = std::min<RunId>(r + 11, static_cast<RunId>(v.runs.size()));
  return static_cast<std::size_t>(
      std::count_if(v.lines.begin() + begin, v.lines.begin() + end, [&](const Line& line) { return line.*kind; }));
}
std::string dates(const V& v, RunId r, P, std::size_t) {
  return v.lines[r].dated ? "a line with a date or a time"
                          : counted(near(v, r, &Line::dated), "line") + " with dates near it";
}
std::string separators(const V& v, RunId r, P, std::size_t) {
  if (v.lines[r].separator) return "a line like those between the page's texts";
  return counted(near(v, r, &Line::separator), "line") + " near it like those between texts";
}
std::string teasers(const V& v, RunId r, P, std::size_t) {
  if (v.lines[r].linked_title) return "a linked title with a text after it";
  return counted(near(v, r, &Line::linked_title), "linked title") + " near it";
}
template <typename Set>
bool told_by(const V& v, RunId r, const Set& set) {
  const auto hashes = v.words_of(v.runs[r]);
  for (std::size_t i = 2; i < hashes.size(); ++i)
    if (set.contains(three_words(hashes[i - 2], hashes[i - 1], hashes[i]))) return true;
  return false;
}
std::string hints(const V& v, RunId r, P, std::size_t) {
  if (told_by(v, r, v.hints.comments)) return "in the comments that the page's JSON-LD gives";
  if (told_by(v, r, v.hints.body)) return "in the article that the page's JSON-LD gives";
  if (told_by(v, r, v.hints.description)) return "in the page's description";
  return "not in the article or description that the page's metadata gives";
}
std::string title(const V& v, RunId r, P, std::size_t) {
  if (v.title.overlap == 0) return "no block says the page's title";
  if (r == v.title.run) return "the block that says most of the page's title";
  const RunId steps = r < v.title.run ? v.title.run - r : r - v.title.run;
  return counted(steps, "block") + (r < v.title.run ? " before" : " after") + " the headline";
}
std::string copies(const V& v, RunId r, P, std::size_t) {
  return v.runs[r].copies > 1 ? "occurs " + counted(v.runs[r].copies, "time") + " on the page"
                              : "occurs once on the page";
}
std::string tags(const V& v, RunId r, P, std::size_t) {
  const NodeId block = v.runs[r].block, parent = v.page[block].parent;
  return tag_text(v, block) + (parent == no_node ? "" : " in " + tag_text(v, parent));
}
std::string tags_around(const V& v, RunId r, P, std::size_t) {
  const std::string before = r > 0 ? tag_text(v, v.runs[r - 1].block) : "the page's beginning",
                    after = r + 1 < v.runs.size() ? tag_text(v, v.runs[r + 1].block) : "its end";
  return "between " + before + " and " + after;
}
std::string depth(const V& v, RunId r, P, std::size_t) {
  return counted(v.page[v.runs[r].block].depth, "element") + " deep in the markup";
}
std::string hidden(const V& v, RunId r, P, std::size_t) { return v.runs[r].hidden ? "hidden" : "visible"; }

NodeId up(const V& v, RunId r, std::uint8_t steps) {
  NodeId n = v.runs[r].top;
  for (; steps > 0 && v.page[n].parent != no_node; --steps) n = v.page[n].parent;
  return n;
}
// Each for one place or kind of name.
std::string place(const V& v, RunId r, P, std::size_t column) {
  static constexpr std::string_view names[] = {
      "<header>",  "<footer>", "<nav>",       "<aside>",  "<main>",      "<article>", "<section>",         "a form",
      "a table",   "a list",   "a list item", "a figure", "a quotation", "a link",    "a definition list", "code",
      "a heading", "<p>",      "<details>",   "a dialog", "a label",     "a button"};
  static_assert(std::size(names) == places);
  const std::size_t first = static_cast<std::size_t>(
      std::ranges::find(features(), std::string_view("place_header"), &Feature::name) - features().begin());
  const std::size_t p = column - first;
  return (v.around[r].distances->place[p] < 255 ? "in " : "not in ") + std::string(names[p]);
}
std::string named(const V& v, RunId r, P, std::size_t column) {
  const std::string kind(features()[column].name.substr(5));
  const std::size_t first =
      column -
      static_cast<std::size_t>(std::ranges::find(features(), std::string_view("name_comment"), &Feature::name) -
                               features().begin());
  const std::uint8_t steps = v.around[r].distances->name[first];
  if (steps == 255) return "in no element named as of " + kind;
  const NodeId n = up(v, r, steps);
  for (const char* attribute : {"class", "id", "role", "itemprop"}) {
    const std::string_view value = v.page.attribute(n, attribute);
    if (!(kinds_of_names(value) & bit(static_cast<NameKind>(first)))) continue;
    return "in " + element_text(v, n, attribute) + ", a name of " + kind;
  }
  return "in an element with a name of " + kind;
}
std::string names_here(const V& v, RunId r, P, std::size_t) {
  return counted(static_cast<std::size_t>(__builtin_popcount(v.around[r].names_here)), "kind") +
         " of names on the elements around";
}
// Of the places where the content is likely, the first that speaks for what was decided.
std::string centre(const V& v, RunId r, P p, std::size_t) {
  const bool kept = p[r] >= 0.5f;
  std::string first;
  for (const auto kind : {by_mark, by_most, by_score}) {
    const Centre& c = v.centres[kind];
    if (c.node == no_node) continue;
    const bool inside = r >= c.first_run && r < c.end_run;
    const std::string of = " " + element_text(v, c.node, "class") + ", where the content is likely";
    if (inside == kept) return (inside ? "inside of" : "outside of") + of;
    if (first.empty()) first = (inside ? "in a part of" : "beside") + of;
  }
  return first.empty() ? "the page has no centre" : first;
}
std::string headings(const V& v, RunId r, P, std::size_t) {
  const std::uint16_t steps = v.steps.heading.since[r];
  if (steps == Steps::never) return "no heading before it";
  return steps == 0 ? "a heading" : counted(steps, "block") + " after a heading";
}
std::string container(const V& v, RunId r, P, std::size_t) {
  const NodeId n = v.around[r].levels[0];
  const Totals t = v.of(n);
  return "around it " + element_text(v, n, "class") + " with " + counted(t.words, "word") + ", " +
         percent(t.prose, t.words) + " running text";
}
std::string container_links(const V& v, RunId r, P, std::size_t) {
  const Totals t = v.of(v.around[r].levels[0]);
  return "link density " + decimal(share(t.link_words, t.words)) + " in the element around it";
}
std::string alike(const V& v, RunId r, P, std::size_t) {
  const Path& path = v.paths.of(r);
  if (path.runs == 1) return "the only block in its place of the markup";
  return std::to_string(path.runs) + " blocks in the same place of the markup, " +
         counted(path.words / path.runs, "word") + " each";
}
std::string position(const V& v, RunId r, P, std::size_t) {
  return percent(v.before_run(r).words, v.sums.all.words) + " of the page's words are before it";
}
std::string group(const V& v, RunId r, P, std::size_t) {
  const std::uint32_t g = v.around[r].inner_group != no_group ? v.around[r].inner_group : v.around[r].outer_group;
  if (g == no_group) return "not in a row of items that are alike";
  return "in one of " + std::to_string(v.groups[g].items) + " items that are alike, " +
         counted(static_cast<std::size_t>(std::lround(v.groups[g].mean_words)), "word") + " each";
}
std::string context(const V&, RunId r, P p, std::size_t) {
  const bool before = r > 0 && p[r - 1] >= 0.5f, after = r + 1 < p.size() && p[r + 1] >= 0.5f;
  if (before && after) return "between two content blocks";
  if (before || after) return before ? "after a content block" : "before a content block";
  return "no content block beside it";
}

struct Pattern {
  std::string_view names;  // of features; * at the end: all with this prefix
  std::string (*phrase)(const V&, RunId, P, std::size_t);
  bool apart = false;  // each is a signal of its own
};

// The first that matches counts.
constexpr Pattern patterns[] = {
    {"words letters plain_words word_length sentences sentence_words commas comma_share ends", length},
    {"link_share links_inside", links},
    {"digit_share capital_share bars years symbols", characters},
    {"words_before_1 words_before_2 words_after_* link_share_before_* link_share_after_* ends_before_* ends_after_* "
     "plain_share_near_* "
     "plain_words_near_* prose_share_near_* since_prose until_prose",
     neighbours},
    {"is_*", phrases},
    {"dated since_dated until_dated dated_near_15 dated_1 dated_2 dated_before_*", dates},
    {"separator since_separator until_separator separators_*", separators},
    {"linked_title since_linked_title until_linked_title teasers_* teaser_share_*", teasers},
    {"since_heading heading_level_since heading_until h1_before headings_*", headings},
    {"since_* until_*", announced},
    {"in_hinted_*", hints},
    {"of_title from_title words_from_title title_up title_down", title},
    {"copies", copies},
    {"tag tag_inline tag_parent inline_depth", tags},
    {"tag_before tag_after", tags_around},
    {"depth density_*", depth},
    {"hidden", hidden},
    {"names_here", names_here},
    {"place_1 place_2 place_3 position runs_before runs_after words_before words_before_in_* prose_before "
     "prose_words_before",
     position},
    {"place_*", place, true},
    {"name_*", named, true},
    {"score_* most_* nearly_all_* mark_* interval_distance best_score_above", centre},
    {"words_1 words_2 words_3 words_4 run_words_* prose_share_* comma_share_* paragraphs_* images_near breaks_inside "
     "page_share_* page_prose_*",
     container},
    {"link_share_1 link_share_2 link_share_3 link_share_4 controls_*", container_links},
    {"path_*", alike},
    {"group_* outer_*", group},
};

bool matches(std::string_view names, std::string_view name) {
  while (!names.empty()) {
    const std::size_t space = std::min(names.find(' '), names.size());
    const std::string_view one = names.substr(0, space);
    if (one.ends_with('*') ? name.starts_with(one.substr(0, one.size() - 1)) : one == name) return true;
    names.remove_prefix(std::min(space + 1, names.size()));
  }
  return false;
}

std::vector<Signal> make_signals() {
  std::vector<Signal> out;
  const std::size_t of_runs = features().size() - page_features().size();
  for (const Pattern& pattern : patterns) {
    Signal together{{}, pattern.phrase};
    for (std::size_t c = 0; c < of_runs; ++c) {
      const std::string_view name = features()[c].name;
      const Pattern* const first =
          std::ranges::find_if(patterns, [&](const Pattern& p) { return matches(p.names, name); });
      if (first != &pattern) continue;
      if (pattern.apart)
        out.push_back({{c}, pattern.phrase});
      else
        together.columns.push_back(c);
    }
    if (!together.columns.empty()) out.push_back(std::move(together));
  }
  Signal around{{}, context};
  for (std::size_t c = 0; c < second_features().size(); ++c)
    if (second_features()[c] != "p" && second_features()[c] != "p_over_threshold")
      around.columns.push_back(features().size() + c);
  out.push_back(std::move(around));
  return out;
}

}  // namespace

std::span<const Signal> signals() {
  static const std::vector<Signal> all = make_signals();
  return all;
}

}  // namespace pith
