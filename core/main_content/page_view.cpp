#include "core/main_content/page_view.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/hash.h"
#include "core/main_content/phrases.h"

namespace pith {
namespace {

std::uint32_t places_of(Tag tag) {
  switch (tag) {
    case Tag::header: return bit(Place::header);
    case Tag::footer: return bit(Place::footer);
    case Tag::nav: return bit(Place::nav);
    case Tag::menu: return bit(Place::nav);
    case Tag::aside: return bit(Place::aside);
    case Tag::main: return bit(Place::main);
    case Tag::article: return bit(Place::article);
    case Tag::section: return bit(Place::section);
    case Tag::form: case Tag::fieldset: return bit(Place::form);
    case Tag::table: return bit(Place::table);
    case Tag::ul: case Tag::ol: case Tag::dir: return bit(Place::list);
    case Tag::li: return bit(Place::item);
    case Tag::figure: case Tag::figcaption: return bit(Place::figure);
    case Tag::blockquote: return bit(Place::quote);
    case Tag::a: return bit(Place::link);
    case Tag::dl: return bit(Place::definition);
    case Tag::pre: case Tag::code: return bit(Place::code);
    case Tag::h1: case Tag::h2: case Tag::h3: case Tag::h4: case Tag::h5: case Tag::h6: return bit(Place::heading);
    case Tag::p: return bit(Place::paragraph);
    case Tag::details: return bit(Place::details);
    case Tag::dialog: return bit(Place::dialog);
    case Tag::label: case Tag::legend: case Tag::option: case Tag::select: return bit(Place::label);
    case Tag::button: return bit(Place::button);
    default: return 0;
  }
}

std::uint32_t places_of_role(std::string_view role) {
  if (role == "banner") return bit(Place::header);
  if (role == "contentinfo") return bit(Place::footer);
  if (role == "navigation" || role == "menu" || role == "menubar" || role == "tablist") return bit(Place::nav);
  if (role == "complementary") return bit(Place::aside);
  if (role == "main") return bit(Place::main);
  if (role == "article") return bit(Place::article);
  if (role == "search" || role == "form") return bit(Place::form);
  if (role == "dialog" || role == "alertdialog" || role == "alert") return bit(Place::dialog);
  if (role == "button") return bit(Place::button);
  if (role == "heading") return bit(Place::heading);
  return 0;
}

// Elements whose classes are those of the page, not of a part of it.
bool is_whole(Tag tag) { return tag == Tag::html || tag == Tag::body; }

bool reads_like_sentences(const TextCounts& text, std::uint32_t link_words) {
  if (link_words * 2 > text.words) return false;
  return text.words >= 12 || (text.words >= 6 && text.sentences > 0);
}

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
    const std::uint64_t tag = node.tag == Tag::unknown ? hash_bytes(hash_seed, page.tag_name(n)) : static_cast<std::uint64_t>(node.tag);
    e.own = mix(tag, key);
    e.path = node.parent == no_node ? e.own : mix(elements[node.parent].path, e.own);
    if (node.tag == Tag::article) ++articles;
    if (node.tag == Tag::h1) ++h1s;
    if (e.places & bit(Place::main)) ++mains;
  }
}

void PageView::read_runs() {
  // Links nest in no valid page; of nested ones the outermost counts.
  std::vector<NodeId> block_of(page.size());
  NodeId link_end = 0;
  bool open = false;
  for (NodeId n = 0; n < page.size(); ++n) {
    const Node& node = page[n];
    const bool block = node.is_element() && (n == 0 || is_block(node.tag));
    block_of[n] = block ? n : block_of[node.parent];
    if (node.tag == Tag::a && n >= link_end && page.has_attribute(n, "href")) link_end = page.end_of(n);
    if (block) open = false;
    if (!node.is_text() || !node.is_content()) continue;
    const bool hidden = node.flags & Node::hidden;
    if (open && (runs.back().block != block_of[n] || runs.back().hidden != hidden)) open = false;
    if (!open) {
      ViewRun run{};
      run.begin = n;
      run.hidden = hidden;
      run.block = block_of[n];
      run.top = node.parent;
      run.first_word = static_cast<std::uint32_t>(word_hashes.size());
      runs.push_back(run);
      open = true;
    }
    ViewRun& run = runs.back();
    const TextCounts counts = scan_text(page.text(n), word_hashes);
    run.text.add(counts);
    if (n < link_end) run.link_words += counts.words;
    run.end = n + 1;
    while (page.end_of(run.top) < run.end) run.top = page[run.top].parent;
  }
  std::size_t hidden_prose = 0, shown_prose = 0;
  for (ViewRun& run : runs) {
    run.hash = hash_seed;
    for (const std::uint32_t word : words_of(run)) run.hash = mix(run.hash, word);
    run.masked_hash = mix(run.text.masked, run.text.words);
    run.prose = reads_like_sentences(run.text, run.link_words);
    (run.hidden ? hidden_prose : shown_prose) += run.prose ? run.text.words : 0;
    run.phrases = run.text.words <= 12 ? phrases_in(words_of(run)) : 0;
  }
  // Hidden dialogs shall not draw the centres of the page, unless a script shows most of the page.
  if (hidden_prose <= shown_prose)
    for (ViewRun& run : runs) run.prose = run.prose && !run.hidden;
  hides_most_prose = hidden_prose > shown_prose;
}

