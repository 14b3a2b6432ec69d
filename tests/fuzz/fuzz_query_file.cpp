// The query file of `pith measure`.
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/text/url.h"
#include "plugin/measure/query_file.h"
#include "tests/fuzz/check.h"

using namespace pith;
using namespace pith::fuzz;

namespace {

// The space before a query keeps one that starts with "#" from being a comment.
std::string written(const std::vector<measure::TestQuery>& queries) {
  std::string text;
  for (const measure::TestQuery& query : queries) {
    for (const measure::RelevantPage& page : query.relevant)
      text += " " + query.text + "\t" + page.url + "\t" + std::to_string(page.grade) + "\n";
    for (const std::string& url : query.irrelevant) text += " " + query.text + "\t" + url + "\t0\n";
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto queries = measure::parse_query_file(view_of(data, size), "queries.tsv");
  if (!queries) {
    require(queries.error().code == "query_file", "an error is the file's", queries.error().code);
    require(queries.error().message.starts_with("queries.tsv:"), "an error names the file");
    require_printable(queries.error().message);
    return 0;
  }
  std::set<std::string> texts;
  for (const measure::TestQuery& query : *queries) {
    require(!query.text.empty() && texts.insert(query.text).second, "each query stands there once", query.text);
    require(!query.relevant.empty() || !query.irrelevant.empty(), "each query has a page", query.text);
    std::set<std::string> urls;
    for (const measure::RelevantPage& page : query.relevant) {
      require(page.grade >= 1 && page.grade <= 10, "grades are 1 to 10");
      const auto url = parse_url(page.url);
      require(url && url->str() == page.url && urls.insert(page.url).second, "URLs are normalised, each once",
              page.url);
    }
    for (const std::string& page : query.irrelevant) require(urls.insert(page).second, "a page has one grade", page);
  }
  const auto again = measure::parse_query_file(written(*queries), "again");
  require(again && written(*again) == written(*queries), "what was read, written, reads the same", written(*queries));
  return 0;
}
