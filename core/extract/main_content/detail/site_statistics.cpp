#include "core/extract/main_content/detail/site_statistics.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/keyed_hash.h"
#include "core/base/little_endian.h"
#include "core/base/stable_hash.h"

namespace pith {
namespace {

constexpr float parts = 64;  // of a word, in PageSummary

std::uint32_t in_parts(float words) { return static_cast<std::uint32_t>(words * parts + 0.5f); }

// One entry per path, with the sums of all entries for it.
void merge(std::vector<PageSummary::Place>& places) {
  std::ranges::sort(places, {}, &PageSummary::Place::path);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (kept > 0 && places[kept - 1].path == places[i].path) {
      places[kept - 1].words += places[i].words;
      places[kept - 1].content += places[i].content;
    } else {
      places[kept++] = places[i];
    }
  }
  places.resize(std::min(kept, PageSummary::max_places));
}

// To the nearest power of two; 0 stays 0.
float rounded_words(double words) {
  if (words <= 0) return 0;
  int exponent = 0;
  const double fraction = std::frexp(words, &exponent);
  return static_cast<float>(std::ldexp(fraction < 0.75 ? 0.5 : 1.0, exponent));
}

float rounded_share(double part, double whole) {
  return whole > 0 ? static_cast<float>(std::floor(part / whole * 8 + 0.5) / 8) : -1;
}

// Sums of a place over pages.
struct Sum {
  std::uint32_t pages = 0, last = 0;  // `last`: the page that was counted last, from 1
  std::uint64_t words = 0, content = 0, repeated = 0;

  void add(std::uint32_t page, std::uint32_t more_words, std::uint32_t more_content) {
    count(page);
    words += more_words;
    content += more_content;
  }
  void count(std::uint32_t page) {
    if (last == page) return;
    last = page;
    ++pages;
  }
};
using Sums = KeyedMap<std::uint64_t, Sum>;

// What a table has for a key.
template <typename Value>
const Value& found_or(const std::vector<std::pair<std::uint64_t, Value>>& table, std::uint64_t key, const Value& none) {
  const auto at = std::ranges::lower_bound(table, key, {}, &std::pair<std::uint64_t, Value>::first);
  return at == table.end() || at->first != key ? none : at->second;
}

float content_of(const Sum& sum) {
  return rounded_share(static_cast<double>(sum.content) / parts, static_cast<double>(sum.words));
}

SiteStatistics::Place place_of(const Sum& sum, float pages, bool with_repeated) {
  return {.pages = pages,
          .words = rounded_words(static_cast<double>(sum.words) / sum.pages),
          .content = content_of(sum),
          .repeated =
              with_repeated ? rounded_share(static_cast<double>(sum.repeated), static_cast<double>(sum.words)) : -1};
}

}  // namespace

PageSummary summarise(const PageView& view, std::span<const float> probabilities) {
  PageSummary out;
  std::vector<std::uint32_t> content_before(view.runs.size() + 1, 0);
  for (RunId r = 0; r < view.runs.size(); ++r) {
    const ViewRun& run = view.runs[r];
    const std::uint32_t content = in_parts(static_cast<float>(run.text.words) * probabilities[r]);
    content_before[r + 1] = content_before[r] + content;
    if (r < PageSummary::max_runs)
      out.runs.push_back({view.elements[run.top].path, run.site_hash, run.site_masked_hash, run.text.words, content});
  }
  for (NodeId n = 0; n < view.page.size(); ++n) {
    if (!view.page[n].is_element()) continue;
    const RunId begin = view.first_run(n), end = view.end_run(n);
    if (begin < end)
      out.places.push_back({view.elements[n].path, view.of(n).words, content_before[end] - content_before[begin]});
  }
  merge(out.places);
  return out;
}

namespace {

constexpr char format_version = 1;

constexpr std::size_t header_bytes = 1 + 4 + 4, run_bytes = 3 * 8 + 2 * 4, place_bytes = 8 + 2 * 4;

}  // namespace

std::string to_bytes(const PageSummary& summary) {
  std::string out;
  out.reserve(header_bytes + summary.runs.size() * run_bytes + summary.places.size() * place_bytes);
  out += format_version;
  put_little_endian(out, static_cast<std::uint32_t>(summary.runs.size()));
  put_little_endian(out, static_cast<std::uint32_t>(summary.places.size()));
  for (const PageSummary::Run& run : summary.runs) {
    for (const std::uint64_t value : {run.path, run.hash, run.masked_hash}) put_little_endian(out, value);
    for (const std::uint32_t value : {run.words, run.content}) put_little_endian(out, value);
  }
  for (const PageSummary::Place& place : summary.places) {
    put_little_endian(out, place.path);
    for (const std::uint32_t value : {place.words, place.content}) put_little_endian(out, value);
  }
  return out;
}

