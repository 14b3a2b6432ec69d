// The reason why a captured page is in its state.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace pith::crawl {

// A kind, and the name that is stored, counted and shown. A name that is not in the list (from another version, or
// damaged) is kept unchanged, with the kind `other`, so that the counts stay complete.
class PageReason {
 public:
  enum Kind : std::uint8_t {
    none,  // "": for pending pages
#define PITH_PAGE_REASON(reason, name) reason,
#include "crawler_adapter/cache/page_reasons.def"
#undef PITH_PAGE_REASON
    http_status,  // "http_404"; made by of_status()
    other,        // made by named()
  };

  PageReason(Kind kind = none);
  // The server's answer was not a page.
  static PageReason of_status(int status);
  static PageReason named(std::string name);

  Kind kind() const { return kind_; }
  const std::string& name() const { return name_; }

  bool operator==(Kind kind) const { return kind_ == kind; }
  bool operator==(const PageReason& reason) const { return name_ == reason.name_; }
  std::strong_ordering operator<=>(const PageReason& reason) const { return name_ <=> reason.name_; }

 private:
  PageReason(Kind kind, std::string name);

  Kind kind_;
  std::string name_;
};

}  // namespace pith::crawl
