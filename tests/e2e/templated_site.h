// A site like those of content management systems: menu, teaser box and footer around every page's own text.
#pragma once

#include <string>
#include <vector>

#include "tests/e2e/site.h"

namespace pith::test {

// Words that are in the template of every page, and nowhere else.
inline const std::vector<std::string> template_words = {"Menuhomepage",  "Menuproducts",  "Menucareers",
                                                        "Teaserbargain", "Footerimprint", "Footercookies"};

// A word that only this article has.
std::string article_word(int number);
// Several paragraphs of text that no other article has, with article_word in it.
std::string article_text(int number);
// "/docs/article-07.html"
std::string article_target(int number);

// The page within the template. `head` comes after the title.
std::string templated(const std::string& title, const std::string& content, const std::string& head = {});
// Article `number` as a page. `more` is added to its text.
Page article(int number, const std::string& more = {});

// A page with links to articles 1 to `count` and to `targets`.
Page contents(int count, const std::vector<std::string>& targets = {});

// Articles 1 to `count`, each with a link to the next, and a table of contents at "/".
void put_articles(Site& site, int count, const std::vector<std::string>& targets = {});

}  // namespace pith::test
