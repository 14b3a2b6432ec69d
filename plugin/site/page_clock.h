// Enforces Limits::max_seconds: core reads no clock.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/base/stop.h"
#include "core/dom/document.h"

namespace pith::pipeline {

// Of the calling thread, in nanoseconds.
std::int64_t processor_time();

// Set when the work is to end: by a signal. Null: never.
using StopFlag = const std::atomic<bool>*;

// Counts the processor time of the calling thread from construction, so that a busy machine makes no page slow. 0
// seconds: no limit.
class PageClock final : public Stop {
 public:
  explicit PageClock(double seconds, StopFlag stop = nullptr);
  bool now() override;
  // The flag was set, so that what came of the page says nothing about it.
  bool interrupted() const { return stop_ && *stop_; }

 private:
  std::int64_t end_;  // nanoseconds of thread time
  const StopFlag stop_;
  bool over_ = false;
};

// Decodes and parses a page within its time. Errors are those of parse_html, `interrupted`, and the names of formats
// that are no page (core/text/foreign_format.h).
Result<Document> parse_in_time(std::string_view bytes, std::string_view charset, const Limits& limits,
                               StopFlag stop = nullptr);

// The same for HTML that Pith wrote itself, of any size: a page's output may also be slow to parse.
Result<Document> parse_written(std::string_view utf8);

}  // namespace pith::pipeline
