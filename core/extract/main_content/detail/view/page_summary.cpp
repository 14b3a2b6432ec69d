#include "core/extract/main_content/detail/view/page_summary.h"

#include <algorithm>
#include <utility>

#include "core/base/little_endian.h"
#include "core/base/stable_hash.h"
#include "core/page/page_names.h"

namespace pith {
namespace {

constexpr float parts = 64;  // of a probability, in PageSummary
constexpr std::uint32_t most_words = 65'535;

std::uint32_t bounded(std::uint32_t words) { return std::min(words, most_words); }

// Sums over the runs before each one.
struct SumsBefore {
  std::vector<float> words, link_words, repeated, content;
  std::vector<std::uint64_t> text;

  SumsBefore(const PageSummary& page, std::span<const char> is_repeated) {
    const std::size_t count = page.runs.size();
    for (std::vector<float>* sums : {&words, &link_words, &repeated, &content}) sums->assign(count + 1, 0);
    text.assign(count + 1, 0);
    for (std::size_t r = 0; r < count; ++r) {
      const PageSummary::Run& run = page.runs[r];
      const auto run_words = static_cast<float>(run.words);
      words[r + 1] = words[r] + run_words;
      link_words[r + 1] = link_words[r] + static_cast<float>(run.link_words);
      repeated[r + 1] = repeated[r] + (is_repeated[r] ? run_words : 0);
      content[r + 1] = content[r] + run_words * static_cast<float>(run.content) / parts;
      text[r + 1] = text[r] + mix(hash_seed, run.hash);
    }
  }
};

}  // namespace

PageSummary summarise(const PageView& view, std::span<const float> probabilities) {
  PageSummary out;
  std::vector<std::uint32_t> number(view.page.size(), PageSummary::no_element);
  const auto last = static_cast<RunId>(std::min<std::size_t>(view.runs.size(), PageSummary::max_runs));
  for (NodeId n = 0; n < view.page.size() && out.elements.size() < PageSummary::max_elements; ++n) {
    if (!view.page[n].is_element()) continue;
    const RunId begin = view.first_run(n), end = std::min(view.end_run(n), last);
    if (begin >= end) continue;
    const NodeId parent = view.page[n].parent;
    if (parent != no_node && view.elements[parent].path == view.elements[n].path) {
      number[n] = number[parent];
      continue;
    }
    number[n] = static_cast<std::uint32_t>(out.elements.size());
    out.elements.push_back({view.elements[n].path, view.elements[n].place, begin, end});
  }
  out.runs.reserve(last);
  for (RunId r = 0; r < last; ++r) {
    const ViewRun& run = view.runs[r];
    out.runs.push_back({.hash = run.site_hash,
                        .masked_hash = run.site_masked_hash,
                        .words = bounded(run.text.words),
                        .link_words = bounded(run.link_words),
                        .element = number[run.top],
                        .content = static_cast<std::uint8_t>(probabilities[r] * parts + 0.5f)});
  }
  for (const PageName& name : page_names(view.page)) out.names.push_back(name.hash);
  return out;
}

PageSummary beginning_of(const PageSummary& summary, std::size_t most) {
  PageSummary out;
  const auto runs = static_cast<std::uint32_t>(std::min(summary.runs.size(), most));
  for (const PageSummary::Element& element : summary.elements) {
    if (out.elements.size() == most || element.begin >= runs) break;
    out.elements.push_back({element.path, element.place, element.begin, std::min(element.end, runs)});
  }
  out.runs.assign(summary.runs.begin(), summary.runs.begin() + runs);
  out.names = summary.names;
  for (PageSummary::Run& run : out.runs)
    if (run.element >= out.elements.size()) run.element = PageSummary::no_element;
  return out;
}

namespace {

constexpr char format_version = 4;
constexpr std::size_t header_bytes = 1 + 4 + 4 + 1, name_bytes = 8, run_bytes = 2 * 8 + 2 * 2 + 4 + 1,
                      element_bytes = 2 * 8 + 2 * 4;

bool is_whole(const PageSummary& page) {
  const auto runs = static_cast<std::uint32_t>(page.runs.size());
  for (const PageSummary::Element& element : page.elements)
    if (element.begin >= element.end || element.end > runs) return false;
  return std::ranges::all_of(page.runs, [&](const PageSummary::Run& run) {
    return (run.element == PageSummary::no_element || run.element < page.elements.size()) && run.content <= parts;
  });
}

}  // namespace

std::string to_bytes(const PageSummary& summary) {
  std::string out;
  out.reserve(header_bytes + summary.runs.size() * run_bytes + summary.elements.size() * element_bytes);
  out += format_version;
  put_little_endian(out, static_cast<std::uint32_t>(summary.runs.size()));
  put_little_endian(out, static_cast<std::uint32_t>(summary.elements.size()));
  put_little_endian(out, static_cast<std::uint8_t>(summary.names.size()));
  for (const PageSummary::Run& run : summary.runs) {
    put_little_endian(out, run.hash);
    put_little_endian(out, run.masked_hash);
    put_little_endian(out, static_cast<std::uint16_t>(run.words));
    put_little_endian(out, static_cast<std::uint16_t>(run.link_words));
    put_little_endian(out, run.element);
    put_little_endian(out, run.content);
  }
  for (const PageSummary::Element& element : summary.elements) {
    put_little_endian(out, element.path);
    put_little_endian(out, element.place);
    put_little_endian(out, element.begin);
    put_little_endian(out, element.end);
  }
  for (const std::uint64_t name : summary.names) put_little_endian(out, name);
  return out;
}

std::optional<PageSummary> from_bytes(std::string_view bytes) {
  if (bytes.size() < header_bytes || bytes[0] != format_version) return std::nullopt;
  bytes.remove_prefix(1);
  const auto runs = take_little_endian<std::uint32_t>(bytes), elements = take_little_endian<std::uint32_t>(bytes);
  const auto names = take_little_endian<std::uint8_t>(bytes);
  if (runs > PageSummary::max_runs || elements > PageSummary::max_elements || names > max_page_names ||
      bytes.size() != runs * run_bytes + elements * element_bytes + names * name_bytes)
    return std::nullopt;
  PageSummary out;
  out.runs.resize(runs);
  for (PageSummary::Run& run : out.runs) {
    run.hash = take_little_endian<std::uint64_t>(bytes);
    run.masked_hash = take_little_endian<std::uint64_t>(bytes);
    run.words = take_little_endian<std::uint16_t>(bytes);
    run.link_words = take_little_endian<std::uint16_t>(bytes);
    run.element = take_little_endian<std::uint32_t>(bytes);
    run.content = take_little_endian<std::uint8_t>(bytes);
  }
  out.elements.resize(elements);
  for (PageSummary::Element& element : out.elements) {
    element.path = take_little_endian<std::uint64_t>(bytes);
    element.place = take_little_endian<std::uint64_t>(bytes);
    element.begin = take_little_endian<std::uint32_t>(bytes);
    element.end = take_little_endian<std::uint32_t>(bytes);
  }
  out.names.resize(names);
  for (std::uint64_t& name : out.names) name = take_little_endian<std::uint64_t>(bytes);
  if (!is_whole(out)) return std::nullopt;
  return out;
}

const PlaceSum* PlaceSums::find(std::uint64_t path) const {
  const auto at = std::ranges::lower_bound(places, path, {}, &PlaceSum::path);
  return at == places.end() || at->path != path ? nullptr : &*at;
}

PlaceSums sum_places(const PageSummary& page, std::span<const char> repeated) {
  const SumsBefore before(page, repeated);
  PlaceSums out{.places = {}, .words = before.words.back(), .content = before.content.back()};
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;  // path, element
  order.reserve(page.elements.size());
  for (std::uint32_t e = 0; e < page.elements.size(); ++e) order.emplace_back(page.elements[e].path, e);
  std::ranges::sort(order);
  for (const auto& [path, e] : order) {
    if (out.places.empty() || out.places.back().path != path) out.places.push_back({.path = path});
    PlaceSum& sum = out.places.back();
    const std::uint32_t begin = page.elements[e].begin, end = page.elements[e].end;
    ++sum.elements;
    sum.words += before.words[end] - before.words[begin];
    sum.link_words += before.link_words[end] - before.link_words[begin];
    sum.repeated += before.repeated[end] - before.repeated[begin];
    sum.content += before.content[end] - before.content[begin];
    sum.text = mix(sum.text, before.text[end] - before.text[begin]);
  }
  return out;
}

}  // namespace pith
