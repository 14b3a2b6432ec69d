#include "indexer_adapter/hits/detail/place.h"

#include <simdjson.h>

#include <algorithm>
#include <cstddef>
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

std::vector<StoredBlock> read_blocks(std::string_view structure, const Deadline& deadline, std::uint32_t end) {
  std::string whole(structure);
  if (!whole.ends_with("}]")) {
    const std::size_t last = whole.rfind("},{");
    if (last == std::string::npos) return {};
    whole.replace(last, std::string::npos, "}]");
  }
  const simdjson::padded_string padded(whole);
  std::vector<StoredBlock> out;
  json::parser parser;
  json::document document;
  json::array blocks;
  if (parser.iterate(padded).get(document) || document.get_array().get(blocks)) return out;
  for (auto element : blocks) {
    deadline.check();
    json::object object;
    StoredBlock block;
    if (element.get_object().get(object) || !read(object, block) || block.place.begin >= end) break;
    out.push_back(std::move(block));
  }
  return out;
}

std::optional<Place> place_of(std::span<const StoredBlock> blocks, std::uint32_t code_point) {
  const auto found = std::ranges::find_if(blocks, [&](const StoredBlock& block) {
    return code_point >= block.place.begin && code_point < block.place.end;
  });
  return found == blocks.end() ? std::nullopt : std::optional(found->place);
}

}  // namespace pith::index
