// WACZ, Webrecorder's archives: a zip file with WARC files in archive/ beside indexes and lists of pages, which say
// nothing that the WARC files do not. (https://specs.webrecorder.net/wacz/1.1.1/)
//
// The zip's directory is at its end and need not agree with the local headers, so a WACZ cannot come from a pipe.
// Members that overlap others are not read: a few bytes could claim to be any number of files.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/text/encoding.h"
#include "core/text/shallow_json.h"
#include "crawler_adapter/inputs/archive.h"
#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/input.h"
#include "crawler_adapter/inputs/zip_directory.h"
#include "crawler_adapter/inputs/zip_format.h"

namespace pith::ingest {
namespace {

constexpr std::size_t longest_name = 1000;  // it is in the place of each record

bool is_warc(const std::string& name) {
  return name.starts_with("archive/") &&
         (name.ends_with(".warc") || name.ends_with(".warc.gz") || name.ends_with(".warc.zst"));
}

// The name in the first local header, as far as it is there.
std::string_view first_name(std::string_view head) {
  if (!head.starts_with(zip::local_header) || head.size() < zip::local_header_bytes) return {};
  return head.substr(zip::local_header_bytes, zip::number(head, 26, 2));
}

// HTTrack's cache begins with a URL. It does not count if a crawled page has written its end, after a killed crawl.
bool recognises(const Probe& probe) {
  const std::string_view first = first_name(probe.head);
  if (first.empty() || first.find("://") != first.npos) return false;
  if (probe.path != "-") {
    if (const auto directory = zip::read_directory(probe.path)) {
      const auto has = [&](auto&& test) { return std::ranges::any_of(directory->members, test); };
      return has([](const zip::Member& member) { return member.name == "datapackage.json"; }) &&
             has([](const zip::Member& member) { return is_warc(member.name); });
    }
  }
  return std::ranges::any_of(std::initializer_list<std::string_view>{"archive/", "indexes/", "pages/", "datapackage"},
                             [&](std::string_view known) { return first.starts_with(known); });
}

// The files of archive/ that the description of the archive names, and that it does not have.
std::vector<std::string> missing_files(const std::string& path, const zip::Directory& directory,
                                       const Reading& reading) {
  constexpr std::size_t most_bytes = 4 << 20;
  const auto named = [&](const std::string& name) {
    return std::ranges::find(directory.members, name, &zip::Member::name);
  };
  std::vector<std::string> missing;
  const auto description = named("datapackage.json");
  if (description == directory.members.end()) return missing;
  const auto part = zip::part_of(path, directory, *description);
  if (!part) return missing;
  auto in = ByteStream::open(path, reading.stop_flag(), *part);
  if (!in) return missing;
  const auto json = parse_shallow_json<nlohmann::json>(std::string(in->peek(most_bytes).substr(0, most_bytes)));
  const auto member = [](const nlohmann::json& object, const char* name) {
    return object.is_object() ? object.value(name, nlohmann::json()) : nlohmann::json();
  };
  const nlohmann::json resources = member(json, "resources");
  if (!resources.is_array()) return missing;
  for (const nlohmann::json& resource : resources)
    if (const nlohmann::json file = member(resource, "path"); file.is_string())
      if (const std::string name = file; name.starts_with("archive/") && named(name) == directory.members.end())
        missing.push_back(name.substr(0, longest_name));
  return missing;
}

std::optional<Error> read(const std::string& path, Reading& reading) {
  if (path == "-") return Error{"no_input", "-: the directory of a WACZ is at its end; save it to a file first"};
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error) && std::filesystem::is_empty(path, error)) return std::nullopt;
  auto directory = zip::read_directory(path);
  if (!directory && directory.error().code == "no_input") return directory.error();
  if (!directory) {
    reading.lost(0, 0, directory.error().message);
    return std::nullopt;
  }
  std::vector<zip::Member> members;
  for (const zip::Member& member : directory->members)
    if (member.name.starts_with("archive/") && !member.name.ends_with('/')) members.push_back(member);
  if (members.empty()) reading.lost(0, 0, "has no WARC file in archive/");
  for (const std::string& name : missing_files(path, *directory, reading))
    reading.lost(0, 0, "lacks " + sanitize_utf8(name) + ", which its datapackage.json names");
  std::ranges::stable_sort(members, {}, &zip::Member::header);
  std::uint64_t end = 0;  // of the members before
  for (const zip::Member& member : members) {
    if (reading.stopped()) break;
    reading.begin_file(member.name.substr(0, longest_name));
    const auto lost = [&](const std::string& why) { reading.lost(0, reading.report().records, why); };
    const auto part = zip::part_of(path, *directory, member);
    if (!is_warc(member.name) || member.name.size() > longest_name) {
      lost("is not named like a WARC file");
    } else if (!part) {
      lost(part.error().message);
    } else if (member.header < end) {
      lost("overlaps the file before it");
    } else {
      end = part->begin + part->bytes;
      auto in = ByteStream::open(path, reading.stop_flag(), *part);
      if (!in) return in.error();
      in->peek(1);  // finds out whether it is packed
      reading.packed(!in->is_plain());
      read_warc(*in, reading);
    }
  }
  return std::nullopt;
}

}  // namespace

extern const Input wacz_input;
const Input wacz_input{"wacz", "WACZ, Webrecorder's archives: the WARC files in it", recognises, read};

}  // namespace pith::ingest
