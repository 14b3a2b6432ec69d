// Things that one thread makes and another asks for: a bounded queue between them.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/base/result.h"

namespace pith::c {

// The maker runs on a thread of its own, at most some things ahead; the destructor stops it. One thread asks.
template <typename T>
class Handover {
 public:
  // `make` calls put() for each thing, and ends early once stop() is set; its error is the last thing.
  explicit Handover(std::function<std::optional<Error>(Handover&)> make)
      : make_(std::move(make)), thread_([this] { run(); }) {}
  ~Handover() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    has_room_.notify_all();
    thread_.join();
  }
  Handover(const Handover&) = delete;
  Handover& operator=(const Handover&) = delete;

  // --- For the maker ---
  // Waits for room.
  void put(T thing, std::size_t bytes) {
    std::unique_lock lock(mutex_);
    has_room_.wait(lock, [&] { return stop_ || things_.empty() || (things_.size() < most && bytes_ < most_bytes); });
    bytes_ += bytes;
    things_.emplace_back(std::move(thing), bytes);
    lock.unlock();
    has_thing_.notify_all();
  }
  const std::atomic<bool>& stop() const { return stop_; }

  // --- For whoever asks ---
  enum class Next { thing, end, later };
  // Later: there is none after so many milliseconds; negative: waits for ever.
  Result<Next> next(T& thing, std::int64_t milliseconds) {
    std::unique_lock lock(mutex_);
    const auto is_ready = [&] { return !things_.empty() || ended_; };
    if (milliseconds < 0)
      has_thing_.wait(lock, is_ready);
    else if (!has_thing_.wait_for(lock, std::chrono::milliseconds(milliseconds), is_ready))
      return Next::later;
    if (things_.empty()) return error_ ? Result<Next>(*error_) : Result<Next>(Next::end);
    thing = std::move(things_.front().first);
    bytes_ -= things_.front().second;
    things_.pop_front();
    lock.unlock();
    has_room_.notify_all();
    return Next::thing;
  }

 private:
  static constexpr std::size_t most = 64, most_bytes = 8 << 20;

  void run() noexcept {
    std::optional<Error> error;
    try {
      error = make_(*this);
    } catch (const std::exception& e) {
      error = Error{"failed", e.what()};
    }
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
      error_ = std::move(error);
    }
    has_thing_.notify_all();
  }

  const std::function<std::optional<Error>(Handover&)> make_;
  std::mutex mutex_;
  std::condition_variable has_thing_, has_room_;
  std::deque<std::pair<T, std::size_t>> things_;
  std::size_t bytes_ = 0;
  bool ended_ = false;
  std::optional<Error> error_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;  // the last: it uses all others
};

}  // namespace pith::c
