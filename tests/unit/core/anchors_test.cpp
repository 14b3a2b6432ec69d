#include "core/render/detail/anchors.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/render/blocks.h"
#include "core/render/render.h"
#include "tests/support/structures.h"
#include "tests/unit/core/page_fixtures.h"

namespace pith {
namespace {

using namespace test;

// "text@anchor" of each block.
std::vector<std::string> anchors(std::string_view html) {
  const Document document = parsed(html);
  const Blocks blocks = read_blocks(document, all_of(document));
  const Anchors found(document);
  std::vector<std::string> out;
  for (const Block& block : blocks.blocks) {
    out.push_back(blocks.text.substr(block.begin, block.end - block.begin) + "@");
    out.back() += found.of(block);
  }
  return out;
}

void check(std::string_view html, const std::vector<std::string>& expected) {
  BOOST_TEST_CONTEXT(html) { BOOST_TEST(anchors(html) == expected, boost::test_tools::per_element()); }
}

BOOST_AUTO_TEST_SUITE(anchors_of_blocks)

BOOST_AUTO_TEST_CASE(the_element_itself) {
  check("<h2 id=h>H</h2><p id=p>P<ul><li id=l>L</ul>", {"H@h", "P@p", "L@l"});
  check("<h2 id=own><a id=inside>H</a></h2>", {"H@own"});
  check("<section id=before><h2 id=own>H</h2></section>", {"H@own"});
  check("<h2>H</h2><p>P", {"H@", "P@"});
  check("<h2 id=''>H</h2>", {"H@"});
  check("<h2 id='a b\"&amp;'>H</h2>", {"H@a b\"&"});
}

BOOST_AUTO_TEST_CASE(inside_a_heading_or_term) {
  check("<h2><a name=n>H</a></h2>", {"H@n"});
  check("<h2><span><b id=deep>H</b></span></h2>", {"H@deep"});
  check("<h2>H <a href=#x id=permalink>more</a></h2>", {"H more@permalink"});
  check("<h2><span name=n>H</span></h2>", {"H@"});  // only <a name> is a target
  check("<dl><dt id=t><code id=c>T</code><dd>D</dl>", {"T@t", "D@"});
  check("<dl><dt><code id=c>T</code><dd>D</dl>", {"T@c", "D@"});
  check("<p><b id=inside>P</b>", {"P@"});  // text links do not lead to
  check("<h2>" + repeated("<i></i>", 250) + "<b id=far>H</b></h2>", {"H@"});
}

BOOST_AUTO_TEST_CASE(before_a_heading) {
  check("<section id=s><h2>H</h2><p>P</section>", {"H@s", "P@"});
  check("<section id=far><div id=near><h2>H</h2></div></section>", {"H@near"});
  check("<p>P<a name=n></a><h2>H</h2>", {"P@", "H@n"});
  check("<p id=p>P</p><h2>H</h2>", {"P@p", "H@"});
  check("<section id=s><h2>A</h2><h2>B</h2></section>", {"A@s", "B@"});
  check("<section id=s><img src=x><h2>H</h2></section>", {"H@"});  // people see the picture there
  check("<section id=s><p>P</section>", {"P@"});
  check("<a name=far></a>" + repeated("<div></div>", 40) + "<h2>H</h2>", {"H@"});
}

BOOST_AUTO_TEST_CASE(only_the_first_use_of_a_name) {
  check("<h2 id=x>A</h2><h2 id=x>B</h2>", {"A@x", "B@"});
  check("<p id=x>P</p><h2><a name=x id=y>B</a></h2>", {"P@x", "B@y"});
  check("<h2 id=x>A</h2><h2 id=X>B</h2>", {"A@x", "B@X"});
  check("<div id=x hidden>no</div><h2 id=x>H</h2>", {"H@"});
}

BOOST_AUTO_TEST_CASE(what_is_hidden_is_no_target) {
  check("<a name=h hidden></a><h2>H</h2>", {"H@"});
  check("<h2>H<span id=h style='display:none'>no</span></h2>", {"H@"});
  check("<section id=s><span id=h hidden></span><h2>H</h2></section>", {"H@s"});
  check("<section id=s><script id=c>1</script><h2>H</h2></section>", {"H@s"});
}

BOOST_AUTO_TEST_CASE(long_names_are_left_out) {
  const std::string most(max_anchor_bytes, 'a');
  check("<h2 id=" + most + ">H</h2>", {"H@" + most});
  check("<h2 id=" + most + "a>H</h2>", {"H@"});
  check("<section id=s><h2 id=" + most + "a>H</h2></section>", {"H@s"});
}

// Each would take hours if it were not linear.
BOOST_AUTO_TEST_CASE(hostile_pages) {
  std::string attributes, ids;
  for (int i = 0; i < 250; ++i) attributes += " a" + std::to_string(i);
  for (int i = 0; i < 100'000; ++i) ids += "<h2 id=i" + std::to_string(i) + ">h</h2>";
  BOOST_TEST(anchors(ids).back() == "h@i99999");
  BOOST_TEST(anchors("<a" + attributes + " name=n></a><h2>H</h2>").back() == "H@n");
  BOOST_TEST(anchors(repeated("<h2 id=x>h</h2>", 100'000)).back() == "h@");
  BOOST_TEST(anchors(repeated("<a></a>", 100'000) + repeated("<h2>h</h2>", 100'000)).back() == "h@");
  BOOST_TEST(anchors(repeated("<h2><i>h</i><i></i></h2>", 50'000)).back() == "h@");
  BOOST_TEST(anchors(repeated("<dl><dt><a" + attributes + "></a>t", 400)).size() == 400u);
  BOOST_TEST(anchors("<h2>" + repeated("<i>h</i>", 200'000)).size() == 1u);
}

BOOST_AUTO_TEST_CASE(the_structure_has_them_within_its_size) {
  const auto structure = [](const std::string& html) {
    const Document document = parsed(html);
    return render_structure(document, read_blocks(document, all_of(document)));
  };
  const auto json = test::unpacked(structure("<h2 id='a\"b'>H</h2><p>P</p><div id=d>a<p>b</p>c</div>"));
  BOOST_REQUIRE(json.size() == 5u);
  BOOST_TEST(json[0].value("anchor", "") == "a\"b");
  BOOST_TEST(!json[1].contains("anchor"));
  BOOST_TEST(json[2].value("anchor", "") == "d");
  BOOST_TEST(!json[4].contains("anchor"));  // "c": the <div> began further up
  std::string page;
  for (int i = 0; i < 50'000; ++i) {
    const std::string number = std::to_string(i);
    page += "<p id=" + number + std::string(max_anchor_bytes - number.size(), 'i') + ">x";
  }
  const std::string out = structure(page);
  BOOST_TEST(test::unpacked(out).size() == 50'000u);
  BOOST_TEST(out.size() < max_path_bytes + 2'000'000);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith
