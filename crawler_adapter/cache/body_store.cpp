#include "crawler_adapter/cache/body_store.h"

#include "crawler_adapter/cache/detail/body_codec.h"

namespace pith::crawl {

BodyStore::BodyStore(std::size_t memory) : bound_(memory) {}

BodyStore::~BodyStore() = default;

Result<std::size_t> BodyStore::put(std::string_view bytes) {
  Place place{memory_.size(), 0, static_cast<std::uint32_t>(bytes.size()), true, false};
  place.packed = memory_.size() + bytes.size() > bound_ / 2;
  const std::string packed = place.packed ? compress_body(bytes, dictionary_.get()) : std::string();
  const std::string_view stored = place.packed ? packed : bytes;
  place.stored = static_cast<std::uint32_t>(stored.size());
  place.in_file = memory_.size() + stored.size() > bound_;
  if (place.in_file) {
    const auto offset = file_.append(stored);
    if (!offset) return offset.error();
    place.offset = *offset;
  } else {
    memory_ += stored;
  }
  if (places_.empty()) dictionary_ = std::make_unique<BodyDictionary>(bytes);
  stored_bytes_ += stored.size();
  places_.push_back(place);
  return places_.size() - 1;
}

Result<std::string> BodyStore::get(std::size_t number) const {
  const Place& place = places_.at(number);
  std::string read;
  std::string_view stored;
  if (place.in_file) {
    read.resize(place.stored);
    if (auto error = file_.read(place.offset, read)) return *error;
    stored = read;
  } else {
    stored = std::string_view(memory_).substr(place.offset, place.stored);
  }
  if (!place.packed) return std::string(stored);
  // The first was compressed before there was a dictionary.
  return decompress_body(stored, place.size, number == 0 ? nullptr : dictionary_.get());
}

void BodyStore::clear() {
  dictionary_.reset();
  memory_.clear();
  places_.clear();
  file_.clear();
  stored_bytes_ = 0;
}

}  // namespace pith::crawl
