#include "plugin/site/inbound_texts.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/stable_hash.h"
#include "plugin/site/link_texts.h"

namespace pith::pipeline {
namespace {

std::tuple<PageNumber, bool, std::uint32_t, TextKey> order(const InboundText& text) {
  return {text.target, !text.own, ~text.pages, text.key};
}

}  // namespace

void TextCounter::add(PageNumber target, TextKey key, bool own) {
  texts_.push_back({target, 1, key, own});
  if (texts_.size() < limit_) return;
  shorten();
  limit_ = std::max(limit_, 2 * texts_.size());
}

std::vector<InboundText> TextCounter::take() {
  shorten();
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
  std::ranges::sort(texts_, {}, order);
  std::size_t of_target = 0;
  PageNumber target = no_page;
  std::erase_if(texts_, [&](const InboundText& text) {
    of_target = text.target == target ? of_target + 1 : 1;
    target = text.target;
    return of_target > kept_per_target_;
  });
}

TextKey in_area(const AreaText& text) { return mix(text.first, text.second); }

FlatTable<char> frequent(std::vector<AreaText> texts, std::size_t few, std::size_t share, const AreaCounts& all) {
  FlatTable<char> out;
  std::ranges::sort(texts);
  for (std::size_t i = 0, end = 0; i < texts.size(); i = end) {
    while (end < texts.size() && texts[end] == texts[i]) ++end;
    const std::uint32_t* const in_all = all.find(texts[i].first);
    if (end - i > few && (end - i) * share > (in_all ? *in_all : 0)) out.insert(in_area(texts[i]), 1);
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