std::optional<PageSummary> from_bytes(std::string_view bytes) {
  if (bytes.size() < header_bytes || bytes[0] != format_version) return std::nullopt;
  bytes.remove_prefix(1);
  const auto runs = take_little_endian<std::uint32_t>(bytes), places = take_little_endian<std::uint32_t>(bytes);
  if (runs > PageSummary::max_runs || places > PageSummary::max_places ||
      bytes.size() != runs * run_bytes + places * place_bytes)
    return std::nullopt;
  PageSummary out;
  out.runs.resize(runs);
  for (PageSummary::Run& run : out.runs) {
    for (std::uint64_t* value : {&run.path, &run.hash, &run.masked_hash})
      *value = take_little_endian<std::uint64_t>(bytes);
    for (std::uint32_t* value : {&run.words, &run.content}) *value = take_little_endian<std::uint32_t>(bytes);
  }
  out.places.resize(places);
  for (PageSummary::Place& place : out.places) {
    place.path = take_little_endian<std::uint64_t>(bytes);
    for (std::uint32_t* value : {&place.words, &place.content}) *value = take_little_endian<std::uint32_t>(bytes);
  }
  return out;
}

SiteStatistics::SiteStatistics(std::span<const PageSummary* const> pages)
    : pages_(std::min(static_cast<std::uint32_t>(pages.size()), SampleShare::large_sample)) {
  Sums texts, masked, run_places, element_places;
  std::uint32_t number = 0;
  for (const PageSummary* page : pages) {
    ++number;
    for (const PageSummary::Run& run : page->runs) {
      texts[run.hash].count(number);
      masked[run.masked_hash].count(number);
      run_places[run.path].add(number, run.words, run.content);
    }
    for (const PageSummary::Place& place : page->places)
      element_places[place.path].add(number, place.words, place.content);
  }
  const SampleShare sample{static_cast<std::uint32_t>(pages.size())};
  const std::uint32_t often = sample.is_large() ? SampleShare::few_pages : 2;
  for (const PageSummary* page : pages)
    for (const PageSummary::Run& run : page->runs)
      if (texts[run.hash].pages >= often) run_places[run.path].repeated += run.words;
  // Stores `value` of the sums with a share above 0.
  const auto tell = [&](const Sums& sums, std::uint32_t steps, auto& table, auto value) {
    for (const auto& [key, sum] : sums)
      if (const float share = sample.of(sum.pages, steps); share > 0) table.emplace_back(key, value(sum, share));
    table.shrink_to_fit();
    std::ranges::sort(table, {}, [](const auto& entry) { return entry.first; });
  };
  const auto its_share = [](const Sum&, float share) { return share; };
  tell(texts, 4, texts_, its_share);
  tell(masked, 4, masked_, its_share);
  tell(run_places, 2, run_places_, [&](const Sum& sum, float share) { return place_of(sum, share, sample.pages > 1); });
  tell(element_places, 2, element_content_, [](const Sum& sum, float) { return content_of(sum); });
}

float SiteStatistics::pages_with_text(std::uint64_t hash) const { return found_or(texts_, hash, 0.0f); }
float SiteStatistics::pages_with_masked(std::uint64_t hash) const { return found_or(masked_, hash, 0.0f); }
float SiteStatistics::element_content(std::uint64_t path) const { return found_or(element_content_, path, -1.0f); }

const SiteStatistics::Place& SiteStatistics::run_place(std::uint64_t path) const {
  static const Place none;
  return found_or(run_places_, path, none);
}

std::uint64_t SiteStatistics::digest() const {
  std::uint64_t sum = pages_;
  for (const auto& [table, seed] : {std::pair(&texts_, 1u), std::pair(&masked_, 2u)})
    for (const auto& [hash, pages] : *table) sum += mix(mix(hash, seed), std::bit_cast<std::uint32_t>(pages));
  for (const auto& [path, place] : run_places_) {
    std::uint64_t hash = mix(path, 3);
    for (const float value : {place.pages, place.words, place.content, place.repeated})
      hash = mix(hash, std::bit_cast<std::uint32_t>(value));
    sum += hash;
  }
  for (const auto& [path, content] : element_content_) sum += mix(mix(path, 4), std::bit_cast<std::uint32_t>(content));
  return sum;
}

SiteStatistics statistics_of(std::span<const PageSummary> pages) {
  std::vector<const PageSummary*> all;
  for (const PageSummary& page : pages) all.push_back(&page);
  return SiteStatistics(all);
}

}  // namespace pith