void PageView::number_paths() {
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;
  for (ViewRun& run : runs) {
    const std::uint64_t key = elements[run.top].path;
    const auto [at, is_new] = numbers.try_emplace(key, static_cast<std::uint32_t>(paths.size()));
    if (is_new) paths.push_back({.key = key});
    run.path = at->second;
    Path& path = paths[run.path];
    ++path.runs;
    path.words += run.text.words;
    path.link_words += run.link_words;
    path.prose += run.prose ? run.text.words : 0;
  }
  std::unordered_map<std::uint64_t, std::uint32_t> copies;
  for (const ViewRun& run : runs) ++copies[run.hash];
  for (ViewRun& run : runs) run.copies = copies[run.hash];
}

// Lines that tell where one item ends and the next begins: dates, titles of teasers, "Posted by".
void PageView::find_lines() {
  struct Line {
    std::uint32_t times = 0, last = 0;
  };
  std::unordered_map<std::uint64_t, Line> lines;
  const auto key = [&](const ViewRun& run) { return mix(run.path, word_hashes[run.first_word]); };
  std::uint32_t prose_runs = 0;
  for (RunId r = 0; r < runs.size(); ++r) {
    ViewRun& run = runs[r];
    run.dated = run.text.years > 0 && run.text.words <= 16;
    const bool linked = run.link_words * 10 >= run.text.words * 9 && run.text.words >= 3;
    run.linked_title = linked && r + 1 < runs.size() && runs[r + 1].link_words * 2 < runs[r + 1].text.words &&
                       runs[r + 1].text.words >= 6;
    prose_runs += run.prose;
    if (run.text.words < 2 || run.text.words > 16) continue;
    Line& line = lines[key(run)];
    if (line.times == 0 || prose_runs > line.last) ++line.times;
    line.last = prose_runs;
  }
  for (ViewRun& run : runs)
    run.separator = run.text.words >= 2 && run.text.words <= 16 && lines[key(run)].times >= 3;
}

namespace {

template <typename Is>
Steps steps_of(std::size_t count, Is&& is) {
  Steps out;
  out.since.resize(count);
  out.until.resize(count);
  std::uint16_t steps = Steps::never;
  const auto next = [&](std::size_t r) {
    if (is(r)) steps = 0;
    else if (steps < Steps::never - 1) ++steps;
    return steps;
  };
  for (std::size_t r = 0; r < count; ++r) out.since[r] = next(r);
  steps = Steps::never;
  for (std::size_t r = count; r-- > 0;) out.until[r] = next(r);
  return out;
}

}  // namespace

void PageView::count_steps() {
  const std::size_t count = runs.size();
  const auto heading = [&](std::size_t r) { return runs[r].place_distance[static_cast<std::size_t>(Place::heading)]; };
  for (std::size_t k = 0; k < phrase_kinds; ++k)
    phrase_steps[k] = steps_of(count, [&](std::size_t r) { return runs[r].phrases >> k & 1 && runs[r].text.words <= 6; });
  prose_steps = steps_of(count, [&](std::size_t r) { return runs[r].prose; });
  dated_steps = steps_of(count, [&](std::size_t r) { return runs[r].dated; });
  separator_steps = steps_of(count, [&](std::size_t r) { return runs[r].separator; });
  linked_title_steps = steps_of(count, [&](std::size_t r) { return runs[r].linked_title; });
  heading_steps = steps_of(count, [&](std::size_t r) { return heading_level(page[runs[r].block].tag) > 0; });
  near_heading_steps = steps_of(count, [&](std::size_t r) { return heading(r) < 4; });
  since_heading_comments =
      steps_of(count, [&](std::size_t r) { return heading(r) < 255 && runs[r].phrases & bit(Phrase::comments); }).since;
  since_heading_related =
      steps_of(count, [&](std::size_t r) { return heading(r) < 255 && runs[r].phrases & bit(Phrase::related); }).since;
}

