#include "plugin/search/search_request.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "core/text/ascii.h"
#include "core/text/language.h"
#include "core/text/url.h"
#include "indexer_adapter/words/analysis.h"

namespace pith::pipeline {
namespace {

// "a, b or c"
std::string one_of(std::span<const std::string_view> names) {
  std::string out;
  for (const std::string_view& name : names)
    out += (out.empty() ? "" : &name == &names.back() ? " or " : ", ") + std::string(name);
  return out;
}

// Reads one parameter after the other; keeps the first error.
class Reader {
 public:
  explicit Reader(const Parameters& parameters) : parameters_(parameters) {}

  // All others are errors.
  void allow(std::span<const std::string_view> known, const std::string& hint = {}) {
    for (const auto& [name, value] : parameters_) {
      if (std::ranges::find(known, name) != known.end()) continue;
      std::string names;
      for (const std::string_view one : known) names += (names.empty() ? "" : ", ") + std::string(one);
      fail(name, "unknown parameter; known: " + names + hint);
    }
  }

  std::string text(const char* name) {
    const auto [begin, end] = parameters_.equal_range(name);
    if (begin == end) return {};
    if (std::next(begin) != end) fail(name, "is given twice");
    return begin->second;
  }

  bool flag(const char* name) {
    const std::string value = text(name);
    if (!value.empty() && value != "0" && value != "1") fail(name, "expected 0 or 1");
    return value == "1";
  }

  std::size_t number(const char* name, std::size_t fallback, std::size_t minimum, std::size_t maximum) {
    const std::string value = text(name);
    if (value.empty()) return fallback;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size() || number < minimum || number > maximum)
      fail(name, "expected a number from " + std::to_string(minimum) + " to " + std::to_string(maximum));
    return number;
  }

  index::Order order(const char* name) {
    const std::string value = text(name);
    if (value.empty()) return index::Order::relevance;
    const auto order = index::order_of(value);
    if (!order) fail(name, "expected " + one_of(index::order_names));
    return order.value_or(index::Order::relevance);
  }

  void fail(std::string_view name, const std::string& why) {
    if (error_.message.empty()) error_ = wrong_parameter(name, why);
  }

  template <typename T>
  Result<T> result(T read) const {
    if (!error_.message.empty()) return error_;
    return read;
  }

 private:
  const Parameters& parameters_;
  Error error_;
};

index::Query common(Reader& reader) {
  index::Query query;
  query.text = reader.text("q");
  query.site = reader.text("site");
  query.host = reader.text("host");
  query.lang = index::language_in_index(reader.text("lang"));
  query.after = reader.text("after");
  query.before = reader.text("before");
  query.like = reader.text("like");
  query.templates = reader.flag("templates");
  query.order = reader.order("sort");
  return query;
}

}  // namespace

Result<index::Query> api_query(const Parameters& parameters) {
  static constexpr std::array<std::string_view, 14> known = {"q",      "site",    "host",  "lang",      "field",
                                                             "after",  "before",  "like",  "templates", "sort",
                                                             "facets", "explain", "limit", "offset"};
  Reader reader(parameters);
  reader.allow(known);
  index::Query query = common(reader);
  query.field = reader.text("field");
  query.facets = reader.flag("facets");
  query.explain = reader.flag("explain");
  query.limit = reader.number("limit", hits_per_page, 0, max_limit);
  query.offset = reader.number("offset", 0, 0, index::max_hits - max_limit);
  return reader.result(std::move(query));
}

Result<index::Query> page_query(const Parameters& parameters) {
  Reader reader(parameters);
  index::Query query = common(reader);
  query.facets = true;
  query.limit = hits_per_page;
  query.offset = (reader.number("page", 1, 1, index::max_hits / hits_per_page) - 1) * hits_per_page;
  return reader.result(std::move(query));
}

Result<PageRequest> page_request(const Parameters& parameters, std::span<const std::string_view> formats) {
  static constexpr std::array<std::string_view, 2> known = {"url", "format"};
  Reader reader(parameters);
  // An unencoded "&" of a URL begins another parameter.
  reader.allow(std::span(known).first(formats.empty() ? 1 : 2), "; write an & of the URL as %26");
  PageRequest asked{.url = reader.text("url"), .format = formats.empty() ? std::string() : reader.text("format")};
  if (asked.format.empty() && !formats.empty()) asked.format = formats.front();
  if (!formats.empty() && std::ranges::find(formats, asked.format) == formats.end())
    reader.fail("format", "expected " + one_of(formats));
  return reader.result(std::move(asked));
}

Result<SuggestRequest> suggest_request(const Parameters& parameters) {
  static constexpr std::array<std::string_view, 4> known = {"q", "site", "limit", "format"};
  static constexpr std::array<std::string_view, 2> formats = {"json", "opensearch"};
  Reader reader(parameters);
  reader.allow(known);
  SuggestRequest asked{.query = {.text = reader.text("q"), .site = reader.text("site")}};
  asked.query.limit = reader.number("limit", asked.query.limit, 1, index::max_suggestions);
  if (asked.query.text.size() > index::max_suggest_bytes)
    reader.fail("q", "expected at most " + std::to_string(index::max_suggest_bytes) + " bytes");
  const std::string format = reader.text("format");
  if (!format.empty() && std::ranges::find(formats, format) == formats.end())
    reader.fail("format", "expected " + one_of(formats));
  asked.opensearch = format == "opensearch";
  return reader.result(std::move(asked));
}

bool asks(const index::Query& query) {
  return !trim_ascii(query.text).empty() || !query.site.empty() || !query.host.empty() || !query.lang.empty() ||
         !query.after.empty() || !query.before.empty() || !query.like.empty();
}

std::string page_url(const index::Query& query) {
  std::string url = "./";
  const auto add = [&](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    url += url.ends_with('/') ? "?" : "&";
    url += std::string(name) + "=" + url_escaped(value);
  };
  add("q", query.text);
  add("site", query.site);
  add("host", query.host);
  add("lang", query.lang);
  add("after", query.after);
  add("before", query.before);
  add("like", query.like);
  if (query.templates) add("templates", "1");
  if (query.order != index::Order::relevance) add("sort", name_of(query.order));
  if (query.offset > 0) add("page", std::to_string(query.offset / hits_per_page + 1));
  return url;
}

}  // namespace pith::pipeline
