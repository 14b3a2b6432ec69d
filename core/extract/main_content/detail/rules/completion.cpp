#include "core/extract/main_content/detail/rules/completion.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/extract/main_content/detail/view/fact_rows.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

// Letters. Twenty words of English: a table with longer texts in its cells may only lay out the page. Ten: a <dl> with
// longer texts defines words, each by itself.
constexpr std::uint32_t cell_text = 100, fact_text = 50;

class Completion {
 public:
  Completion(const PageView& page, std::vector<char>& runs)
      : page_(page), runs_(runs), next_(runs.size() + 1, none()), previous_(runs.size() + 1, none()) {
    for (RunId r = 0; r < none(); ++r) previous_[r + 1] = page.runs[r].hidden ? previous_[r] : r;
    for (RunId r = none(); r-- > 0;) next_[r] = page.runs[r].hidden ? next_[r + 1] : r;
  }

  void take(NodeId n) {
    for (RunId r = page_.first_run(n); r < page_.end_run(n); ++r) runs_[r] = runs_[r] || !page_.runs[r].hidden;
  }
  bool is_any_taken(NodeId n) const {
    return std::any_of(runs_.begin() + page_.first_run(n), runs_.begin() + page_.end_run(n),
                       [](char run) { return run != 0; });
  }
  std::uint32_t words_taken(NodeId n) const {
    std::uint32_t words = 0;
    for (RunId r = page_.first_run(n); r < page_.end_run(n); ++r) words += runs_[r] ? page_.runs[r].text.words : 0;
    return words;
  }
  bool is_link(NodeId n) const {
    return std::all_of(page_.runs.begin() + page_.first_run(n), page_.runs.begin() + page_.end_run(n),
                       [](const ViewRun& run) { return run.link_words == run.text.words; });
  }
  // The visible runs right after and right before an element; none() if there are none.
  RunId after(NodeId n) const { return next_[page_.end_run(n)]; }
  RunId before(NodeId n) const { return previous_[page_.first_run(n)]; }
  RunId none() const { return static_cast<RunId>(runs_.size()); }
  bool is_taken(RunId r) const { return r != none() && runs_[r]; }

 private:
  const PageView& page_;
  std::vector<char>& runs_;
  std::vector<RunId> next_, previous_;  // visible run from each on, and before each
};

bool ends_with_colon(const PageView& page, const ViewRun& run) {
  for (NodeId n = run.end; n-- > run.begin;) {
    const std::string_view text = page.page[n].is_text() ? trim_space(page.page.text(n)) : std::string_view();
    if (text.empty()) continue;
    return text.ends_with(':') || text.ends_with("：");
  }
  return false;
}

bool is_of_short_texts(const PageView& page, NodeId n, std::uint32_t most) {
  return std::all_of(page.runs.begin() + page.first_run(n), page.runs.begin() + page.end_run(n),
                     [&](const ViewRun& run) { return run.text.letters <= most; });
}

void add_tables(const PageView& page, Completion& completion) {
  for (NodeId t = 0; t < page.page.size(); ++t) {
    const bool is_table = page.page[t].flags & Node::data_table;
    if (!is_table && page.page[t].tag != Tag::dl) continue;
    if (!is_of_short_texts(page, t, is_table ? cell_text : fact_text)) continue;
    const std::uint32_t taken = completion.words_taken(t);
    const bool within = completion.is_taken(completion.before(t)) && completion.is_taken(completion.after(t));
    if (taken > 0 ? 5 * taken >= page.of(t).words : within) {
      completion.take(t);
      continue;
    }
    for (NodeId n = t; is_table && n < page.page.end_of(t); ++n)
      if (page.page[n].tag == Tag::tr && completion.is_any_taken(n)) completion.take(n);
  }
}

