#include "crawler_adapter/inputs/piece_json.h"

#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/text/json_number.h"
#include "core/text/url.h"
#include "crawler_adapter/inputs/normal_page.h"
#include "crawler_adapter/inputs/record_json.h"

namespace pith::ingest {
namespace {

using nlohmann::json;

std::uint64_t number_of(const json& object, const char* key, bool required, const char* refusal) {
  const auto value = object.find(key);
  if (value == object.end() && !required) return 0;
  const auto number = value == object.end() ? std::nullopt : whole_number<std::uint64_t>(*value);
  if (!number || !is_offset(*number)) throw Refused{refusal};
  return *number;
}

}  // namespace

std::string to_json(const Piece& piece) {
  nlohmann::ordered_json object = {{"file", piece.file}, {"offset", piece.offset}};
  if (piece.length > 0) object["length"] = piece.length;
  if (piece.url) object["url"] = *piece.url;
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<Piece> parse_piece(std::string_view text) {
  Piece piece;
  auto error = read_object(text, [&](const json& object) {
    if (!object.contains("file")) throw Refused{"has no \"file\""};
    piece.file = text_of(object.at("file"), "\"file\" is not text");
    piece.offset = number_of(object, "offset", true, "\"offset\" is not a number of bytes");
    piece.length = number_of(object, "length", false, "\"length\" is not a number of bytes");
    if (object.contains("url")) piece.url = text_of(object.at("url"), "\"url\" is not text");
  });
  if (!error) error = check_file_name(piece.file);
  if (!error && piece.url && piece.url->size() > max_url_bytes) error = Error{"bad_line", "\"url\" is too long"};
  if (error) return *std::move(error);
  return piece;
}

}  // namespace pith::ingest
