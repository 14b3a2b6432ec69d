#include "plugin/lab/page_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unordered_map>

#include "core/base/stable_hash.h"
#include "core/system/digest.h"
#include "plugin/lab/json_text.h"

namespace pith::eval {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::optional<std::string> read_file(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::vector<std::string> texts_of(const Json& entry, const char* key) {
  std::vector<std::string> out;
  const auto found = entry.find(key);
  if (found != entry.end() && found->is_array())
    for (const Json& item : *found)
      if (item.is_string()) out.push_back(item);
  return out;
}

// nullopt if it is neither true nor false.
std::optional<bool> flag_of(const Json& entry, const char* key) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_boolean() ? std::optional(found->get<bool>()) : std::nullopt;
}

// An id names files: nothing may lead out of the folder.
bool is_file_name(const std::string& id) {
  return !id.empty() && id.find('/') == std::string::npos && id.find('\0') == std::string::npos;
}

}  // namespace

std::optional<std::string> PageSet::html(std::uint32_t page) const {
  return read_file(directory / "html" / (pages[page].id + ".html"));
}

std::optional<std::string> PageSet::gold(std::uint32_t page) const {
  return read_file(directory / "gold" / (pages[page].id + ".txt"));
}

std::optional<std::string> PageSet::gold_nodes(std::uint32_t page) const {
  return read_file(directory / "gold_nodes" / (pages[page].id + ".json"));
}

Result<PageSet> read_page_set(const fs::path& directory) {
  const fs::path file = directory / "manifest.jsonl";
  const auto manifest = read_file(file);
  if (!manifest)
    return Error{
        "io",
        fmt::format("{}: cannot be read; a set of labelled pages is a folder with manifest.jsonl, html/ and gold/",
                    file.string())};
  std::istringstream in(*manifest);
  PageSet set;
  set.digest = sha256_hex(*manifest);
  set.directory = directory;
  set.name = fs::absolute(directory / ".").lexically_normal().parent_path().filename().string();
  std::unordered_map<std::string, std::uint32_t> by_id;
  std::vector<std::vector<std::string>> siblings, linked;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty()) continue;
    const auto wrong = [&](std::string_view what) {
      return Error{"manifest", fmt::format("{}:{}: {}", file.string(), number, what)};
    };
    const Json entry = Json::parse(line, nullptr, false);
    if (!entry.is_object()) return wrong("expected a JSON object");
    LabelledPage page;
    page.id = text_member(entry, "id");
    if (!is_file_name(page.id)) return wrong("expected an \"id\" that is a file name");
    page.url = parse_url(text_member(entry, "url"));
    page.site = text_member(entry, "site");
    if (page.site.empty()) page.site = page.id;
    page.domain = text_member(entry, "domain");
    if (page.domain.empty()) page.domain = page.site;
    page.family = text_member(entry, "family");
    page.type = text_member(entry, "page_type");
    page.split = text_member(entry, "split");
    page.title = text_member(entry, "title");
    page.title_in_gold = flag_of(entry, "title_in_gold");
    page.captions_in_gold = flag_of(entry, "captions_in_gold");
    if (!by_id.emplace(page.id, static_cast<std::uint32_t>(set.pages.size())).second)
      return wrong("the id " + page.id + " occurs twice");
    set.sites[page.site].push_back(static_cast<std::uint32_t>(set.pages.size()));
    set.pages.push_back(std::move(page));
    siblings.push_back(texts_of(entry, "siblings"));
    linked.push_back(texts_of(entry, "linked_siblings"));
  }
  const auto resolve_ids = [&](const std::vector<std::string>& ids, std::vector<std::uint32_t>& out) {
    for (const std::string& id : ids)
      if (const auto found = by_id.find(id); found != by_id.end()) out.push_back(found->second);
  };
  for (std::size_t i = 0; i < set.pages.size(); ++i) {
    resolve_ids(siblings[i], set.pages[i].siblings);
    resolve_ids(linked[i], set.pages[i].linked_siblings);
  }
  return set;
}

std::size_t fold_of(const LabelledPage& page, std::size_t folds) {
  return (hash_bytes(hash_seed, page.family.empty() ? page.domain : page.family) >> 32) % folds;
}

Result<std::vector<std::string>> find_page_sets(const std::vector<std::string>& given) {
  std::vector<std::string> out;
  for (const std::string& directory : given) {
    std::error_code error;
    if (fs::exists(fs::path(directory) / "manifest.jsonl", error)) {
      out.push_back(directory);
      continue;
    }
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(directory, error))
      if (fs::exists(entry.path() / "manifest.jsonl", error)) found.push_back(entry.path().string());
    if (found.empty())
      return Error{
          "usage",
          directory +
              ": no set of labelled pages: expected manifest.jsonl, html/ and gold/ in it, or folders that have them"};
    std::sort(found.begin(), found.end());
    out.insert(out.end(), found.begin(), found.end());
  }
  for (std::size_t i = 0; i < out.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      std::error_code error;
      if (fs::equivalent(out[i], out[j], error)) return Error{"usage", out[i] + ": the same set twice"};
    }
  return out;
}

}  // namespace pith::eval
