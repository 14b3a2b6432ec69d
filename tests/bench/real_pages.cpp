#include "tests/bench/real_pages.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/base/stable_hash.h"
#include "core/dom/parse.h"
#include "core/text/encoding.h"
#include "tests/support/site_sample.h"

namespace pith::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t siblings = 4, sample = 16;

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  return std::string(std::istreambuf_iterator<char>(in), {});
}

Document parsed(const std::string& source, const fs::path& file) {
  auto document = parse_html(source);
  if (!document) throw std::runtime_error(file.string() + ": " + document.error().message);
  return std::move(*document);
}

std::unique_ptr<RealPage> read_page(const fs::path& set, const nlohmann::json& entry) {
  const auto file = [&](const std::string& id) { return set / "html" / (id + ".html"); };
  const std::string id = entry["id"], bytes = read(file(id)), source = decode_html(bytes).text;
  const std::string url =
      entry["url"].is_string() ? entry["url"].get<std::string>() : "https://example.org/dir/page.html";
  const auto parsed_url = parse_url(url);
  if (!parsed_url) throw std::runtime_error(file(id).string() + ": its URL cannot be read: " + url);
  auto page = std::make_unique<RealPage>(
      RealPage{.bytes = bytes, .source = source, .url = *parsed_url, .document = parsed(source, file(id))});
  static const SiteModel::SiteAnalysers analysers = test::default_site_analyser();
  std::vector<SampledPage> sampled;
  for (const auto& sibling : entry["siblings"]) {
    const std::string other = sibling;
    if (sampled.size() == sample) break;
    Document document = parsed(decode_html(read(file(other))).text, file(other));
    sampled.push_back(test::sampled_page(hash_bytes(hash_seed, other), PageView(document), analysers));
    if (page->siblings.size() < siblings) page->siblings.push_back(std::move(document));
  }
  for (const Document& sibling : page->siblings) page->sibling_pointers.push_back(&sibling);
  page->model = std::make_unique<SiteModel>(std::move(sampled), analysers);
  return page;
}

}  // namespace

std::vector<std::unique_ptr<RealPage>> real_pages(std::size_t per_set) {
  const char* data = std::getenv("PITH_DATA");
  std::vector<fs::path> sets;
  for (const auto& entry : fs::directory_iterator(data && *data ? data : PITH_OWN_PAGES))
    if (fs::exists(entry.path() / "manifest.jsonl")) sets.push_back(entry.path());
  std::sort(sets.begin(), sets.end());
  std::vector<std::unique_ptr<RealPage>> out;
  for (const fs::path& set : sets) {
    std::vector<nlohmann::json> entries;
    std::ifstream manifest(set / "manifest.jsonl");
    for (std::string line; std::getline(manifest, line);) {
      auto entry = nlohmann::json::parse(line);
      if (entry.contains("siblings") && entry["siblings"].size() >= siblings) entries.push_back(std::move(entry));
    }
    const std::size_t step = std::max<std::size_t>(1, entries.size() / per_set);
    for (std::size_t i = 0, taken = 0; i < entries.size() && taken < per_set; i += step, ++taken)
      out.push_back(read_page(set, entries[i]));
  }
  if (out.empty()) throw std::runtime_error("no labelled page has four siblings");
  return out;
}

std::unique_ptr<RealPage> dense_page(std::size_t bytes) {
  std::string html = "<!DOCTYPE html><title>Dense</title><body><ul>";
  for (std::size_t i = 0; html.size() < bytes; ++i)
    html += "<li><a href=\"/" + std::to_string(i % 10) + "\">ab</a> <b>c</b> d</li>";
  auto page = std::make_unique<RealPage>(RealPage{.bytes = html,
                                                  .source = html,
                                                  .url = *parse_url("https://example.org/dense.html"),
                                                  .document = parsed(html, "a dense page")});
  page->model = std::make_unique<SiteModel>(std::vector<SampledPage>());
  return page;
}

std::uint64_t bytes_of(const std::vector<std::unique_ptr<RealPage>>& pages) {
  std::uint64_t sum = 0;
  for (const auto& page : pages) sum += page->source.size();
  return sum;
}

}  // namespace pith::bench