// Of empty elements, such as <a id=comments>, and of headings.
void PageView::find_markers() {
  constexpr RunId never = 2000;
  since_comment_marker.assign(runs.size(), never);
  std::uint32_t marked = 0;  // runs before the last marker, plus 1
  NodeId n = 0;
  for (RunId r = 0; r < runs.size(); ++r) {
    for (; n <= runs[r].top || n < runs[r].begin; ++n) {
      if (!page[n].is_element() || n == 0) continue;
      const bool empty = page[n].subtree_size == 1, heading = heading_level(page[n].tag) > 0;
      if (!empty && !heading) continue;
      std::uint32_t names = elements[n].names;
      if (empty && page[n].tag == Tag::a) names |= kinds_of_names(page.attribute(n, "name"));
      if (names & bit(NameKind::comment)) marked = r + 1;
    }
    if (marked > 0) since_comment_marker[r] = std::min(r + 1 - marked, never);
  }
}

void PageView::sum_up() {
  sums_.resize(page.size() + 1);
  Totals now;
  std::size_t next = 0;
  for (NodeId n = 0; n < page.size(); ++n) {
    sums_[n] = now;
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
      case Tag::a: ++now.links; break;
      case Tag::img: case Tag::picture: case Tag::video: case Tag::iframe: ++now.images; break;
      case Tag::h1: case Tag::h2: case Tag::h3: case Tag::h4: case Tag::h5: case Tag::h6: ++now.headings; break;
      case Tag::p: ++now.paragraphs; break;
      case Tag::time: ++now.times; break;
      case Tag::input: case Tag::select: case Tag::textarea: case Tag::button: ++now.controls; break;
      case Tag::br: ++now.breaks; break;
      default: break;
    }
  }
  sums_[page.size()] = now;
  all = now;
}

