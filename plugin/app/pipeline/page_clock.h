// Keeps Limits::max_seconds: core reads no clock.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/base/stop.h"
#include "core/dom/document.h"

namespace pith::pipeline {

// Counts the processor time of the calling thread from its making, so that a busy machine makes no page slow. 0
// seconds: never over.
class PageClock final : public Stop {
 public:
  explicit PageClock(double seconds);
  bool now() override;

 private:
  std::int64_t end_;  // nanoseconds of the thread
  bool over_ = false;
};

// Decodes and parses a page in its time. Errors are those of parse_html.
Result<Document> parse_in_time(std::string_view bytes, std::string_view charset, const Limits& limits);

// The same of HTML that Pith has written itself, of any size: a page's may still be one that is slow to parse.
Result<Document> parse_written(std::string_view utf8);

}  // namespace pith::pipeline
