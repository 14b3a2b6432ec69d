// A site with everything that makes crawling and extraction hard, and the required fate of each page.
#pragma once

#include <map>
#include <string>

#include "tests/e2e/site.h"

namespace pith::test {

// "extracted": any of main, fallback, whole. Otherwise the reason for skipping it.
using Fates = std::map<std::string, std::string>;  // by target

inline constexpr int hard_articles = 18;

// Fills the site. The fates are those of the targets that a crawl from "/" must have in its cache, and no others.
Fates make_hard_site(Site& site);

// Text in another encoding (iconv's name).
std::string encode(const std::string& utf8, const char* encoding);

// The text of the pages in old encodings, in UTF-8, by target.
std::map<std::string, std::string> foreign_texts();

}  // namespace pith::test
