// Known-item queries made from the pages themselves (test_query.h lists the kinds; README.md says why).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/keyed_hash.h"
#include "plugin/measure/page_facts.h"
#include "plugin/measure/test_query.h"

namespace pith::measure {

struct QueryOptions {
  std::vector<QueryKind> kinds = {generated_kinds.begin(), generated_kinds.end()};
  std::size_t limit = 200;  // queries of each kind
  std::uint64_t seed = 1;
};

// Collects pages, then makes queries. The same pages in any order, and the same seed, give the same queries. Queries
// come from a sample of about 1,000 pages per site; whether a title or heading belongs to one page only, and how rare a
// word is, is counted over all pages. Memory: a few kB per sampled page, hashes for the others, one counter per word.
class QueryMaker {
 public:
  explicit QueryMaker(QueryOptions options) : options_(std::move(options)) {}

  // A number for read_facts.
  std::uint64_t choice(const std::string& url) const;

  // `site_pages`: the number of the site's pages, for the sample. `title`: the page's; words in more than half of the
  // site's titles are removed, since they name the site, and nobody types that to find one of its pages.
  void add(const std::string& url, const std::string& site, std::size_t site_pages, const std::string& title,
           PageFacts facts);

  // `indexed`: the URL that finds a page, which differs if the page was folded; empty if it is not indexed. Per kind at
  // most the limit, ordered by the kinds in the options, then by the seed.
  std::vector<TestQuery> make(const std::function<std::string(const std::string&)>& indexed) const;

 private:
  struct Page {
    std::string url, site, title;
    std::vector<std::string> headings = {}, sentence = {};
    std::vector<PageLink> links = {};
    bool sampled = false;
    std::vector<std::uint64_t> headings_seen = {};  // hashes of all headings
  };
  using Counts = KeyedMap<std::uint64_t, std::size_t>;

  std::vector<TestQuery> queries(QueryKind kind, const std::vector<const Page*>& pages, const Counts& names) const;
  std::string title_of(const Page& page) const;
  std::vector<TestQuery> menu_queries(const std::vector<const Page*>& pages,
                                      const std::function<std::string(const std::string&)>& indexed) const;
  std::string phrase_of(const Page& page) const;

  const QueryOptions options_;
  std::vector<Page> pages_;
  Counts word_pages_;  // by word: the number of pages with it
  struct Titles {
    std::size_t pages = 0;
    Counts words;  // by word: the number of titles with it
  };
  std::map<std::string, Titles> titles_;  // by site
};

}  // namespace pith::measure
