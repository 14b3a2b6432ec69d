#include "core/extract/main_content/detail/rules/parts.h"

#include <algorithm>

#include "core/extract/main_content/detail/rules/members.h"
#include "core/extract/main_content/detail/rules/prices.h"
#include "core/extract/main_content/detail/view/phrases.h"

namespace pith {
namespace {

// The heading that announces a part applies to what follows it inside the element around the heading.
class Announcements {
 public:
  explicit Announcements(const PageView& view) : view_(view) {}

  void read(RunId r) {
    const ViewRun& run = view_.runs[r];
    if (!view_.around[r].is_in(Place::heading) || run.text.words > 8) return;
    const NodeId scope = view_.page[run.block].parent;
    if (scope == no_node || scope == 0 || view_.page[scope].tag == Tag::body) return;
    const NodeId end = view_.page.end_of(scope);
    // A heading inside an announced part does not end it.
    if (run.phrases & bit(Phrase::comments)) comments_end_ = std::max(comments_end_, end);
    if (run.phrases & bit(Phrase::related)) related_end_ = std::max(related_end_, end);
  }
  bool in_comments(const ViewRun& run) const { return run.begin < comments_end_; }
  bool in_related(const ViewRun& run) const { return run.begin < related_end_; }

 private:
  const PageView& view_;
  NodeId comments_end_ = 0, related_end_ = 0;
};

bool is_read_more(const ViewRun& run, const Surroundings& around) {
  constexpr std::uint32_t wordings = bit(Phrase::more) | bit(Phrase::related);
  return around.is_named(NameKind::related, 1) && run.phrases & wordings && 2 * run.link_words >= run.text.words;
}

// By the class of an element around it. An id is made of a heading's words: "suggested-solution".
bool is_teaser(const PageView& view, const ViewRun& run) {
  NodeId n = run.block;
  for (int steps = 0; steps < 5 && n != no_node && n != 0; ++steps, n = view.page[n].parent)
    if (view.elements[n].names & bit(NameKind::related))
      return heading_level(view.page[n].tag) == 0 &&
             (kinds_of_names(view.page.attribute(n, "class")) & bit(NameKind::related)) != 0;
  return false;
}

// A heading that announces other pages, of which none is kept.
bool announces_nothing(const PageView& view, RunId r, const std::vector<char>& chosen,
                       const std::vector<Parts>& parts) {
  constexpr Parts others = bit(Part::teaser) | bit(Part::other_product);
  if (chosen.empty() || !(view.runs[r].phrases & bit(Phrase::related)) || !view.around[r].is_in(Place::heading))
    return false;
  const NodeId scope = view.page[view.runs[r].block].parent;
  if (scope == no_node || scope == 0 || view.page[scope].tag == Tag::body) return false;
  bool any_other = false;
  for (RunId next = r + 1; next < view.end_run(scope); ++next) {
    const bool is_other = (parts[next] & others) != 0;
    if (chosen[next] && !is_other) return false;
    any_other = any_other || is_other;
  }
  return any_other;
}

// The first item of each group.
std::vector<NodeId> first_items(const PageView& view) {
  std::vector<NodeId> first(view.groups.size(), no_node);
  for (NodeId n = 0; n < view.page.size(); ++n)
    if (const std::uint32_t g = view.groups.by_node[n]; g != no_group && first[g] == no_node) first[g] = n;
  return first;
}

// Whether the run is in a post of a thread, other than the first.
bool is_reply(const PageView& view, const std::vector<NodeId>& first, const Surroundings& around) {
  const std::uint32_t g = around.outer_group;
  if (g == no_group || view.groups[g].prose < 0.5f) return false;
  if (view.groups[g].replied < 0.5f && view.groups[g].authored < 0.5f && view.groups[g].dated < 0.5f) return false;
  return around.outer_item != first[g];
}

}  // namespace

std::vector<Parts> find_parts(const PageView& view, PageType type, RunId headline, const OtherPages& site,
                              const std::vector<char>& chosen) {
  std::vector<Parts> parts(view.runs.size(), 0);
  Announcements announced(view);
  const std::vector<NodeId> first = first_items(view);
  for (RunId r = 0; r < view.runs.size(); ++r) {
    const ViewRun& run = view.runs[r];
    const Surroundings& around = view.around[r];
    announced.read(r);
    if (around.is_in(Place::label) || around.is_in(Place::button) || around.is_in(Place::form)) continue;
    Parts& part = parts[r];
    if (type == PageType::thread) {
      if (is_reply(view, first, around)) part |= bit(Part::reply);
    } else if (around.is_named(NameKind::comment, 12) || announced.in_comments(run)) {
      part |= bit(Part::comment);
    }
    const bool is_named_related = around.is_named(NameKind::related, 4);
    if (is_named_related || announced.in_related(run)) part |= bit(Part::related);
    if (is_named_related && announced.in_related(run) && is_teaser(view, run)) part |= bit(Part::teaser);
    if (around.is_named(NameKind::share, 3) && run.text.words <= 12) part |= bit(Part::share_bar);
    if (around.is_named(NameKind::author, 3)) part |= bit(Part::author_box);
    if (type == PageType::article && is_read_more(run, around)) part |= bit(Part::read_more);
  }
  if (type != PageType::thread) {
    const std::vector<char> others = find_other_products(view, type, headline, site, chosen);
    for (RunId r = 0; r < others.size(); ++r)
      if (others[r]) parts[r] |= bit(Part::other_product);
  }
  for (RunId r = 0; r < view.runs.size(); ++r)
    if (announces_nothing(view, r, chosen, parts)) parts[r] |= bit(Part::related) | bit(Part::teaser);
  const std::vector<RunId> members = find_member_data(view);
  if (type == PageType::thread || members.size() > 1)
    for (const RunId r : members) parts[r] |= bit(Part::member);
  if (headline < parts.size()) parts[headline] |= bit(Part::title);
  return parts;
}

void apply(const Keep& keep, const std::vector<Parts>& parts, std::vector<char>& chosen) {
  if (std::find(chosen.begin(), chosen.end(), 1) == chosen.end()) return;
  // Replies were learned as content: they are only removed. What is off by default is only added, except lines that the
  // labelled pages of whole sites count as content only because no rule of theirs finds them.
  Parts out = 0, in = 0;
  // The labelled pages disagree on whether the headline is content: the switch decides.
  (keep.title ? in : out) |= bit(Part::title);
  if (!keep.replies) out |= bit(Part::reply);
  if (keep.comments) in |= bit(Part::comment);
  if (!keep.related) out |= bit(Part::read_more) | bit(Part::other_product) | bit(Part::teaser);
  if (keep.related) in |= bit(Part::related);
  if (keep.share_bars) in |= bit(Part::share_bar);
  if (keep.author_boxes) in |= bit(Part::author_box);
  if (!keep.author_boxes) out |= bit(Part::member);
  for (std::size_t r = 0; r < chosen.size(); ++r) chosen[r] = (chosen[r] || parts[r] & in) && !(parts[r] & out);
}

}  // namespace pith
