#include "core/extract/main_content/detail/rules/server_messages.h"

#include <boost/test/unit_test.hpp>
#include <string>

#include "tests/support/effort.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

// The page's text without the messages.
std::string rest(const std::string& html) {
  const Document page = test::html("<body>" + html);
  const NodeSet messages = find_server_messages(page);
  std::string out;
  for (NodeId n = 0; n < page.size(); ++n)
    if (page[n].is_text() && !messages.contains(n)) out += page.text(n);
  return out;
}

const std::string php = "<br />\n<b>Warning</b>:  Undefined index: x in <b>/srv/page.php</b> on line <b>12</b><br />";
const std::string forum =
    "<b>[phpBB Debug] PHP Notice</b>: in file <b>/topic.php</b> on line <b>988</b>: <b>date(): not safe</b><br />";

}  // namespace

BOOST_AUTO_TEST_SUITE(server_messages)

BOOST_AUTO_TEST_CASE(messages_are_found_and_nothing_else) {
  BOOST_TEST(rest(php + "The ferry sails.") == "The ferry sails.");
  BOOST_TEST(rest(forum + forum + "The ferry sails.") == "The ferry sails.");
  BOOST_TEST(rest("<p>Before " + forum + "after</p>") == "Before after");
  BOOST_TEST(rest("<div>" + php + "<p>Text</p>" + php + "</div>") == "Text");
}

BOOST_AUTO_TEST_CASE(toolbars_for_developers_are_found) {
  for (const char* const toolbar : {"id=system-debug", "id=djDebug", "class='phpdebugbar phpdebugbar-closed'"})
    BOOST_TEST(rest(std::string("<p>The ferry sails.</p><div ") + toolbar + "><h2>Session</h2><p>0.05 seconds</div>") ==
               "The ferry sails.");
  BOOST_TEST(rest("<div id=debug><p>How to debug</div><h2 id=system-debug>System</h2>") == "How to debugSystem");
}

BOOST_AUTO_TEST_CASE(what_is_written_about_messages_stays) {
  for (const char* const html :
       {"<b>Warning</b>: mind the step", "<b>Notice</b> of sale, see <b>3</b>", "on line <b>12</b>",
        "<pre>Warning: x in /srv/page.php on line 12</pre>", "<b>Warning</b><br>The bug is on line <b>12</b>",
        "<b>Bridge</b>: closed on line <b>12</b>"}) {
    const Document page = test::html(std::string("<body>") + html);
    const NodeSet messages = find_server_messages(page);
    for (NodeId n = 0; n < page.size(); ++n) BOOST_TEST(!messages.contains(n), html);
  }
}

BOOST_AUTO_TEST_CASE(many_messages_take_little_time) {
  std::string html = "<body>";
  for (int i = 0; i < 30'000; ++i) html += "<b>Notice</b><i><b>Notice</b></i><div id=djDebug></div>";
  const Document page = test::html(html);
  BOOST_TEST(test::standard_seconds([&] { find_server_messages(page); }) < 0.5);
}

BOOST_AUTO_TEST_SUITE_END()
