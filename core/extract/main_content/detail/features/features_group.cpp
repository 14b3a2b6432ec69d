// Repeated subtrees around the run: comments, posts, teasers, cards.
#include <cstdint>
#include <span>

#include "core/extract/main_content/detail/features/features.h"

namespace pith {
namespace {

using V = PageView;

template <bool Outer>
const Group* group(const V& v, RunId r) {
  const std::uint32_t g = Outer ? v.around[r].outer_group : v.around[r].inner_group;
  return g == no_group ? nullptr : &v.groups[g];
}
template <bool Outer>
NodeId item(const V& v, RunId r) {
  return Outer ? v.around[r].outer_item : v.around[r].inner_item;
}

template <bool Outer, auto Member>
float value(const V& v, RunId r) {
  const Group* g = group<Outer>(v, r);
  return g ? static_cast<float>(g->*Member) : nothing;
}
template <bool Outer>
float link_share(const V& v, RunId r) {
  const Group* g = group<Outer>(v, r);
  return g ? share(g->totals.link_words, g->totals.words) : nothing;
}
template <bool Outer>
float page_share(const V& v, RunId r) {
  const Group* g = group<Outer>(v, r);
  return g ? share(g->totals.words, v.sums.all.words) : nothing;
}
template <bool Outer>
float parent_share(const V& v, RunId r) {
  const Group* g = group<Outer>(v, r);
  return g ? share(g->totals.words, v.of(g->parent).words) : nothing;
}
template <bool Outer>
float item_words(const V& v, RunId r) {
  const Group* g = group<Outer>(v, r);
  return g ? share(v.of(item<Outer>(v, r)).words, g->mean_words) : nothing;
}
template <bool Outer>
float place_in_item(const V& v, RunId r) {
  const NodeId n = item<Outer>(v, r);
  return n == no_node ? nothing : static_cast<float>(r - v.first_run(n));
}
template <bool Outer>
float place_in_group(const V& v, RunId r) {
  const Group* g = group<Outer>(v, r);
  return g ? share(r - v.first_run(g->parent), v.end_run(g->parent) - v.first_run(g->parent)) : nothing;
}
template <bool Outer>
float prose_before(const V& v, RunId r) {
  const Group* g = group<Outer>(v, r);
  return g ? share(v.before(g->parent).prose, v.sums.all.prose) : nothing;
}

constexpr Feature group_list[] = {
    {"group_items", value<false, &Group::items>},
    {"group_words", value<false, &Group::mean_words>},
    {"group_deviation", value<false, &Group::deviation>},
    {"group_linked", value<false, &Group::linked>},
    {"group_dated", value<false, &Group::dated>},
    {"group_pictured", value<false, &Group::pictured>},
    {"group_headed", value<false, &Group::headed>},
    {"group_prose", value<false, &Group::prose>},
    {"group_replied", value<false, &Group::replied>},
    {"group_authored", value<false, &Group::authored>},
    {"group_link_share", link_share<false>},
    {"group_page_share", page_share<false>},
    {"group_parent_share", parent_share<false>},
    {"group_item_words", item_words<false>},
    {"group_place_in_item", place_in_item<false>},
    {"group_place", place_in_group<false>},
    {"group_prose_before", prose_before<false>},
    {"outer_items", value<true, &Group::items>},
    {"outer_words", value<true, &Group::mean_words>},
    {"outer_deviation", value<true, &Group::deviation>},
    {"outer_linked", value<true, &Group::linked>},
    {"outer_dated", value<true, &Group::dated>},
    {"outer_pictured", value<true, &Group::pictured>},
    {"outer_headed", value<true, &Group::headed>},
    {"outer_prose", value<true, &Group::prose>},
    {"outer_replied", value<true, &Group::replied>},
    {"outer_authored", value<true, &Group::authored>},
    {"outer_link_share", link_share<true>},
    {"outer_page_share", page_share<true>},
    {"outer_item_words", item_words<true>},
    {"outer_place", place_in_group<true>},
    {"outer_prose_before", prose_before<true>},
};

}  // namespace

std::span<const Feature> group_features() { return group_list; }

}  // namespace pith
