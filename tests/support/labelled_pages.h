// A small set of labelled pages on disk: two sites with one template each.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/temporary.h"

namespace pith::test {

inline void put_file(const std::filesystem::path& file, const std::string& content) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << content;
}

// Pages a1, a2, … of site a.example, each linking to the next ones, and b1, b2 of b.example. b2 has no gold; a1 has
// node gold.
inline void write_labelled_pages(const std::filesystem::path& set, int pages = 4, int links = 1) {
  const auto page = [&](const std::string& site, int number, const std::string& story) {
    std::string menu;
    for (int i = 1; i <= links; ++i) menu += "<a href=\"" + site + std::to_string(number + i) + ".html\">Next</a> ";
    return "<html><body><nav>" + menu + "<a href=/>Home of " + site + "</a></nav><article><h1>Title " +
           std::to_string(number) + "</h1><p>" + story + "</p><p>More of number " + std::to_string(number) +
           ".</p></article><footer>Imprint</footer></body></html>";
  };
  std::string manifest;
  const char* stories[] = {"A storm came over the hills that night.", "Bread is baked before the sun is up.",
                           "Clocks in this town run slowly.", "Dogs are not allowed in the library."};
  const auto quoted = [](int number) { return "\"a" + std::to_string(number) + "\""; };
  for (int i = 1; i <= pages; ++i) {
    const std::string id = "a" + std::to_string(i), story = stories[(i - 1) % 4];
    put_file(set / "html" / (id + ".html"), page("a", i, story));
    put_file(set / "gold" / (id + ".txt"),
             "Title " + std::to_string(i) + "\n" + story + "\nMore of number " + std::to_string(i) + ".\n");
    std::string siblings, linked;
    for (int j = 1; j <= pages; ++j)
      if (j != i) siblings += (siblings.empty() ? "" : ", ") + quoted(j);
    for (int j = i + 1; j <= std::min(i + links, pages); ++j) linked += (linked.empty() ? "" : ", ") + quoted(j);
    manifest += "{\"id\": \"" + id + "\", \"url\": \"http://a.example/" + id +
                ".html\", \"site\": \"a.example\", \"split\": \"" + (i <= 2 ? "train" : "test") +
                "\", \"siblings\": [" + siblings + "], \"linked_siblings\": [" + linked + "]}\n";
  }
  put_file(set / "gold_nodes" / "a1.json", "{\"nodes\": [\"/html/body/article\"]}");
  put_file(set / "html" / "b1.html", page("b", 1, "Everything in its own place."));
  put_file(set / "gold" / "b1.txt", "Title 1\nEverything in its own place.\nMore of number 1.\n");
  put_file(set / "html" / "b2.html", page("b", 2, "Fish swim in the river."));
  manifest += "{\"id\": \"b1\", \"url\": null, \"site\": \"b.example\", \"siblings\": [\"b2\", \"lost\"]}\n";
  manifest += "{\"id\": \"b2\", \"site\": \"b.example\", \"siblings\": [\"b1\"]}\n";
  put_file(set / "manifest.jsonl", manifest);
}

}  // namespace pith::test
