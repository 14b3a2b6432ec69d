// Values stored in page caches are the same on every machine and in every version: golden values. If one has to change,
// follow core/base/stable_hash.h.
#include "core/base/stable_hash.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <iomanip>
#include <sstream>
#include <string_view>

#include "core/extract/content_signature.h"
#include "core/extract/main_content/detail/view/page_view.h"
#include "core/extract/site/page_sketch.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

std::string hex(std::string_view bytes) {
  std::ostringstream out;
  for (const char byte : bytes)
    out << std::hex << std::setw(2) << std::setfill('0') << static_cast<int>(static_cast<unsigned char>(byte));
  return out.str();
}

// Everything that a sketch is made from: tags, unknown tags, classes, headings, numbers, similar letters.
constexpr const char* html =
    "<html class=no-js><body class='home page-7'><nav id=menu><ul class='menu list'><li><a href=/>Home</a></ul></nav>"
    "<main><article class='post wide'><h1 class=title>Über 7 Brücken</h1><p>Eins, zwei, drei: STRASSE und Straße.</p>"
    "<x-teaser><section><figure><figcaption>Bild 12</figcaption></figure></section></x-teaser>"
    "<table><tr><th>A<td>B</table><dl><dt>T<dd>D</dl><pre>code <b>bold</b></pre></article></main>"
    "<footer class=site-footer><address>1 Hill Street</address></footer>";

}  // namespace

BOOST_AUTO_TEST_SUITE(stable_hash)

BOOST_AUTO_TEST_CASE(hashes_are_what_they_were) {
  BOOST_TEST(hash_seed == 0xcbf29ce484222325u);
  BOOST_TEST(mix(0, 0) == 0xe220a8397b1dcdafu);
  BOOST_TEST(mix(hash_seed, 42) == 16989316241837898229u);
  BOOST_TEST(hash_bytes(hash_seed, "") == hash_seed);
  BOOST_TEST(hash_bytes(hash_seed, "a") == 0xaf63dc4c8601ec8cu);
  BOOST_TEST(hash_bytes(hash_seed, "Straße") == 18279305138712125144u);
}

BOOST_AUTO_TEST_CASE(sketches_are_what_they_were) {
  const Document page = test::html(html);
  const PageSketch sketch = sketch_of(PageView(page));
  BOOST_TEST(hex({reinterpret_cast<const char*>(sketch.shape.minima.data()), PageShape::size}) ==
             "da7f590361cf74a077e07c5a71660fb7e9bc7aa905482a0b07d608daf19219c90778e2a0c5d1946167f037eec933e83bac63df501"
             "92726ca08f43fa50afa1081");
  std::uint64_t all = hash_seed;
  for (const std::uint64_t text : sketch.texts) all = mix(all, text);
  BOOST_TEST(sketch.texts.size() == 10u);
  BOOST_TEST(all == 7746673552075015150u);
}

BOOST_AUTO_TEST_CASE(simhashes_are_what_they_were) {
  const std::string text =
      "The blue whale is the largest animal known to have ever existed on the planet. It feeds on krill.";
  BOOST_TEST(simhash_of(text) == 4470903380913366100u);
  const KeyedSimhash keyed = keyed_simhash_of(text, 7);
  std::uint64_t all = hash_seed;
  for (const std::uint64_t part : keyed) all = mix(all, part);
  BOOST_TEST(all == 15541239142146731659u);
}

BOOST_AUTO_TEST_SUITE_END()
