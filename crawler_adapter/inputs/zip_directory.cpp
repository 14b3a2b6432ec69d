#include "crawler_adapter/inputs/zip_directory.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "crawler_adapter/inputs/zip_format.h"

namespace pith::ingest::zip {
namespace {

constexpr std::size_t end_bytes = 22, locator_bytes = 20, end_64_bytes = 56, entry_bytes = 46;
constexpr std::uint64_t most_directory_bytes = 4 << 20;
constexpr std::uint64_t in_zip64 = 0xffffffff;

Error bad(const std::string& what) { return {"bad_zip", what}; }

// Fewer bytes at the end of the file.
std::string bytes_at(std::ifstream& file, std::uint64_t at, std::size_t size) {
  std::string out(size, '\0');
  file.clear();
  file.seekg(static_cast<std::streamoff>(at));
  file.read(out.data(), static_cast<std::streamsize>(size));
  out.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return out;
}

// Where the end record says that the directory is.
struct Place {
  std::uint64_t begin = 0, bytes = 0;
};

std::optional<Place> find_directory(std::ifstream& file, std::uint64_t file_size) {
  const std::uint64_t tail_begin = file_size - std::min<std::uint64_t>(file_size, end_bytes + 0xffff + locator_bytes);
  const std::string tail = bytes_at(file, tail_begin, static_cast<std::size_t>(file_size - tail_begin));
  for (std::size_t at = tail.rfind(end_of_directory); at != tail.npos;
       at = at == 0 ? tail.npos : tail.rfind(end_of_directory, at - 1)) {
    // A comment of the length that it states must follow, else these bytes are within one.
    if (tail.size() - at < end_bytes || number(tail, at + 20, 2) != tail.size() - at - end_bytes) continue;
    const Place place{.begin = number(tail, at + 16, 4), .bytes = number(tail, at + 12, 4)};
    if (place.begin != in_zip64 && place.bytes != in_zip64 && number(tail, at + 10, 2) != 0xffff) return place;
    if (at < locator_bytes || tail.compare(at - locator_bytes, 4, "PK\6\7", 4) != 0) return place;
    const std::string end_64 = bytes_at(file, number(tail, at - locator_bytes + 8, 8), end_64_bytes);
    if (end_64.size() < end_64_bytes || !end_64.starts_with("PK\6\6")) return std::nullopt;
    return Place{.begin = number(end_64, 48, 8), .bytes = number(end_64, 40, 8)};
  }
  return std::nullopt;
}

// Sizes that are too large for the entry are in its extra field (APPNOTE 4.5.3); false if they are not.
bool read_zip64(std::string_view extra, Member& member) {
  while (extra.size() >= 4) {
    const std::size_t bytes = number(extra, 2, 2);
    std::string_view field = extra.substr(4, bytes);
    if (field.size() < bytes) return false;
    if (number(extra, 0, 2) == 1) {
      for (std::uint64_t* value : {&member.size, &member.packed, &member.header}) {
        if (*value != in_zip64) continue;
        if (field.size() < 8) return false;
        *value = number(field, 0, 8);
        field.remove_prefix(8);
      }
      return true;
    }
    extra.remove_prefix(4 + bytes);
  }
  return member.size != in_zip64 && member.packed != in_zip64 && member.header != in_zip64;
}

}  // namespace

Result<Directory> read_directory(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return Error{"no_input", path + ": is not a file"};
  const std::uint64_t file_size = std::filesystem::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  if (error || !file) return Error{"no_input", path + ": cannot be read"};
  const auto place = find_directory(file, file_size);
  if (!place) return bad("no zip directory at the end: the file is damaged, or only its beginning is here");
  if (place->begin > file_size || place->bytes > file_size - place->begin)
    return bad("its zip directory is not where the end of the file says");
  if (place->bytes > most_directory_bytes) return bad("its zip directory has over 4 MB");
  const std::string bytes = bytes_at(file, place->begin, static_cast<std::size_t>(place->bytes));
  Directory directory{.members = {}, .begin = place->begin};
  std::string_view rest = bytes;
  while (rest.starts_with(central_directory) && rest.size() >= entry_bytes) {
    const std::size_t name = number(rest, 28, 2), extra = number(rest, 30, 2), comment = number(rest, 32, 2);
    if (rest.size() - entry_bytes < name + extra + comment) break;
    Member member{.name = std::string(rest.substr(entry_bytes, name)),
                  .flags = static_cast<unsigned>(number(rest, 8, 2)),
                  .method = static_cast<unsigned>(number(rest, 10, 2)),
                  .crc = static_cast<std::uint32_t>(number(rest, 16, 4)),
                  .packed = number(rest, 20, 4),
                  .size = number(rest, 24, 4),
                  .header = number(rest, 42, 4)};
    if (!read_zip64(rest.substr(entry_bytes + name, extra), member)) break;
    directory.members.push_back(std::move(member));
    rest.remove_prefix(entry_bytes + name + extra + comment);
  }
  if (!rest.empty()) return bad("its zip directory is damaged");
  return directory;
}

Result<FilePart> part_of(const std::string& path, const Directory& directory, const Member& member) {
  if (member.flags & 1) return bad("is encrypted");
  if (member.method != 0 && member.method != 8)
    return bad("is packed by method " + std::to_string(member.method) + "; only stored (0) and deflated (8) are read");
  if (member.method == 0 && member.packed != member.size) return bad("is stored, but has two sizes");
  std::ifstream file(path, std::ios::binary);
  const std::string header = bytes_at(file, member.header, local_header_bytes + member.name.size());
  if (header.size() < local_header_bytes || !header.starts_with(local_header) ||
      number(header, 26, 2) != member.name.size() || header.compare(local_header_bytes, header.npos, member.name) != 0)
    return bad("is not where the zip directory says");
  const std::uint64_t begin = member.header + header.size() + number(header, 28, 2);
  if (begin > directory.begin || member.packed > directory.begin - begin) return bad("runs into the zip directory");
  return FilePart{
      .begin = begin, .bytes = member.packed, .deflated = member.method == 8, .size = member.size, .crc = member.crc};
}

}  // namespace pith::ingest::zip
