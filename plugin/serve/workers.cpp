#include "plugin/serve/workers.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

namespace pith::http {

struct Workers::State {
  std::function<Answer(std::string_view, bool)> answer;
  mutable std::mutex mutex;
  std::condition_variable changed;
  std::array<std::deque<Task>, 3> queues;  // by Lane
  std::vector<Done> done;
  std::size_t running = 0;                           // threads
  std::size_t most_expensive = 1, at_expensive = 0;  // threads that may answer expensive requests, and that do
  bool expensive_turn = false;
  bool ending = false;
  std::multiset<std::chrono::steady_clock::time_point> begun;  // of the requests being answered
  int event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);

  ~State() { close(event); }

  std::deque<Task>& queue(Lane lane) { return queues[static_cast<std::size_t>(lane)]; }
  bool may_take_expensive() { return !queue(Lane::expensive).empty() && at_expensive < most_expensive; }
  bool may_take_one() { return !queue(Lane::urgent).empty() || !queue(Lane::cheap).empty() || may_take_expensive(); }

  Task take() {
    auto& cheap = queue(Lane::cheap);
    const bool urgent = !queue(Lane::urgent).empty(), may = !urgent && may_take_expensive();
    auto& tasks = urgent                                     ? queue(Lane::urgent)
                  : may && (expensive_turn || cheap.empty()) ? queue(Lane::expensive)
                                                             : cheap;
    if (may && !cheap.empty()) expensive_turn = !expensive_turn;
    Task task = std::move(tasks.front());
    tasks.pop_front();
    at_expensive += task.lane == Lane::expensive;
    return task;
  }

  void work() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return ending || may_take_one(); });
      if (ending) break;
      const Task task = take();
      const auto begin = begun.insert(std::chrono::steady_clock::now());
      lock.unlock();
      Done result{task.socket, {.bytes = {}, .close = true}};
      try {
        result.answer = answer(task.request, task.last);
      } catch (const std::exception&) {  // out of memory: this connection ends, the others go on
      }
      lock.lock();
      at_expensive -= task.lane == Lane::expensive;
      begun.erase(begin);
      done.push_back(std::move(result));
      const std::uint64_t one = 1;
      (void)!write(event, &one, sizeof one);
    }
    --running;
    changed.notify_all();
  }
};

Workers::Workers(std::size_t threads, std::function<Answer(std::string_view, bool)> answer)
    : state_(std::make_shared<State>()) {
  state_->answer = std::move(answer);
  state_->running = threads;
  state_->most_expensive = std::max<std::size_t>(threads / 2, 1);
  for (std::size_t i = 0; i < threads; ++i) std::thread([state = state_] { state->work(); }).detach();
}

Workers::~Workers() { end(std::chrono::milliseconds(0)); }

void Workers::give(Task task) {
  const std::lock_guard lock(state_->mutex);
  auto& queue = state_->queue(task.lane);
  queue.push_back(std::move(task));
  state_->changed.notify_one();
}

bool Workers::take_back(int socket) {
  const std::lock_guard lock(state_->mutex);
  return std::ranges::any_of(state_->queues, [socket](std::deque<Task>& queue) {
    return std::erase_if(queue, [socket](const Task& task) { return task.socket == socket; }) > 0;
  });
}

std::size_t Workers::queued(Lane lane) const {
  const std::lock_guard lock(state_->mutex);
  return state_->queue(lane).size();
}

std::vector<Done> Workers::take() {
  std::uint64_t count = 0;
  (void)!read(state_->event, &count, sizeof count);
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->done, {});
}

bool Workers::stuck(std::chrono::seconds time) const {
  const std::lock_guard lock(state_->mutex);
  return !state_->begun.empty() && state_->begun.size() == state_->running &&
         std::chrono::steady_clock::now() - *state_->begun.rbegin() >= time;
}

int Workers::wake_up() const { return state_->event; }

bool Workers::end(std::chrono::milliseconds patience) {
  std::unique_lock lock(state_->mutex);
  state_->ending = true;
  state_->changed.notify_all();
  if (!state_->changed.wait_for(lock, patience, [&] { return state_->running == 0; })) return false;
  state_->answer = nullptr;  // the last thread may release the state as late as the end of the process
  return true;
}

}  // namespace pith::http
