// Known-item queries made from the pages themselves (test_query.h says of which kinds; README.md why).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/keyed_hash.h"
#include "plugin/app/measure/page_facts.h"
#include "plugin/app/measure/test_query.h"

namespace pith::measure {

struct QueryOptions {
  std::vector<QueryKind> kinds = {generated_kinds.begin(), generated_kinds.end()};
  std::size_t limit = 200;  // queries of each kind
  std::uint64_t seed = 1;
};

// Collects pages, then makes queries. The same pages, in whatever order, and the same seed give the same queries.
// Queries are made of a sample of about 1,000 pages of each site; that a title or heading is one page's alone, and how
// rare a word is, is told by all. Memory: some kB a page of the sample, hashes of the others, a counter a word.
class QueryMaker {
 public:
  explicit QueryMaker(QueryOptions options) : options_(std::move(options)) {}

  // A number for read_facts.
  std::uint64_t choice(const std::string& url) const;

  // `site_pages`: how many the site has, for the sample. `title`: the page's; words that more than half of the site's
  // titles have are left out of it, since they name the site, and nobody types that to find a page of it.
  void add(const std::string& url, const std::string& site, std::size_t site_pages, const std::string& title,
           PageFacts facts);

  // `indexed`: the URL under which a page is found, which is another one's if it was folded; empty if it is not
  // indexed. Of each kind at most the limit, in the order in which kinds are listed in the options, then of the seed.
  std::vector<TestQuery> make(const std::function<std::string(const std::string&)>& indexed) const;

 private:
  struct Page {
    std::string url, site, title;
    std::vector<std::string> headings = {}, sentence = {};
    std::vector<PageLink> links = {};
    bool sampled = false;
    std::vector<std::uint64_t> headings_seen = {};  // hashes of all of them
  };
  using Counts = KeyedMap<std::uint64_t, std::size_t>;

  std::vector<TestQuery> queries(QueryKind kind, const std::vector<const Page*>& pages, const Counts& names) const;
  std::string title_of(const Page& page) const;
  std::vector<TestQuery> menu_queries(const std::vector<const Page*>& pages,
                                      const std::function<std::string(const std::string&)>& indexed) const;
  std::string phrase_of(const Page& page) const;

  const QueryOptions options_;
  std::vector<Page> pages_;
  Counts word_pages_;  // on how many pages a word stands
  struct Titles {
    std::size_t pages = 0;
    Counts words;  // in how many titles a word stands
  };
  std::map<std::string, Titles> titles_;  // by site
};

}  // namespace pith::measure
