// Enforces Limits::max_seconds: core reads no clock.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/base/stop.h"
#include "core/dom/document.h"

namespace pith::pipeline {

// Counts the processor time of the calling thread from construction, so that a busy machine makes no page slow. 0
// seconds: no limit.
class PageClock final : public Stop {
 public:
  explicit PageClock(double seconds);
  bool now() override;

 private:
  std::int64_t end_;  // nanoseconds of thread time
  bool over_ = false;
};

// Decodes and parses a page within its time. Errors are those of parse_html.
Result<Document> parse_in_time(std::string_view bytes, std::string_view charset, const Limits& limits);

// The same for HTML that Pith wrote itself, of any size: a page's output may also be slow to parse.
Result<Document> parse_written(std::string_view utf8);

}  // namespace pith::pipeline
