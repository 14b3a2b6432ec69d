#include "crawler_adapter/inputs/line_reader.h"

#include <string_view>

namespace pith::ingest {

bool LineReader::next() {
  line_.clear();
  too_long_ = cut_ = false;
  if (stopped_()) return false;
  in_.peek(1);
  begin_ = in_.offset();
  bool any = false;
  while (!stopped_()) {
    const std::string_view bytes = in_.peek(1);
    if (bytes.empty()) {
      if (!in_.gap() || ended_) break;
      if (!any) begin_ = in_.gap()->member;
      any = true;
      cut();
      break;
    }
    any = true;
    const std::size_t end = bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    too_long_ = too_long_ || line_.size() + part.size() > most_bytes_;
    if (!too_long_ && !cut_) line_ += part;
    in_.skip(end == std::string_view::npos ? part.size() : end + 1);
    if (end == std::string_view::npos) continue;
    // Only the end of a gzip member shows whether the line before it is intact.
    if (in_.peek(1).empty() && in_.gap() && in_.gap()->member == begin_) cut();
    break;
  }
  if (line_.starts_with(byte_order_mark)) line_.erase(0, byte_order_mark.size());
  if (any) ++number_;
  return any && !stopped_();
}

bool LineReader::is_blank() const {
  return line_.find_first_not_of(" \t\r") == std::string::npos && !too_long_ && !cut_;
}

void LineReader::cut() {
  cut_ = true;
  damage_ = in_.gap()->what;
  ended_ = !in_.next_segment();  // members begin with a line
}

}  // namespace pith::ingest
