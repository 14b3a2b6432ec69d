// No real page is lost: every labelled page is decoded, parsed and extracted, with its siblings if it has any.
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "core/dom/parse.h"
#include "core/extract/extract_page.h"
#include "core/extract/registry.h"
#include "core/render/render.h"
#include "core/render/structure.h"
#include "core/text/encoding.h"
#include "core/text/words.h"
#include "tests/support/explained.h"

using namespace pith;
namespace fs = std::filesystem;

namespace {

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

// Pages of one set, parsed once: most are used as key page and as sibling.
class PageSet {
 public:
  explicit PageSet(fs::path directory) : directory_(std::move(directory)) {}

  std::shared_ptr<const Document> document(const std::string& id) {
    auto& slot = documents_[id];
    if (!slot) {
      const std::string bytes = read_file(directory_ / "html" / (id + ".html"));
      auto parsed = parse_html(decode_html(bytes).text);
      BOOST_REQUIRE_MESSAGE(parsed.ok(),
                            directory_ << " " << id << ": " << (parsed.ok() ? "" : parsed.error().message));
      slot = std::make_shared<const Document>(std::move(*parsed));
    }
    return slot;
  }

 private:
  fs::path directory_;
  std::map<std::string, std::shared_ptr<const Document>> documents_;
};

struct Counts {
  int pages = 0, empty = 0;
  int other_text = 0, other_markdown = 0;  // when read again from the cleaned HTML
  std::map<std::string, int> by_status;
};

Counts extract_set(const fs::path& directory, int limit) {
  ExtractOptions options;
  options.extractor_name = "conex/1";
  options.extractor = std::move(*make_extractor("conex"));
  PageSet set(directory);
  Counts counts;
  std::ifstream manifest(directory / "manifest.jsonl");
  for (std::string line; counts.pages < limit && std::getline(manifest, line);) {
    const auto entry = nlohmann::json::parse(line);
    const std::string id = entry["id"];
    const std::string gold = read_file(directory / "gold" / (id + ".txt"));
    if (count_words(gold) < 50) continue;
    ++counts.pages;
    std::vector<std::shared_ptr<const Document>> kept;
    std::vector<const Document*> siblings;
    for (const auto& sibling : entry.value("siblings", nlohmann::json::array())) {
      if (siblings.size() == 4) break;
      kept.push_back(set.document(sibling));
      siblings.push_back(kept.back().get());
    }
    const auto page = set.document(id);
    const auto url = parse_url("https://example.org/dir/page.html");
    const ExtractedPage out = extract_page({.page = *page, .siblings = siblings, .url = &*url}, options);
    ++counts.by_status[std::string(name_of(out.status))];
    if (out.blocks.text.empty()) {
      counts.empty += out.reason != "noindex";  // the page itself asks for it
      BOOST_TEST_MESSAGE(directory.filename() << " " << id << ": nothing (" << out.reason << ")");
    }
    BOOST_TEST(is_valid_utf8(out.blocks.text));
    BOOST_TEST(is_valid_utf8(out.markdown));
    BOOST_TEST(is_valid_utf8(out.html));
    BOOST_TEST((out.status == Status::skipped || nlohmann::json::accept(structure_json(out.structure).value_or(""))));
    BOOST_TEST(out.content_words <= out.page_words);
    const auto again = parse_html(out.html);
    BOOST_REQUIRE(again.ok());
    NodeSet all(*again);
    all.add_subtree(*again, again->find(Tag::body));
    counts.other_text += read_blocks(*again, all).text != out.blocks.text;
    counts.other_markdown += render_markdown(*again, all, std::nullopt) != out.markdown;
  }
  return counts;
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_labelled_page_is_lost) {
  const char* data = std::getenv("PITH_DATA");
  if (!data) {
    BOOST_TEST_MESSAGE("skipped");
    std::puts("skipped: PITH_DATA is not set");
    return;
  }
  int sets = 0;
  for (const auto& entry : fs::directory_iterator(data)) {
    if (!fs::exists(entry.path() / "manifest.jsonl")) continue;
    ++sets;
    const Counts counts = extract_set(entry.path(), 250);
    std::string statuses;
    for (const auto& [status, count] : counts.by_status) statuses += " " + status + " " + std::to_string(count);
    std::printf("%s: %d pages,%s; read again from cleaned HTML %d other texts, %d other Markdown\n",
                entry.path().filename().c_str(), counts.pages, statuses.c_str(), counts.other_text,
                counts.other_markdown);
    BOOST_TEST(counts.pages > 0, entry.path());
    // A few files contain no page at all: frames, or markup that was cut off when it was saved.
    BOOST_TEST(counts.empty * 100 <= counts.pages, entry.path() << ": " << counts.empty << " pages gave nothing");
    // `pith get` rebuilds pages from it. Only odd tables differ, and the numbers of lists that lack items.
    BOOST_TEST(counts.other_text * 33 <= counts.pages, entry.path()
                                                           << ": " << counts.other_text << " pages say something else");
  }
  BOOST_TEST(sets > 0, data << " holds no set of pages");
}

BOOST_AUTO_TEST_CASE(explanations_match_the_extraction) {
  const char* data = std::getenv("PITH_DATA");
  if (!data) return;
  int pages = 0;
  for (const auto& directory : fs::directory_iterator(data)) {
    if (!fs::exists(directory.path() / "manifest.jsonl")) continue;
    PageSet set(directory.path());
    std::ifstream manifest(directory.path() / "manifest.jsonl");
    int number = 0;
    for (std::string line; number < 300 && std::getline(manifest, line); ++number) {
      if (number % 10 != 0) continue;
      const auto entry = nlohmann::json::parse(line);
      std::vector<std::shared_ptr<const Document>> kept;
      std::vector<const Document*> siblings;
      for (const auto& sibling : entry.value("siblings", nlohmann::json::array())) {
        if (siblings.size() == 4) break;
        kept.push_back(set.document(sibling));
        siblings.push_back(kept.back().get());
      }
      for (const char* extractor : {"pith", "conex"}) {
        ExtractOptions options;
        options.extractor_name = extractor;
        options.extractor = std::move(*make_extractor(extractor));
        const auto page = set.document(entry["id"]);
        test::check_explains(
            explain_page({.page = *page, .siblings = siblings}, options),
            extract_page({.page = *page, .siblings = siblings}, options),
            directory.path().filename().string() + " " + entry["id"].get<std::string>() + ", " + extractor);
      }
      ++pages;
    }
  }
  BOOST_TEST(pages > 50);
}
