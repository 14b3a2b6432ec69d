#include "tests/e2e/hard_site.h"

#include <iconv.h>

#include <stdexcept>
#include <vector>

#include "tests/e2e/templated_site.h"

namespace pith::test {
namespace {

using namespace std::string_literals;

constexpr const char* extracted = "extracted";

struct Foreign {
  const char* target;
  const char* charset;  // in the header; empty: the page has a meta element
  const char* encoding;
  const char* text;
};

constexpr Foreign foreign[] = {
    {"/foreign/russian.html", "windows-1251", "windows-1251",
     "Бессарабский рынок открыт каждый день, кроме понедельника, и продавцы приезжают сюда рано утром из деревень."},
    {"/foreign/german.html", "", "iso-8859-1",
     "Die Größe der Straße überrascht jeden Fußgänger, der zum ersten Mal über den Bärenplatz nach Hause geht."},
    {"/foreign/chinese.html", "gbk", "gbk",
     "图书馆每天早上八点开门，读者可以在这里借阅各种书籍，也可以参加周末举行的讲座和展览活动。"},
    {"/foreign/japanese.html", "Shift_JIS", "shift_jis",
     "図書館は毎朝八時に開館し、読者はさまざまな本を借りることができます。週末には講演会や展覧会も開かれます。"},
};

std::string pages_of_text(std::size_t bytes) {
  std::string text;
  for (int number = 1000; text.size() < bytes; ++number) text += article_text(number);
  return text;
}

std::string repeat(const char* text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

std::string encode(const std::string& utf8, const char* encoding) {
  const iconv_t converter = iconv_open(encoding, "UTF-8");
  if (converter == iconv_t(-1)) throw std::runtime_error("iconv does not know "s + encoding);
  std::string in = utf8, out(utf8.size() * 4, '\0');
  char *from = in.data(), *to = out.data();
  std::size_t in_left = in.size(), out_left = out.size();
  const std::size_t result = iconv(converter, &from, &in_left, &to, &out_left);
  iconv_close(converter);
  if (result == std::size_t(-1)) throw std::runtime_error("text is not in "s + encoding);
  out.resize(out.size() - out_left);
  return out;
}

std::map<std::string, std::string> foreign_texts() {
  std::map<std::string, std::string> texts;
  for (const Foreign& page : foreign) texts[page.target] = page.text;
  return texts;
}

Fates make_hard_site(Site& site) {
  Fates fates;
  const auto add = [&](const std::string& target, Page page, const std::string& fate) {
    site.put(target, std::move(page));
    fates[target] = fate;
  };
  std::vector<std::string> links;
  const auto add_linked = [&](const std::string& target, Page page, const std::string& fate) {
    links.push_back(target);
    add(target, std::move(page), fate);
  };

  add_linked("/moved-relative", redirect(301, "docs/article-01.html"), "redirect");
  add_linked("/moved-absolute", redirect(302, site.url(article_target(2))), "redirect");
  add_linked("/chain-1", redirect(301, "/chain-2"), "redirect");
  add("/chain-2", redirect(307, "/chain-3"), "redirect");
  add("/chain-3", redirect(308, "/chain-end.html"), "redirect");
  add("/chain-end.html", article(41), extracted);
  add_linked("/loop-1", redirect(302, "/loop-2"), "redirect");
  add("/loop-2", redirect(302, "/loop-1"), "redirect");
  links.push_back("/missing.html");
  fates["/missing.html"] = "http_404";
  add_linked("/error.html", {.body = templated("Error", "<p>It broke</p>"), .status = 500}, "http_500");

  Page zipped = article(42), chunked = article(43), both = article(44);
  zipped.gzip = chunked.chunked = both.gzip = both.chunked = true;
  add_linked("/zipped.html", zipped, extracted);
  add_linked("/chunked.html", chunked, extracted);
  add_linked("/zipped-chunked.html", both, extracted);

  for (const Foreign& page : foreign) {
    const std::string charset = page.charset;
    const std::string meta = charset.empty() ? "<meta charset=\""s + page.encoding + "\">" : "";
    const std::string html = templated("Foreign", "<p>"s + page.text + "</p>", meta);
    add_linked(
        page.target,
        {.body = encode(html, page.encoding), .type = charset.empty() ? "text/html" : "text/html; charset=" + charset},
        extracted);
  }

  add_linked("/big.html", {.body = templated("Big", article_text(45) + pages_of_text(5'000'000))}, extracted);
  add_linked("/deep.html", {.body = "<html><body>" + repeat("<div>", 50'000) + "bottom" + repeat("</div>", 50'000)},
             "too_deep");
  add_linked("/empty.html", {}, "empty");
  add_linked("/blank.html", {.body = "<html><body> <!-- nothing --> </body></html>"}, "empty");
  add_linked(
      "/hostile.html",
      {.body = templated(
           "Evil \x1b[31m\x01\x02\x7f &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; \"'\\ %s%n \xe2\x80\xae",
           article_text(46) + "<p>\x1b]0;owned\x07 \xc2\x9b 31m bell \x07</p>")},
      extracted);
  add_linked("/broken-utf8.html",
             {.body = templated("Broken", article_text(47) + "<p>\xff\xfe\xc3 \xed\xa0\x80 end</p>")}, extracted);
  add_linked("/typeless.html", {.body = article(48).body, .type = "application/xhtml+xml"}, extracted);

  // One page under several spellings. HTTrack resolves some of them itself; whatever it requests, the cache has one
  // page.
  add_linked("/same/~user/page.html", article(49), extracted);
  for (const char* spelling : {"/same/%7Euser/page.html", "/same/./~user/page.html", "/same/x/../~user/page.html",
                               "/same/~user/page.html#one", "/same/~user/page.html#two"})
    links.push_back(spelling);
  add_linked("/query.html?b=2&a=1", article(50), extracted);
  add_linked("/with%20space.html", article(51), extracted);
  add_linked("/%C3%BCmlaut.html", article(52), extracted);

  // Not HTML: not captured at all.
  site.put("/logo.png", {.body = "\x89PNG\r\n\x1a\n not really"s, .type = "image/png"});
  site.put("/paper.pdf", {.body = "%PDF-1.4 not really", .type = "application/pdf"});
  links.push_back("/logo.png");
  links.push_back("/paper.pdf");

  put_articles(site, hard_articles, links);
  fates["/"] = extracted;
  for (int number = 1; number <= hard_articles; ++number) fates[article_target(number)] = extracted;
  return fates;
}

}  // namespace pith::test
