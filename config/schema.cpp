#include "config/schema.h"

#include <array>
#include <type_traits>
#include <utility>

namespace pith::config {

namespace {

constexpr double kib = 1024, gib = 1024.0 * 1024 * 1024, tib = 1024 * gib;
constexpr double billion = 1e9;

const std::vector<Key>& list() {
  // clang-format off: it breaks lambdas in designated initialisers apart
  static const std::vector<Key> all = {
      {.path = "crawl.crawler", .member = [](Settings & s) -> auto& {return s.crawl.crawler;
}
, .meaning = "The crawler that `pith crawl` runs.", .choices = {"httrack"}, .content = Content::choice
}  // namespace
, {.path = "crawl.start", .member = [](Settings & s) -> auto& {return s.crawl.start;
}  // namespace pith::config
, .meaning = "URLs to begin with, for example [https://docs.example.org/].", .content = Content::url
}
, {.path = "crawl.depth", .member = [](Settings & s) -> auto& {return s.crawl.depth;
}
, .meaning = "How far from a start URL the crawl goes.", .unit = "links", .maximum = 9999
}
, {.path = "crawl.max_pages", .member = [](Settings & s) -> auto& {return s.crawl.max_pages;
}
, .meaning = "End the crawl after this many pages; 0 for no bound.", .unit = "pages", .maximum = billion
}
, {.path = "crawl.rate", .member = [](Settings & s) -> auto& {return s.crawl.rate;
}
, .meaning = "New connections a second; 0 for as fast as the crawler can.", .unit = "a second", .maximum = 10000
}
, {.path = "crawl.connections", .member = [](Settings & s) -> auto& {return s.crawl.connections;
}
, .meaning = "Connections at once.", .unit = "connections", .minimum = 1, .maximum = 64
}
, {.path = "crawl.robots", .member = [](Settings & s) -> auto& {return s.crawl.robots;
}
, .meaning = "Obey robots.txt."
}
, {.path = "crawl.user_agent", .member = [](Settings & s) -> auto& {return s.crawl.user_agent;
}
, .meaning = "What the crawler says it is. Put in how the sites' owners can reach you."
}
, {.path = "crawl.purge", .member = [](Settings & s) -> auto& {return s.crawl.purge;
}
, .meaning = "Pages that a complete crawl no longer meets leave the index."
}
, {.path = "crawl.options", .member = [](Settings & s) -> auto& {return s.crawl.options;
}
, .meaning = "Arguments passed to the crawler as they are, for example [--timeout=20]."
}
,

    {.path = "cache.path", .member = [](Settings & s) -> auto& {return s.cache.path;
}
, .meaning = "Directory of the page cache. A relative path begins where this file is.", .content = Content::path
}
, {.path = "cache.site", .member = [](Settings & s) -> auto& {return s.cache.site;
}
, .meaning = "What counts as one site: the registrable domain (example.co.uk) or each host.",
  .choices = {"domain", "host"}, .content = Content::choice
}
, {.path = "cache.max_bytes", .member = [](Settings & s) -> auto& {return s.cache.max_bytes;
}
, .meaning = "Bound on the stored bodies of all sites; 0 for none. The oldest indexed pages go first.", .unit = "bytes",
  .maximum = 1024 * tib
}
, {.path = "cache.site_max_bytes", .member = [](Settings & s) -> auto& {return s.cache.site_max_bytes;
}
, .meaning = "The same for each site.", .unit = "bytes", .maximum = 1024 * tib
}
, {.path = "cache.site_max_pages", .member = [](Settings & s) -> auto& {return s.cache.site_max_pages;
}
, .meaning = "Bound on the pages kept of each site; 0 for none.", .unit = "pages", .maximum = billion
}
, {.path = "cache.site_max_urls", .member = [](Settings & s) -> auto& {return s.cache.site_max_urls;
}
,
    .meaning =
        "A site's new pages beyond so many known ones are counted as skipped (site_full), and no more is kept of them; "
        "0 for no bound.",
    .unit = "pages", .maximum = billion
}
, {.path = "cache.page_max_bytes", .member = [](Settings & s) -> auto& {return s.cache.page_max_bytes;
}
, .meaning = "A larger body is not stored, and its page counted as skipped (too_large).", .unit = "bytes",
  .minimum = kib, .maximum = gib
}
, {.path = "cache.page_max_ratio", .member = [](Settings & s) -> auto& {return s.cache.page_max_ratio;
}
, .meaning = "A body over 1 MB that unpacks to more than this many times its size is left out (decompression_ratio).",
  .unit = "times", .minimum = 10, .maximum = 1e6
}
, {.path = "cache.url_max_bytes", .member = [](Settings & s) -> auto& {return s.cache.url_max_bytes;
}
, .meaning = "A page with a longer URL is counted as skipped (url_too_long).", .unit = "bytes", .minimum = 64,
  .maximum = 8192
}
,

    {.path = "siblings.n", .member = [](Settings & s) -> auto& {return s.siblings.n;
}
,
    .meaning =
        "How many pages of the same site a page is compared with; 0 extracts each page by itself. `pith` compares with "
        "the site's model instead, unless 0.",
    .unit = "pages", .per_site = true, .maximum = 64
}
, {.path = "siblings.selection", .member = [](Settings & s) -> auto& {return s.siblings.selection;
}
, .meaning = "How they are chosen: by hyperlink and DOM distance, at random, or the nearest by URL.", .per_site = true,
  .choices = {"metrics", "random", "store"}, .content = Content::choice
}
, {.path = "siblings.seed", .member = [](Settings & s) -> auto& {return s.siblings.seed;
}
, .meaning = "Seed of the selection `random`.", .per_site = true, .maximum = billion
}
, {.path = "siblings.fetch", .member = [](Settings & s) -> auto& {return s.siblings.fetch;
}
, .meaning = "Fetch siblings that the crawl did not bring, as crawl.user_agent, obeying robots.txt.", .per_site = true
}
, {.path = "siblings.fetch_per_day", .member = [](Settings & s) -> auto& {return s.siblings.fetch_per_day;
}
, .meaning = "How many requests for siblings are made to one site a day; robots.txt does not count.",
  .unit = "requests", .maximum = billion
}
, {.path = "siblings.fetch_delay", .member = [](Settings & s) -> auto& {return s.siblings.fetch_delay;
}
, .meaning = "Time between requests for siblings to one host; its robots.txt may ask for more.", .unit = "seconds",
  .maximum = 60
}
, {.path = "siblings.fetch_private", .member = [](Settings & s) -> auto& {return s.siblings.fetch_private;
}
, .meaning = "Fetch siblings from private and loopback addresses too: only for sites of your own network."
}
,

    {.path = "extract.extractor", .member = [](Settings & s) -> auto& {return s.extract.extractor;
}
, .meaning = "The extraction algorithm.", .per_site = true, .content = Content::extractor
}
, {.path = "extract.parameters", .member = [](Settings & s) -> auto& {return s.extract.parameters;
}
, .meaning = "Parameters of the algorithms, by algorithm name.", .per_site = true, .entries = Entries::extractors
}
, {.path = "extract.keep_tables", .member = [](Settings & s) -> auto& {return s.extract.keep.tables;
}
, .meaning = "Keep tables of the main content.", .per_site = true
}
, {.path = "extract.keep_code", .member = [](Settings & s) -> auto& {return s.extract.keep.code;
}
, .meaning = "Keep code blocks of the main content.", .per_site = true
}
, {.path = "extract.keep_captions", .member = [](Settings & s) -> auto& {return s.extract.keep.captions;
}
, .meaning = "Keep captions of figures and tables.", .per_site = true
}
, {.path = "extract.keep_images", .member = [](Settings & s) -> auto& {return s.extract.keep.images;
}
, .meaning = "Keep images in Markdown and HTML output.", .per_site = true
}
, {.path = "extract.keep_title", .member = [](Settings & s) -> auto& {return s.extract.keep.title;
}
, .meaning = "Keep the headline. This and the next five: extractor `pith` only.", .per_site = true
}
, {.path = "extract.keep_replies", .member = [](Settings & s) -> auto& {return s.extract.keep.replies;
}
, .meaning = "On forum threads: keep the posts after the first.", .per_site = true
}
, {.path = "extract.keep_comments", .member = [](Settings & s) -> auto& {return s.extract.keep.comments;
}
, .meaning = "Keep readers' comments on pages that are no threads.", .per_site = true
}
, {.path = "extract.keep_related", .member = [](Settings & s) -> auto& {return s.extract.keep.related;
}
, .meaning = "Keep lists and teasers of related pages.", .per_site = true
}
, {.path = "extract.keep_share_bars", .member = [](Settings & s) -> auto& {return s.extract.keep.share_bars;
}
, .meaning = "Keep share and print links.", .per_site = true
}
, {.path = "extract.keep_author_boxes", .member = [](Settings & s) -> auto& {return s.extract.keep.author_boxes;
}
, .meaning = "Keep by-lines and what is said about authors.", .per_site = true
}
, {.path = "extract.include", .member = [](Settings & s) -> auto& {return s.extract.include;
}
, .meaning = "CSS selectors of what is content whatever the algorithm says, for example [\"#main\"].", .per_site = true,
  .content = Content::selector
}
, {.path = "extract.exclude", .member = [](Settings & s) -> auto& {return s.extract.exclude;
}
, .meaning = "CSS selectors of what is never content, for example [nav, \".cookie-banner\"].", .per_site = true,
  .content = Content::selector
}
, {.path = "extract.skip", .member = [](Settings & s) -> auto& {return s.extract.skip;
}
, .meaning = "Do not index these pages; useful under `sites:`.", .per_site = true
}
, {.path = "extract.threads", .member = [](Settings & s) -> auto& {return s.extract.threads;
}
, .meaning = "Pages extracted at once; 0 for one per processor core.", .unit = "threads", .maximum = 1024
}
, {.path = "extract.marks.robots_meta", .member = [](Settings & s) -> auto& {return s.extract.marks.robots_meta;
}
, .meaning = "Honour <meta name=\"robots\"> and name=\"pith\": noindex, none, nosnippet, max-snippet:0.",
  .per_site = true
}
, {.path = "extract.marks.robots_header", .member = [](Settings & s) -> auto& {return s.extract.marks.robots_header;
}
, .meaning = "Honour the same rules in the HTTP header X-Robots-Tag.", .per_site = true
}
, {.path = "extract.marks.data_nosnippet", .member = [](Settings & s) -> auto& {return s.extract.marks.data_nosnippet;
}
, .meaning = "Honour data-nosnippet: found, but not shown in a snippet.", .per_site = true
}
, {.path = "extract.marks.pagefind", .member = [](Settings & s) -> auto& {return s.extract.marks.pagefind;
}
, .meaning = "Honour data-pagefind-body and data-pagefind-ignore.", .per_site = true
}
, {.path = "extract.marks.elastic", .member = [](Settings & s) -> auto& {return s.extract.marks.elastic;
}
, .meaning = "Honour data-elastic-include and data-elastic-exclude.", .per_site = true
}
, {.path = "extract.marks.htdig", .member = [](Settings & s) -> auto& {return s.extract.marks.htdig;
}
, .meaning = "Honour <!--htdig_noindex--> ... <!--/htdig_noindex-->.", .per_site = true
}
, {.path = "extract.marks.udm_comment", .member = [](Settings & s) -> auto& {return s.extract.marks.udm_comment;
}
, .meaning = "Honour <!--UdmComment--> ... <!--/UdmComment-->.", .per_site = true
}
, {.path = "extract.marks.googleoff", .member = [](Settings & s) -> auto& {return s.extract.marks.googleoff;
}
, .meaning = "Honour <!--googleoff: index--> ... <!--googleon: index-->, and the same with snippet and all.",
  .per_site = true
}
, {.path = "extract.limits.max_bytes", .member = [](Settings & s) -> auto& {return s.extract.limits.max_bytes;
}
, .meaning = "A longer page is skipped. Parsing needs up to nine times its bytes in memory.", .unit = "bytes",
  .per_site = true, .minimum = kib, .maximum = gib
}
, {.path = "extract.limits.max_depth", .member = [](Settings & s) -> auto& {return s.extract.limits.max_depth;
}
, .meaning = "A page nested deeper is skipped. Parsing time grows with the square of the depth.", .unit = "elements",
  .per_site = true, .minimum = 16, .maximum = 10000
}
, {.path = "extract.limits.max_nodes", .member = [](Settings & s) -> auto& {return s.extract.limits.max_nodes;
}
, .meaning = "A page of more elements and texts is skipped.", .unit = "nodes", .per_site = true, .minimum = 100,
  .maximum = 1e8
}
, {.path = "extract.limits.max_attributes", .member = [](Settings & s) -> auto& {return s.extract.limits.max_attributes;
}
, .meaning = "A page with an element of more attributes is skipped.", .unit = "attributes", .per_site = true,
  .minimum = 1, .maximum = 1e5
}
, {.path = "extract.limits.max_memory", .member = [](Settings & s) -> auto& {return s.extract.limits.max_memory;
}
, .meaning = "A page that the parser needs more memory for is skipped. Honest ones need up to nine times their bytes.",
  .unit = "bytes", .per_site = true, .minimum = 1024 * kib, .maximum = 4 * gib - 1
}
, {.path = "extract.limits.max_words", .member = [](Settings & s) -> auto& {return s.extract.limits.max_words;
}
, .meaning = "A page with more main content is skipped. A hundred thousand rare words may take the index a second.",
  .unit = "words", .per_site = true, .minimum = 1000, .maximum = 1e9
}
, {.path = "extract.limits.max_seconds", .member = [](Settings & s) -> auto& {return s.extract.limits.max_seconds;
}
, .meaning = "A page that takes longer, of processor time, to parse or to extract is skipped; 0 for no bound.",
  .unit = "seconds", .per_site = true, .maximum = 3600
}
,

    {.path = "index.path", .member = [](Settings & s) -> auto& {return s.index.path;
}
, .meaning = "Directory of the Lucene++ index. A relative path begins where this file is.", .content = Content::path
}
, {.path = "index.fields", .member = [](Settings & s) -> auto& {return s.index.fields;
}
, .meaning = "Other names for Pith's fields, to fit an existing index: {content: body}. \"\" leaves a field out.",
  .content = Content::name, .entries = Entries::fields
}
, {.path = "index.boosts", .member = [](Settings & s) -> auto& {return s.index.boosts;
}
, .meaning = "How much a hit in a field counts. A boost given here leaves the others as they are.", .maximum = 1000,
  .entries = Entries::text_fields
}
, {.path = "index.analyzer", .member = [](Settings & s) -> auto& {return s.index.analyzer;
}
, .meaning = "How text becomes words: auto (by the page's language), standard, or a language code for all pages.",
  .content = Content::analyzer
}
, {.path = "index.analyzers", .member = [](Settings & s) -> auto& {return s.index.analyzers;
}
, .meaning = "Another analyser for a language when `analyzer` is auto: {nn: \"no\"}.", .content = Content::analyzer,
  .entries = Entries::languages
}
, {.path = "index.duplicates", .member = [](Settings & s) -> auto& {return s.index.duplicates;
}
, .meaning = "Of a site's pages with the same main content: fold (index one of them) or keep (index all).",
  .choices = {"fold", "keep"}, .content = Content::choice
}
, {.path = "index.max_bytes", .member = [](Settings & s) -> auto& {return s.index.max_bytes;
}
,
    .meaning =
        "`pith index` ends with an error (index_full) when the index is larger, and the other pages stay pending; 0 "
        "for no bound.",
    .unit = "bytes", .maximum = 1024 * tib
}
,

    {.path = "search.k1", .member = [](Settings & s) -> auto& {return s.search.k1;
}
, .meaning = "How far a page gains by having a word more often: 0 not at all, 3 nearly without end (BM25's k1).",
  .maximum = 10
}
, {.path = "search.b", .member = [](Settings & s) -> auto& {return s.search.b;
}
, .meaning = "How much words in long texts count less: 0 not at all, 1 by the length (BM25's b).", .maximum = 1
}
, {.path = "search.recency", .member = [](Settings & s) -> auto& {return s.search.recency;
}
, .meaning = "Young pages count more: the youngest (1 + recency) times, by its date of publication. 0: off.",
  .maximum = 100
}
, {.path = "search.recency_days", .member = [](Settings & s) -> auto& {return s.search.recency_days;
}
, .meaning = "How much older than the youngest page has half of that.", .unit = "days", .minimum = 0.01,
  .maximum = 100000
}
, {.path = "search.depth", .member = [](Settings & s) -> auto& {return s.search.depth;
}
, .meaning = "Pages near a site's root count more: \"/\" (1 + depth) times, \"/a/b\" (1 + depth/3) times. 0: off.",
  .maximum = 100
}
, {.path = "search.timeout", .member = [](Settings & s) -> auto& {return s.search.timeout;
}
, .meaning = "A search, or a hundred of its hits, that takes longer is given up; 0 for no bound.", .unit = "seconds",
  .maximum = 3600
}
, {.path = "search.max_bytes", .member = [](Settings & s) -> auto& {return s.search.max_bytes;
}
, .meaning = "A longer query is refused.", .unit = "bytes", .minimum = 100, .maximum = 100000
}
, {.path = "search.max_depth", .member = [](Settings & s) -> auto& {return s.search.max_depth;
}
, .meaning = "A query with deeper parentheses is refused.", .unit = "parentheses", .minimum = 1, .maximum = 100
}
, {.path = "search.max_clauses", .member = [](Settings & s) -> auto& {return s.search.max_clauses;
}
, .meaning = "A query of more words and phrases is refused.", .unit = "clauses", .minimum = 1, .maximum = 1000
}
,

    {.path = "serve.host", .member = [](Settings & s) -> auto& {return s.serve.host;
}
, .meaning = "Address that `pith serve` listens on; 0.0.0.0 for all networks. Whoever reaches it can read the index."
}
, {.path = "serve.port", .member = [](Settings & s) -> auto& {return s.serve.port;
}
, .meaning = "Its port; 0 for any free one.", .maximum = 65535
}
, {.path = "serve.hosts", .member = [](Settings & s) -> auto& {return s.serve.hosts;
}
,
    .meaning =
        "Names that it is reached by, for example [search.example.org]; on a loopback address, localhost is one "
        "already.",
    .content = Content::host
}
, {.path = "serve.cors", .member = [](Settings & s) -> auto& {return s.serve.cors;
}
, .meaning = "Origins whose pages may read the API, for example [\"https://example.org\"]; [\"*\"] for all.",
  .content = Content::origin
}
, {.path = "serve.threads", .member = [](Settings & s) -> auto& {return s.serve.threads;
}
, .meaning = "Requests answered at once; half of them at most may be expensive searches.", .unit = "threads",
  .minimum = 1, .maximum = 256
}
, {.path = "serve.timeout", .member = [](Settings & s) -> auto& {return s.serve.timeout;
}
, .meaning = "Time for a request to arrive, and for its answer to be taken.", .unit = "seconds", .minimum = 0.1,
  .maximum = 3600
}
, {.path = "serve.connections", .member = [](Settings & s) -> auto& {return s.serve.connections;
}
, .meaning = "Open connections; beyond, the one that has been silent longest is closed.", .unit = "connections",
  .minimum = 1, .maximum = 10000
}
, {.path = "serve.queue", .member = [](Settings & s) -> auto& {return s.serve.queue;
}
, .meaning = "Requests that wait for a thread, and as many expensive searches; beyond, the answer is 503.",
  .unit = "requests", .minimum = 1, .maximum = 10000
}
, {.path = "serve.head_max_bytes", .member = [](Settings & s) -> auto& {return s.serve.head_max_bytes;
}
, .meaning = "A request with a longer head is refused (431), or with a first line of more than half of it (414).",
  .unit = "bytes", .minimum = kib, .maximum = 1024 * kib
}
,
}
;
// clang-format on
return all;
}

}  // namespace

Type Key::type() const {
  return std::visit(
      [](auto member) {
        using T = std::remove_reference_t<decltype(member(std::declval<Settings&>()))>;
        if constexpr (std::is_same_v<T, bool>) return Type::flag;
        if constexpr (std::is_same_v<T, double>) return Type::fraction;
        if constexpr (std::is_integral_v<T>) return Type::whole;
        if constexpr (std::is_same_v<T, std::string>) return Type::text;
        if constexpr (std::is_same_v<T, std::vector<std::string>>) return Type::texts;
        if constexpr (std::is_same_v<T, std::map<std::string, std::string>>) return Type::text_map;
        if constexpr (std::is_same_v<T, std::map<std::string, double>>) return Type::number_map;
        return Type::parameters;
      },
      member);
}

std::span<const Key> keys() { return list(); }

const Key* find_key(std::string_view path) {
  for (const Key& key : keys())
    if (key.path == path) return &key;
  return nullptr;
}

bool is_section(std::string_view path) {
  for (const Key& key : keys())
    if (key.path.size() > path.size() && key.path.starts_with(path) && key.path[path.size()] == '.') return true;
  return false;
}

std::string_view section_meaning(std::string_view section) {
  constexpr std::pair<std::string_view, std::string_view> meanings[] = {
      {"crawl", "What is fetched, and how fast."},
      {"cache", "Where captured pages are kept until, and after, they are indexed."},
      {"siblings", "Which pages of a site a page is compared with, to tell its content from the site's template."},
      {"extract", "How the main content is found, and what of it is kept."},
      {"index", "The search index."},
      {"search", "How hits are ranked: by BM25F over the fields that have a boost."},
      {"serve", "`pith serve`: search over HTTP."},
      {"sites", "Other values for some hosts, by host pattern."},
  };
  for (const auto& [name, meaning] : meanings)
    if (name == section) return meaning;
  return {};
}

namespace {

// The indexer's kinds of fields.
enum class FieldKind { text, keyword, date, number, packed };
struct IndexField {
  std::string_view name;
  FieldKind kind;
  double boost;
};
constexpr IndexField fields_of_index[] = {
#define PITH_INDEX_FIELD(field, name, kind, stored, boost, meaning) {name, FieldKind::kind, boost},
#include "core/base/index_fields.def"
#undef PITH_INDEX_FIELD
};

}  // namespace

std::span<const std::string_view> index_fields() {
  static const auto names = [] {
    std::vector<std::string_view> all;
    for (const IndexField& field : fields_of_index) all.push_back(field.name);
    return all;
  }();
  return names;
}

std::span<const std::string_view> text_fields() {
  static const auto names = [] {
    std::vector<std::string_view> all;
    for (const IndexField& field : fields_of_index)
      if (field.kind == FieldKind::text) all.push_back(field.name);
    return all;
  }();
  return names;
}

std::map<std::string, double> default_boosts() {
  std::map<std::string, double> boosts;
  for (const IndexField& field : fields_of_index)
    if (field.boost > 0) boosts.emplace(field.name, field.boost);
  return boosts;
}

bool searches_some_field(const Index& index) {
  for (const std::string_view field : text_fields()) {
    const auto boost = index.boosts.find(std::string(field));
    const auto name = index.fields.find(std::string(field));
    if (boost != index.boosts.end() && boost->second > 0 && (name == index.fields.end() || !name->second.empty()))
      return true;
  }
  return false;
}

std::optional<NameClash> find_name_clash(const std::map<std::string, std::string>& fields) {
  for (const auto& [field, name] : fields) {
    if (name.empty()) continue;
    for (const std::string_view other : index_fields()) {
      if (other == field) continue;
      const auto given = fields.find(std::string(other));
      const std::string taken = given == fields.end() ? std::string(other) : given->second;
      if (taken.empty()) continue;
      if (name == taken) return NameClash{field, "\"" + name + "\" is the name of " + std::string(other)};
      if (name == taken + ".words")
        return NameClash{field, "\"" + name + "\" is kept for the lengths of " + std::string(other)};
    }
  }
  return std::nullopt;
}

Value get(const Settings& settings, const Key& key) {
  return std::visit(
      [&](auto member) -> Value {
        // A member accessor only passes the reference on, so nothing is written through it here.
        const auto& value = member(const_cast<Settings&>(settings));
        using T = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
          return static_cast<long>(value);
        else
          return value;
      },
      key.member);
}

void merge(Value& value, const Value& other) {
  std::visit(
      [&](auto& target) {
        using T = std::remove_reference_t<decltype(target)>;
        const T& source = std::get<T>(other);
        if constexpr (std::is_same_v<T, std::map<std::string, Parameters>>) {
          for (const auto& [extractor, parameters] : source)
            for (const auto& [name, parameter] : parameters) target[extractor].insert_or_assign(name, parameter);
        } else if constexpr (std::is_same_v<T, std::map<std::string, std::string>> ||
                             std::is_same_v<T, std::map<std::string, double>>) {
          for (const auto& [name, entry] : source) target.insert_or_assign(name, entry);
        } else {
          target = source;
        }
      },
      value);
}

void put(Settings& settings, const Key& key, const Value& value) {
  Value result = get(settings, key);
  merge(result, value);
  std::visit(
      [&](auto member) {
        auto& target = member(settings);
        using T = std::remove_reference_t<decltype(target)>;
        if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
          target = static_cast<T>(std::get<long>(result));
        else
          target = std::get<T>(std::move(result));
      },
      key.member);
}

}  // namespace pith::config