void PageView::find_groups() {
  std::vector<std::pair<std::uint64_t, NodeId>> children;
  for (NodeId n = 0; n < page.size(); ++n) {
    if (!page[n].is_element() || page[n].subtree_size < 7) continue;
    children.clear();
    for (NodeId c = page.first_child(n); c != no_node; c = page.next_sibling(c))
      if (page[c].is_element() && page[c].subtree_size > 1 && !(page[c].flags & Node::non_content)) children.emplace_back(elements[c].own, c);
    if (children.size() < 3) continue;
    std::sort(children.begin(), children.end());
    for (std::size_t i = 0; i < children.size();) {
      std::size_t j = i;
      std::uint32_t runs_of = 0;
      for (; j < children.size() && children[j].first == children[i].first; ++j)
        runs_of += end_run(children[j].second) - first_run(children[j].second);
      const auto items = static_cast<std::uint32_t>(j - i);
      if (items >= 3 && runs_of >= 2 * items) {
        Group group{};
        group.parent = n;
        group.items = items;
        double squares = 0;
        for (std::size_t k = i; k < j; ++k) {
          const NodeId item = children[k].second;
          elements[item].group = static_cast<std::uint32_t>(groups.size());
          const Totals t = of(item);
          group.totals.runs += t.runs;
          group.totals.words += t.words;
          group.totals.link_words += t.link_words;
          group.totals.prose += t.prose;
          squares += static_cast<double>(t.words) * t.words;
          group.linked += t.links > 0;
          group.dated += t.dated > 0 || t.times > 0;
          group.pictured += t.images > 0;
          group.headed += t.headings > 0;
          group.prose += t.prose > 0;
          bool replied = t.replies > 0, authored = t.bylines > 0;
          const NodeId look = std::min(page.end_of(item), item + 12);
          for (NodeId m = item; m < look; ++m) {
            replied = replied || elements[m].names & (bit(NameKind::comment) | bit(NameKind::forum));
            authored = authored || elements[m].names & bit(NameKind::author);
          }
          group.replied += replied;
          group.authored += authored;
        }
        const float count = static_cast<float>(items);
        for (float* share : {&group.linked, &group.dated, &group.pictured, &group.headed, &group.prose, &group.replied, &group.authored})
          *share /= count;
        group.mean_words = static_cast<float>(group.totals.words) / count;
        const double variance = squares / items - static_cast<double>(group.mean_words) * group.mean_words;
        group.deviation = group.mean_words > 0 ? static_cast<float>(std::sqrt(std::max(variance, 0.0))) / group.mean_words : 0;
        groups.push_back(group);
      }
      i = j;
    }
  }
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

// The paragraph score of Readability (arc90), by which every paragraph counts for its parent, and less for those above.
// Differs in that any run of ten words counts, whatever its tag.
void PageView::score_paragraphs() {
  scores.assign(page.size(), 0);
  for (const ViewRun& run : runs) {
    if (run.text.letters < 25 || run.text.words == 0 || (run.hidden && !hides_most_prose)) continue;
    const float plain = 1 - static_cast<float>(run.link_words) / static_cast<float>(run.text.words);
    if (plain < 0.5f) continue;
    const float score = plain * (1 + static_cast<float>(std::min(run.text.commas + run.text.sentences, 20u)) * 0.5f +
                         std::min(static_cast<float>(run.text.letters) / 100, 3.0f));
    NodeId n = run.block;
    if (page[n].tag == Tag::p || elements[n].places & bit(Place::item)) n = page[n].parent == no_node ? n : page[n].parent;
    float weight = 1;
    for (int step = 0; step < 5 && n != no_node; ++step, n = page[n].parent) {
      scores[n] += score * weight;
      weight = step == 0 ? 0.5f : weight * 0.6f;
    }
  }
  for (NodeId n = 0; n < page.size(); ++n) {
    if (scores[n] == 0) continue;
    const Totals t = of(n);
    if (t.words > 0) scores[n] *= 1 - static_cast<float>(t.link_words) / static_cast<float>(t.words);
  }
}

Centre PageView::centre_at(NodeId node) const {
  Centre centre;
  centre.node = node;
  if (node == no_node) return centre;
  centre.common_depth.resize(page.size());
  for (NodeId n = 0; n < page.size(); ++n) {
    const bool above = n == node || page.is_ancestor(n, node);
    centre.common_depth[n] = above ? page[n].depth : centre.common_depth[page[n].parent];
  }
  return centre;
}

void PageView::find_centres() {
  NodeId best = no_node;
  for (NodeId n = 0; n < page.size(); ++n) {
    if (scores[n] > best_score) {
      best_score = scores[n];
      best = n;
    }
  }
  if (best != no_node)
    for (NodeId n = 0; n < page.size(); ++n)
      if (scores[n] > second_score && n != best && !page.is_ancestor(n, best) && !page.is_ancestor(best, n)) second_score = scores[n];
  centres[by_score] = centre_at(best);
  if (all.prose > 0) {
    centres[by_most] = centre_at(smallest_element(page, [&](NodeId n) { return of(n).prose >= 0.6 * all.prose; }));
    centres[by_nearly_all] = centre_at(smallest_element(page, [&](NodeId n) { return of(n).prose >= 0.85 * all.prose; }));
  }
  NodeId mark = no_node;
  std::uint32_t most = 0;
  for (const Place place : {Place::main, Place::article}) {
    for (NodeId n = 0; n < page.size(); ++n) {
      if (!(elements[n].places & bit(place)) || of(n).words <= most) continue;
      most = of(n).words;
      mark = n;
    }
    if (mark != no_node) break;
  }
  centres[by_mark] = centre_at(mark);

  double sum = 0, best_sum = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    sum += static_cast<double>(runs[i].text.words) - 1.7 * runs[i].link_words - 5;
    if (sum <= 0) {
      sum = 0;
      begin = i + 1;
    } else if (sum > best_sum) {
      best_sum = sum;
      best_interval_begin = begin;
      best_interval_end = i + 1;
    }
  }
}

void PageView::find_title() {
  const NodeId title = page.find(Tag::title);
  std::vector<std::uint32_t> words;
  if (title != no_node && page[title].subtree_size > 1) scan_text(page.text(title + 1), words);
  for (NodeId n = 0; n < page.size() && words.empty(); ++n)
    if (page[n].tag == Tag::meta && page.attribute(n, "property") == "og:title") scan_text(page.attribute(n, "content"), words);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  title_words = std::move(words);
  if (title_words.empty()) return;
  // The heading or short run that says most of the title, of equals the first; headings count more.
  float best = 0;
  std::vector<std::uint32_t> own;
  for (RunId r = 0; r < runs.size(); ++r) {
    const ViewRun& run = runs[r];
    if (run.text.words == 0 || run.text.words > 40) continue;
    own.assign(words_of(run).begin(), words_of(run).end());
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    std::size_t common = 0;
    for (const std::uint32_t w : own) common += std::binary_search(title_words.begin(), title_words.end(), w);
    if (common == 0) continue;
    const float overlap = 2 * static_cast<float>(common) / static_cast<float>(own.size() + title_words.size());
    const int level = heading_level(page[run.block].tag);
    const float score = overlap + (level == 1 ? 0.4f : level == 2 ? 0.3f : level > 0 ? 0.15f : 0) - 0.1f * (run.link_words > 0);
    if (score > best) {
      best = score;
      title_run = r;
      title_overlap_of_title_run = overlap;
    }
  }
  if (best > 0) title_centre = centre_at(runs[title_run].top);
}

}  // namespace pith
