#include "plugin/site/inbound_texts.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "plugin/site/link_texts.h"

namespace pith::pipeline {

TextCounter::TextCounter(std::size_t kept) : kept_(kept) { texts_.reserve(2 * kept); }

void TextCounter::add(PageNumber target, TextKey key, bool own) {
  texts_.push_back({target, 1, key, own});
  if (texts_.size() >= 2 * kept_) shorten();
}

std::vector<InboundText> TextCounter::take() {
  shorten();
  std::ranges::sort(texts_, {},
                    [](const InboundText& text) { return std::tuple(text.target, !text.own, ~text.pages, text.key); });
  texts_.shrink_to_fit();
  return std::move(texts_);
}

void TextCounter::shorten() {
  std::ranges::sort(texts_, {}, [](const InboundText& text) { return std::pair(text.target, text.key); });
  std::size_t kept = 0;
  for (const InboundText& text : texts_) {
    if (kept > 0 && texts_[kept - 1].target == text.target && texts_[kept - 1].key == text.key) {
      texts_[kept - 1].pages += text.pages;
      texts_[kept - 1].own |= text.own;
    } else {
      texts_[kept++] = text;
    }
  }
  texts_.resize(kept);
  if (kept <= kept_) return;
  std::ranges::nth_element(texts_, texts_.begin() + static_cast<std::ptrdiff_t>(kept_), {},
                           [](const InboundText& text) { return std::tuple(~text.pages, text.key, text.target); });
  texts_.resize(kept_);
}

FlatTable<char> frequent(std::vector<TextKey> keys, std::size_t few, std::size_t share, std::size_t all) {
  FlatTable<char> out;
  std::ranges::sort(keys);
  for (std::size_t i = 0, end = 0; i < keys.size(); i = end) {
    while (end < keys.size() && keys[end] == keys[i]) ++end;
    if (end - i > few && (end - i) * share > all) out.insert(keys[i], 1);
  }
  return out;
}

bool Wordings::want(TextKey key) {
  if (key == 0 || !places_.insert(key, static_cast<std::uint32_t>(texts_.size())).second) return false;
  texts_.emplace_back();
  return true;
}

void Wordings::see(std::string_view text) {
  const std::uint32_t* const place = places_.find(key_of_text(text));
  if (place && (texts_[*place].empty() || text < texts_[*place])) texts_[*place] = text;
}

std::string_view Wordings::operator[](TextKey key) const {
  const std::uint32_t* const place = places_.find(key);
  return place ? std::string_view(texts_[*place]) : std::string_view();
}

}  // namespace pith::pipeline
