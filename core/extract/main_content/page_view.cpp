#include "core/extract/main_content/page_view.h"

#include <algorithm>

#include "core/base/keyed_hash.h"
#include "core/base/stable_hash.h"

namespace pith {
namespace {

// Elements whose classes are those of the page, not of a part of it.
bool is_whole(Tag tag) { return tag == Tag::html || tag == Tag::body; }

}  // namespace

PageView::PageView(const Document& document) : page(document), hints(read_structured_hints(document)) {
  read_elements();
  read_runs();
  number_paths();
  find_lines();
  sum_up();
  find_markers();
  find_groups();
  walk_up();
  score_paragraphs();
  find_centres();
  find_title();
  count_steps();
}

void PageView::read_elements() {
  elements.resize(page.size());
  KeyedMap<std::string_view, std::pair<std::uint32_t, std::uint64_t>> seen;  // class values: kinds and key
  for (NodeId n = 0; n < page.size(); ++n) {
    const Node& node = page[n];
    if (!node.is_element()) continue;
    ElementInfo& e = elements[n];
    e.places = places_of(node.tag);
    std::uint64_t key = 0;
    if (!is_whole(node.tag)) {
      for (const Document::Attribute& a : page.attributes(n)) {
        const std::string_view name = page.name(a);
        if (name == "class") {
          const auto [at, is_new] = seen.try_emplace(page.value(a));
          if (is_new) at->second = {kinds_of_names(page.value(a)), class_key(page.value(a))};
          e.names |= at->second.first;
          key = at->second.second;
        } else if (name == "id" || name == "itemprop") {
          e.names |= kinds_of_names(page.value(a));
        } else if (name == "role") {
          e.places |= places_of_role(page.value(a));
        }
      }
    }
    const std::uint64_t tag =
        node.tag == Tag::unknown ? hash_bytes(hash_seed, page.tag_name(n)) : kept_number(node.tag);
    e.own = mix(tag, key);
    // What a link's target is written around is where it would be without. XHTML's <a id="x"/>, which HTML does not
    // close, is around all that follows.
    const bool target = node.tag == Tag::a && !page.has_attribute(n, "href");
    const std::uint64_t around = node.parent == no_node ? 0 : elements[node.parent].path;
    e.path = node.parent == no_node ? e.own : target ? around : mix(around, e.own);
    if (node.tag == Tag::article) ++articles;
    if (node.tag == Tag::h1) ++h1s;
    if (e.places & bit(Place::main)) ++mains;
  }
}

void PageView::sum_up() {
  sums_.reserve(page.size() + 1);
  Totals now;
  std::size_t next = 0;
  for (NodeId n = 0; n < page.size(); ++n) {
    sums_.push_back(now);
    const Node& node = page[n];
    if (next < runs.size() && runs[next].begin == n) {
      const ViewRun& run = runs[next++];
      ++now.runs;
      now.words += run.text.words;
      now.link_words += run.link_words;
      now.letters += run.text.letters;
      now.commas += run.text.commas;
      now.sentences += run.text.sentences;
      now.prose += run.prose ? run.text.words : 0;
      now.digits += run.text.digits;
      now.capitals += run.text.capitals;
      now.dated += run.dated;
      now.teasers += run.linked_title;
      now.separators += run.separator;
      now.long_runs += run.text.words >= 20;
      now.replies += (run.phrases & bit(Phrase::reply)) != 0;
      now.bylines += (run.phrases & bit(Phrase::byline)) != 0;
    }
    if (!node.is_element() || node.flags & Node::non_content) continue;
    switch (node.tag) {
      case Tag::a:
        ++now.links;
        break;
      case Tag::img:
      case Tag::picture:
      case Tag::video:
      case Tag::iframe:
        ++now.images;
        break;
      case Tag::h1:
      case Tag::h2:
      case Tag::h3:
      case Tag::h4:
      case Tag::h5:
      case Tag::h6:
        ++now.headings;
        break;
      case Tag::p:
        ++now.paragraphs;
        break;
      case Tag::time:
        ++now.times;
        break;
      case Tag::input:
      case Tag::select:
      case Tag::textarea:
      case Tag::button:
        ++now.controls;
        break;
      case Tag::br:
        ++now.breaks;
        break;
      default:
        break;
    }
  }
  sums_.push_back(now);
  all = now;
}

namespace {

// What a run learns from an element and those above it. An element's follows from its parent's, so that deep pages cost
// no more.
struct Above {
  NodeId node;
  decltype(ViewRun::place_distance) places;
  decltype(ViewRun::name_distance) names;
  std::uint32_t inner_group = no_group, outer_group = no_group;
  NodeId inner_item = no_node, outer_item = no_node;
  // The innermost elements of each number of runs that is over 1.
  std::array<NodeId, ViewRun::level_count> levels;
  std::size_t level_count = 0;
};

template <typename Distances>
void step_up(Distances& distances, std::uint32_t here) {
  for (auto& distance : distances)
    if (distance < 254) ++distance;
  for (; here; here &= here - 1) distances[static_cast<std::size_t>(__builtin_ctz(here))] = 0;
}

}  // namespace

void PageView::walk_up() {
  const auto held = [&](NodeId n) { return end_run(n) - first_run(n); };
  const auto below = [&](const Above* parent, NodeId n) {
    Above out;
    if (parent) {
      out = *parent;
    } else {
      out.places.fill(255);
      out.names.fill(255);
    }
    const ElementInfo& e = elements[n];
    out.node = n;
    step_up(out.places, e.places);
    step_up(out.names, e.names);
    if (e.group != no_group) {
      out.inner_group = e.group;
      out.inner_item = n;
      if (out.outer_group == no_group) {
        out.outer_group = e.group;
        out.outer_item = n;
      }
    }
    if (const std::uint32_t runs_held = held(n); runs_held > 1) {
      const bool as_parent = out.level_count > 0 && held(out.levels[0]) == runs_held;
      if (!as_parent) {
        std::copy_backward(out.levels.begin(), out.levels.end() - 1, out.levels.end());
        out.level_count = std::min(out.level_count + 1, out.levels.size());
      }
      out.levels[0] = n;
    }
    return out;
  };
  std::vector<Above> open;  // from the root down to the element of the run before
  std::vector<NodeId> way;
  for (ViewRun& run : runs) {
    while (!open.empty() && open.back().node != run.top && !page.is_ancestor(open.back().node, run.top))
      open.pop_back();
    way.clear();
    for (NodeId n = run.top; n != no_node && (open.empty() || n != open.back().node); n = page[n].parent)
      way.push_back(n);
    for (; !way.empty(); way.pop_back()) {
      Above next = below(open.empty() ? nullptr : &open.back(), way.back());
      open.push_back(next);
    }
    const Above& above = open.back();
    run.place_distance = above.places;
    run.name_distance = above.names;
    run.inner_group = above.inner_group;
    run.outer_group = above.outer_group;
    run.inner_item = above.inner_item;
    run.outer_item = above.outer_item;
    for (std::size_t level = 0; level < ViewRun::level_count; ++level)
      run.levels[level] = level < above.level_count ? above.levels[level] : 0;
    NodeId n = run.top;
    for (int steps = 0; steps < 3 && n != no_node; ++steps, n = page[n].parent) run.names_here |= elements[n].names;
  }
}

}  // namespace pith
