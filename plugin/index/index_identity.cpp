#include "plugin/index/index_identity.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "core/system/digest.h"
#include "core/system/write_file.h"
#include "core/text/ascii.h"
#include "indexer_adapter/lucene/index_files.h"

namespace pith::pipeline {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t id_bytes = 32;

// No commit: segments.gen alone is not one.
bool is_lost(const std::string& path) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path, error))
    if (entry.path().filename().string().starts_with("segments_")) return false;
  return true;
}

std::string text_of(const std::string& id) { return id + ' ' + sha256_hex(id).substr(0, 8) + '\n'; }

struct File {
  bool there = false, has_checksum = false;
  std::string id;  // empty: damaged
};

File read_file(const std::string& path) {
  std::ifstream in(identity_file(path), std::ios::binary);
  std::error_code ignored;
  if (!in) return {.there = fs::exists(identity_file(path), ignored), .has_checksum = false, .id = ""};
  std::string text(2 * id_bytes, '\0');  // more than there is
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  const std::string id = text.substr(0, id_bytes);
  File file{.there = true, .has_checksum = text == text_of(id), .id = ""};
  if (is_identity(id) && (file.has_checksum || text == id + '\n')) file.id = id;
  return file;
}

}  // namespace

std::string identity_file(const std::string& path) { return (fs::path(path) / "pith-index-id").string(); }

IndexIdentity read_identity(const std::string& path) {
  if (is_lost(path)) return {};
  const File file = read_file(path);
  return {.id = file.id, .damaged = file.there && file.id.empty()};
}

std::string identity_of_index(const std::string& path) { return read_identity(path).id; }

Result<std::string> identify_index(const std::string& path) {
  if (!is_lost(path)) {
    const File file = read_file(path);
    if (file.has_checksum) return file.id;
    if (file.there && file.id.empty())
      return index::make_error(index::IndexError::damaged,
                               "index: " + identity_file(path) +
                                   " is damaged; `pith doctor --repair` finds out which page cache it belongs to");
    if (!file.id.empty()) {
      if (auto error = name_index(path, file.id)) return *std::move(error);
      return file.id;
    }
  }
  std::string id = new_identity();
  if (auto error = name_index(path, id)) return *std::move(error);
  return id;
}

std::optional<Error> name_index(const std::string& path, const std::string& id) {
  const auto error = replace_file(identity_file(path), text_of(id));
  if (!error) return std::nullopt;
  return index::make_error(index::IndexError::unwritable,
                           error->message + "; check its permissions and the free space, then run again");
}

bool is_identity(const std::string& text) {
  return text.size() == id_bytes &&
         std::all_of(text.begin(), text.end(), [](char c) { return hex_value(c) >= 0 && lower_ascii(c) == c; });
}

std::string new_identity() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

void forget_identity_of_lost_index(const std::string& path) {
  const auto error = index::check_commit(path);
  std::error_code ignored;
  if (error && index::is(*error, index::IndexError::missing)) fs::remove(identity_file(path), ignored);
}

}  // namespace pith::pipeline
