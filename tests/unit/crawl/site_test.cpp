#include "crawler_adapter/cache/site.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>

#include "core/system/digest.h"
#include "crawler_adapter/cache/detail/body_codec.h"

using namespace pith;
using namespace pith::crawl;

BOOST_AUTO_TEST_SUITE(site)

BOOST_AUTO_TEST_CASE(sites_by_registrable_domain_and_by_host) {
  struct Case {
    const char *url, *domain, *host;
  };
  for (const Case& c :
       {Case{"http://www.example.com/x", "example.com", "www.example.com"},
        Case{"http://docs.example.co.uk/", "example.co.uk", "docs.example.co.uk"},
        Case{"http://example.com:8080/", "example.com", "example.com"},
        Case{"http://127.0.0.1/", "127.0.0.1", "127.0.0.1"},
        Case{"http://127.0.0.1:8080/", "127.0.0.1:8080", "127.0.0.1:8080"},
        Case{"http://[::1]:8080/", "[::1]:8080", "[::1]:8080"}, Case{"http://localhost/", "localhost", "localhost"},
        Case{"http://intranet:81/", "intranet:81", "intranet:81"}, Case{"http://github.io/", "github.io", "github.io"},
        Case{"http://me.github.io/", "me.github.io", "me.github.io"},
        Case{"http://me.github.io./", "me.github.io", "me.github.io"},
        Case{"http://www.bank.co.uk./", "bank.co.uk", "www.bank.co.uk"},
        Case{"http://127.0.0.1./", "127.0.0.1", "127.0.0.1"},
        Case{"http://a.b.bücher.example/", "xn--bcher-kva.example", "a.b.xn--bcher-kva.example"}}) {
    BOOST_TEST(site_of(*parse_url(c.url), SiteMode::domain) == c.domain, c.url);
    BOOST_TEST(site_of(*parse_url(c.url), SiteMode::host) == c.host, c.url);
  }
}

BOOST_AUTO_TEST_CASE(bodies_come_back_byte_for_byte) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  for (const std::string& body : {std::string(), std::string("x"), all, std::string(5 << 20, 'y')}) {
    const auto back = decompress_body(compress_body(body), 16 << 20);
    BOOST_REQUIRE(back.ok());
    BOOST_TEST((*back == body));
  }
}

BOOST_AUTO_TEST_CASE(damaged_bodies_are_errors) {
  const std::string stored = compress_body("some text that is long enough to be worth it, and longer");
  BOOST_TEST(!decompress_body("", 100).ok());
  BOOST_TEST(!decompress_body("no frame", 100).ok());
  BOOST_TEST(!decompress_body(stored.substr(0, stored.size() - 1), 1000).ok());
  BOOST_TEST(!decompress_body(stored, 5).ok());
  for (std::size_t i = 0; i < stored.size(); ++i) {
    std::string flipped = stored;
    flipped[i] = static_cast<char>(flipped[i] ^ 4);
    const auto back = decompress_body(flipped, 1000);
    BOOST_TEST((!back.ok() || *back == "some text that is long enough to be worth it, and longer"));
  }
}

BOOST_AUTO_TEST_CASE(digests) {
  BOOST_TEST(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  BOOST_TEST(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

BOOST_AUTO_TEST_SUITE_END()
