#include "plugin/site/page_clock.h"

#include <ctime>
#include <limits>
#include <string>

#include "core/dom/parse.h"
#include "core/text/encoding.h"
#include "core/text/foreign_format.h"
#include "plugin/site/run_errors.h"

namespace pith::pipeline {

std::int64_t processor_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

PageClock::PageClock(double seconds, StopFlag stop)
    : end_(seconds > 0 ? processor_time() + static_cast<std::int64_t>(seconds * 1e9)
                       : std::numeric_limits<std::int64_t>::max()),
      stop_(stop) {}

bool PageClock::now() {
  over_ = over_ || interrupted() || processor_time() > end_;
  return over_;
}

Result<Document> parse_in_time(std::string_view bytes, std::string_view charset, const Limits& limits, StopFlag stop) {
  PageClock clock(limits.max_seconds, stop);
  const std::string text = decode_html(bytes, charset).text;
  if (const ForeignFormat format = foreign_format(bytes, text); !format.name.empty())
    return Error{std::string(format.name), "not HTML, but " + std::string(format.description)};
  auto parsed = parse_html(text, limits, &clock);
  if (!parsed && clock.interrupted()) return Error{code::interrupted, "interrupted"};
  return parsed;
}

Result<Document> parse_written(std::string_view utf8) {
  const Limits limits{.max_bytes = std::numeric_limits<std::size_t>::max()};
  PageClock clock(limits.max_seconds);
  return parse_html(utf8, limits, &clock);
}

}  // namespace pith::pipeline
