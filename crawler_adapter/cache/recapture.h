// Which capture of a URL stays: one policy for the page cache and for `pith map`.
#pragma once

#include <cstdint>
#include <string_view>

#include "crawler_adapter/cache/captured_record.h"
#include "crawler_adapter/cache/page_reason.h"
#include "crawler_adapter/page/captured_page.h"

namespace pith::crawl {

// What is known of the URL from an earlier capture.
struct KnownCapture {
  int status = 0;
  bool has_body = false;     // it is known, not necessarily still stored
  bool is_redirect = false;  // to another URL
  PageReason reason = {};
  std::int64_t size = 0;  // of the body, in bytes
  bool goes_on = false;   // its body is the capture's, and more: see breaks_off()

  bool is_page() const { return is_success(status) && has_body; }
};

enum class Recapture : std::uint8_t {
  ignored,   // it says nothing about this URL
  received,  // unchanged (304): what is known was there at that time
  failed,    // for now: what is known stays
  replaces,  // what is known, perhaps by the same
};

// What another capture of the URL means.
Recapture recapture_of(const CapturedPage& page, const CapturedRecord& record, const KnownCapture& known);

// Whether `now` is the beginning of `before` without the end of its document: a transfer that broke off, and whose
// crawler did not see it (wget2, or no Content-Length). O(bytes).
bool breaks_off(std::string_view before, std::string_view now);

// The answer of a server that may give the page another time.
bool is_temporary_error(int status);

// Whether a capture shows that a transfer failed, or brought less than a body of `known_size` bytes.
bool is_failed(const CapturedPage& page, std::int64_t known_size);

}  // namespace pith::crawl
