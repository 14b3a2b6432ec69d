#include "crawler_adapter/inputs/record_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/text/json_number.h"
#include "core/text/url.h"
#include "crawler_adapter/inputs/normal_page.h"
#include "crawler_adapter/inputs/timestamp.h"
#include "crawler_adapter/page/http_page.h"

namespace pith::ingest {
namespace {

using nlohmann::json;

constexpr std::size_t most_values = 10'000;
constexpr int most_levels = 8;

// Keeps a text of brackets or numbers from growing to many times its size in memory.
json parse_bounded(std::string_view text) {
  std::size_t values = 0;
  return json::parse(text, [&](int depth, json::parse_event_t, json&) {
    if (depth > most_levels) throw Refused{"is nested too deeply"};
    if (++values > most_values) throw Refused{"has more than 10,000 values"};
    return true;
  });
}

crawl::HttpFields read_headers(const json& headers) {
  constexpr const char* refusal = "\"headers\" is neither an object of texts nor a list of pairs";
  crawl::HttpFields fields;
  if (headers.is_object()) {
    for (const auto& [name, value] : headers.items())
      if (value.is_array())
        for (const json& one : value) fields.add(name, text_of(one, refusal));
      else
        fields.add(name, text_of(value, refusal));
  } else if (headers.is_array()) {
    for (const json& pair : headers) {
      if (!pair.is_array() || pair.size() != 2) throw Refused{refusal};
      fields.add(text_of(pair[0], refusal), text_of(pair[1], refusal));
    }
  } else if (!headers.is_null()) {
    throw Refused{refusal};
  }
  return fields;
}

std::int64_t read_fetched(const json& value) {
  if (value.is_null()) return 0;
  if (value.is_number() && value.get<double>() >= 0 && value.get<double>() < times_end)
    return static_cast<std::int64_t>(value.get<double>());
  const auto time = value.is_string() ? parse_timestamp(value.get_ref<const std::string&>()) : std::nullopt;
  if (!time) throw Refused{"\"fetched\" is neither seconds since 1970 nor a time like 2026-11-21T21:35:20Z"};
  return *time;
}

crawl::RecordPlace read_place(const json& value) {
  const auto file = value.find("file"), at = value.find("offset");
  const auto offset = at == value.end() ? std::nullopt : whole_number<std::int64_t>(*at);
  if (!value.is_object() || file == value.end() || !file->is_string() || !offset || *offset < 0 ||
      check_file_name(file->get_ref<const std::string&>()))
    throw Refused{"\"place\" is not {\"file\": text, \"offset\": number}"};
  return {file->get<std::string>(), *offset};
}

RecordHead head_of(const json& object) {
  const auto value = [&](const char* key) { return object.contains(key) ? &object.at(key) : nullptr; };
  RecordHead head;
  if (!value("url")) throw Refused{"has no \"url\""};
  head.url = text_of(*value("url"), "\"url\" is not text");
  if (head.url.size() > max_url_bytes) throw Refused{"\"url\" is too long", "url_too_long"};
  if (const json* written = value("status"); written && !written->is_null()) {
    const auto status = whole_number<int>(*written);
    if (!status || *status < 0 || *status > 999) throw Refused{"\"status\" is not an HTTP status"};
    head.status = *status;
  }
  if (const json* headers = value("headers")) head.fields = read_headers(*headers);
  if (const json* fetched = value("fetched")) head.fetched = read_fetched(*fetched);
  if (const json* place = value("place"); place && !place->is_null()) head.place = read_place(*place);
  if (const json* cut = value("cut"); cut && !cut->is_null()) {
    if (!cut->is_boolean()) throw Refused{"\"cut\" is neither true nor false"};
    head.cut = cut->get<bool>();
  }
  if (const json* robots = value("robots"); robots && !robots->is_null()) {
    if (*robots != "unknown")
      throw Refused{"\"robots\" is not \"unknown\"; the header X-Robots-Tag is one of \"headers\""};
    head.robots_unknown = true;
  }
  if (const json* digest = value("payload_digest"); digest && !digest->is_null()) {
    const std::string& text = text_of(*digest, "\"payload_digest\" is not text");
    head.payload_digest = crawl::payload_digest_of(text);
    if (head.payload_digest.empty() && !text.empty()) throw Refused{"\"payload_digest\" is not a digest"};
  }
  return head;
}

// The parser's "[…] parse error at line 1, column 9: syntax error while parsing value - unexpected end of input; …" as
// "column 9: unexpected end of input; …".
std::string why_not_json(std::string_view what) {
  std::string out;
  if (const std::size_t at = what.find("column "); at != std::string_view::npos)
    out = std::string(what.substr(at, what.find(':', at) - at)) + ": ";
  const std::size_t reason = what.find(" - ");
  if (reason != std::string_view::npos) return out + std::string(what.substr(reason + 3, 200));
  const std::size_t begin = what.find("] ");
  return std::string(what.substr(begin == std::string_view::npos ? 0 : begin + 2, 200));
}

}  // namespace

const std::string& text_of(const json& value, const char* refusal) {
  if (!value.is_string()) throw Refused{refusal};
  return value.get_ref<const std::string&>();
}

std::optional<Error> read_object(std::string_view text, const std::function<void(const json&)>& take) {
  try {
    const json object = parse_bounded(text);
    if (!object.is_object()) throw Refused{"is not a JSON object"};
    take(object);
    return std::nullopt;
  } catch (const Refused& refused) {
    return Error{refused.reason, refused.why};
  } catch (const json::exception& error) {
    return Error{"bad_line", "is not JSON: " + why_not_json(error.what())};
  }
}

Result<RecordHead> read_head(std::string_view text, const std::function<void(const json&, RecordHead&)>& more) {
  RecordHead head;
  auto error = read_object(text, [&](const json& object) {
    head = head_of(object);
    if (more) more(object, head);
  });
  if (error) return *std::move(error);
  return head;
}

Result<crawl::CapturedPage> page_of_record(RecordHead head, std::string body, const Options& options) {
  auto response =
      crawl::page_of_response(head.url, head.status, head.fields, std::move(body), decoding_bounds(options));
  if (!response) return response.error();
  if (!response->complete) return Error{"damaged", head.url + ": its body does not unpack to its end"};
  crawl::CapturedPage page = std::move(response->page);
  page.fetched = head.fetched;
  page.place = std::move(head.place);
  page.cut = head.cut;
  if (head.robots_unknown) page.robots.reset();
  page.payload_digest = std::move(head.payload_digest);
  return page;
}

}  // namespace pith::ingest
