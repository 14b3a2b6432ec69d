// What is learned from a site's sample, depending on the settings of its hosts.
#include "plugin/site/site_survey.h"

#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/dom/parse.h"
#include "core/extract/main_content/detail/features/features.h"
#include "core/extract/main_content/detail/main_content.h"
#include "crawler_adapter/cache/cache_capture.h"
#include "plugin/capture/options.h"
#include "plugin/site/page_worker.h"
#include "tests/support/temporary.h"

using namespace pith;
using namespace pith::pipeline;

namespace {

std::string html_of(int number) {
  std::string own;
  for (int i = 0; i < 40; ++i) own += " word" + std::to_string((number * 37 + i * 11) % 997);
  return "<body><ul class=menu><li><a href=/1>Home page</a><li><a href=/2>All products</a></ul><article><h1>Story " +
         std::to_string(number) + "</h1><p>" + own + ".</p></article><footer>1 Hill Street</footer>";
}

// A site of two hosts, surveyed like `pith index` does with the settings of `yaml`.
struct Surveyed {
  explicit Surveyed(const std::string& yaml)
      : config(std::move(*config::load_text("cache: {path: cache}\n" + yaml, "pith.yaml", directory.path()))) {
    const crawl::CacheOptions options = capture::cache_options(config.settings());
    auto cache = crawl::CacheCapture::open(options);
    std::vector<crawl::CapturedPage> pages;
    for (int number = 0; number < 10; ++number)
      pages.push_back({.url = std::string("http://") + (number % 2 ? "www" : "blog") + ".site.example/" +
                              std::to_string(number) + ".html",
                       .status = 200,
                       .content_type = "text/html",
                       .body = html_of(number)});
    BOOST_REQUIRE(!cache->store(pages));
    auto ledger = crawl::CacheLedger::open_existing(options);
    BOOST_REQUIRE(ledger.ok());
    setups = std::make_unique<Setups>(config);
    site = std::move(*SiteWork::read(*ledger, *setups, "site.example"));
    PageDocuments documents(*setups);
    PageWorker worker(*ledger, ledger->options().site_mode, *setups, documents, 0);
    BOOST_REQUIRE(!learn_model(*ledger->sample(site->name()), worker, *site));
  }

  const SiteSetup& setup(const std::string& host) { return **setups->of_host(host); }

  test::TemporaryDirectory directory;
  config::Config config;
  std::unique_ptr<Setups> setups;
  std::shared_ptr<SiteWork> site;
};

const std::string www_area = "site.example", blog_area = "blog.site.example";

// What the default extractor learns from the sample's pages of a host, judged by `stages`.
std::uint64_t digest_by(Stages stages, const std::string& area) {
  std::vector<PageSummary> summaries;
  for (int number = area == www_area ? 1 : 0; number < 10; number += 2) {
    const Document page = std::move(*parse_html(html_of(number)));
    const PageView view(page);
    summaries.push_back(summarise(view, judge_page(view, page_row(view), builtin_model(), stages)));
  }
  return statistics_of(summaries).digest();
}

std::uint64_t known_digest(const Surveyed& surveyed, std::size_t analyser, const std::string& area) {
  const SiteModel& model = *surveyed.site->model();
  BOOST_REQUIRE(model.templates().size() == 1u);
  const auto known = model.statistics(analyser, crawl::hash_url(area));
  return known ? known->digest() : 0;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site_survey)

BOOST_AUTO_TEST_CASE(the_sample_is_judged_as_its_pages_are) {
  BOOST_TEST(digest_by({}, www_area) != digest_by({.second = false}, www_area));
  BOOST_TEST(known_digest(Surveyed(""), 0, blog_area) == digest_by({}, blog_area));
  BOOST_TEST(known_digest(Surveyed("extract: {parameters: {pith: {second_pass: false}}}"), 0, www_area) ==
             digest_by({.second = false}, www_area));
}

BOOST_AUTO_TEST_CASE(an_extractor_that_does_not_learn_judges_no_sample) {
  const Surveyed surveyed("extract: {extractor: conex}");
  BOOST_TEST(surveyed.site->is_compared());
  BOOST_TEST(surveyed.site->analysers().empty());
  BOOST_TEST(known_digest(surveyed, 0, www_area) == 0u);
  // Its siblings still come from the page's template.
  const SiteModel& model = *surveyed.site->model();
  BOOST_TEST(model.like(model.templates()[0].shape, crawl::hash_url(www_area)).size() == 5u);
}

BOOST_AUTO_TEST_CASE(each_extractor_of_a_site_learns_once) {
  Surveyed surveyed("sites: {blog.site.example: {extract: {parameters: {pith: {second_pass: false}}}}}");
  BOOST_TEST_REQUIRE(surveyed.site->analysers().size() == 2u);
  const std::size_t blog = surveyed.site->analyser_of(surveyed.setup("blog.site.example")),
                    www = surveyed.site->analyser_of(surveyed.setup("www.site.example"));
  BOOST_TEST(known_digest(surveyed, blog, blog_area) == digest_by({.second = false}, blog_area));
  BOOST_TEST(known_digest(surveyed, www, www_area) == digest_by({}, www_area));
  BOOST_TEST(Surveyed("sites: {blog.site.example: {extract: {keep_comments: true}}}").site->analysers().size() == 1u,
             "what is kept of a page does not depend on this");
}

// Summaries stored by an older version of the extractor are not used as those of the current one.
BOOST_AUTO_TEST_CASE(summaries_are_of_a_version_of_the_extractor) {
  Surveyed surveyed("");
  const SiteSetup& setup = surveyed.setup("www.site.example");
  BOOST_TEST(setup.analyser->version() == setup.extract.extractor_name);
}

BOOST_AUTO_TEST_CASE(a_site_without_comparison_has_no_model) {
  const Surveyed surveyed("siblings: {n: 0}");
  BOOST_TEST(!surveyed.site->is_compared());
  BOOST_TEST(!surveyed.site->model());
}

BOOST_AUTO_TEST_SUITE_END()
