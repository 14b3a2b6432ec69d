#include "indexer_adapter/detail/place.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/render/render.h"

namespace pith::index {
namespace {

class BlockReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit BlockReader(const std::function<bool(StoredBlock&)>& visit) : visit_(visit) {}

  bool key(string_t& name) override {
    key_ = name;
    return true;
  }
  bool string(string_t& value) override {
    if (depth_ == 3 && key_ == "trail") {
      block_.place.trail.push_back(std::move(value));
    } else if (depth_ == 2 && key_ == "path") {
      block_.place.path = std::move(value);
    } else if (depth_ == 2 && key_ == "region") {
      block_.place.region = std::move(value);
    } else if (depth_ == 2 && key_ == "tag") {
      block_.tag = std::move(value);
    } else if (depth_ == 2 && key_ == "anchor" && value.size() <= max_anchor_bytes) {
      block_.place.anchor = std::move(value);
    } else if (depth_ == 2 && key_ == "role") {
      return value == "content";  // asides come after all content
    }
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (depth_ == 2 && key_ == "begin") block_.place.begin = static_cast<std::uint32_t>(value);
    if (depth_ == 2 && key_ == "end") block_.place.end = static_cast<std::uint32_t>(value);
    if (depth_ == 2 && key_ == "level") block_.level = static_cast<unsigned>(value);
    return true;
  }
  bool start_array(std::size_t) override { return ++depth_ != 2; }  // a structure has no arrays of arrays
  bool end_array() override {
    --depth_;
    return true;
  }
  bool start_object(std::size_t) override {
    block_ = {};
    return ++depth_ == 2;
  }
  bool end_object() override {
    --depth_;
    return visit_(block_);
  }
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  const std::function<bool(StoredBlock&)>& visit_;
  int depth_ = 0;  // 1: in the list; 2: in a block; 3: in its trail
  std::string key_;
  StoredBlock block_;
};

}  // namespace

void visit_blocks(std::string_view structure, const std::function<bool(StoredBlock&)>& visit) {
  BlockReader reader(visit);
  nlohmann::json::sax_parse(structure, &reader);
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
