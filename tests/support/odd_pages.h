// Pages that an attacker or a careless author might write. All code that works on pages must cope with them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::test {

// Title and HTML.
inline std::vector<std::pair<std::string, std::string>> odd_pages() {
  const auto repeat = [](std::string_view text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
  };
  return {
      {"nothing", ""},
      {"no body", "<html><head><title>t</title></head></html>"},
      {"text only", "just text"},
      {"one line", "<body>" + repeat("<div><p>word word word word</p><a href=x>link</a></div>", 50)},
      {"deep", repeat("<div>", 900) + "text" + repeat("</div>", 900)},
      {"wide", "<body>" + repeat("<p>x", 20'000)},
      {"wide and equal", "<body><ul>" + repeat("<li><a href=/>x</a>", 5'000) + "</ul>"},
      {"one huge text", "<body><p>" + repeat("word ", 100'000)},
      {"only links", "<body>" + repeat("<a href=/x>some link text</a> ", 200)},
      {"only scripts", "<body>" + repeat("<script>var a = 1;</script>", 100)},
      {"only hidden", "<body><div hidden>" + repeat("<p>hidden words</p>", 10) + "</div>"},
      {"only images", "<body>" + repeat("<img src=a.png>", 100)},
      {"tables in tables", repeat("<table><tr><td>cell ", 60)},
      {"preformatted", "<body><pre>" + repeat("\n\n  line\n", 500) + "</pre>"},
      {"no words", "<body><p>" + repeat("... !!! ", 50)},
      {"right to left", "<body><p dir=rtl>" + repeat("هذا نص طويل باللغة العربية ", 30) + "</p><a href=/>Home</a>"},
      {"Han", "<body><p>" + repeat("这是一个很长的中文句子，没有空格。", 30) + "</p><a href=/>首页</a>"},
      {"astral", "<body><p>" + repeat("\xF0\x9F\x98\x80 \xF0\x9D\x94\xB8 ", 100)},
      {"long attributes", "<body><p class=\"" + repeat("class ", 5'000) + "\">text</p>"},
      {"newlines", "<body>" + repeat("\n", 50'000) + "<p>text"},
  };
}

}  // namespace pith::test
