#include "plugin/index/export_state.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/system/digest.h"
#include "core/system/write_file.h"

namespace pith::sinks {
namespace {

constexpr std::string_view first_line = "pith export state 1";

std::uint64_t version_of(const SinkDocument& document) {
  constexpr std::size_t digits = 16;
  const std::string digest = sha256_hex(to_line(document.fields)).substr(0, digits);
  std::uint64_t version = 0;
  std::from_chars(digest.data(), digest.data() + digest.size(), version, 16);
  return version == 0 ? 1 : version;
}

bool is_word(std::string_view text) { return !text.empty() && text.find_first_not_of("0123456789abcdef") == text.npos; }

}  // namespace

Result<ExportState> ExportState::load(const std::string& file, std::string scope) {
  ExportState state(file, std::move(scope));
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    std::error_code none;
    if (std::filesystem::symlink_status(file, none).type() == std::filesystem::file_type::not_found) return state;
    return Error{"io", file + ": cannot be read: " + std::strerror(errno)};
  }
  std::string line;
  const auto damaged = [&](std::size_t number) {
    return Error{"bad_state", fmt::format("{}: line {}: is no state of an export; without the file, everything is "
                                          "exported again",
                                          file, number)};
  };
  if (!std::getline(in, line) || line != first_line) return damaged(1);
  if (!std::getline(in, line)) return damaged(2);
  if (line != state.scope_)
    return Error{"usage",
                 fmt::format("{}: belongs to another export: {}; this is {}. Give each export a file of its own", file,
                             line, state.scope_)};
  for (std::size_t number = 3; std::getline(in, line); ++number) {
    const std::size_t space = line.find(' ');
    if (in.eof() || space == line.npos || !is_word(std::string_view(line).substr(0, space))) return damaged(number);
    Version version;
    const auto read = std::from_chars(line.data() + space + 1, line.data() + line.size(), version.there, 16);
    if (read.ec != std::errc() || read.ptr != line.data() + line.size()) return damaged(number);
    if (!state.versions_.emplace(line.substr(0, space), version).second) return damaged(number);
  }
  if (in.bad()) return Error{"io", file + ": cannot be read: " + std::strerror(errno)};
  return state;
}

void ExportState::see(const SinkDocument& document) { versions_[document.id].now = version_of(document); }

std::vector<std::string> ExportState::gone() const {
  std::vector<std::string> out;
  if (keeps_unseen_) return out;
  for (const auto& [id, version] : versions_)
    if (version.now == unknown) out.push_back(id);
  return out;
}

bool ExportState::wants(const std::string& id) const {
  const auto found = versions_.find(id);
  return found != versions_.end() && found->second.there != found->second.now;
}

std::int64_t ExportState::changes() const {
  std::int64_t out = 0;
  for (const auto& [_, version] : versions_)
    out += version.now == unknown ? !keeps_unseen_ : version.there != version.now;
  return out;
}

std::optional<Error> ExportState::conclude(const std::vector<std::string>& refused) {
  if (!keeps_unseen_) std::erase_if(versions_, [](const auto& each) { return each.second.now == unknown; });
  for (auto& [_, version] : versions_)
    if (version.now != unknown) version.there = version.now;
  for (const std::string& id : refused)
    if (const auto found = versions_.find(id); found != versions_.end()) found->second.there = unknown;
  return save(false);
}

std::optional<Error> ExportState::save(bool in_doubt) const {
  std::string text = fmt::format("{}\n{}\n", first_line, scope_);
  for (const auto& [id, version] : versions_)
    text += fmt::format("{} {:x}\n", id, in_doubt && version.there != version.now ? unknown : version.there);
  return replace_file(file_, text, Durable::yes);
}

}  // namespace pith::sinks
