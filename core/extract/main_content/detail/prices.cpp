#include "core/extract/main_content/detail/prices.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>

#include "core/text/ascii.h"
#include "core/text/words.h"

namespace pith {
namespace {

constexpr std::uint32_t price_words = 8;
constexpr std::uint32_t least_cards = 3;

constexpr std::array<std::string_view, 10> signs = {"€", "$", "£", "¥", "₽", "₹", "₺", "₩", "₴", "zł"};
constexpr std::array<std::string_view, 44> words = {
    "EUR", "USD", "GBP", "CHF", "PLN", "RON", "lei", "LEI", "BYN", "UAH", "RUB", "CZK", "HUF", "BGN", "RSD",
    "SEK", "NOK", "DKK", "TRY", "TL",  "JPY", "CNY", "INR", "Rs",  "BRL", "AUD", "CAD", "KZT", "kr",  "Kč",
    "Ft",  "руб", "р",   "грн", "лв",  "дин", "тг",  "円",  "元",  "원",  "din", "PHP", "ZAR", "MXN"};

bool names_currency(std::string_view text) {
  const auto has = [&](std::string_view sign) { return text.find(sign) != std::string_view::npos; };
  const auto is_currency = [](std::string_view word) {
    while (!word.empty() && is_digit_ascii(word.front())) word.remove_prefix(1);  // "60lei"
    return std::ranges::find(words, word) != words.end();
  };
  return std::ranges::any_of(signs, has) || std::ranges::any_of(word_runs(text), is_currency);
}

// Whether other pages have most of the runs' words too.
bool are_repeated(const PageView& page, const std::vector<char>& runs, const OtherPages& site) {
  std::uint64_t words = 0, repeated = 0;
  for (RunId r = 0; r < runs.size(); ++r) {
    if (!runs[r]) continue;
    words += page.runs[r].text.words;
    if (site.is_repeated(page.runs[r].site_hash)) repeated += page.runs[r].text.words;
  }
  return 2 * repeated > words;
}

}  // namespace

bool is_price(const PageView& page, RunId r) {
  const ViewRun& run = page.runs[r];
  if (run.text.words > price_words || run.text.digits == 0) return false;
  for (NodeId n = run.begin; n < run.end; ++n)
    if (page.page[n].is_text() && names_currency(page.page.text(n))) return true;
  return false;
}

std::vector<char> find_other_products(const PageView& page, PageType type, RunId headline, const OtherPages& site) {
  const auto count = static_cast<RunId>(page.runs.size());
  if (headline >= count) return {};
  std::map<std::uint32_t, std::set<NodeId>> priced;  // items by group
  std::vector<RunId> prices;
  for (RunId r = 0; r < count; ++r) {
    if (page.runs[r].hidden || !is_price(page, r)) continue;
    prices.push_back(r);
    for (NodeId n = page.runs[r].block; n != no_node; n = page.page[n].parent)
      if (const std::uint32_t g = page.groups.by_node[n]; g != no_group && page.groups[g].linked > 0.5f)
        priced[g].insert(n);
  }
  std::vector<char> out(count);
  for (const auto& [g, items] : priced) {
    if (items.size() < least_cards || 2 * items.size() < page.groups[g].items) continue;
    if (std::ranges::any_of(
            items, [&](NodeId item) { return page.first_run(item) <= headline && headline < page.end_run(item); }))
      continue;
    for (NodeId n = page.groups[g].parent; n < page.page.end_of(page.groups[g].parent); ++n)
      if (page.groups.by_node[n] == g)
        std::fill(out.begin() + page.first_run(n), out.begin() + page.end_run(n), char{1});
  }
  const bool own_price =
      std::ranges::any_of(prices, [&](RunId r) { return headline < r && r < headline + near_headline && !out[r]; });
  return own_price && (type == PageType::product || are_repeated(page, out, site)) ? out : std::vector<char>();
}

}  // namespace pith
