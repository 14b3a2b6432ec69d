// Bytes of one site while it is worked on: in memory, then compressed, beyond a bound in a temporary file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/page/temporary_file.h"

namespace pith::crawl {

class BodyDictionary;

// Pages of a site repeat its template, so the first bytes become the dictionary of the others.
// Thread-safe for get(), while nothing is put.
class BodyStore {
 public:
  // Keeps at most `memory` bytes in memory, and begins to compress at half of it: most sites need none of that.
  explicit BodyStore(std::size_t memory);
  ~BodyStore();
  BodyStore(const BodyStore&) = delete;
  BodyStore& operator=(const BodyStore&) = delete;

  // The number of these bytes: 0, 1, 2, ... Errors: "io", "disk_full" (the file).
  Result<std::size_t> put(std::string_view bytes);
  // Errors: "io", "damaged_body".
  Result<std::string> get(std::size_t number) const;

  std::size_t stored_bytes() const { return stored_bytes_; }  // in memory and in the file
  // For the next site.
  void clear();

 private:
  struct Place {
    std::uint64_t offset;  // in memory_, or beyond its end in the file
    std::uint32_t stored, size;
    bool packed, in_file;
  };

  const std::size_t bound_;
  std::unique_ptr<BodyDictionary> dictionary_;
  std::string memory_;
  TemporaryFile file_;
  std::size_t stored_bytes_ = 0;
  std::vector<Place> places_;
};

}  // namespace pith::crawl
