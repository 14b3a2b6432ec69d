#include "core/main_content/page_view.h"

#include <algorithm>
#include <unordered_map>

#include "core/hash.h"

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
  std::unordered_map<std::string_view, std::pair<std::uint32_t, std::uint64_t>> seen;  // class values: kinds and key
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
        node.tag == Tag::unknown ? hash_bytes(hash_seed, page.tag_name(n)) : static_cast<std::uint64_t>(node.tag);
    e.own = mix(tag, key);
    e.path = node.parent == no_node ? e.own : mix(elements[node.parent].path, e.own);
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

void PageView::walk_up() {
  for (ViewRun& run : runs) {
    run.place_distance.fill(255);
    run.name_distance.fill(255);
    run.inner_group = run.outer_group = no_group;
    run.inner_item = run.outer_item = no_node;
    std::uint32_t seen_names = 0, seen_places = 0, steps = 0, runs_held = 1;
    std::size_t level = 0;
    NodeId last = run.top;
    for (NodeId n = run.top; n != no_node; n = page[n].parent, ++steps) {
      const ElementInfo& e = elements[n];
      const auto distance = static_cast<std::uint8_t>(std::min(steps, 254u));
      for (std::uint32_t fresh = e.names & ~seen_names; fresh; fresh &= fresh - 1)
        run.name_distance[static_cast<std::size_t>(__builtin_ctz(fresh))] = distance;
      for (std::uint32_t fresh = e.places & ~seen_places; fresh; fresh &= fresh - 1)
        run.place_distance[static_cast<std::size_t>(__builtin_ctz(fresh))] = distance;
      seen_names |= e.names;
      seen_places |= e.places;
      if (steps < 3) run.names_here |= e.names;
      if (e.group != no_group) {
        if (run.inner_group == no_group) {
          run.inner_group = e.group;
          run.inner_item = n;
        }
        run.outer_group = e.group;
        run.outer_item = n;
      }
      const std::uint32_t held = end_run(n) - first_run(n);
      if (held > runs_held && level < ViewRun::level_count) {
        run.levels[level++] = n;
        runs_held = held;
      }
      last = n;
    }
    for (; level < ViewRun::level_count; ++level) run.levels[level] = last;
  }
}

}  // namespace pith
