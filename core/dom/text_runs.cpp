#include "core/dom/text_runs.h"

#include <string>

#include "core/base/keyed_hash.h"
#include "core/base/trim.h"
#include "core/dom/node_equality.h"
#include "core/text/words.h"

namespace pith {

bool is_visible_text(const Node& node) { return node.is_text() && node.is_content() && !(node.flags & Node::hidden); }

std::vector<TextRun> text_runs(const Document& document) {
  std::vector<TextRun> runs;
  std::vector<NodeId> block_of(document.size());
  std::string text;  // of the open run
  const auto finish = [&] {
    if (text.empty()) return;
    runs.back().hash = hash_collapsed(text);
    runs.back().words = static_cast<std::uint32_t>(count_words(text));
    text.clear();
  };
  for (NodeId n = 0; n < document.size(); ++n) {
    const Node& node = document[n];
    const bool block = node.is_element() && (n == 0 || is_block(node.tag));
    block_of[n] = block ? n : block_of[node.parent];
    if (block) finish();
    // The flag may be on an element that begins here, or on an invisible node.
    if ((node.flags & Node::space_before || node.tag == Tag::br) && !text.empty()) text += ' ';
    if (!is_visible_text(node)) continue;
    if (!text.empty() && runs.back().block != block_of[n]) finish();
    if (text.empty()) runs.push_back({n, n, block_of[n], 0, 0});
    text += document.text(n);
    runs.back().end = n + 1;
  }
  finish();
  trim(runs);
  return runs;
}

std::vector<bool> repeated_runs(std::span<const TextRun> key, std::span<const Document* const> siblings) {
  constexpr std::uint32_t long_run = 20;
  std::vector<std::uint32_t> found(key.size(), 0);
  std::size_t counted = 0;
  std::vector<bool> on_sibling(key.size());
  for (const Document* sibling : siblings) {
    KeyedSet<std::uint64_t> hashes;
    for (const TextRun& run : text_runs(*sibling)) hashes.insert(run.hash);
    std::size_t long_runs = 0, long_repeated = 0;
    for (std::size_t i = 0; i < key.size(); ++i) {
      on_sibling[i] = hashes.contains(key[i].hash);
      if (key[i].words < long_run) continue;
      ++long_runs;
      long_repeated += on_sibling[i];
    }
    if (long_runs >= 2 && long_repeated * 2 > long_runs) continue;
    ++counted;
    for (std::size_t i = 0; i < key.size(); ++i) found[i] += on_sibling[i];
  }
  std::vector<bool> repeated(key.size());
  if (counted >= 2)
    for (std::size_t i = 0; i < key.size(); ++i) repeated[i] = found[i] * 2 > counted;
  return repeated;
}

}  // namespace pith
