// Damaged columns of the page cache: a page's body, links, shape and summary, and the site's templates.
//
// Input: these five, separated by NULs, the body last; its bytes are also what the page says of others. Learned data is
// stored both as it is and sealed.
#include <SQLiteCpp/SQLiteCpp.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/detail/body_codec.h"
#include "crawler_adapter/cache/detail/record_checksum.h"
#include "plugin/site/link_texts.h"
#include "tests/fuzz/check.h"
#include "tests/support/temporary.h"

using namespace pith;
using namespace pith::fuzz;

namespace {

constexpr const char* site = "example.org";
constexpr std::size_t page_bytes = 1000;

// A cache of one page, and a second connection that damages it.
struct Damaged {
  Damaged() {
    require(!crawl::CacheCapture(cache).store(std::array{crawl::CapturedPage{.url = "https://example.org/",
                                                                             .status = 200,
                                                                             .content_type = "text/html",
                                                                             .body = std::string(page_bytes, 'x')}}),
            "a page can be stored");
    require(!cache.save_sample(site, std::array{crawl::SampleSummary{.page = 1, .inputs = "i", .summary = "s"}}),
            "a summary can be stored");
    crawl::SiteModelRecord model;
    model.version = 1;
    require(!cache.save_site_model(site, model), "a model can be stored");
    database.exec("PRAGMA synchronous = OFF");
  }

  void put(std::string_view links, std::string_view shape, std::string_view summary, std::string_view templates,
           std::string_view body, std::string_view link_texts) {
    SQLite::Transaction transaction(database);
    put("UPDATE page SET links = ?", links);
    put("UPDATE page SET shape = ?", shape);
    put("UPDATE sample SET summary = ?", summary);
    put("UPDATE site_model SET templates = ?", templates);
    put("UPDATE body SET bytes = ?", body);
    put("UPDATE page SET link_texts = ?", link_texts);
    transaction.commit();
  }

  void put(const char* sql, std::string_view bytes) {
    SQLite::Statement update(database, sql);
    update.bind(1, static_cast<const void*>(bytes.data()), static_cast<int>(bytes.size()));
    update.exec();
  }

  test::TemporaryDirectory directory;
  crawl::CacheLedger cache = std::move(*crawl::CacheLedger::open({.directory = directory.path()}));
  SQLite::Database database{directory / "pages.sqlite", SQLite::OPEN_READWRITE};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Damaged damaged;
  std::string_view bytes = view_of(data, size);
  const std::string_view links = take_until(bytes, '\0'), shape = take_until(bytes, '\0'),
                         summary = take_until(bytes, '\0'), templates = take_until(bytes, '\0'), body = bytes;
  crawl::CacheLedger& cache = damaged.cache;
  const auto look = [&] {
    const auto state = cache.site_state(site);
    require(state && state->pages.size() == 1, "the page is there");
    return state->pages[0];
  };

  const auto link_texts = [&] {
    std::string found;
    const auto error =
        cache.visit_inbound_rows(site, [&](crawl::InboundRow&& row) { found = std::move(row.link_texts); });
    require(!error, "inbound_texts are read");
    return found;
  };

  damaged.put(links, shape, summary, templates, body, body);
  {
    const crawl::SitePage page = look();
    const auto whole = [](std::string_view record) { return crawl::unsealed(record).has_value(); };
    require(whole(links) || page.links.empty(), "damaged links are none");
    require(whole(shape) || !page.shape, "a damaged shape is none");
    const auto sample = cache.sample(site);
    require(sample && sample->size() == (whole(summary) ? 1 : 0), "a damaged summary is none");
    const auto model = cache.site_model(site);
    require(model && (whole(templates) || model->version == 0), "a damaged model is none");
    require(whole(body) || link_texts().empty(), "damaged texts of links are none");
  }

  damaged.put(crawl::sealed(links), crawl::sealed(shape), crawl::sealed(summary), crawl::sealed(templates), body,
              crawl::sealed(body));
  const crawl::SitePage page = look();
  require(page.links.size() == links.size() / sizeof(std::uint64_t), "links are read as far as they go");
  require(page.shape == shape, "a shape comes back as it is");
  const auto sample = cache.sample(site);
  require(sample && sample->size() == 1 && (*sample)[0].summary == summary, "summaries come back as they are");
  const auto model = cache.site_model(site);
  require(model && model->templates == templates, "templates come back as they are");

  require(link_texts() == body, "texts of links come back as they are");
  if (const auto texts = pipeline::link_texts_from_bytes(body))
    require(pipeline::to_bytes(*texts) == body, "texts of links have one form");

  const auto unpacked = cache.body(page.id);
  require(!unpacked || unpacked->size() <= page_bytes, "no more memory is asked for than the page needs");
  if (!unpacked) {
    require(unpacked.error().code == "damaged_body", "an error is the body's", unpacked.error().message);
    require_printable(unpacked.error().message);
  }
  // The same without a cache, and with a small bound; and compressed bodies decompress.
  constexpr std::size_t small = 1000;
  const auto bounded = crawl::decompress_body(body, small);
  require(!bounded || bounded->size() <= small, "a bound holds");
  const auto again = crawl::decompress_body(crawl::compress_body(body), body.size());
  require(again && *again == body, "what is packed unpacks to the same");
  crawl::BodyDictionary dictionary(links);
  const auto with = crawl::decompress_body(crawl::compress_body(body, &dictionary), body.size(), &dictionary);
  require(with && *with == body, "what is packed with a dictionary unpacks to the same");
  const auto damaged_one = crawl::decompress_body(body, small, &dictionary);
  require(!damaged_one || damaged_one->size() <= small, "a bound holds with a dictionary");
  return 0;
}
