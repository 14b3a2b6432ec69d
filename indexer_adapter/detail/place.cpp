#include "indexer_adapter/detail/place.h"

#include <simdjson.h>

#include <string>
#include <utility>
#include <vector>

#include "core/render/render.h"

namespace pith::index {
namespace {

namespace json = simdjson::ondemand;

// Texts and numbers of the wrong kind are left as they are.
void read(json::value value, std::string& out) {
  if (std::string_view text; !value.get_string().get(text)) out = text;
}

template <typename Number>
void read(json::value value, Number& out) {
  if (std::uint64_t number = 0; !value.get_uint64().get(number)) out = static_cast<Number>(number);
}

void read(json::value value, std::vector<std::string>& out) {
  json::array list;
  if (value.get_array().get(list)) return;
  for (auto entry : list)
    if (std::string_view text; !entry.get_string().get(text)) out.emplace_back(text);
}

// Whether it is a block of the content.
bool read(json::object object, StoredBlock& block) {
  Place& place = block.place;
  for (auto field : object) {
    std::string_view key;
    json::value value;
    if (field.unescaped_key().get(key) || field.value().get(value)) return false;
    if (key == "trail") read(value, place.trail);
    if (key == "path") read(value, place.path);
    if (key == "region") read(value, place.region);
    if (key == "tag") read(value, block.tag);
    if (key == "anchor") read(value, place.anchor);
    if (key == "begin") read(value, place.begin);
    if (key == "end") read(value, place.end);
    if (key == "level") read(value, block.level);
    if (key == "role") {
      std::string role;
      read(value, role);
      if (role != "content") return false;  // asides come after all content
    }
  }
  if (place.anchor.size() > max_anchor_bytes) place.anchor.clear();
  return true;
}

}  // namespace

void visit_blocks(std::string_view structure, const std::function<bool(StoredBlock&)>& visit) {
  const simdjson::padded_string padded(structure);
  json::parser parser;
  json::document document;
  json::array blocks;
  if (parser.iterate(padded).get(document) || document.get_array().get(blocks)) return;
  for (auto element : blocks) {
    json::object object;
    StoredBlock block;
    if (element.get_object().get(object) || !read(object, block) || !visit(block)) return;
  }
}

std::optional<Place> place_of(std::string_view structure, std::uint32_t code_point) {
  std::optional<Place> found;
  visit_blocks(structure, [&](StoredBlock& block) {
    if (code_point < block.place.begin || code_point >= block.place.end) return true;
    found = std::move(block.place);
    return false;
  });
  return found;
}

}  // namespace pith::index
