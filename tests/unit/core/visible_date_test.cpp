#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>

#include "core/page/metadata.h"
#include "tests/support/trees.h"

using namespace pith;
namespace data = boost::unit_test::data;

namespace {

std::string text(int sentences = 12) {
  std::string out = "<p>";
  for (int i = 0; i < sentences; ++i) out += "The new bridge over the river will be opened to walkers. ";
  return out + "</p>";
}

struct Case {
  std::string html, date;
};

std::ostream& operator<<(std::ostream& out, const Case& one) { return out << one.html.substr(0, 120); }

const std::string related = "<div class=related-posts><a href=/x>More</a> <time datetime=2018-09-01>1 Sep</time></div>";
const std::string comments =
    "<section id=discussion class='user-comments'><time class=ago datetime=2018-08-28>8 hours "
    "ago</time>Nice!</section>";

const Case cases[] = {
    // beside the headline, as a reader sees it
    {"<h1>Bridge</h1><div class=byline>Monday August 27, 2018 10:05 am by Jo</div>" + text(), "2018-08-27T10:05:00"},
    {"<h1>Bridge</h1><p>Posted on 3 March 2021 by Jo</p>" + text(), "2021-03-03"},
    {"<h1>Bridge</h1><p>3. März 2021</p>" + text(), "2021-03-03"},
    {"<p>3 March 2021 | News</p><h1>Bridge</h1>" + text(), "2021-03-03"},
    {"<h1>Bridge</h1><ul class=post-meta><li>Jo<li>2021-03-03</ul>" + text(), "2021-03-03"},
    {"<h1>Bridge</h1><p>发布日期：2021年3月3日</p>" + text(), "2021-03-03"},
    {"<main><h1>Bridge</h1><time datetime=2021-03-03>Wednesday</time>" + text() + related + comments + "</main>",
     "2021-03-03"},
    {"<h1>Bridge</h1><p>BERLIN, 3 March 2021</p>" + text(), "2021-03-03"},
    {"<h1>Bridge</h1><p>Wednesday 3 March 2021</p>" + text(), "2021-03-03"},
    {"<h1>Bridge</h1><p>Agencia EFE 03.03.2021</p>" + text(), "2021-03-03"},
    {"<h1>Bridge</h1><p>时间：2021-03-03 05:30:58</p>" + text(), "2021-03-03T05:30:58"},
    {"<h1>Bridge</h1><p><b>Дата:</b> 3 марта 2021</p>" + text(), "2021-03-03"},
    {"<h1>Bridge</h1><h2>It opens soon</h2><p>3 March 2021</p>" + text(), "2021-03-03"},
    {"<h1>Bridge</h1><p>Jo Miller on <time>3 March 2021</time> in News</p>" + text(), "2021-03-03"},
    {"<h1>Bridge</h1><p><a href=/j>Jo Miller</a> <time>3 March 2021</time> Comment now!</p>" + text(), "2021-03-03"},
    {"<h1>Bridge</h1><p class=posted-on>am <time>3. März 2021</time> von Jo, 4 Min.</p>" + text(), "2021-03-03"},
    // of what a page tells
    {"<h1>Events</h1><p>Poetry evening with Jo Miller on <time datetime=2021-03-03>3 March</time>, 7 pm.</p>" + text(),
     ""},
    {"<h1>Club</h1><p>活动时间：2021-03-03</p>" + text(), ""},
    {"<h1>Licence</h1><p>Version 2, June 1991</p>" + text(), ""},
    {"<h1>Guide</h1><p>Edition 3, May 2019</p>" + text(), ""},
    {"<h1>Jobs</h1><p>Deadline: 31 January 2026</p>" + text(), ""},
    {"<h1>Jobs</h1><p>Apply by 31 January 2026</p>" + text(), ""},
    {"<h1>Voucher</h1><p>Valid until 31 December 2025</p>" + text(), ""},
    {"<h1>Tariff</h1><p>Gültig ab 1. März 2026</p>" + text(), ""},
    {"<h1>Ada</h1><p>4 June 1931 – 7 July 2025</p>" + text(), ""},
    // never of what is around
    {"<main><h1>Bridge</h1>" + text() + related + "</main>", ""},
    {"<main><h1>Bridge</h1>" + text() + comments + "</main>", ""},
    {"<main><h1>Bridge</h1>" + text() + "<ol class=commentlist><li itemprop=datePublished>2018-08-28</ol></main>", ""},
    {"<h1>Bridge</h1>" + text() + "<aside><time>2018-08-28</time></aside><footer><time>2018-08-28</time></footer>", ""},
    // a list of news has a date for each entry
    {"<h1>News</h1><article><h2>A</h2><time>2021-03-03</time>" + text(2) +
         "</article><article><h2>B</h2><time>2021-03-04"
         "</time>" +
         text(2) + "</article><article><h2>C</h2><time>2021-03-05</time>" + text(2) + "</article>",
     ""},
    {"<h1>Events</h1><p class=date>3 March 2021</p><p>Concert</p><p class=date>4 March 2021</p><p>Play</p>", ""},
    {"<h1>News</h1><div itemscope><b itemprop=datePublished>2021-03-03</b></div><div itemscope>"
     "<b itemprop=datePublished>2021-03-04</b></div>",
     ""},
    // changes
    {"<h1>Bridge</h1><p>Last updated on 3 March 2021</p>" + text(), ""},
    {"<h1>Bridge</h1><span class=updated-on><time class='entry-date published updated'>2021-03-03</time></span>" +
         text(),
     ""},
    {"<h1>Bridge</h1><time class=updated>2021-03-05</time><time>2021-03-03</time>" + text(), "2021-03-03"},
    {"<h1>Bridge</h1><div class=date-modified>3 March 2021</div>" + text(), ""},
    {"<h1>Bridge</h1><p>Published <time>2021-03-03</time>, updated <time>2021-05-04</time></p>" + text(), "2021-03-03"},
    {"<h1>Bridge</h1><p>Updated <time>2021-05-04</time>. Posted <time>2021-03-03</time></p>" + text(), "2021-03-03"},
    {"<h1>Bridge</h1><p>Published 3 March 2021, updated 4 May 2021</p>" + text(), "2021-03-03"},
    {"<h1>Bridge</h1><p>Updated on 4 May 2021 | Published on 3 March 2021</p>" + text(), "2021-03-03"},
    {"<h1>Bridge</h1><p>Veröffentlicht am 3. März 2021, zuletzt aktualisiert am 4. Mai 2021</p>" + text(),
     "2021-03-03"},
    {"<h1>Bridge</h1><p>3 March 2021 (updated 4 May 2021)</p>" + text(), "2021-03-03"},
    // of an event
    {"<h1>Concert</h1><p>Date: 3 March 2021</p><p>Time: 19:30</p><p>Venue: Town Hall</p>" + text(), ""},
    {"<h1>Concert</h1><ul><li>Datum: 3. März 2021<li>Beginn: 19 Uhr<li>Ort: Rathaus</ul>" + text(), ""},
    {"<h1>Concert</h1><dl><dt>Date<dd>3 March 2021<dt>Place<dd>Hall<dt>When<dd>7 pm</dl>" + text(), ""},
    {"<div itemscope><h1>Concert</h1><time itemprop=startDate datetime=2021-03-03>3 March</time></div>" + text(), ""},
    {"<h1>When the bridge opens</h1><p>3 March 2021</p><h2>Where it leads</h2>" + text(), "2021-03-03"},
    // dates that the text is about
    {"<h1>Bridge</h1><p>The council met on 3 March 2021</p>" + text(), ""},
    {"<h1>Bridge</h1>" + text() + "<p>It opens on 3 March 2021.</p>", ""},
    // at the end, if there is no other
    {"<h1>Bridge</h1>" + text() + "<p>Posted on 3 March 2021 by Jo</p>", "2021-03-03"},
    {"<p>Posted on 3 March 2021 by Jo</p>" + text() + "<p>Posted on 4 March 2021 by Jo</p>", ""},
    // what the page declares comes first
    {"<meta property=article:published_time content=2021-03-01><h1>Bridge</h1><time>2021-03-03</time>" + text(),
     "2021-03-01"},
    {"<div itemscope><h1>Bridge</h1><p>2 March 2021</p><meta itemprop=datePublished content=2021-03-01></div>" + text(),
     "2021-03-01"},
};

std::string published_at(const Document& page, const std::string& address) {
  const auto url = parse_url(address);
  return read_metadata(page, url, nullptr, {.url = &*url}).published;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(visible_dates)

BOOST_DATA_TEST_CASE(the_page_s_own_date, data::make(cases)) {
  const Document page = test::html(sample.html);
  BOOST_TEST(read_metadata(page, parse_url("http://h.example/bridge")).published == sample.date);
}

BOOST_AUTO_TEST_CASE(a_home_page_has_the_dates_of_others) {
  const Document page = test::html("<h1>Bridge</h1><p>Posted on 3 March 2021</p>" + text());
  BOOST_TEST(published_at(page, "http://h.example/") == "");
  BOOST_TEST(published_at(page, "http://h.example/index.html") == "");
  BOOST_TEST(published_at(page, "http://h.example/a/") == "2021-03-03");
}

BOOST_AUTO_TEST_SUITE_END()
