#include "core/page/unseen_text.h"

#include <boost/test/unit_test.hpp>
#include <string>

#include "core/dom/document.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

// Of a page with the markup after a visible paragraph: whether the word "secret" is never seen.
bool is_unseen(const std::string& markup) {
  const Document page = test::html("<body><p>Plain words.</p>" + markup);
  const NodeSet unseen = unseen_text(page);
  for (NodeId n = 0; n < page.size(); ++n)
    if (page.text(n).find("secret") != std::string_view::npos) return unseen.contains(n);
  BOOST_FAIL("no such text: " << markup);
  return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(unseen_texts)

BOOST_AUTO_TEST_CASE(hidden_text_that_nothing_shows) {
  for (const char* markup :
       {"<p hidden>secret", "<div hidden=''><p>A <b>secret</b>", "<div style='display:none'><p>secret</div>",
        "<div style='color: red; display : none !important'>secret</div>", "<p aria-hidden=true hidden>secret",
        "<p hidden>secret</p><script type='application/ld+json'>{}</script>",
        "<a href='#b'>More</a><p id=a hidden>secret",
        "<form><input type=text><input type=submit></form><p hidden>secret"})
    BOOST_TEST(is_unseen(markup), markup);
}

BOOST_AUTO_TEST_CASE(text_that_somebody_sees) {
  for (const char* markup :
       {"<p>secret", "<p aria-hidden=true>secret", "<p hidden=until-found>secret", "<details><p>secret</details>",
        "<p hidden>secret</p><script src=a.js></script>", "<p hidden>secret</p><script>show()</script>",
        "<p hidden>secret</p><a onclick='show()'>More</a>",
        "<button aria-controls=a>What?</button><p id=a hidden>secret",
        "<button popovertarget=a>What?</button><p id=a style='display:none'>secret",
        "<a data-toggle=collapse href='#a'>What?</a><p id=a hidden>secret", "<button>More</button><p hidden>secret",
        "<ul role=tablist><li role=Tab>A</ul><div role=tabpanel hidden>secret</div>",
        "<div role=button tabindex=0>More</div><p hidden>secret",
        "<input type=checkbox id=c><label for=c>More</label><p style='display:none'>secret",
        "<a href='#more'>More</a><div hidden><p id=more>secret</div>"})
    BOOST_TEST(!is_unseen(markup), markup);
}

BOOST_AUTO_TEST_SUITE_END()
