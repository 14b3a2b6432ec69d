#include "crawler_adapter/inputs/byte_stream.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <utility>

#include "crawler_adapter/inputs/file_window.h"
#include "crawler_adapter/inputs/unpacker.h"

namespace pith::ingest {
namespace {

constexpr std::size_t output = 64 << 10;  // bytes unpacked at once
constexpr std::size_t shown_of_member = 16 << 10;

}  // namespace

std::string_view without_blank_beginning(std::string_view text) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
    if (!text.starts_with(byte_order_mark)) return text;
    text.remove_prefix(byte_order_mark.size());
  }
}

struct ByteStream::Impl {
  std::unique_ptr<FileWindow> file;
  ByteStream* outer = nullptr;  // whose bytes these are
  const std::atomic<bool>* stop = nullptr;

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

  // Detection has only peeked: the whole window is still there for the reader.
  ~Impl() {
    if (out_next == 0 && out.size() == out_total) file->give_back();
  }

  bool at_member() { return unpacker->begins_member(file->ahead(4)); }

  void append(std::string_view bytes) {
    out += bytes;
    out_total += bytes.size();
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
    if (!more && !gap && !file->error().empty()) gap = Gap{file->position(), file->error()};
    return more;
  }

  void decide() {
    decided = true;
    unpacker = Unpacker::of(file->ahead(4));
    if (!unpacker) return mark(0);
    if (file->part() && file->part()->is_too_good_for_gzip())
      return give_up(std::string(unpacker->name()) + " data that deflate packs over 100 times smaller");
    if (file->part()) take_dictionary_of_file();
  }

  void give_up(std::string why) {
    file->give_up(std::move(why));
    unpacker.reset();
  }

  // A part has none, unless it is the first.
  void take_dictionary_of_file() {
    std::string bytes(aside_head_bytes, '\0');
    if (!file->read_beginning(0, bytes)) return;
    const auto size = unpacker->is_dictionary(bytes) ? unpacker->aside(bytes) : std::nullopt;
    if (!size || *size > most_dictionary) return;
    bytes.resize(*size);
    if (!file->read_beginning(aside_head_bytes, bytes)) return;
    unpacker->take_dictionary(bytes);
  }

  bool fill_plain() {
    const std::size_t bytes = file->have(1);
    if (bytes == 0) return false;
    append(file->rest());
    file->take(bytes);
    return true;
  }

  // Passes over what belongs to no member: padding of tapes and disks, and what the format has for other uses. False at
  // the end of the file, or where that does not end.
  bool pass_aside() {
    while (true) {
      while (file->have(1) > 0 && file->rest().front() == '\0') file->take(1);
      member = file->position();
      const std::string_view head = file->ahead(aside_head_bytes);
      if (head.empty()) return false;
      const auto bytes = unpacker->aside(head);
      if (!bytes) return true;
      const bool dictionary = member == 0 && unpacker->is_dictionary(head);
      file->take(aside_head_bytes);
      if (dictionary) {
        const std::string_view content = *bytes > most_dictionary ? std::string_view() : file->ahead(*bytes);
        const std::string error = *bytes > most_dictionary  ? "is larger than 4 MB"
                                  : content.size() < *bytes ? "is cut short"
                                                            : unpacker->take_dictionary(content);
        if (!error.empty()) {
          give_up("the dictionary that its frames need " + error);
          return false;
        }
      }
      for (std::uint64_t left = *bytes; left > 0;) {
        const std::size_t part = static_cast<std::size_t>(std::min<std::uint64_t>(left, file->have(1)));
        if (part == 0) {
          gap = Gap{member, "the file ends within a frame"};
          return false;
        }
        file->take(part);
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
      if (file->have(1) == 0 && !room_was_used) {
        in_member = false;
        gap = Gap{member, std::string("the file ends within a ") + unpacker->name() + " member"};
        return false;
      }
      const std::size_t old = out.size();
      out.resize(old + output);
      const Unpacker::Step step = unpacker->unpack(file->rest(), out.data() + old, output);
      file->take(step.taken);
      out.resize(old + step.made);
      out_total += step.made;
      room_was_used = step.made == output;
      if (step.ended) in_member = false;
      if (!step.error.empty()) {
        in_member = false;
        gap = Gap{member, std::string("damaged ") + unpacker->name() + " data (" + step.error + ")"};
      }
      if (step.made > 0) return true;
      if (gap) return false;
    }
  }
};

Result<ByteStream> ByteStream::open(const std::string& path, const std::atomic<bool>* stop,
                                    const std::optional<FilePart>& part) {
  auto file = FileWindow::open(path, stop, part);
  if (!file) return file.error();
  auto impl = std::make_unique<Impl>();
  impl->file = *std::move(file);
  impl->stop = stop;
  return ByteStream(std::move(impl));
}

ByteStream ByteStream::within(ByteStream& outer, std::uint64_t& left) {
  auto impl = std::make_unique<Impl>();
  impl->outer = &outer;
  impl->stop = outer.impl_->stop;
  const auto read = [&outer, &left](std::string& out) -> std::optional<std::size_t> {
    if (left == 0) return 0;
    const std::string_view bytes = outer.peek(1);
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>({bytes.size(), FileWindow::block, left}));
    if (count == 0) return std::nullopt;
    out += bytes.substr(0, count);
    outer.skip(count);
    left -= count;
    return count;
  };
  impl->file = std::make_unique<FileWindow>(read, impl->stop);
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

bool ByteStream::is_plain() const { return !impl_->unpacker; }

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
  if (mark == impl.marks.rend()) return impl.file->position();
  return impl.unpacker ? mark->file : mark->file + (here - mark->unpacked);
}

std::uint64_t ByteStream::position() const {
  const FileWindow& file = *impl_->file;
  return impl_->outer ? impl_->outer->position() : file.part() ? file.part()->position() : file.position();
}
std::uint64_t ByteStream::size() const { return impl_->outer ? impl_->outer->size() : impl_->file->size(); }
const std::optional<Gap>& ByteStream::gap() const { return impl_->gap; }

bool ByteStream::next_segment() {
  Impl& impl = *impl_;
  FileWindow& file = *impl.file;
  if (!impl.gap || !file.error().empty()) return false;
  // The damage may have led far beyond the member's true end: search from its beginning if possible.
  const std::uint64_t from = impl.gap->member + 1;
  impl.leave();
  if (!file.rewind(from)) file.rewind(std::max(from, file.begin()));
  if (file.position() < from && file.have(1) > 0) file.take(1);  // not a byte of the member was taken
  while (file.have(1) > 0) {
    const std::string_view rest = file.rest();
    const std::size_t found = rest.find(impl.unpacker->first_byte());
    file.take(std::min(found, rest.size()));
    if (found == std::string_view::npos) continue;
    if (impl.at_member()) return true;
    file.take(1);
  }
  return false;
}

bool ByteStream::go_back(std::uint64_t offset) {
  Impl& impl = *impl_;
  FileWindow& file = *impl.file;
  if (impl.unpacker || (!file.seekable() && !file.part()) || !file.rewind(offset)) return false;
  impl.leave();
  impl.mark(offset);
  return true;
}

}  // namespace pith::ingest
