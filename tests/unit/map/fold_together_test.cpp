// Of a site with more pages than are held at once, duplicates are found among pages that follow each other; whether the
// site comes whole or in pieces.
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "crawler_adapter/inputs/frames.h"
#include "plugin/cluster/fold_run.h"
#include "plugin/cluster/map_run.h"
#include "tests/support/read_input.h"

using namespace pith;
using namespace pith::map;

namespace {

constexpr std::size_t count = 10;

// Pages 0 and 1, and 2 and 9, have the same content.
std::string frames() {
  std::string out;
  for (std::size_t number = 0; number < count; ++number) {
    const std::size_t content = number == 1 ? 0 : number == 9 ? 2 : number;
    std::string text;
    for (std::size_t word = 0; word < 80; ++word) text += " word" + std::to_string(100 * content + word);
    const crawl::CapturedPage page{.url = "http://h.example/" + std::to_string(number),
                                   .status = 200,
                                   .content_type = "text/html",
                                   .robots = "",
                                   .body = "<html><body><main><p>" + text + "</p></main></body></html>"};
    out += ingest::frame_of(page, "h.example");
  }
  return out;
}

struct Written {
  std::string bytes;
  PageCounts counts;
  std::int64_t sites = 0;
};

class Site {
 public:
  Written map(Stage stage, std::size_t together, const std::string& records) const {
    test::put_file(directory_ / "records", records);
    MapRequest request{.stage = stage,
                       .models = directory_ / "models",
                       .sources = {.paths = {directory_ / "records"}, .type = "frames"},
                       .format = find_format("columns")};
    request.together = together;
    Written out;
    MapHooks hooks;
    hooks.write = [&](std::string_view bytes) {
      out.bytes += bytes;
      return std::nullopt;
    };
    const auto summary = run_map({}, request, hooks);
    BOOST_REQUIRE(summary.ok());
    out.counts = summary->counts;
    out.sites = summary->sites;
    return out;
  }

  Written fold(std::size_t together, const std::string& frames) const {
    test::put_file(directory_ / "pages", frames);
    Written out;
    FoldHooks hooks;
    hooks.write = [&](std::string_view bytes) {
      out.bytes += bytes;
      return std::nullopt;
    };
    const auto summary =
        run_fold({}, {.paths = {directory_ / "pages"}, .format = find_format("columns"), .together = together}, hooks);
    BOOST_REQUIRE(summary.ok());
    out.counts = summary->counts;
    out.sites = summary->sites;
    return out;
  }

 private:
  const test::TemporaryDirectory directory_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(fold_together)

BOOST_AUTO_TEST_CASE(duplicates_are_found_among_pages_that_follow_each_other) {
  const Site site;
  for (const auto& [together, duplicates] :
       {std::pair<std::size_t, std::int64_t>{folded_together, 2}, {10, 2}, {8, 1}, {4, 1}, {2, 1}, {1, 0}}) {
    BOOST_TEST_CONTEXT(together << " together") {
      const Written whole = site.map(Stage::whole, together, frames());
      BOOST_TEST(whole.sites == 1);
      BOOST_TEST(whole.counts.pages == static_cast<std::int64_t>(count));
      BOOST_TEST((whole.counts.skipped.contains("duplicate") ? whole.counts.skipped.at("duplicate") : 0) == duplicates);

      site.map(Stage::learn, together, frames());
      const Written piece = site.map(Stage::piece, together, frames());
      BOOST_TEST(piece.counts.pages == static_cast<std::int64_t>(count));
      const Written folded = site.fold(together, piece.bytes);
      BOOST_TEST(folded.bytes == whole.bytes);
      BOOST_TEST(folded.sites == 1);
      BOOST_TEST(folded.counts.skipped == whole.counts.skipped);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
