#include "plugin/search/search_request.h"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/url.h"

using namespace pith;
using namespace pith::pipeline;

namespace {

int hex(char c) { return c <= '9' ? c - '0' : c - 'A' + 10; }

std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i] == '%' ? static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2])) : text[i];
    if (text[i] == '%') i += 2;
  }
  return out;
}

Parameters parameters_of(const std::string& url) {
  Parameters out;
  for (std::size_t at = url.find('?'); at < url.size();) {
    const std::size_t equals = url.find('=', at), end = std::min(url.find('&', equals), url.size());
    out.emplace(url.substr(at + 1, equals - at - 1), decoded(url.substr(equals + 1, end - equals - 1)));
    at = end;
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(search_request)

// A link on the page leads to the search that it was made from.
BOOST_AUTO_TEST_CASE(links_and_parameters_are_inverse) {
  const std::vector<std::string> texts = {"", "a b", "a&b=c#d", "\"é\" 100%", "日本"};
  for (const std::string& text : texts)
    for (const std::string& site : {std::string(), std::string("example.org")})
      for (const std::string& like : texts)
        for (const auto order : {index::Order::relevance, index::Order::newest, index::Order::oldest})
          for (const bool templates : {false, true})
            for (const std::size_t offset : {0, 10, 990}) {
              const index::Query query{.text = text,
                                       .site = site,
                                       .lang = "de",
                                       .after = "2024-05",
                                       .before = site,
                                       .like = like,
                                       .templates = templates,
                                       .order = order,
                                       .offset = offset};
              const auto read = page_query(parameters_of(page_url(query)));
              BOOST_REQUIRE(read.ok());
              BOOST_REQUIRE(page_url(*read) == page_url(query));
              BOOST_REQUIRE(read->text == query.text && read->site == query.site && read->like == query.like &&
                            read->order == query.order);
              BOOST_REQUIRE(read->templates == query.templates && read->offset == query.offset &&
                            read->after == query.after);
            }
}

BOOST_AUTO_TEST_CASE(every_byte_is_encoded_so_that_it_can_be_read) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  const std::string encoded = url_escaped(all);
  BOOST_TEST(decoded(encoded) == all);
  BOOST_TEST(encoded.find_first_of("&=?#+ \"<>'") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(wrong_parameters_are_named) {
  const auto message = [](const Parameters& parameters) {
    const auto query = api_query(parameters);
    return query ? std::string() : query.error().message;
  };
  BOOST_TEST(message({{"q", "a"}, {"limit", "100"}, {"offset", "9900"}, {"facets", "1"}}) == "");
  BOOST_TEST(message({{"limit", ""}, {"sort", ""}}) == "");
  BOOST_TEST(message({{"limit", "101"}}) == "limit: expected a number from 0 to 100");
  BOOST_TEST(message({{"limit", "1x"}}) == "limit: expected a number from 0 to 100");
  BOOST_TEST(message({{"limit", "99999999999999999999999"}}) == "limit: expected a number from 0 to 100");
  BOOST_TEST(message({{"offset", "9901"}}) == "offset: expected a number from 0 to 9900");
  BOOST_TEST(message({{"facets", "yes"}}) == "facets: expected 0 or 1");
  BOOST_TEST(message({{"q", "a"}, {"q", "b"}}) == "q: is given twice");
  BOOST_TEST(message({{"page", "1"}}).starts_with("page: unknown parameter; known: q, site"));
  BOOST_TEST(page_query({{"page", "0"}}).ok() == false);
  BOOST_TEST(page_query({{"page", "1001"}}).ok() == false);
  BOOST_TEST(page_query({{"utm_source", "mail"}}).ok());
}

BOOST_AUTO_TEST_CASE(a_page_is_asked_for_by_its_url_alone) {
  constexpr std::array<std::string_view, 3> formats = {"text", "html", "json"};
  const auto told = [&](const Parameters& parameters, bool with_formats = true) {
    const auto asked = page_request(parameters, with_formats ? formats : std::span<const std::string_view>());
    return asked ? asked->url + " " + asked->format : asked.error().message;
  };
  BOOST_TEST(told({{"url", "u"}}) == "u text");
  BOOST_TEST(told({{"url", "u"}, {"format", ""}}) == "u text");
  BOOST_TEST(told({{"url", "u"}, {"format", "json"}}) == "u json");
  BOOST_TEST(told({{"url", "u"}, {"format", "pdf"}}) == "format: expected text, html or json");
  BOOST_TEST(told({{"url", "u"}, {"url", "v"}}) == "url: is given twice");
  BOOST_TEST(told({{"url", "u?a=1"}, {"b", "2"}}) ==
             "b: unknown parameter; known: url, format; write an & of the URL as %26");
  BOOST_TEST(told({{"url", "u"}}, false) == "u ");
  BOOST_TEST(told({{"url", "u"}, {"format", "html"}}, false).starts_with("format: unknown parameter; known: url;"));
}

BOOST_AUTO_TEST_SUITE_END()
