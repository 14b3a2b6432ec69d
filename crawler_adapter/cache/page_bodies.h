// Where the bodies of pages come from: the page cache, or wherever else a site is.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace pith::crawl {

class PageBodies {
 public:
  virtual ~PageBodies() = default;

  // The bytes as received, of a page by its id. Errors: "no_body" if there is no body, "damaged_body" if it cannot be
  // unpacked or the page's record is damaged; those of the files.
  virtual Result<std::string> body(std::int64_t page) = 0;
};

}  // namespace pith::crawl
