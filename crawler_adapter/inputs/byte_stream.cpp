#include "crawler_adapter/inputs/byte_stream.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <utility>

#include "crawler_adapter/inputs/unpacker.h"

namespace pith::ingest {
namespace {

constexpr std::size_t block = 256 << 10;  // bytes read at once
constexpr std::size_t output = 64 << 10;  // bytes unpacked at once
constexpr std::size_t shown_of_member = 16 << 10;
constexpr std::uint64_t free_rewinds = 16 << 20;

// What detection has read from standard input, for the next reader.
std::string& standard_input_begin() {
  static std::string bytes;
  return bytes;
}

}  // namespace

std::string_view without_blank_beginning(std::string_view text) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
    if (!text.starts_with(byte_order_mark)) return text;
    text.remove_prefix(byte_order_mark.size());
  }
}

struct ByteStream::Impl {
  int file = -1;
  std::optional<PartReader> part;
  ByteStream* outer = nullptr;
  std::uint64_t* left = nullptr;  // in it
  bool standard_input = false, seekable = false;
  const std::atomic<bool>* stop = nullptr;
  std::uint64_t size = 0;

  std::string raw;  // bytes of the file: a window that begins at raw_offset
  std::uint64_t raw_offset = 0;
  std::size_t raw_next = 0;  // first unused byte of the window
  bool raw_end = false;
  std::string read_error;
  std::uint64_t furthest = 0, rewound = 0;

  std::string out;  // what peek shows: out[out_next..]
  std::size_t out_next = 0;
  std::uint64_t out_total = 0;  // bytes ever appended to `out`

  bool decided = false;
  std::unique_ptr<Unpacker> unpacker;  // null: the file is plain
  bool in_member = false;
  bool room_was_used = false;  // all of it: the member may have more without another byte of the file
  std::uint64_t member = 0;    // where the current member begins
  struct Mark {
    std::uint64_t unpacked, file;
  };
  std::deque<Mark> marks;  // the place in the file of what begins at this unpacked byte
  std::optional<Gap> gap;

  bool (*begins_record)(std::string_view) = nullptr;  // stop_before_member's; null: no fence
  std::uint64_t fence_searched = 0;                   // members that begin before this unpacked byte are no fence
  std::optional<std::uint64_t> fence;                 // the first unpacked byte out of bounds

  ~Impl() {
    // Detection has only peeked: the whole window is still there for the reader.
    if (standard_input && raw_offset == 0 && out_next == 0 && out.size() == out_total)
      standard_input_begin() = std::move(raw);
    if (file > 0) close(file);
  }

  std::uint64_t file_position() const { return raw_offset + raw_next; }

  // Appends raw bytes to the window's unused ones; false at the end of the file or on an error.
  bool refill() {
    if (raw_end) return false;
    if (raw_next >= block) {
      raw.erase(0, raw_next);
      raw_offset += raw_next;
      raw_next = 0;
    }
    const std::size_t old = raw.size();
    raw.resize(old + static_cast<std::size_t>(outer ? std::min<std::uint64_t>(block, *left) : block));
    ssize_t got = -1;
    pollfd waiting{.fd = file, .events = POLLIN, .revents = 0};
    while (!outer && stop && !*stop && poll(&waiting, 1, 200) == 0) {
    }
    if (stop && *stop) {
      raw.resize(old);
      raw_end = true;
      return false;
    }
    do
      got = outer  ? read_outer(raw.data() + old)
            : part ? part->read(raw.data() + old, block)
                   : read(file, raw.data() + old, block);
    while (got < 0 && !outer && !part && errno == EINTR);
    raw.resize(old + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    furthest = std::max(furthest, raw_offset + raw.size());
    if (got > 0) return true;
    raw_end = true;
    if (got < 0)
      read_error = outer  ? "the piece of the file is cut short"
                   : part ? part->trouble()
                          : std::string("cannot be read: ") + std::strerror(errno);
    return false;
  }

  // As read(2) does, at most a block.
  ssize_t read_outer(char* to) {
    if (*left == 0) return 0;
    const std::string_view bytes = outer->peek(1);
    const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>({bytes.size(), block, *left}));
    if (count == 0) return -1;
    std::memcpy(to, bytes.data(), count);
    outer->skip(count);
    *left -= count;
    return static_cast<ssize_t>(count);
  }

