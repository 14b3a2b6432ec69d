// X-Robots-Tag of running transfers: HTTrack no longer has the headers when a transfer has ended.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace pith::capture {

// Bounded: of transfers that never end, the oldest are dropped. Use from one thread at a time.
class TransferHeads {
 public:
  // Replaces that of an earlier attempt; an empty one is not kept.
  void note(const std::string& transfer, std::string robots) {
    robots_.erase(transfer);
    if (robots.empty()) return;
    constexpr std::size_t most = 10'000;
    if (order_.size() >= most) {
      robots_.erase(order_.front());
      order_.pop_front();
    }
    order_.push_back(transfer);
    robots_.emplace(transfer, std::move(robots));
  }

  // Of a transfer that has ended; nullopt if it had none.
  std::optional<std::string> take(const std::string& transfer) {
    auto head = robots_.extract(transfer);
    return head ? std::optional(std::move(head.mapped())) : std::nullopt;
  }

 private:
  std::unordered_map<std::string, std::string> robots_;
  std::deque<std::string> order_;  // as they came, those of ended transfers included
};

}  // namespace pith::capture
