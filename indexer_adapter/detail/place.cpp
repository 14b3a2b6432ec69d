#include "indexer_adapter/detail/place.h"

#include <nlohmann/json.hpp>
#include <string>

namespace pith::index {
namespace {

// Reads a structure block by block, without keeping any, and stops after the block with the code point.
class PlaceFinder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit PlaceFinder(std::uint32_t code_point) : code_point_(code_point) {}

  std::optional<Place> take() { return std::move(found_); }

  bool key(string_t& name) override {
    key_ = name;
    return true;
  }
  bool string(string_t& value) override {
    if (depth_ == 3 && key_ == "trail") {
      block_.trail.push_back(std::move(value));
    } else if (depth_ == 2 && key_ == "path") {
      block_.path = std::move(value);
    } else if (depth_ == 2 && key_ == "region") {
      block_.region = std::move(value);
    }
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (depth_ == 2 && key_ == "begin") block_.begin = static_cast<std::uint32_t>(value);
    if (depth_ == 2 && key_ == "end") block_.end = static_cast<std::uint32_t>(value);
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
    if (code_point_ < block_.begin || code_point_ >= block_.end) return true;
    found_ = std::move(block_);
    return false;
  }
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  const std::uint32_t code_point_;
  int depth_ = 0;  // 1: in the list; 2: in a block; 3: in its trail
  std::string key_;
  Place block_;
  std::optional<Place> found_;
};

}  // namespace

std::optional<Place> place_of(std::string_view structure, std::uint32_t code_point) {
  PlaceFinder finder(code_point);
  nlohmann::json::sax_parse(structure, &finder);
  return finder.take();
}

}  // namespace pith::index
