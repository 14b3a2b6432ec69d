// Random pages with everything that the page view examines, for its naive oracles.
#pragma once

#include <random>
#include <string_view>
#include <vector>

#include "core/dom/detail/document_builder.h"
#include "core/dom/document.h"

namespace pith::test {

// Slightly more than `nodes` nodes at most; deterministic for a seed. Small vocabularies, so that paths, classes and
// texts repeat.
class RandomPages {
 public:
  explicit RandomPages(unsigned seed) : random_(seed) {}

  Document page(int nodes) {
    DocumentBuilder builder;
    builder.open("html");
    if (pick(2)) {
      builder.open("title");
      builder.text(pick(2) ? "A story of two cities | Site" : "Comments");
      builder.close();
    }
    builder.open("body");
    int left = nodes;
    fill(builder, left, 0);
    return builder.finish();
  }

  // 0 to below - 1.
  int pick(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }
  float share() { return std::uniform_real_distribution<float>(0, 1)(random_); }

 private:
  void fill(DocumentBuilder& builder, int& left, int depth) {
    static constexpr std::string_view tags[] = {
        "div",  "div", "p",  "p",       "li",  "ul",   "a",  "a",   "b",      "i",   "span",       "article",
        "main", "h1",  "h3", "section", "nav", "time", "br", "img", "script", "pre", "custom-tag", "button"};
    static constexpr std::string_view classes[] = {"comment", "comment-text", "post odd", "post even",     "post-12",
                                                   "post-13", "nav menu",     "author",   "related-posts", "x",
                                                   "x"};
    static constexpr std::string_view texts[] = {
        "one",
        "Home",
        "Reply",
        "12 May 2019",
        "at 10:30",
        "Posted by Ann Other",
        "A story of two cities",
        "... !!!",
        "Read more",
        " ",
        "评论 中文句子，没有空格。",
        "Comments",
        "This sentence of many words, with a comma, reads like the prose that articles are made of; and it ends.",
        "Short prose of seven words ends here.",
        "some link text that is rather long, longer than most of the other ones are"};
    const int children = 1 + pick(6);
    for (int i = 0; i < children && left > 0; ++i) {
      --left;
      if (pick(5) < 2 || depth > 8) {
        builder.text(texts[static_cast<std::size_t>(pick(std::size(texts)))]);
        continue;
      }
      const std::string_view tag = tags[static_cast<std::size_t>(pick(std::size(tags)))];
      // A few alike in a row form groups.
      const int copies = pick(6) == 0 ? 3 + pick(2) : 1;
      const std::string_view of = pick(2) ? classes[static_cast<std::size_t>(pick(std::size(classes)))] : "";
      const bool post = copies > 1 && pick(2);
      for (int c = 0; c < copies; ++c) {
        builder.open(tag);
        if (tag == "a" && pick(4)) builder.attribute("href", "/");
        if (tag == "a" && !pick(4)) builder.attribute("name", "comments");
        if (!of.empty()) builder.attribute("class", of);
        if (!pick(12)) builder.attribute("id", "comments");
        if (!pick(12)) builder.attribute("role", pick(2) ? "main" : "navigation");
        if (!pick(15)) builder.attribute("hidden", "");
        if (post) {
          builder.open("h3");
          builder.text("Posted by Ann Other");
          builder.close();
          builder.text(texts[12]);
        }
        if (tag != "br" && tag != "img" && pick(8)) fill(builder, left, depth + 1);
        builder.close();
      }
    }
  }

  std::mt19937 random_;
};

}  // namespace pith::test
