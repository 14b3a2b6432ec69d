#include "crawler_adapter/inputs/record_sorter.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace pith::ingest {
namespace {

constexpr std::size_t smallest_buffer = 4 << 10, largest_buffer = 1 << 20;  // of a run, while merging
constexpr std::size_t write_bytes = 1 << 20;                                // at a time

struct Sizes {
  std::uint32_t key, value;
};

}  // namespace

// The records of a run, one after the other.
class RecordSorter::RunReader {
 public:
  RunReader(const crawl::TemporaryFile& file, Run run, std::size_t buffer, std::size_t number)
      : file_(file), next_(run.begin), end_(run.end), buffer_(buffer), number_(number) {}

  // Goes on to the next record; false at the end. Reads its key.
  Result<bool> next() {
    if (at_ == bytes_.size() && next_ == end_) return false;
    Sizes sizes{};
    if (auto error = want(sizeof(sizes))) return *error;
    std::memcpy(&sizes, bytes_.data() + at_, sizeof(sizes));
    at_ += sizeof(sizes);
    if (auto error = want(sizes.key)) return *error;
    key_.assign(bytes_, at_, sizes.key);
    at_ += sizes.key;
    value_ = sizes.value;
    return true;
  }

  const std::string& key() const { return key_; }
  // Of the record, once. Valid until next().
  Result<std::string_view> value() {
    if (auto error = want(value_)) return *error;
    const std::string_view value = std::string_view(bytes_).substr(at_, value_);
    at_ += value_;
    return value;
  }
  bool comes_before(const RunReader& other) const {
    const int order = key_.compare(other.key_);
    return order != 0 ? order < 0 : number_ < other.number_;
  }

 private:
  // Makes these bytes follow at_.
  std::optional<Error> want(std::size_t count) {
    const std::size_t have = bytes_.size() - at_;
    if (have >= count) return std::nullopt;
    if (bytes_.capacity() > 2 * buffer_)
      bytes_ = bytes_.substr(at_);  // gives back what a large record took
    else
      bytes_.erase(0, at_);
    at_ = 0;
    bytes_.resize(std::max(count, std::min<std::uint64_t>(buffer_, have + (end_ - next_))));
    const std::span<char> rest = std::span(bytes_).subspan(have);
    if (auto error = file_.read(next_, rest)) return error;
    next_ += rest.size();
    return std::nullopt;
  }

  const crawl::TemporaryFile& file_;
  std::uint64_t next_;
  const std::uint64_t end_;
  const std::size_t buffer_, number_;
  std::string bytes_;
  std::size_t at_ = 0;
  std::string key_;
  std::uint32_t value_ = 0;  // its size
};

std::optional<Error> RecordSorter::add(std::string_view key, std::string_view value) {
  const std::size_t size = key.size() + value.size();
  if (!entries_.empty() && records_.size() + size + (entries_.size() + 1) * sizeof(Entry) > memory_)
    if (auto error = write_run()) return error;
  entries_.push_back(
      {records_.size(), static_cast<std::uint32_t>(key.size()), static_cast<std::uint32_t>(value.size())});
  records_ += key;
  records_ += value;
  bytes_ += value.size();
  return std::nullopt;
}

void RecordSorter::sort() {
  std::ranges::stable_sort(entries_, {}, [&](const Entry& entry) { return key_of(entry); });
}

std::optional<Error> RecordSorter::write_run() {
  sort();
  const std::uint64_t begin = file_.size();
  std::string out;
  const auto write = [&]() -> std::optional<Error> {
    const auto written = file_.append(out);
    out.clear();
    return written ? std::nullopt : std::optional(written.error());
  };
  for (const Entry& entry : entries_) {
    const Sizes sizes{entry.key, entry.value};
    out.append(reinterpret_cast<const char*>(&sizes), sizeof(sizes));
    out += key_of(entry);
    out += value_of(entry);
    if (out.size() >= write_bytes)
      if (auto error = write()) return error;
  }
  if (auto error = write()) return error;
  runs_.push_back({begin, file_.size()});
  records_.clear();
  entries_.clear();
  return std::nullopt;
}

std::optional<Error> RecordSorter::each(const Visit& visit) {
  if (runs_.empty()) {
    sort();
    for (const Entry& entry : entries_)
      if (auto error = visit(key_of(entry), value_of(entry))) return error;
    return std::nullopt;
  }
  if (!entries_.empty())
    if (auto error = write_run()) return error;
  std::string().swap(records_);
  std::vector<Entry>().swap(entries_);

  const std::size_t buffer = std::clamp(memory_ / runs_.size(), smallest_buffer, largest_buffer);
  std::vector<RunReader> readers;
  readers.reserve(runs_.size());
  std::vector<RunReader*> heap;  // the first record on top
  const auto later = [](const RunReader* a, const RunReader* b) { return b->comes_before(*a); };
  const auto advance = [&](RunReader& reader) -> std::optional<Error> {
    const auto more = reader.next();
    if (!more) return more.error();
    if (!*more) return std::nullopt;
    heap.push_back(&reader);
    std::ranges::push_heap(heap, later);
    return std::nullopt;
  };
  for (const Run& run : runs_)
    if (auto error = advance(readers.emplace_back(file_, run, buffer, readers.size()))) return error;
  while (!heap.empty()) {
    std::ranges::pop_heap(heap, later);
    RunReader& first = *heap.back();
    heap.pop_back();
    const auto value = first.value();
    if (!value) return value.error();
    if (auto error = visit(first.key(), *value)) return error;
    if (auto error = advance(first)) return error;
  }
  return std::nullopt;
}

}  // namespace pith::ingest