  std::size_t have(std::size_t bytes) {
    while (raw.size() - raw_next < bytes && refill()) {
    }
    return raw.size() - raw_next;
  }

  // The next bytes of the file, as many as there are.
  std::string_view ahead(std::size_t bytes) {
    const std::size_t shown = std::min(have(bytes), bytes);
    return std::string_view(raw).substr(raw_next, shown);
  }

  bool at_member() { return unpacker->begins_member(ahead(4)); }

  // Goes to an earlier place in the file; false if that is impossible. The total of rereading stays proportional to
  // what was read.
  bool rewind(std::uint64_t target) {
    const std::uint64_t now = file_position();
    if (target > now || rewound + (now - target) > free_rewinds + furthest) return false;
    if (target < raw_offset &&
        !(part ? part->seek(target) : seekable && lseek(file, static_cast<off_t>(target), SEEK_SET) >= 0))
      return false;
    rewound += now - target;
    if (target >= raw_offset) {
      raw_next = static_cast<std::size_t>(target - raw_offset);
    } else {
      raw.clear();
      raw_offset = target;
      raw_next = 0;
      raw_end = false;
    }
    return true;
  }

  void append(const char* data, std::size_t bytes) {
    out.append(data, bytes);
    out_total += bytes;
  }

  // Only the last of several empty members counts.
  void mark(std::uint64_t place) {
    if (!marks.empty() && marks.back().unpacked == out_total) marks.pop_back();
    marks.push_back({out_total, place});
  }

  std::uint64_t here() const { return out_total - (out.size() - out_next); }

  // The bytes that peek may show.
  std::size_t shown() const { return fence ? static_cast<std::size_t>(*fence - here()) : out.size() - out_next; }

  // The member among those already unpacked.
  void look_for_fence() {
    while (begins_record && !fence) {
      const auto next = std::upper_bound(marks.begin(), marks.end(), fence_searched,
                                         [](std::uint64_t at, const Mark& m) { return at < m.unpacked; });
      if (next == marks.end()) return;
      const std::uint64_t begin = next->unpacked;
      while (out_total - begin < shown_of_member && fill()) {
      }
      const std::size_t at = out.size() - static_cast<std::size_t>(out_total - begin);
      if (begins_record(std::string_view(out).substr(at)))
        fence = begin;
      else
        fence_searched = begin;
    }
  }

  // The window of unpacked bytes is empty, and continues elsewhere.
  void leave() {
    out.clear();
    out_next = 0;
    marks.clear();
    gap.reset();
    fence.reset();
    begins_record = nullptr;
  }

  // Unpacks more bytes; false at the end of the segment.
  bool fill() {
    if (gap) return false;
    if (out_next >= output) {
      out.erase(0, out_next);
      out_next = 0;
    }
    if (!decided) decide();
    const bool more = unpacker ? fill_unpacked() : fill_plain();
    if (!more && !gap && !read_error.empty()) gap = Gap{file_position(), read_error};
    return more;
  }

  void decide() {
    decided = true;
    unpacker = Unpacker::of(ahead(4));
    if (!unpacker) return mark(0);
    if (part && part->is_too_good_for_gzip())
      return give_up(std::string(unpacker->name()) + " data that deflate packs over 100 times smaller");
    if (part) take_dictionary_of_file();
  }

  void give_up(std::string why) {
    read_error = std::move(why);
    raw.clear();
    raw_next = 0;
    raw_end = true;
    unpacker.reset();
  }

