#include "crawler_adapter/page/http_message.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "core/text/ascii.h"
#include "crawler_adapter/page/crawl_errors.h"

namespace pith::crawl {
namespace {

// The first line, without its end; consumes both.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// "HTTP/1.1 200 OK", also "HTTP/2 200", "http/1.0 404" and Shoutcast's "ICY 200 OK". 0 if it is not a status line.
int status_of(std::string_view line) {
  const std::size_t space = line.find_first_of(" \t");
  if (space == std::string_view::npos) return 0;
  const std::string protocol = lower_ascii(line.substr(0, space));
  if (!protocol.starts_with("http/") && protocol != "icy") return 0;
  const std::string_view rest = trim_ascii(line.substr(space));
  int status = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + std::min<std::size_t>(rest.size(), 3), status);
  return error == std::errc() && end == rest.data() + 3 && status >= 100 ? status : 0;
}

// Where the first of several values that are joined by commas ends; a comma in quotes does not separate.
std::size_t end_of_value(std::string_view values) {
  bool quoted = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == '"') quoted = !quoted;
    if (values[i] == ',' && !quoted) return i;
  }
  return values.size();
}

ContentType split_one_type(std::string_view value) {
  ContentType out;
  std::size_t semicolon = value.find(';');
  out.type = trim_ascii(value.substr(0, semicolon));
  while (semicolon != std::string_view::npos) {
    value.remove_prefix(semicolon + 1);
    semicolon = value.find(';');
    const std::string_view parameter = trim_ascii(value.substr(0, semicolon));
    const std::size_t equals = parameter.find('=');
    if (equals == std::string_view::npos) continue;
    if (lower_ascii(trim_ascii(parameter.substr(0, equals))) != "charset") continue;
    out.charset = trim_ascii(parameter.substr(equals + 1));
    std::erase_if(out.charset, [](char c) { return c == '"' || c == '\''; });
    break;
  }
  return out;
}

}  // namespace

void HttpFields::add(std::string_view name, std::string_view value) {
  std::string clean(trim_ascii(value));
  for (char& c : clean)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  fields.emplace_back(lower_ascii(trim_ascii(name)), std::move(clean));
}

const std::string& HttpFields::get(std::string_view name) const {
  static const std::string none;
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.first == name; });
  return found == fields.end() ? none : found->second;
}

std::string HttpFields::all(std::string_view name) const {
  std::string out;
  for (const auto& [key, value] : fields)
    if (key == name) out += (out.empty() ? "" : ", ") + value;
  return out;
}

std::optional<std::size_t> head_size(std::string_view bytes) {
  bytes = bytes.substr(0, max_head_bytes);
  std::size_t line = 0;
  while (true) {
    const std::size_t end = bytes.find('\n', line);
    if (end == std::string_view::npos) return std::nullopt;
    if (end == line || (end == line + 1 && bytes[line] == '\r')) return end + 1;
    line = end + 1;
  }
}

HttpFields parse_fields(std::string_view lines) {
  HttpFields out;
  std::string name, value;
  const auto flush = [&] {
    if (!name.empty() && out.fields.size() < max_head_fields) out.add(name, value);
    name.clear();
    value.clear();
  };
  while (!lines.empty()) {
    const std::string_view line = take_line(lines);
    if (line.empty()) break;
    if (line.front() == ' ' || line.front() == '\t') {
      if (!name.empty()) (value += ' ').append(trim_ascii(line));
      continue;
    }
    flush();
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) continue;
    name = line.substr(0, colon);
    value = line.substr(colon + 1);
  }
  flush();
  return out;
}

Result<HttpHead> parse_http_head(std::string_view bytes) {
  HttpHead head;
  // In practice a response has at most one interim response; the bound keeps this linear.
  for (int interim = 0; interim < 8; ++interim) {
    const std::string_view rest = bytes.substr(head.size);
    std::size_t size = rest.size();
    if (const auto found = head_size(rest))
      size = *found;
    else if (size > max_head_bytes)
      return Error{code::bad_http, "the HTTP head is longer than " + std::to_string(max_head_bytes) + " bytes"};
    std::string_view lines = rest.substr(0, size);
    head.status = status_of(take_line(lines));
    if (head.status == 0) return Error{code::bad_http, "no HTTP status line at the beginning of the response"};
    head.fields = parse_fields(lines);
    head.size += size;
    if (head.status >= 200 || head.size == bytes.size()) return head;
  }
  return Error{code::bad_http, "more than 8 interim responses"};
}

ContentType split_content_type(std::string_view value) {
  ContentType out;
  while (!value.empty()) {
    const std::size_t end = end_of_value(value);
    ContentType one = split_one_type(value.substr(0, end));
    value.remove_prefix(std::min(end + 1, value.size()));
    if (one.type.find('/') == one.type.npos && !out.type.empty()) continue;
    if (one.charset.empty() && lower_ascii(one.type) == lower_ascii(out.type)) continue;
    out = std::move(one);
  }
  return out;
}

Unpacked dechunk(std::string_view bytes) {
  Unpacked out;
  const std::string_view whole = bytes;
  while (!bytes.empty()) {
    std::string_view line = take_line(bytes);
    const std::string_view digits = trim_ascii(line.substr(0, line.find(';')));
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size, 16);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) {
      if (out.bytes.empty() && line.data() == whole.data()) return {.bytes = std::string(whole)};
      out.complete = false;
      return out;
    }
    if (size == 0) return out;
    out.bytes.append(bytes.substr(0, size));
    if (size > bytes.size()) {
      out.complete = false;
      return out;
    }
    bytes.remove_prefix(size);
    if (bytes.starts_with("\r\n"))
      bytes.remove_prefix(2);
    else if (bytes.starts_with("\n"))
      bytes.remove_prefix(1);
  }
  out.complete = whole.empty();
  return out;
}

}  // namespace pith::crawl
