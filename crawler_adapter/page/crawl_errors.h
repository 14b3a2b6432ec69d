// Error codes of this library that callers distinguish, or that `pith ingest` counts.
#pragma once

#include "core/base/result.h"

namespace pith::crawl {
namespace code {

// The page cache as a whole
inline constexpr const char* no_cache = "no_cache";
inline constexpr const char* newer_version = "newer_version";
inline constexpr const char* outdated = "outdated";  // opened read-only, and written by an older Pith
inline constexpr const char* damaged = "damaged";
inline constexpr const char* unreadable = "unreadable";  // nothing can be saved
inline constexpr const char* busy = "busy";
inline constexpr const char* disk_full = "disk_full";
inline constexpr const char* not_writable = "not_writable";
inline constexpr const char* io = "io";
inline constexpr const char* interrupted = "interrupted";

// One cached page
inline constexpr const char* no_body = "no_body";
inline constexpr const char* damaged_body = "damaged_body";

// One response
inline constexpr const char* not_html = "not_html";
inline constexpr const char* partial = "partial";
inline constexpr const char* too_large = "too_large";
inline constexpr const char* decompression_ratio = "decompression_ratio";
inline constexpr const char* unknown_encoding = "unknown_encoding";
inline constexpr const char* bad_http = "bad_http";

}  // namespace code

// Whether a page's body is not in the cache, or cannot be unpacked.
inline bool is_missing_body(const Error& error) {
  return error.code == code::no_body || error.code == code::damaged_body;
}

}  // namespace pith::crawl
