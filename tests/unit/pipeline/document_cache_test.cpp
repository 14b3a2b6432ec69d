#include "plugin/site/document_cache.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "core/dom/parse.h"

using namespace pith;
using namespace pith::pipeline;

namespace {

// 20 formatting elements are never closed, so the parser creates them again in each paragraph.
std::shared_ptr<const Document> dense_page(int paragraphs) {
  std::string html = "<p>";
  for (int i = 0; i < 20; ++i) html += "<b id=" + std::to_string(i) + ">";
  for (int i = 0; i < paragraphs; ++i) html += "<p>w";
  return std::make_shared<const Document>(std::move(*parse_html(html, Limits{})));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(document_cache)

BOOST_AUTO_TEST_CASE(small_pages_of_large_documents_do_not_fill_memory) {
  constexpr std::size_t bound = 4 << 20;
  DocumentCache cache(bound);
  std::size_t bytes = 0;
  for (int page = 0; page < 40; ++page) {
    const auto document = dense_page(400);
    BOOST_REQUIRE(document->size() > 8000u);
    BOOST_REQUIRE(document->bytes() >= document->size() * sizeof(Node));
    BOOST_REQUIRE(document->bytes() < bound);
    cache.put(page, document);
    BOOST_TEST((cache.find(page) == document));
  }
  for (int page = 0; page < 40; ++page)
    if (const auto kept = cache.find(page)) bytes += kept->bytes();
  BOOST_TEST(bytes <= bound);
  BOOST_TEST(bytes > bound / 2);
}

BOOST_AUTO_TEST_CASE(the_last_one_stays_and_nothing_after_clearing) {
  DocumentCache cache(1);
  cache.put(1, dense_page(1));
  cache.put(2, dense_page(1));
  BOOST_TEST(!cache.find(1));
  BOOST_TEST(!!cache.find(2));
  cache.clear();
  BOOST_TEST(!cache.find(2));
  cache.put(3, dense_page(1));
  BOOST_TEST(!!cache.find(3));
}

BOOST_AUTO_TEST_CASE(a_view_is_made_once_and_is_of_its_own_document) {
  DocumentCache cache(64 << 20);
  const auto document = dense_page(3);
  cache.put(1, document);
  const auto view = cache.view(1, document);
  BOOST_TEST((cache.view(1, document) == view));
  // Evicted meanwhile, and parsed again.
  const auto again = dense_page(3);
  BOOST_TEST((cache.view(1, again) != view));
  BOOST_TEST((cache.view(2, again) != view));
}

BOOST_AUTO_TEST_CASE(a_view_counts_and_keeps_its_document) {
  DocumentCache cache(1);
  cache.put(1, dense_page(3));
  std::weak_ptr<const Document> document = cache.find(1);
  auto view = cache.view(1, document.lock());
  cache.put(2, dense_page(3));
  BOOST_TEST(!cache.find(1));
  BOOST_TEST(has_text(*view));
  BOOST_TEST(!document.expired());
  view.reset();
  BOOST_TEST(document.expired());
}

BOOST_AUTO_TEST_SUITE_END()