  // A part has none, unless it is the first.
  void take_dictionary_of_file() {
    std::string bytes(aside_head_bytes, '\0');
    if (pread(file, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return;
    const auto size = unpacker->is_dictionary(bytes) ? unpacker->aside(bytes) : std::nullopt;
    if (!size || *size > most_dictionary) return;
    bytes.resize(*size);
    if (pread(file, bytes.data(), bytes.size(), aside_head_bytes) != static_cast<ssize_t>(bytes.size())) return;
    unpacker->take_dictionary(bytes);
  }

  bool fill_plain() {
    const std::size_t bytes = have(1);
    if (bytes == 0) return false;
    append(raw.data() + raw_next, bytes);
    raw_next += bytes;
    return true;
  }

  // Passes over what is no member's: padding of tapes and disks, and what the format has for other uses. False at the
  // end of the file, or where that does not end.
  bool pass_aside() {
    while (true) {
      while (have(1) > 0 && raw[raw_next] == '\0') ++raw_next;
      member = file_position();
      const std::string_view head = ahead(aside_head_bytes);
      if (head.empty()) return false;
      const auto bytes = unpacker->aside(head);
      if (!bytes) return true;
      const bool dictionary = member == 0 && unpacker->is_dictionary(head);
      raw_next += aside_head_bytes;
      if (dictionary) {
        const std::string_view content = *bytes > most_dictionary ? std::string_view() : ahead(*bytes);
        const std::string trouble = *bytes > most_dictionary  ? "is larger than 4 MB"
                                    : content.size() < *bytes ? "is cut short"
                                                              : unpacker->take_dictionary(content);
        if (!trouble.empty()) {
          give_up("the dictionary that its frames need " + trouble);
          return false;
        }
      }
      for (std::uint64_t left = *bytes; left > 0;) {
        const std::size_t part = static_cast<std::size_t>(std::min<std::uint64_t>(left, have(1)));
        if (part == 0) {
          gap = Gap{member, "the file ends within a frame"};
          return false;
        }
        raw_next += part;
        left -= part;
      }
    }
  }

  bool begin_member() {
    if (!pass_aside()) return false;
    if (!at_member()) {
      gap = Gap{member, std::string("no ") + unpacker->name() + " data"};
      return false;
    }
    unpacker->begin_member();
    in_member = true;
    room_was_used = false;
    mark(member);
    return true;
  }

  bool fill_unpacked() {
    while (true) {
      if (!in_member && !begin_member()) return false;
      if (have(1) == 0 && !room_was_used) {
        in_member = false;
        gap = Gap{member, std::string("the file ends within a ") + unpacker->name() + " member"};
        return false;
      }
      const std::size_t old = out.size();
      out.resize(old + output);
      const Unpacker::Step step = unpacker->unpack(std::string_view(raw).substr(raw_next), out.data() + old, output);
      raw_next += step.taken;
      out.resize(old + step.made);
      out_total += step.made;
      room_was_used = step.made == output;
      if (step.ended) in_member = false;
      if (!step.trouble.empty()) {
        in_member = false;
        gap = Gap{member, std::string("damaged ") + unpacker->name() + " data (" + step.trouble + ")"};
      }
      if (step.made > 0) return true;
      if (gap) return false;
    }
  }
};

Result<ByteStream> ByteStream::open(const std::string& path, const std::atomic<bool>* stop,
                                    const std::optional<FilePart>& part) {
  auto impl = std::make_unique<Impl>();
  impl->stop = stop;
  impl->standard_input = path == "-";
  impl->file = impl->standard_input ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (impl->file < 0) return Error{"no_input", path + ": cannot be opened: " + std::strerror(errno)};
  struct stat status {};
  if (fstat(impl->file, &status) == 0) {
    if (S_ISDIR(status.st_mode)) return Error{"no_input", path + ": is a directory"};
    impl->seekable = S_ISREG(status.st_mode) && !impl->standard_input;
    if (S_ISREG(status.st_mode)) impl->size = static_cast<std::uint64_t>(status.st_size);
  }
  if (part) impl->part.emplace(impl->file, *part);
  if (impl->standard_input) impl->raw = std::exchange(standard_input_begin(), {});
  return ByteStream(std::move(impl));
}

ByteStream ByteStream::within(ByteStream& outer, std::uint64_t& left) {
  auto impl = std::make_unique<Impl>();
  impl->stop = outer.impl_->stop;
  impl->outer = &outer;
  impl->left = &left;
  return ByteStream(std::move(impl));
}

ByteStream::ByteStream(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ByteStream::ByteStream(ByteStream&&) noexcept = default;
ByteStream& ByteStream::operator=(ByteStream&&) noexcept = default;
ByteStream::~ByteStream() = default;

std::string_view ByteStream::peek(std::size_t bytes) {
  Impl& impl = *impl_;
  impl.look_for_fence();
  while (!impl.fence && impl.out.size() - impl.out_next < bytes && impl.fill()) impl.look_for_fence();
  return std::string_view(impl.out).substr(impl.out_next, impl.shown());
}

void ByteStream::skip(std::size_t bytes) {
  Impl& impl = *impl_;
  impl.out_next += std::min(bytes, impl.shown());
  while (impl.marks.size() > 1 && impl.marks[1].unpacked <= impl.here()) impl.marks.pop_front();
}

void ByteStream::stop_before_member(bool (*begins_record)(std::string_view bytes)) {
  Impl& impl = *impl_;
  impl.fence.reset();
  impl.begins_record = at_member() ? begins_record : nullptr;
  impl.fence_searched = impl.here();
}

bool ByteStream::at_member() const {
  const Impl& impl = *impl_;
  return impl.unpacker && !impl.marks.empty() && impl.marks.front().unpacked == impl.here();
}

bool ByteStream::can_begin_here() const {
  return !impl_->unpacker || (at_member() && !impl_->unpacker->has_dictionary());
}

bool ByteStream::skip_towards(std::initializer_list<std::string_view> marks) {
  const std::string_view bytes = peek(output);
  std::size_t found = std::string_view::npos, longest = 1;
  for (const std::string_view mark : marks) {
    found = std::min(found, bytes.find(mark));
    longest = std::max(longest, mark.size());
  }
  const bool end = bytes.size() < output;
  // A mark may begin at the end of the block.
  skip(found != std::string_view::npos ? found : end ? bytes.size() : bytes.size() - (longest - 1));
  return end || found != std::string_view::npos;
}

std::uint64_t ByteStream::offset() const {
  const Impl& impl = *impl_;
  const std::uint64_t here = impl.here();
  const auto mark =
      std::find_if(impl.marks.rbegin(), impl.marks.rend(), [&](const auto& m) { return m.unpacked <= here; });
  if (mark == impl.marks.rend()) return impl.file_position();
  return impl.unpacker ? mark->file : mark->file + (here - mark->unpacked);
}

std::uint64_t ByteStream::position() const {
  return impl_->outer ? impl_->outer->position() : impl_->part ? impl_->part->position() : impl_->file_position();
}
std::uint64_t ByteStream::size() const { return impl_->outer ? impl_->outer->size() : impl_->size; }
const std::optional<Gap>& ByteStream::gap() const { return impl_->gap; }

bool ByteStream::next_segment() {
  Impl& impl = *impl_;
  if (!impl.gap || !impl.read_error.empty()) return false;
  // The damage may have led far beyond the member's true end: search from its beginning if possible.
  const std::uint64_t from = impl.gap->member + 1;
  impl.leave();
  if (!impl.rewind(from)) impl.rewind(std::max(from, impl.raw_offset));
  if (impl.file_position() < from && impl.have(1) > 0) ++impl.raw_next;  // not a byte of the member was taken
  while (impl.have(1) > 0) {
    const char* found = static_cast<const char*>(
        std::memchr(impl.raw.data() + impl.raw_next, impl.unpacker->first_byte(), impl.raw.size() - impl.raw_next));
    impl.raw_next = found ? static_cast<std::size_t>(found - impl.raw.data()) : impl.raw.size();
    if (!found) continue;
    if (impl.at_member()) return true;
    ++impl.raw_next;
  }
  return false;
}

bool ByteStream::go_back(std::uint64_t offset) {
  Impl& impl = *impl_;
  if (impl.unpacker || (!impl.seekable && !impl.part) || !impl.rewind(offset)) return false;
  impl.leave();
  impl.mark(offset);
  return true;
}

}  // namespace pith::ingest
