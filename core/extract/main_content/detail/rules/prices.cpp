#include "core/extract/main_content/detail/rules/prices.h"

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
    const ViewRun& run = page.runs[r];
    if (site.is_repeated_in(page.elements[run.top].path, run.site_hash)) repeated += run.text.words;
  }
  return 2 * repeated > words;
}

// Behind the last card. What follows is about all products: "Free shipping over € 60".
RunId end_of(const std::vector<char>& cards) {
  const auto last = std::find(cards.rbegin(), cards.rend(), 1);
  return static_cast<RunId>(last == cards.rend() ? cards.size() : static_cast<std::size_t>(cards.rend() - last));
}

bool has_own_price(const PageView& page, const std::vector<char>& cards, RunId headline) {
  if (headline >= cards.size()) return false;
  const RunId end = std::min<RunId>(headline + near_headline, end_of(cards));
  for (RunId r = headline + 1; r < end; ++r)
    if (!page.runs[r].hidden && !cards[r] && is_price(page, r)) return true;
  return false;
}

// Cards of one short line each: runs of one path with links and, at least three and a quarter of them, prices.
std::vector<char> find_inline_cards(const PageView& page) {
  const auto is_linked = [&](RunId r) {
    const ViewRun& run = page.runs[r];
    constexpr std::uint32_t longest = 20;  // words
    return !run.hidden && run.link_words > 0 && run.link_words < run.text.words && run.text.words <= longest;
  };
  std::vector<std::uint32_t> priced(page.paths.list.size()), linked(page.paths.list.size());
  for (RunId r = 0; r < page.runs.size(); ++r) {
    if (!is_linked(r)) continue;
    ++linked[page.paths.by_run[r]];
    priced[page.paths.by_run[r]] += is_price(page, r);
  }
  std::vector<char> out(page.runs.size());
  for (RunId r = 0; r < page.runs.size(); ++r) {
    const std::uint32_t path = page.paths.by_run[r];
    out[r] = priced[path] >= least_cards && 4 * priced[path] >= linked[path] && is_linked(r);
  }
  return out;
}

}  // namespace

bool is_price(const PageView& page, RunId r) {
  const ViewRun& run = page.runs[r];
  if (run.text.words > price_words || run.text.digits == 0) return false;
  for (NodeId n = run.begin; n < run.end; ++n)
    if (page.page[n].is_text() && names_currency(page.page.text(n))) return true;
  return false;
}

std::vector<char> find_product_cards(const PageView& page, RunId headline) {
  const auto count = static_cast<RunId>(page.runs.size());
  std::vector<char> out = find_inline_cards(page);
  std::map<std::uint64_t, std::set<NodeId>> priced;  // cards by their look: a page may have several rows of them
  const auto look_of = [&](std::uint32_t g, NodeId item) {
    return page.groups[g].linked > 0.5f ? page.elements[item].own : 0;
  };
  for (RunId r = 0; r < count; ++r) {
    if (page.runs[r].hidden || !is_price(page, r)) continue;
    for (NodeId n = page.runs[r].block; n != no_node; n = page.page[n].parent)
      if (const std::uint32_t g = page.groups.by_node[n]; g != no_group)
        if (const std::uint64_t look = look_of(g, n)) priced[look].insert(n);
  }
  std::map<std::uint64_t, std::vector<NodeId>> cards;
  for (NodeId n = 0; n < page.page.size(); ++n)
    if (const std::uint32_t g = page.groups.by_node[n]; g != no_group)
      if (const std::uint64_t look = look_of(g, n); priced.contains(look)) cards[look].push_back(n);
  for (const auto& [look, items] : cards) {
    if (priced[look].size() < least_cards || 4 * priced[look].size() < items.size()) continue;
    if (std::ranges::any_of(
            items, [&](NodeId item) { return page.first_run(item) <= headline && headline < page.end_run(item); }))
      continue;
    for (const NodeId item : items)
      std::fill(out.begin() + page.first_run(item), out.begin() + page.end_run(item), char{1});
  }
  return out;
}

bool lists_products(const PageView& page, const std::vector<char>& cards, RunId headline,
                    const std::vector<char>& chosen) {
  if (chosen.empty()) return false;
  constexpr std::uint32_t of_list = 30;  // words that a list of products may begin with
  std::uint64_t words = 0;
  const RunId end = end_of(cards);
  for (RunId r = headline < chosen.size() ? headline + 1 : 0; r < end; ++r)
    if (chosen[r] && !cards[r]) words += page.runs[r].text.words;
  return words <= of_list && !has_own_price(page, cards, headline);
}

std::vector<char> find_other_products(const PageView& page, PageType type, RunId headline, const OtherPages& site,
                                      const std::vector<char>& chosen) {
  if (headline >= page.runs.size()) return {};
  std::vector<char> cards = find_product_cards(page, headline);
  if (lists_products(page, cards, headline, chosen)) return {};
  const bool own_price = has_own_price(page, cards, headline);
  const bool of_product = type == PageType::product, repeated = are_repeated(page, cards, site);
  return int{own_price} + int{of_product} + int{repeated} >= 2 ? cards : std::vector<char>();
}

}  // namespace pith
