#include "tests/e2e/templated_site.h"

#include <array>
#include <cstdint>

namespace pith::test {
namespace {

constexpr std::array vocabulary = {"river",   "stone",  "window",  "garden",  "letter",  "morning", "captain",
                                   "bridge",  "silver", "harbour", "winter",  "teacher", "market",  "engine",
                                   "village", "forest", "journey", "painter", "kitchen", "mirror",  "shadow",
                                   "thunder", "copper", "island",  "ladder",  "meadow",  "orchard", "pepper",
                                   "saddle",  "velvet", "anchor",  "basket"};

std::string letters(int number) {
  std::string out;
  for (; number > 0; number /= 26) out += static_cast<char>('a' + number % 26);
  return out;
}

std::string two_digits(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }

}  // namespace

std::string article_word(int number) { return "zeb" + letters(number + 100) + "quok"; }

std::string article_text(int number) {
  std::uint32_t state = static_cast<std::uint32_t>(number) * 2654435761u + 1;
  const auto word = [&] {
    state = state * 1664525u + 1013904223u;
    return vocabulary[(state >> 16) % vocabulary.size()];
  };
  std::string text;
  for (int paragraph = 0; paragraph < 2 + number % 4; ++paragraph) {
    if (word()[0] < 'm') text += std::string("<h2>About the ") + word() + " of the " + word() + "</h2>\n";
    if (word()[0] < 'g')
      text += std::string("<ul><li>A ") + word() + " from the " + word() + "</li><li>One more " + word() + " " +
              word() + "</li></ul>\n";
    text += "<p>";
    for (int sentence = 0; sentence < 3; ++sentence) {
      text += std::string("The ") + word();
      for (int i = 0; i < 9; ++i) text += std::string(" ") + word();
      text += " in the " + article_word(number) + ". ";
    }
    text += "</p>\n";
  }
  return text;
}

std::string article_target(int number) { return "/docs/article-" + two_digits(number) + ".html"; }

std::string templated(const std::string& title, const std::string& content, const std::string& head) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><title>" + title + "</title>" + head +
         "</head>\n<body>\n"
         "<div class=\"menu\"><ul><li><a href=\"/\">Menuhomepage</a></li><li><a "
         "href=\"/docs/article-01.html\">Menuproducts</a>"
         "</li><li><a href=\"/docs/article-02.html\">Menucareers</a></li></ul></div>\n"
         "<div class=\"teaser\"><h3>Teaserbargain of the week</h3><p>Order now and save a lot of money.</p></div>\n"
         "<div class=\"content\">" +
         content +
         "</div>\n"
         "<div class=\"footer\"><p>Footerimprint and Footercookies, all rights reserved</p></div>\n</body></html>\n";
}

Page article(int number, const std::string& more) {
  const std::string title = "Chapter " + std::to_string(number);
  return {.body = templated(title, "<h1>" + title + "</h1>\n" + article_text(number) + more)};
}

Page contents(int count, const std::vector<std::string>& targets) {
  std::string links;
  const auto link = [&](const std::string& target, const std::string& text) {
    links += "<li><a href=\"" + target + "\">" + text + "</a>, which the editors put here because readers of " + text +
             " had asked for more of it.</li>\n";  // so that the list is content beyond doubt
  };
  for (int number = 1; number <= count; ++number) link(article_target(number), "Chapter " + std::to_string(number));
  for (std::size_t i = 0; i < targets.size(); ++i) link(targets[i], "Further reading " + std::to_string(i + 1));
  return {.body = templated("Table of contents", "<h1>Table of contents</h1><ul>" + links + "</ul>")};
}

void put_articles(Site& site, int count, const std::vector<std::string>& targets) {
  for (int number = 1; number <= count; ++number)
    site.put(article_target(number), article(number, "<p>See also <a href=\"" + article_target(number % count + 1) +
                                                         "\">another chapter</a>.</p>"));
  site.put("/", contents(count, targets));
}

}  // namespace pith::test
