// The text runs of a page view: their words, the paths that they stand on, and which are lines between items.
#include "core/base/stable_hash.h"
#include "core/extract/main_content/numbering.h"
#include "core/extract/main_content/page_view.h"

namespace pith {
namespace {

bool reads_like_sentences(const TextCounts& text, std::uint32_t link_words) {
  if (link_words * 2 > text.words) return false;
  return text.words >= 12 || (text.words >= 6 && text.sentences > 0);
}

}  // namespace

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

// Runs with the same path, and with the same words.
void PageView::number_paths() {
  Numbering numbers(runs.size()), texts(runs.size());
  std::vector<std::uint32_t> copies;
  for (ViewRun& run : runs) {
    const std::uint64_t key = elements[run.top].path;
    run.path = numbers.of(key);
    if (run.path == paths.size()) paths.push_back({.key = key});
    Path& path = paths[run.path];
    ++path.runs;
    path.words += run.text.words;
    path.link_words += run.link_words;
    path.prose += run.prose ? run.text.words : 0;
    const bool heading = heading_level(page[run.block].tag) > 0;
    run.site_hash = heading ? mix(run.hash, key) : run.hash;
    run.site_masked_hash = heading ? mix(run.masked_hash, key) : run.masked_hash;
    run.copies = texts.of(run.hash);
    copies.resize(texts.size());
    ++copies[run.copies];
  }
  for (ViewRun& run : runs) run.copies = copies[run.copies];
}

// Lines that tell where one item ends and the next begins: dates, titles of teasers, "Posted by".
void PageView::find_lines() {
  struct Line {
    std::uint32_t times = 0, last = 0;
  };
  std::vector<Line> lines(runs.size());
  Numbering numbers(runs.size());
  const auto line_of = [&](const ViewRun& run) -> Line* {
    if (run.text.words < 2 || run.text.words > 16) return nullptr;
    return &lines[numbers.of(mix(run.path, word_hashes[run.first_word]))];
  };
  std::uint32_t prose_runs = 0;
  for (RunId r = 0; r < runs.size(); ++r) {
    ViewRun& run = runs[r];
    run.dated = run.text.years > 0 && run.text.words <= 16;
    const bool linked = run.link_words * 10 >= run.text.words * 9 && run.text.words >= 3;
    run.linked_title = linked && r + 1 < runs.size() && runs[r + 1].link_words * 2 < runs[r + 1].text.words &&
                       runs[r + 1].text.words >= 6;
    prose_runs += run.prose;
    if (Line* const line = line_of(run)) {
      if (line->times == 0 || prose_runs > line->last) ++line->times;
      line->last = prose_runs;
    }
  }
  for (ViewRun& run : runs) {
    const Line* const line = line_of(run);
    run.separator = line && line->times >= 3;
  }
}

}  // namespace pith
