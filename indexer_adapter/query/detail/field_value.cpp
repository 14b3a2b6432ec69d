#include "indexer_adapter/query/detail/field_value.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "core/text/number.h"
#include "core/text/url.h"
#include "indexer_adapter/documents/field_map.h"
#include "indexer_adapter/documents/index_document.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/query_date.h"
#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {
namespace {

using Kind = QueryNode::Kind;

Error wrong(const FieldInfo& field, const std::string& message) {
  return wrong_request("query_field", "query: " + std::string(field.name) + ": " + message);
}

FieldValue pattern(std::wstring pattern) {
  FieldValue value{.shown = shown_pattern(pattern)};
  value.terms.pattern = std::move(pattern);
  return value;
}

FieldValue range(Leaf::Terms terms) {
  return {.shown = terms.low + L" TO " + terms.high, .slots = {}, .terms = std::move(terms)};
}

FieldValue keyword(const QueryNode& node) {
  const bool is_url = node.field->field == Field::url;
  if (node.kind == Kind::range) return range({node.low, node.high, {}, node.low_included, node.high_included});
  if (node.kind == Kind::pattern) return pattern(is_url ? node.text : lower(node.text));
  std::wstring text = is_url ? node.text : lower(node.text);
  if (is_url)
    if (const auto url = parse_url(to_utf8(text))) text = to_wide(url->str());
  return {.shown = text, .slots = {{{{text, 1}}, 0}}};
}

Result<std::wstring> digits(const FieldInfo& field, std::wstring text) {
  std::erase(text, QueryNode::any_run);
  const std::string date = to_utf8(text);
  if (!is_query_date(date)) return wrong_request("query_field", "query: " + wrong_date(field.name, date));
  return to_wide(date_digits(date));
}

FieldValue host(const QueryNode& node) {
  std::wstring host = lower(node.text);
  if (node.kind != Kind::pattern)  // international names
    if (const auto url = parse_url("http://" + to_utf8(host) + "/"))
      host = to_wide(url->host + (url->port.empty() ? "" : ":" + url->port));
  return {.shown = shown_pattern(host), .slots = {}, .terms = {}, .host = host};
}

// A month is the range of its days: ":" sorts after the digits, so "202405:" is past everything in May.
Result<FieldValue> date(const QueryNode& node) {
  if (node.kind != Kind::range) {
    const auto day = digits(*node.field, node.text);
    if (!day) return day.error();
    return pattern(*day + QueryNode::any_run);
  }
  Result<std::wstring> low = node.low.empty() ? node.low : digits(*node.field, node.low);
  if (!low) return low.error();
  Result<std::wstring> high = node.high.empty() ? node.high : digits(*node.field, node.high);
  if (!high) return high.error();
  if (!low->empty() && !node.low_included) *low += L':';
  if (!high->empty() && node.high_included) *high += L':';
  return range({*low, *high, {}, true, false});
}

Result<double> number_of(const FieldInfo& field, const std::wstring& text, double open) {
  if (text.empty()) return open;
  const std::optional<double> value = parse_number(to_utf8(text));
  if (!value || *value != *value) return wrong(field, "needs a number, as in confidence:[0.5 TO 1]");
  return *value;
}

// Terms of full precision sort like the numbers. Lucene's own range query reads fewer terms, but has no deadline.
Result<FieldValue> number(const QueryNode& node) {
  constexpr double most = std::numeric_limits<double>::max();
  const bool is_range = node.kind == Kind::range;
  if (!is_range && node.text.empty()) return wrong(*node.field, "needs a number");
  const std::wstring &low = is_range ? node.low : node.text, &high = is_range ? node.high : node.text;
  const auto from = number_of(*node.field, low, -most), to = number_of(*node.field, high, most);
  if (!from) return from.error();
  if (!to) return to.error();
  return FieldValue{.shown = is_range ? low + L" TO " + high : low,
                    .slots = {},
                    .terms = {Lucene::NumericUtils::doubleToPrefixCoded(*from),
                              Lucene::NumericUtils::doubleToPrefixCoded(*to),
                              {},
                              !is_range || node.low_included || low.empty(),
                              !is_range || node.high_included || high.empty()}};
}

}  // namespace

Result<FieldValue> field_value(const QueryNode& node) {
  if (node.field->kind == FieldKind::number) return number(node);
  if (node.field->kind == FieldKind::date) return date(node);
  if (node.field->field == Field::host) return host(node);
  return keyword(node);
}

std::wstring shown_pattern(std::wstring pattern) {
  std::replace(pattern.begin(), pattern.end(), QueryNode::any_run, L'*');
  std::replace(pattern.begin(), pattern.end(), QueryNode::any_one, L'?');
  return pattern;
}

}  // namespace pith::index
