// The pages of tests/fixtures/explain/hostile.txt.
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace pith::test {

struct HostilePage {
  std::string payload;  // as in the fixture
  std::string html, url;
};

inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

// For a value in double quotes, or text.
inline std::string as_text(const std::string& text) {
  return replaced(replaced(replaced(text, "&", "&amp;"), "<", "&lt;"), "\"", "&quot;");
}

// `js`: a script that reports success, without quotes or spaces; `server`: without a slash at the end.
inline std::vector<HostilePage> hostile_pages(const std::string& fixture, const std::string& js,
                                              const std::string& server) {
  std::vector<HostilePage> pages;
  std::ifstream in(fixture);
  bool header = true;
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) header = false;
    if (header || line.empty()) continue;
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) throw std::runtime_error(fixture + ": no tab in: " + line);
    const std::string where = line.substr(0, tab),
                      payload = replaced(replaced(line.substr(tab + 1), "JS", js), "URL", server);
    std::string title = "Whales", body, url = "http://h.example/";
    if (where == "body") body = payload;
    if (where == "title") title = as_text(payload);
    if (where == "url") url = payload;
    if (where == "attribute") {
      const std::string value = as_text(payload);
      body = "<p title=\"" + value + "\" lang=\"" + value + "\" dir=\"" + value + "\" class=\"" + value +
             "\">attributes</p><img alt=\"" + value + "\"><ol start=\"" + value + "\"><li>item</li></ol>";
    }
    pages.push_back({line,
                     "<html><head><title>" + title +
                         "</title></head><body><nav><a href=/>Home page</a></nav><article><h1>Whales</h1>"
                         // More words than a page that only leads to another one has (core/page/client_redirect.h).
                         "<p>The blue whale is the largest animal known to have ever existed, and it is not a fish. "
                         "Its heart is as "
                         "large as a small car, and its tongue as heavy as an elephant. It sings so loud that others "
                         "hear it across "
                         "an ocean, and it sleeps with one half of its brain at a time.</p>" +
                         body +
                         "<p>It feeds almost only on krill, of which it eats several tons a day in "
                         "summer.</p></article></body></html>",
                     url});
  }
  return pages;
}

}  // namespace pith::test
