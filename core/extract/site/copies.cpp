#include "core/extract/site/copies.h"

#include <algorithm>
#include <cstddef>

#include "core/base/keyed_hash.h"

namespace pith {

std::vector<char> copies_of_earlier(std::span<const std::span<const std::uint64_t>> pages) {
  constexpr std::size_t few = 3;
  const std::size_t rare = std::max(few, pages.size() / 10);
  KeyedMap<std::uint64_t, std::vector<std::size_t>> having;  // pages by text
  for (std::size_t page = 0; page < pages.size(); ++page)
    for (const std::uint64_t text : pages[page]) having[text].push_back(page);
  std::vector<char> copies(pages.size());
  std::vector<std::size_t> rare_texts(pages.size()), shared(pages.size());
  for (std::size_t page = 0; page < pages.size(); ++page) {
    std::vector<std::size_t> others;
    for (const std::uint64_t text : pages[page]) {
      const std::vector<std::size_t>& with_text = having[text];
      if (with_text.size() > rare) continue;
      ++rare_texts[page];
      for (const std::size_t other : with_text)
        if (other < page && !copies[other] && shared[other]++ == 0) others.push_back(other);
    }
    for (const std::size_t other : others) {
      const std::size_t fewer = std::min(rare_texts[page], rare_texts[other]);
      if (shared[other] >= 2 && shared[other] * 2 > fewer) copies[page] = true;
      shared[other] = 0;
    }
  }
  return copies;
}

}  // namespace pith
