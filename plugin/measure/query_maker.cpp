#include "plugin/measure/query_maker.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "core/base/stable_hash.h"
#include "core/text/words.h"

namespace pith::measure {
namespace {

constexpr std::size_t sample_pages = 1000;  // per site
constexpr std::size_t least_pages = 8;      // in the sample, for a site to have a menu

std::uint64_t name_hash(std::string_view name) {
  std::uint64_t hash = hash_seed;
  for (const std::string& word : words_of(name)) hash = mix(hash_bytes(hash, word), word.size());
  return hash;
}

bool has_query_length(const std::string& text) {
  const auto spaces = std::count(text.begin(), text.end(), ' ');
  return spaces >= 1 && spaces <= 11;
}

}  // namespace

std::uint64_t QueryMaker::choice(const std::string& url) const {
  return mix(options_.seed, hash_bytes(hash_seed, url));
}

void QueryMaker::add(const std::string& url, const std::string& site, std::size_t site_pages, const std::string& title,
                     PageFacts facts) {
  for (const std::uint64_t word : facts.words) ++word_pages_[word];
  Page page{.url = url, .site = site, .title = title};
  Titles& titles = titles_[site];
  ++titles.pages;
  std::set<std::uint64_t> distinct;
  for (const std::string& word : plain_words(title)) distinct.insert(name_hash(word));
  for (const std::uint64_t word : distinct) ++titles.words[word];
  distinct.clear();
  for (const std::string& heading : facts.headings) distinct.insert(name_hash(heading));
  page.headings_seen.assign(distinct.begin(), distinct.end());
  // Sampled with the same probability as every page of the site, whenever it comes.
  page.sampled = site_pages <= sample_pages || mix(choice(url), 1) % site_pages < sample_pages;
  if (page.sampled) {
    page.headings = std::move(facts.headings);
    page.sentence = std::move(facts.sentence);
    page.links = std::move(facts.links);
  }
  pages_.push_back(std::move(page));
}

std::vector<TestQuery> QueryMaker::make(const std::function<std::string(const std::string&)>& indexed) const {
  std::vector<const Page*> pages;  // of the sample, in the order of the seed
  Counts names;                    // by title or heading: the number of pages with it
  for (const Page& page : pages_) {
    if (indexed(page.url) != page.url) continue;  // a duplicate says the same as the indexed page
    const std::uint64_t title = name_hash(title_of(page));
    ++names[title];
    for (const std::uint64_t heading : page.headings_seen)
      if (heading != title) ++names[heading];
    if (page.sampled) pages.push_back(&page);
  }
  std::sort(pages.begin(), pages.end(), [this](const Page* a, const Page* b) {
    return std::pair(choice(a->url), std::string_view(a->url)) < std::pair(choice(b->url), std::string_view(b->url));
  });
  std::vector<TestQuery> out;
  for (const QueryKind kind : options_.kinds) {
    auto made = kind == QueryKind::menu ? menu_queries(pages, indexed) : queries(kind, pages, names);
    out.insert(out.end(), std::make_move_iterator(made.begin()), std::make_move_iterator(made.end()));
  }
  return out;
}

std::vector<TestQuery> QueryMaker::queries(QueryKind kind, const std::vector<const Page*>& pages,
                                           const Counts& names) const {
  std::vector<TestQuery> out;
  std::set<std::string> asked;
  std::map<std::vector<std::string>, std::size_t> sentences;
  for (const Page* page : pages) ++sentences[page->sentence];
  for (const Page* page : pages) {
    if (out.size() == options_.limit) break;
    std::string text;
    if (kind == QueryKind::phrase) {
      if (sentences.at(page->sentence) == 1) text = phrase_of(*page);
    } else if (kind == QueryKind::title) {
      text = title_of(*page);
    } else {
      std::vector<std::string> candidates;
      for (const std::string& heading : page->headings)
        if (has_query_length(heading) && names.at(name_hash(heading)) == 1 &&
            name_hash(heading) != name_hash(title_of(*page)))
          candidates.push_back(heading);
      if (!candidates.empty()) text = candidates[choice(page->url) % candidates.size()];
    }
    if (text.empty() || (kind != QueryKind::phrase && (!has_query_length(text) || names.at(name_hash(text)) != 1)))
      continue;
    if (asked.insert(text).second) out.push_back({.kind = kind, .text = text, .relevant = {{page->url}}});
  }
  return out;
}

std::string QueryMaker::title_of(const Page& page) const {
  const Titles& titles = titles_.at(page.site);
  std::string out;
  for (const std::string& word : plain_words(page.title))
    if (titles.pages < least_pages || titles.words.at(name_hash(word)) * 2 <= titles.pages)
      out += (out.empty() ? "" : " ") + word;
  return out;
}

// Words on more pages than this one, so that the index has something to choose from, but on at most a fifth of them.
std::string QueryMaker::phrase_of(const Page& page) const {
  std::vector<std::pair<std::size_t, std::size_t>> rare;  // number of pages with the word, its place
  for (std::size_t i = 0; i < page.sentence.size(); ++i) {
    const auto found = word_pages_.find(hash_word(page.sentence[i]));
    const std::size_t pages = found == word_pages_.end() ? 0 : found->second;
    if (pages >= 2 && pages * 5 <= pages_.size()) rare.emplace_back(pages, i);
  }
  if (rare.size() < 3) return {};
  std::sort(rare.begin(), rare.end());
  rare.resize(std::min<std::size_t>(rare.size(), 4));
  std::sort(rare.begin(), rare.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  std::string text;
  for (const auto& [pages, place] : rare) text += (text.empty() ? "" : " ") + page.sentence[place];
  return text;
}

std::vector<TestQuery> QueryMaker::menu_queries(const std::vector<const Page*>& pages,
                                                const std::function<std::string(const std::string&)>& indexed) const {
  std::unordered_map<std::string_view, std::string_view>
      sites;  // by page: a search in one site finds no page of another
  for (const Page& page : pages_) sites.emplace(page.url, page.site);
  std::map<std::string, std::size_t> site_pages;
  std::map<std::pair<std::string, PageLink>, std::size_t> counts;  // by site and link, with the page it leads to
  for (const Page* page : pages) {
    ++site_pages[page->site];
    std::set<PageLink> distinct;
    for (const PageLink& link : page->links)
      if (const auto target = sites.find(indexed(link.target)); target != sites.end() && target->second == page->site)
        distinct.insert({link.text, std::string(target->first)});
    for (const PageLink& link : distinct) ++counts[{page->site, link}];
  }
  std::map<std::pair<std::string, std::string>, TestQuery> by_text;  // by site and text
  for (const auto& [key, count] : counts) {
    const auto& [site, link] = key;
    if (site_pages[site] < least_pages || count * 2 <= site_pages[site]) continue;
    TestQuery& query =
        by_text.try_emplace({site, link.text}, TestQuery{.kind = QueryKind::menu, .text = link.text, .site = site})
            .first->second;
    query.relevant.push_back({link.target});
  }
  std::vector<TestQuery> out;
  for (auto& [key, query] : by_text) out.push_back(std::move(query));
  std::sort(out.begin(), out.end(), [this](const TestQuery& a, const TestQuery& b) {
    const auto place = [this](const TestQuery& q) { return std::tuple(choice(q.site + " " + q.text), q.site, q.text); };
    return place(a) < place(b);
  });
  if (out.size() > options_.limit) out.resize(options_.limit);
  return out;
}

}  // namespace pith::measure
