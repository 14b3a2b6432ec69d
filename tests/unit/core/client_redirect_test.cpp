#include "core/page/client_redirect.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>

#include "core/dom/text_runs.h"
#include "tests/support/trees.h"

using namespace pith;
namespace data = boost::unit_test::data;

namespace {

bool leads_on(const std::string& html) {
  const Document page = test::html(html);
  std::uint32_t words = 0;
  for (const TextRun& run : text_runs(page)) words += run.words;
  return is_client_redirect(page, parse_url("http://h.example/old"), words);
}

std::string words(int n) {
  std::string out = "<p>";
  for (int i = 0; i < n; ++i) out += "word ";
  return out;
}

const std::string refresh = "<meta http-equiv=refresh content=";

const std::string redirects[] = {
    refresh + "\"0;URL=/new\"><title>Redirecting</title>",
    refresh + "'0; url=/new'><p>You are being sent on. <a href=/new>Click here</a>",
    refresh + "\"5, url = '/new'\">",
    refresh + "\"0;url=&quot;/new&quot;;x\">",
    refresh + "\"3; /new\">",
    "<META HTTP-EQUIV=REFRESH CONTENT=\"0; URL=http://other.example/\">" + words(60),
    "<script>location = '/new'</script>",
    "<script>window.location.href = \"/new?id=1\";</script><p>One moment",
    "<script>setTimeout(function() { document.location.replace('/new') }, 2000)</script><p>One moment",
    "<p>This page has moved. The new address is <a href=/new>here</a>.",
    "<p>Diese Seite ist umgezogen: <a href=/new>zur neuen Adresse</a>",
};

const std::string pages[] = {
    refresh + "300>" + words(10),                                // loads itself again
    refresh + "\"0; url=/old\">" + words(10),                    // itself, by name
    refresh + "\"0; url=#top\">" + words(10),                    //
    refresh + "\"300; url=/new\">" + words(10),                  // after it was read
    refresh + "\"0; url=/new\">" + words(61),                    // it has a text
    refresh + "\"-1; url=/new\">" + words(10),                   //
    refresh + "\"0; url=\">" + words(10),                        //
    refresh + "\"soon; url=/new\">" + words(10),                 //
    "<noscript>" + refresh + "\"0; url=/new\"></noscript><p>x",  // only without scripts
    "<script>if (top != self) location = '/new'</script>" + words(10),
    "<script>button.onclick = function() { location.href = '/new' }</script>" + words(10),
    "<script>function go() { location.href = '/new' }</script>" + words(10),
    "<script>var here = location.href;</script>" + words(10),
    "<script>top.location = self.location</script>" + words(10),
    "<script>location = '/new'</script><script>menu()</script>" + words(10),
    "<p>The bakery has moved to <a href=/map>Mill Street</a>.",
    "<p>This page has moved.",  // without a link it leads nowhere
    "<p>This page has moved: <a href=/new>here</a>." + words(40),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(client_redirect)

BOOST_DATA_TEST_CASE(pages_that_lead_on, data::make(redirects)) { BOOST_TEST(leads_on(sample)); }

BOOST_DATA_TEST_CASE(pages_that_stay, data::make(pages)) { BOOST_TEST(!leads_on(sample)); }

BOOST_AUTO_TEST_SUITE_END()