// A term belongs to its definition, and the rest of a list to what is chosen of it.
void complete_definitions(const PageView& page, Completion& completion) {
  const auto is = [&](NodeId n, Tag tag) { return page.page[n].tag == tag; };
  for (NodeId list = 0; list < page.page.size(); ++list) {
    if (!is(list, Tag::dl)) continue;
    const bool within = completion.is_taken(completion.before(list)) && completion.is_taken(completion.after(list));
    if (within || 2 * completion.words_taken(list) >= std::max(page.of(list).words, 1u)) {
      completion.take(list);
      continue;
    }
    std::vector<NodeId> terms;  // of the definition that follows
    bool defined = true;
    for (NodeId n = list + 1; n < page.page.end_of(list); ++n) {
      if (is(n, Tag::dt)) {
        if (std::exchange(defined, false)) terms.clear();
        terms.push_back(n);
      } else if (is(n, Tag::dd)) {
        defined = true;
        if (completion.is_any_taken(n)) std::ranges::for_each(terms, [&](NodeId term) { completion.take(term); });
      }
    }
  }
}

// A list is read as a whole: its items say one thing together. Links may be to other things, so that it takes more.
void complete_lists(const PageView& page, std::span<const float> p, Completion& completion) {
  constexpr float hardly = 0.02f, hardly_a_link = 0.1f;
  for (NodeId list = 0; list < page.page.size(); ++list) {
    if (page.page[list].tag != Tag::ul && page.page[list].tag != Tag::ol) continue;
    const std::uint32_t taken = completion.words_taken(list), words = page.of(list).words;
    if (taken == 0 || 3 * taken < words) continue;
    bool is_list = true, has_links = false;
    float least = 1;
    for (RunId r = page.first_run(list); r < page.end_run(list); ++r) {
      const ViewRun& run = page.runs[r];
      has_links = has_links || run.link_words > 0;
      is_list = is_list && run.text.letters <= 3 * cell_text;
      if (!completion.is_taken(r)) least = std::min(least, p[r]);
    }
    if (is_list && (has_links ? 2 * taken >= words && least >= hardly_a_link : least >= hardly)) completion.take(list);
  }
}

// Rows of facts are kept or left out as one.
void complete_rows(const PageView& page, std::span<const float> p, Completion& completion) {
  constexpr float hardly = 0.02f;
  for (const std::vector<NodeId>& rows : find_fact_rows(page)) {
    std::uint32_t taken = 0, words = 0;
    float least = 1;
    for (const NodeId row : rows) {
      taken += completion.words_taken(row);
      words += page.of(row).words;
      for (RunId r = page.first_run(row); r < page.end_run(row); ++r) least = std::min(least, p[r]);
    }
    if (2 * taken >= words && least >= hardly) std::ranges::for_each(rows, [&](NodeId row) { completion.take(row); });
  }
}

// Of a row of cards, such as those of a shop: items that are alike and lead elsewhere, or lines with a link beside
// text.
bool is_of_card(const PageView& page, RunId r) {
  constexpr float most = 0.5f;
  const ViewRun& run = page.runs[r];
  if (run.link_words > 0 && run.link_words < run.text.words) return true;
  const std::uint32_t g = page.around[r].inner_group;
  if (g == no_group) return false;
  const Group& group = page.groups[g];
  return group.linked >= most && group.prose < most && group.replied < most;
}

// The same place is decided in the same way, unless a text has a reason to be left out: a link, a copy, or hardly any
// probability.
void complete_places(const PageView& page, std::span<const float> p, std::vector<char>& runs) {
  constexpr std::uint32_t least = 3;
  constexpr float hardly = 0.1f;
  std::vector<std::uint32_t> chosen(page.paths.size());
  for (RunId r = 0; r < runs.size(); ++r) chosen[page.paths.by_run[r]] += runs[r] != 0;
  for (RunId r = 0; r < runs.size(); ++r) {
    const std::uint32_t path = page.paths.by_run[r], all = page.paths[path].runs;
    if (chosen[path] < least || 2 * chosen[path] < all || runs[r] || p[r] < hardly || page.runs[r].hidden) continue;
    const bool is_own = page.runs[r].link_words == 0 && page.runs[r].copies == 1;
    runs[r] = is_of_card(page, r) || (is_own && 3 * chosen[path] >= 2 * all);
  }
}

// "Website:" and what it names, each in an element of its own inside of one around both.
void complete_labels(const PageView& page, Completion& completion) {
  constexpr std::uint32_t label_words = 6;
  for (RunId r = 0; r < completion.none(); ++r) {
    const ViewRun& run = page.runs[r];
    if (completion.is_taken(r) || run.hidden || run.text.words == 0 || run.text.words > label_words) continue;
    if (run.link_words > 0 || !ends_with_colon(page, run)) continue;
    const NodeId label = run.block, both = page.page[label].parent;
    if (both == no_node || page.first_run(label) + 1 != page.end_run(label)) continue;
    const RunId value = completion.after(label);
    if (completion.is_taken(value) && page.page.is_ancestor(both, page.runs[value].begin)) completion.take(label);
  }
}

