#include "crawler_adapter/inputs/cdx_line.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <system_error>
#include <vector>

#include "core/text/ascii.h"
#include "core/text/json_number.h"
#include "core/text/url.h"
#include "crawler_adapter/inputs/normal_page.h"
#include "crawler_adapter/inputs/record_json.h"

namespace pith::ingest {
namespace {

using nlohmann::json;

constexpr std::size_t most_fields = 40;

std::vector<std::string_view> split(std::string_view line, char separator) {
  std::vector<std::string_view> out;
  while (out.size() < most_fields) {
    const std::size_t end = line.find(separator);
    out.push_back(line.substr(0, end));
    if (end == std::string_view::npos) break;
    line.remove_prefix(end + 1);
  }
  return out;
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || !is_offset(number))
    return std::nullopt;
  return number;
}

bool is_time(std::string_view text) {
  return text.size() >= 4 && text.size() <= 17 && std::ranges::all_of(text, is_digit_ascii);
}

// What the fields are if no line says it, by their number.
std::string_view usual_letters(std::size_t fields) {
  return fields == 11 ? "NbamskrMSVg" : fields == 10 ? "NbamskrMVg" : fields == 9 ? "NbamskrVg" : "";
}

// The JSON object of a CDXJ line; nothing if there is none.
std::optional<std::string_view> object_in(std::string_view line) {
  const std::size_t time = line.find(' ');
  const std::size_t object = time == std::string_view::npos ? time : line.find(' ', time + 1);
  if (object == std::string_view::npos || !is_time(line.substr(time + 1, object - time - 1))) return std::nullopt;
  const std::size_t begin = line.find_first_not_of(' ', object);
  if (begin == std::string_view::npos || line[begin] != '{') return std::nullopt;
  return line.substr(begin);
}

std::optional<std::uint64_t> number_of(const json& object, const char* key) {
  const auto value = object.find(key);
  if (value == object.end()) return std::nullopt;
  if (value->is_string()) return number_in(value->get_ref<const std::string&>());
  const auto number = whole_number<std::uint64_t>(*value);
  return number && is_offset(*number) ? number : std::nullopt;
}

Result<Piece> read_object_of(std::string_view text) {
  Piece piece;
  piece.url.emplace();
  auto error = read_object(text, [&](const json& object) {
    if (!object.contains("filename")) throw Refused{"has no \"filename\""};
    piece.file = text_of(object.at("filename"), "\"filename\" is not text");
    const auto offset = number_of(object, "offset");
    if (!offset) throw Refused{"\"offset\" is not a number of bytes"};
    piece.offset = *offset;
    piece.length = number_of(object, "length").value_or(0);
    if (object.contains("url")) piece.url = text_of(object.at("url"), "\"url\" is not text");
  });
  if (error) return *std::move(error);
  return piece;
}

}  // namespace

bool CdxLines::take_header(std::string_view line) {
  const char separator = line[0] == 'C' ? line.substr(0, 4).back() : line[0];
  if (separator != ' ' && separator != '\t') return false;
  if (line[0] == separator) line.remove_prefix(1);
  const auto fields = split(line, separator);
  if (fields[0] != "CDX") return false;
  separator_ = separator;
  letters_.clear();
  for (std::size_t i = 1; i < fields.size(); ++i) letters_ += fields[i].empty() ? '?' : fields[i][0];
  return true;
}

Result<std::optional<Piece>> CdxLines::read(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.empty() || line[0] == '!' || take_header(line)) return std::optional<Piece>();
  const auto object = object_in(line);
  auto piece = object ? read_object_of(*object) : read_fields(line);
  if (!piece) return piece.error();
  if (auto error = check_file_name(piece->file)) return *std::move(error);
  if (piece->url->size() > max_url_bytes) return Error{"bad_line", "has a URL that is too long"};
  return std::optional(*std::move(piece));
}

Result<Piece> CdxLines::read_fields(std::string_view line) const {
  const auto fields = split(line, separator_);
  const std::string_view letters = letters_.empty() ? usual_letters(fields.size()) : std::string_view(letters_);
  if (letters.size() != fields.size())
    return Error{"bad_line", letters.empty() ? "is neither CDX nor CDXJ"
                                             : "has " + std::to_string(fields.size()) + " fields, not " +
                                                   std::to_string(letters.size())};
  const auto field = [&](char letter) {
    const std::size_t at = letters.find(letter);
    return at == std::string_view::npos || fields[at] == "-" ? std::string_view() : fields[at];
  };
  Piece piece;
  piece.file = field('g');
  piece.url = std::string(field('a'));
  const auto offset = number_in(letters.find('V') == std::string_view::npos ? field('v') : field('V'));
  if (!offset) return Error{"bad_line", "has no offset (field V)"};
  piece.offset = *offset;
  piece.length = number_in(field('S')).value_or(0);
  return piece;
}

bool is_cdx(std::string_view head) {
  while (head.starts_with('!') && head.find('\n') != head.npos) head.remove_prefix(head.find('\n') + 1);
  const std::string_view line = head.substr(0, head.find('\n'));
  if (line.starts_with("CDX ") || line.starts_with(" CDX ") || object_in(line)) return true;
  const auto fields = split(line, ' ');
  return !usual_letters(fields.size()).empty() && is_time(fields[1]) && fields[1].size() == 14;
}

}  // namespace pith::ingest
