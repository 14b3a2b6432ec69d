#include "plugin/site/pages_in_work.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstddef>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <set>
#include <span>
#include <stop_token>
#include <thread>
#include <utility>

#include "core/base/stable_hash.h"

namespace pith::pipeline {
namespace {

// As in the file.
struct Entry {
  std::int64_t page = 0;     // 0: none
  std::uint64_t digest = 0;  // hash of the digest of its bytes
  std::int32_t signal = 0;   // that hit its thread
  std::int32_t overdue = 0;

  bool has_crashed() const { return signal != 0 || overdue != 0; }
  auto key() const { return std::pair(page, digest); }
};
static_assert(sizeof(Entry) == 24);

// The file: `mark`, one entry for each thread, then those that are remembered.
constexpr std::size_t most_threads = 256, most_remembered = 256;
constexpr Entry mark{.page = 0x31206B726F77, .digest = sizeof(Entry)};  // "work 1"
using Table = std::array<Entry, 1 + most_threads + most_remembered>;

// A thread's place in the file. The signal handler has nothing else, so they are static.
struct Slot {
  Entry entry;
  clockid_t clock = 0;
  std::int64_t begun = 0, allowed = 0;  // of its processor time, in nanoseconds; 0: any
  bool taken = false;
};
constinit std::array<Slot, most_threads> slots;
constinit std::mutex slots_mutex;  // not taken by the signal handler, which reads its own thread's slot
constinit int file = -1;

std::int64_t time_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

void write_at(std::size_t place, const Entry& entry) {
  [[maybe_unused]] const auto written = pwrite(file, &entry, sizeof entry, static_cast<off_t>(place * sizeof entry));
}

void write_slot(const Slot& slot) { write_at(1 + static_cast<std::size_t>(&slot - slots.data()), slot.entry); }

constinit thread_local Slot* own_slot = nullptr;

// Takes a slot for the thread, and a stack for its signal handler: a stack overflow leaves it none.
struct ThreadSlot {
  ThreadSlot() : stack(std::make_unique_for_overwrite<char[]>(stack_size)) {
    const std::lock_guard lock(slots_mutex);
    const auto free = std::ranges::find(slots, false, &Slot::taken);
    if (free == slots.end()) return;
    own_slot = &*free;
    own_slot->taken = true;
    pthread_getcpuclockid(pthread_self(), &own_slot->clock);
    const stack_t mine{.ss_sp = stack.get(), .ss_flags = 0, .ss_size = stack_size};
    sigaltstack(&mine, &before);
  }
  ~ThreadSlot() {
    if (!own_slot) return;
    sigaltstack(&before, nullptr);
    const std::lock_guard lock(slots_mutex);
    *own_slot = {};
    own_slot = nullptr;
  }
  ThreadSlot(const ThreadSlot&) = delete;
  ThreadSlot& operator=(const ThreadSlot&) = delete;

  static constexpr std::size_t stack_size = 64 << 10;
  std::unique_ptr<char[]> stack;
  stack_t before{};
};

Slot* slot_of_thread() {
  thread_local const ThreadSlot made;
  return own_slot;
}

constexpr std::array fatal_signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
std::array<struct sigaction, fatal_signals.size()> handlers_before;

// Then what would have happened without it. An instruction that faulted does so again.
void note_signal(int signal, siginfo_t* info, void*) {
  if (own_slot && own_slot->entry.page != 0) {
    own_slot->entry.signal = signal;
    write_slot(*own_slot);
  }
  for (std::size_t i = 0; i < fatal_signals.size(); ++i)
    if (fatal_signals[i] == signal) sigaction(signal, &handlers_before[i], nullptr);
  if (info->si_code <= 0 || signal == SIGABRT) raise(signal);
}

Entry entry_of(const crawl::SitePage& page) { return {.page = page.id, .digest = hash_bytes(hash_seed, page.digest)}; }

}  // namespace

struct PagesInWork::State {
  std::set<std::pair<std::int64_t, std::uint64_t>> crashed;
  std::mutex mutex;
  std::array<Entry, most_remembered> remembered{};  // by place in the file
  std::condition_variable_any ends;
  std::jthread watch;

