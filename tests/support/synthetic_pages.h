// Pages of any size that look as if a site's template had made them: menu, teasers, an article with headings, lists,
// tables and links, comments, a footer. Pages with different numbers share the template but no sentence.
#pragma once

#include <cstdint>
#include <string>

namespace pith::test {

class SyntheticPage {
 public:
  explicit SyntheticPage(std::uint32_t number) : state_(number * 2'654'435'761u + 1), number_(number) {}

  // About `bytes` bytes of HTML (at least 3 kB), in lines as editors write them, or all on one line.
  std::string html(std::size_t bytes, bool lines = true) {
    const std::string end_of_line = lines ? "\n" : "";
    std::string page = "<!DOCTYPE html><html lang=\"en\"><head><title>Page " + std::to_string(number_) +
                       "</title><script>var x = 1;</script></head><body class=\"article\">" + end_of_line +
                       "<div id=\"header\"><ul class=\"menu\">" + end_of_line;
    for (int i = 0; i < 12; ++i)
      page +=
          "<li><a href=\"/section/" + std::to_string(i) + "\">Section " + std::to_string(i) + "</a></li>" + end_of_line;
    page += "</ul></div>" + end_of_line + "<div id=\"content\"><h1>" + words(6) + "</h1>" + end_of_line;
    while (page.size() + 1200 < bytes) {
      page += "<h2 class=\"sub\">" + words(4) + "</h2>" + end_of_line;
      for (int i = 0; i < 4; ++i)
        page += "<p class=\"text\">" + words(30) + " <a href=\"/page/" + words(1) + "\">" + words(2) + "</a> " +
                words(20) + "</p>" + end_of_line;
      page += "<ul>" + end_of_line;
      for (int i = 0; i < 3; ++i) page += "<li>" + words(7) + "</li>" + end_of_line;
      page += "</ul><table><tr><td>" + words(2) + "</td><td><b>" + words(1) + "</b></td></tr></table>" + end_of_line;
      page += "<div class=\"teaser\"><a href=\"/t\"><img src=\"t.png\">" + words(5) + "</a></div>" + end_of_line;
    }
    page += "</div>" + end_of_line +
            "<div id=\"footer\"><p>All rights reserved.</p><a href=\"/imprint\">Imprint</a></div>" + end_of_line +
            "</body></html>";
    return page;
  }

 private:
  std::string words(int count) {
    static constexpr const char* syllables[] = {"ba",  "ker", "lo", "min", "ta",  "ros",
                                                "ven", "ul",  "is", "or",  "pra", "den"};
    std::string out;
    for (int i = 0; i < count; ++i) {
      if (i > 0) out += ' ';
      const std::uint32_t length = 1 + next() % 4;
      for (std::uint32_t s = 0; s < length; ++s) out += syllables[next() % 12];
    }
    return out;
  }
  std::uint32_t next() {
    state_ = state_ * 1'664'525u + 1'013'904'223u;
    return state_ >> 8;
  }

  std::uint32_t state_, number_;
};

}  // namespace pith::test
