// Tells what a server says instead of many pages, such as a login, a test for browsers or a notice, from what has
// become of each of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "crawler_adapter/page/readable_words.h"

namespace pith::crawl {

// Whether a page may have become a notice: it has lost all that it had, or five words and a fifth of all.
bool loses_words(const WordSet& before, const WordSet& now);

// In how many texts words occur. Two words may share a counter by accident. 32 KiB for each text, up to 4 MiB.
class WordCounts {
 public:
  explicit WordCounts(std::size_t texts);
  void add(const WordSet& words);
  // How many of the words at most so many texts have, or such a part of all texts.
  std::size_t own(const WordSet& words, std::uint32_t texts, std::uint32_t part) const;
  // Whether so few share a counter that own() is about right.
  bool can_tell(std::uint32_t texts, std::uint32_t part) const;

 private:
  std::vector<std::uint32_t> counts_;
  std::uint32_t texts_ = 0;
  std::uint64_t words_ = 0;
};

// Pages of one host, or of hosts with hardly any, that have changed in a run. A menu that all pages have, or had,
// counts for none.
class Notices {
 public:
  explicit Notices(std::size_t pages) : before_(pages), now_(pages) {}
  // What a page had, if it is known, and what came.
  void add(const std::optional<WordSet>& before, const WordSet& now);
  // Of a page that was added, after all were: whether it had words of its own, and has a third of their number now, at
  // the most; where pages have hardly any words of their own, of all words. If it is unknown what it had: whether it
  // has hardly any words of its own now. Its own are words that at most a quarter of the pages have, as copies and
  // versions do; or else words that at most two have, or a fiftieth: a notice may have a text for each language or
  // section. Very long texts leave the latter untold.
  bool is_notice(const std::optional<WordSet>& before, const WordSet& now) const;

 private:
  WordCounts before_, now_;
};

}  // namespace pith::crawl