  // What a run without an end has left becomes what is remembered now.
  void read(const Table& left) {
    const std::span in_work(left.begin() + 1, most_threads), known(left.begin() + 1 + most_threads, most_remembered);
    std::size_t count = 0;
    const auto remember = [&](const Entry& entry) {
      if (entry.has_crashed()) crashed.insert(entry.key());
      if (count < most_remembered) remembered[count++] = entry;
    };
    const auto is_in = [](std::span<const Entry> entries, const Entry& entry) {
      return std::ranges::find(entries, entry.key(), &Entry::key) != entries.end();
    };
    for (Entry entry : known) {
      if (entry.page == 0) continue;
      if (is_in(in_work, entry)) entry.overdue = 1;
      remember(entry);
    }
    for (const Entry& entry : in_work)
      if (entry.page != 0 && (entry.has_crashed() || !is_in(known, entry))) remember(entry);
  }

  void watch_slots(const std::stop_token& stop) {
    std::unique_lock lock(slots_mutex);
    while (!ends.wait_for(lock, stop, std::chrono::seconds(1), [&] { return stop.stop_requested(); }))
      for (Slot& slot : slots) {
        if (slot.entry.page == 0 || slot.allowed == 0 || slot.entry.overdue != 0) continue;
        if (time_of(slot.clock) - slot.begun <= slot.allowed) continue;
        slot.entry.overdue = 1;
        write_slot(slot);
      }
  }
};

PagesInWork::PagesInWork(const std::string& cache_directory) : state_(std::make_unique<State>()) {
  const std::string path = std::filesystem::path(cache_directory) / "pages-in-work";
  file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return;
  Table table{};
  const bool is_mine = flock(file, LOCK_EX | LOCK_NB) == 0;
  if (is_mine && pread(file, &table, sizeof table, 0) == sizeof table && table[0].key() == mark.key())
    state_->read(table);
  table = {mark};
  std::ranges::copy(state_->remembered, table.begin() + 1 + most_threads);
  if (!is_mine || pwrite(file, &table, sizeof table, 0) != sizeof table) {
    close(std::exchange(file, -1));
    return;
  }
  struct sigaction action {};
  action.sa_sigaction = note_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (std::size_t i = 0; i < fatal_signals.size(); ++i) sigaction(fatal_signals[i], &action, &handlers_before[i]);
  state_->watch = std::jthread([this](const std::stop_token& stop) { state_->watch_slots(stop); });
}

PagesInWork::~PagesInWork() {
  if (file < 0) return;
  state_->watch = {};
  for (std::size_t i = 0; i < fatal_signals.size(); ++i) sigaction(fatal_signals[i], &handlers_before[i], nullptr);
  [[maybe_unused]] const int emptied = ftruncate(file, 0);  // removing it could hit another process's
  close(std::exchange(file, -1));
}

bool PagesInWork::has_crashed(const crawl::SitePage& page) const {
  return !state_->crashed.empty() && state_->crashed.contains(entry_of(page).key());
}

void PagesInWork::done(const crawl::SitePage& page) {
  const std::lock_guard lock(state_->mutex);
  const auto found = std::ranges::find(state_->remembered, entry_of(page).key(), &Entry::key);
  // Until the cache has recorded that it has crashed, only the file knows.
  if (found == state_->remembered.end() || found->has_crashed()) return;
  *found = {};
  write_at(1 + most_threads + static_cast<std::size_t>(found - state_->remembered.begin()), *found);
}

void PagesInWork::excuse() noexcept {
  if (file < 0) return;
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (!slots[i].entry.has_crashed()) write_at(1 + i, {});
}

struct PagesInWork::Scope::Before {
  Slot& slot;
  Entry entry;
  std::int64_t allowed;
};

PagesInWork::Scope::Scope(PagesInWork* work, const crawl::SitePage& page, double max_seconds) {
  Slot* const slot = work && file >= 0 ? slot_of_thread() : nullptr;
  if (!slot) return;
  const std::lock_guard lock(slots_mutex);
  before_ = std::make_unique<Before>(Before{*slot, slot->entry, slot->allowed});
  slot->entry = entry_of(page);
  slot->allowed = static_cast<std::int64_t>(2e9 * max_seconds);
  slot->begun = time_of(CLOCK_THREAD_CPUTIME_ID);
  write_slot(*slot);
}

PagesInWork::Scope::~Scope() {
  if (!before_) return;
  const std::lock_guard lock(slots_mutex);
  Slot& slot = before_->slot;
  slot.entry = before_->entry;
  slot.allowed = before_->allowed;
  slot.begun = time_of(CLOCK_THREAD_CPUTIME_ID);
  write_slot(slot);
}

}  // namespace pith::pipeline