bool is_caption(const PageView& page, NodeId n, const Completion& completion) {
  return page.page[n].tag == Tag::figcaption && page.first_run(n) < page.end_run(n) && !completion.is_link(n) &&
         page.around[page.first_run(n)].inner_group == no_group;
}

// Inside of the smallest element with most of the chosen text, beside chosen text, and not in a link or in a row of
// items that are alike, as teasers have them.
void complete_captions(const PageView& page, const std::vector<char>& runs, Completion& completion) {
  std::uint64_t all = 0;
  for (RunId r = 0; r < runs.size(); ++r) all += runs[r] ? page.runs[r].text.words : 0;
  if (all == 0) return;
  NodeId region = 0;
  for (NodeId n = 0; n < page.page.end_of(region); ++n)
    if (page.page[n].is_element() && 5 * std::uint64_t{completion.words_taken(n)} >= 4 * all) region = n;
  for (NodeId n = region; n < page.page.end_of(region); ++n) {
    if (!is_caption(page, n, completion) || completion.is_any_taken(n)) continue;
    if (completion.is_taken(completion.after(n)) || completion.is_taken(completion.before(n))) completion.take(n);
  }
}

// From the end, so that a heading right before another heading finds that one decided.
void complete_headings(const PageView& page, Completion& completion) {
  for (NodeId n = static_cast<NodeId>(page.page.size()); n-- > 0;) {
    const int level = heading_level(page.page[n].tag);
    if (level == 0 || completion.is_any_taken(n) || completion.is_link(n)) continue;
    const RunId next = completion.after(n);
    if (!completion.is_taken(next)) continue;
    const int next_level = heading_level(page.page[page.runs[next].block].tag);
    if (next_level == 0 || next_level > level) completion.take(n);
  }
}

}  // namespace

// From the end, so that a heading whose sections are left out goes with them.
void drop_bare_headings(const PageView& page, std::span<const float> p, RunId headline, std::vector<char>& runs) {
  constexpr float likely = 0.5f, hardly = 0.1f;
  const auto level_of = [&](RunId r) { return heading_level(page.page[page.runs[r].block].tag); };
  for (RunId r = static_cast<RunId>(runs.size()); r-- > 0;) {
    const int level = level_of(r);
    if (!runs[r] || level < 2 || r == headline || p[r] >= likely || page.runs[r].link_words > 0) continue;
    bool has_text = false, is_kept = false;
    for (RunId next = r + 1; next < runs.size() && !is_kept; ++next) {
      const int below = level_of(next);
      if (below > 0 && below <= level) break;
      has_text |= !page.runs[next].hidden;
      is_kept = runs[next] || (below == 0 && p[next] >= hardly);
    }
    runs[r] = is_kept || !has_text;
  }
}

void complete_runs(const PageView& page, std::span<const float> p, std::vector<char>& runs) {
  Completion completion(page, runs);
  add_tables(page, completion);
  complete_definitions(page, completion);
  complete_lists(page, p, completion);
  complete_rows(page, p, completion);
  complete_places(page, p, runs);
  complete_labels(page, completion);
  complete_captions(page, runs, completion);
  complete_headings(page, completion);
}

void complete_facts(const PageView& page, std::span<const float> p, std::vector<char>& runs) {
  Completion completion(page, runs);
  add_tables(page, completion);
  complete_definitions(page, completion);
  complete_rows(page, p, completion);
}

void complete_lead_caption(const PageView& page, RunId headline, std::vector<char>& runs) {
  constexpr RunId near = 8;
  if (headline >= runs.size() || std::ranges::find(runs, 1) == runs.end()) return;
  Completion completion(page, runs);
  const RunId end = std::min(headline + near, completion.none());
  for (RunId r = headline - std::min(headline, near); r < end; ++r)
    for (NodeId n = page.runs[r].top; n != no_node && page.first_run(n) == r; n = page.page[n].parent)
      if (is_caption(page, n, completion)) completion.take(n);
}

}  // namespace pith
