#include "config/schema.h"

#include <array>
#include <optional>
#include <type_traits>
#include <utility>

namespace pith::config {

namespace {

constexpr double kib = 1024, gib = 1024.0 * 1024 * 1024, tib = 1024 * gib;
constexpr double billion = 1e9;

// A key with the member that it sets, and what it affects.
// clang-format off: it breaks lambdas in designated initialisers apart
#define PITH_NAMED_KEY(name, field, what)                               \
  .path = name, .member = [](Settings & s) -> auto& { return s.field; } \
  , .affects = Affects::what
// clang-format on
#define PITH_KEY(field, what) PITH_NAMED_KEY(#field, field, what)

const std::vector<Key>& list() {
  static const std::vector<Key> all = {
      {PITH_KEY(crawl.crawler, nothing), .meaning = "The crawler that `pith crawl` runs.", .choices = {"httrack"},
       .content = Content::choice},
      {PITH_KEY(crawl.start, nothing), .meaning = "URLs to begin with, for example [https://docs.example.org/].",
       .content = Content::url},
      {PITH_KEY(crawl.depth, nothing), .meaning = "How far from a start URL the crawl goes.", .unit = "links",
       .per_site = true, .maximum = 9999},
      {PITH_KEY(crawl.max_pages, nothing), .meaning = "End the crawl after this many pages; 0 for no bound.",
       .unit = "pages", .per_site = true, .maximum = billion},
      {PITH_KEY(crawl.rate, nothing),
       .meaning =
           "Requests a second, of any kind; 0 for as fast as the crawler can. A server's Crawl-delay counts too.",
       .unit = "a second", .per_site = true, .maximum = 10000},
      {PITH_KEY(crawl.connections, nothing),
       .meaning = "Connections at once. HTTrack makes about three requests a second with each.", .unit = "connections",
       .per_site = true, .minimum = 1, .maximum = 64},
      {PITH_KEY(crawl.robots, nothing), .meaning = "Obey robots.txt.", .per_site = true},
      {PITH_KEY(crawl.user_agent, nothing),
       .meaning = "What the crawler says it is. Put in how the sites' owners can reach you."},
      {PITH_KEY(crawl.exclude, choice),
       .meaning = "URL patterns of pages that are neither fetched nor indexed, for example [\"*/print/*\", "
                  "\"*?replytocom=*\"].",
       .content = Content::url_pattern},
      {PITH_KEY(crawl.purge, nothing), .meaning = "Pages that a complete crawl no longer meets leave the index.",
       .per_site = true},
      {PITH_KEY(crawl.options, nothing),
       .meaning = "Arguments passed to the crawler as they are, for example [--timeout=20].", .per_site = true},

      {PITH_KEY(ingest.exclude, choice),
       .meaning = "URL patterns of pages that are not indexed, wherever they come from; a crawl still follows their "
                  "links. For example [\"*/tag/*\"].",
       .content = Content::url_pattern},

      {PITH_KEY(cache.path, nothing),
       .meaning = "Directory of the page cache. A relative path begins where this file is.", .content = Content::path},
      {PITH_KEY(cache.site, nothing),
       .meaning = "What counts as one site: the registrable domain (example.co.uk) or each host.",
       .choices = {"domain", "host"}, .content = Content::choice},
      {PITH_KEY(cache.max_bytes, nothing),
       .meaning = "Bound on the stored bodies of all sites; 0 for none. The oldest indexed pages go first.",
       .unit = "bytes", .maximum = 1024 * tib},
      {PITH_KEY(cache.site_max_bytes, nothing), .meaning = "The same for each site.", .unit = "bytes",
       .maximum = 1024 * tib},
      {PITH_KEY(cache.site_max_pages, nothing), .meaning = "Bound on the pages kept of each site; 0 for none.",
       .unit = "pages", .maximum = billion},
      {PITH_KEY(cache.site_max_urls, nothing),
       .meaning = "A site's new pages beyond so many known ones are counted as skipped (site_full), and no more is "
                  "kept of them; 0 for no bound.",
       .unit = "pages", .maximum = billion},
      {PITH_KEY(cache.page_max_bytes, nothing),
       .meaning = "A larger body is not stored, and its page counted as skipped (too_large).", .unit = "bytes",
       .minimum = kib, .maximum = gib},
      {PITH_KEY(cache.page_max_ratio, nothing),
       .meaning =
           "A body over 1 MB that unpacks to more than this many times its size is left out (decompression_ratio).",
       .unit = "times", .minimum = 10, .maximum = 1e6},
      {PITH_KEY(cache.url_max_bytes, nothing),
       .meaning = "A page with a longer URL is counted as skipped (url_too_long).", .unit = "bytes", .minimum = 64,
       .maximum = 8192},

      {PITH_KEY(siblings.n, extraction),
       .meaning = "How many pages of the same site a page is compared with; 0 extracts each page by itself. `pith` "
                  "compares with the site's model instead, unless 0.",
       .unit = "pages", .per_site = true, .maximum = 64},
      {PITH_KEY(siblings.selection, extraction),
       .meaning = "How they are chosen: by hyperlink and DOM distance, at random, or the nearest by URL.",
       .per_site = true, .choices = {"metrics", "random", "store"}, .content = Content::choice},
      {PITH_KEY(siblings.seed, extraction), .meaning = "Seed of the selection `random`.", .per_site = true,
       .maximum = billion},
      {PITH_KEY(siblings.fetch, nothing),
       .meaning = "Fetch siblings that the crawl did not bring, as crawl.user_agent, obeying robots.txt.",
       .per_site = true},
      {PITH_KEY(siblings.fetch_per_day, nothing),
       .meaning = "How many requests for siblings are made to one site a day; robots.txt does not count.",
       .unit = "requests", .maximum = billion},
      {PITH_KEY(siblings.fetch_delay, nothing),
       .meaning = "Time between requests for siblings to one host; its robots.txt may ask for more.", .unit = "seconds",
       .maximum = 60},
      {PITH_KEY(siblings.fetch_private, nothing),
       .meaning = "Fetch siblings from private and loopback addresses too: only for sites of your own network."},

      {PITH_KEY(extract.extractor, extraction), .meaning = "The extraction algorithm.", .per_site = true,
       .content = Content::extractor},
      {PITH_KEY(extract.parameters, extraction), .meaning = "Parameters of the algorithms, by algorithm name.",
       .per_site = true, .entries = Entries::extractors},
      {PITH_NAMED_KEY("extract.keep_tables", extract.keep.tables, extraction),
       .meaning = "Keep tables of the main content.", .per_site = true},
      {PITH_NAMED_KEY("extract.keep_code", extract.keep.code, extraction),
       .meaning = "Keep code blocks of the main content.", .per_site = true},
      {PITH_NAMED_KEY("extract.keep_captions", extract.keep.captions, extraction),
       .meaning = "Keep captions of figures and tables.", .per_site = true},
      {PITH_NAMED_KEY("extract.keep_images", extract.keep.images, extraction),
       .meaning = "Keep images in Markdown and HTML output.", .per_site = true},
      {PITH_NAMED_KEY("extract.keep_title", extract.keep.title, extraction),
       .meaning = "Keep the headline. This and the next five: extractor `pith` only.", .per_site = true},
      {PITH_NAMED_KEY("extract.keep_replies", extract.keep.replies, extraction),
       .meaning = "On forum threads: keep the posts after the first.", .per_site = true},
      {PITH_NAMED_KEY("extract.keep_comments", extract.keep.comments, extraction),
       .meaning = "Keep readers' comments on pages that are no threads.", .per_site = true},
      {PITH_NAMED_KEY("extract.keep_related", extract.keep.related, extraction),
       .meaning = "Keep lists and teasers of related pages.", .per_site = true},
      {PITH_NAMED_KEY("extract.keep_share_bars", extract.keep.share_bars, extraction),
       .meaning = "Keep share and print links.", .per_site = true},
      {PITH_NAMED_KEY("extract.keep_author_boxes", extract.keep.author_boxes, extraction),
       .meaning = "Keep by-lines and what is said about authors.", .per_site = true},
      {PITH_KEY(extract.include, extraction),
       .meaning = "CSS selectors of what is content whatever the algorithm says, for example [\"#main\"].",
       .per_site = true, .content = Content::selector},
      {PITH_KEY(extract.exclude, extraction),
       .meaning = "CSS selectors of what is never content, for example [nav, \".cookie-banner\"].", .per_site = true,
       .content = Content::selector},
      {PITH_KEY(extract.skip, extraction), .meaning = "Do not index these pages; useful under `sites:`.",
       .per_site = true},
      {PITH_KEY(extract.threads, nothing), .meaning = "Pages extracted at once; 0 for one per processor core.",
       .unit = "threads", .maximum = 1024},
      {PITH_KEY(extract.marks.robots_meta, extraction),
       .meaning = "Honour <meta name=\"robots\"> and name=\"pith\": noindex, none, nosnippet, max-snippet:0.",
       .per_site = true},
      {PITH_KEY(extract.marks.robots_header, extraction),
       .meaning = "Honour the same rules in the HTTP header X-Robots-Tag.", .per_site = true},
      {PITH_KEY(extract.marks.data_nosnippet, extraction),
       .meaning = "Honour data-nosnippet: found, but not shown in a snippet.", .per_site = true},
      {PITH_KEY(extract.marks.pagefind, extraction), .meaning = "Honour data-pagefind-body and data-pagefind-ignore.",
       .per_site = true},
      {PITH_KEY(extract.marks.elastic, extraction), .meaning = "Honour data-elastic-include and data-elastic-exclude.",
       .per_site = true},
      {PITH_KEY(extract.marks.htdig, extraction), .meaning = "Honour <!--htdig_noindex--> ... <!--/htdig_noindex-->.",
       .per_site = true},
      {PITH_KEY(extract.marks.udm_comment, extraction), .meaning = "Honour <!--UdmComment--> ... <!--/UdmComment-->.",
       .per_site = true},
      {PITH_KEY(extract.marks.googleoff, extraction),
       .meaning = "Honour <!--googleoff: index--> ... <!--googleon: index-->, and the same with snippet and all.",
       .per_site = true},
      {PITH_KEY(extract.limits.max_bytes, extraction),
       .meaning = "A longer page is skipped. Parsing needs up to nine times its bytes in memory.", .unit = "bytes",
       .per_site = true, .minimum = kib, .maximum = gib},
      {PITH_KEY(extract.limits.max_depth, extraction),
       .meaning = "A page nested deeper is skipped. Parsing time grows with the square of the depth.",
       .unit = "elements", .per_site = true, .minimum = 16, .maximum = 10000},
      {PITH_KEY(extract.limits.max_nodes, extraction), .meaning = "A page of more elements and texts is skipped.",
       .unit = "nodes", .per_site = true, .minimum = 100, .maximum = 1e8},
      {PITH_KEY(extract.limits.max_attributes, extraction),
       .meaning = "A page with an element of more attributes is skipped.", .unit = "attributes", .per_site = true,
       .minimum = 1, .maximum = 1e5},
      {PITH_KEY(extract.limits.max_memory, extraction),
       .meaning =
           "A page that the parser needs more memory for is skipped. Honest ones need up to nine times their bytes.",
       .unit = "bytes", .per_site = true, .minimum = 1024 * kib, .maximum = 4 * gib - 1},
      {PITH_KEY(extract.limits.max_words, extraction),
       .meaning =
           "A page with more main content is skipped. A hundred thousand rare words may take the index a second.",
       .unit = "words", .per_site = true, .minimum = 1000, .maximum = 1e9},
      {PITH_KEY(extract.limits.max_seconds, extraction),
       .meaning = "A page that takes longer, of processor time, to parse or to extract is skipped; 0 for no bound.",
       .unit = "seconds", .per_site = true, .maximum = 3600},

      {PITH_KEY(index.path, nothing),
       .meaning = "Directory of the Lucene++ index. A relative path begins where this file is.",
       .content = Content::path},
      {PITH_KEY(index.fields, documents),
       .meaning = "Other names for Pith's fields, to fit an existing index: {content: body}. \"\" leaves a field out.",
       .content = Content::name, .entries = Entries::fields},
      {PITH_KEY(index.boosts, nothing),
       .meaning = "How much a hit in a field counts. A boost given here leaves the others as they are.",
       .maximum = 1000, .entries = Entries::text_fields},
      {PITH_KEY(index.analyzer, documents),
       .meaning = "How text becomes words: auto (by the page's language), standard, or a language code for all pages.",
       .content = Content::analyzer},
      {PITH_KEY(index.analyzers, documents),
       .meaning = "Another analyser for a language when `analyzer` is auto: {nn: \"no\"}.",
       .content = Content::analyzer, .entries = Entries::languages},
      {PITH_KEY(index.duplicates, nothing),
       .meaning = "Of a site's pages with the same main content: fold (index one of them) or keep (index all).",
       .choices = {"fold", "keep"}, .content = Content::choice},
      {PITH_KEY(index.asides, documents),
       .meaning = "Find pages by their own text beside the main content too, such as cards and related links; it is "
                  "never shown. `pith index` must run again."},
      {PITH_KEY(index.max_bytes, nothing),
       .meaning = "`pith index` ends with an error (index_full) when the index is larger, and the other pages stay "
                  "pending; 0 for no bound.",
       .unit = "bytes", .maximum = 1024 * tib},

      {PITH_KEY(search.enough, nothing),
       .meaning =
           "If fewer pages have all words of a query, pages with most of them follow. 0: never; then every word is "
           "wanted, as it is written.",
       .unit = "pages", .maximum = 10000},
      {PITH_KEY(search.k1, nothing),
       .meaning = "How far a page gains by having a word more often: 0 not at all, 3 nearly without end (BM25's k1).",
       .maximum = 10},
      {PITH_KEY(search.b, nothing),
       .meaning = "How much words in long texts count less: 0 not at all, 1 by the length (BM25's b).", .maximum = 1},
      {PITH_KEY(search.recency, nothing),
       .meaning = "Young pages count more: the youngest (1 + recency) times, by its date of publication. 0: off.",
       .maximum = 100},
      {PITH_KEY(search.recency_days, nothing), .meaning = "How much older than the youngest page has half of that.",
       .unit = "days", .minimum = 0.01, .maximum = 100000},
      {PITH_KEY(search.depth, nothing),
       .meaning = "Pages near a site's root count more: \"/\" (1 + depth) times, \"/a/b\" (1 + depth/3) times. 0: off.",
       .maximum = 100},
      {PITH_KEY(search.links, nothing),
       .meaning =
           "Pages count more the more other pages of their site link to them from their main content, and are not "
           "linked back: n pages (1 + n)^links times. 0: off.",
       .maximum = 2},
      {PITH_KEY(search.title, nothing),
       .meaning = "Pages count more the more their title is what the query says: (1 + title) times if it is the same. "
                  "0: off.",
       .maximum = 100},
      {PITH_KEY(search.timeout, nothing),
       .meaning = "A search, or a hundred of its hits, that takes longer is given up; 0 for no bound.",
       .unit = "seconds", .maximum = 3600},
      {PITH_KEY(search.max_bytes, nothing), .meaning = "A longer query is refused.", .unit = "bytes", .minimum = 100,
       .maximum = 100000},
      {PITH_KEY(search.max_depth, nothing), .meaning = "A query with deeper parentheses is refused.",
       .unit = "parentheses", .minimum = 1, .maximum = 100},
      {PITH_KEY(search.max_clauses, nothing), .meaning = "A query of more words and phrases is refused.",
       .unit = "clauses", .minimum = 1, .maximum = 1000},
      {PITH_KEY(search.synonyms, nothing),
       .meaning =
           "Files of words that mean the same, in Solr's format: [synonyms.txt]. Under `sites:`, for searches of "
           "one site.",
       .per_site = true, .content = Content::file},
      {PITH_KEY(search.best_bets, nothing),
       .meaning =
           "Files of pages that come first for a query: [best-bets.txt]. Under `sites:`, for searches of one site.",
       .per_site = true, .content = Content::file},
      {PITH_KEY(search.log, nothing),
       .meaning = "File that keeps queries that no page answers, without addresses; \"\" for none. `pith measure "
                  "--from-log` asks them again.",
       .content = Content::file},
      {PITH_KEY(search.log_max_bytes, nothing),
       .meaning = "A larger log is renamed to LOG.1, in place of an older one, and begun anew.", .unit = "bytes",
       .minimum = 4 * kib, .maximum = tib},

      {PITH_KEY(serve.host, nothing),
       .meaning =
           "Address that `pith serve` listens on; 0.0.0.0 for all networks. Whoever reaches it can read the index."},
      {PITH_KEY(serve.port, nothing), .meaning = "Its port; 0 for any free one.", .maximum = 65535},
      {PITH_KEY(serve.hosts, nothing),
       .meaning = "Names that it is reached by, for example [search.example.org]; on a loopback address, localhost is "
                  "one already.",
       .content = Content::host},
      {PITH_KEY(serve.cors, nothing),
       .meaning = "Origins whose pages may read the API, for example [\"https://example.org\"]; [\"*\"] for all.",
       .content = Content::origin},
      {PITH_KEY(serve.base_path, nothing),
       .meaning = "Path below which everything is, for a web server that passes on /search and what is below it: "
                  "/search; \"\" for none.",
       .content = Content::base_path},
      {PITH_KEY(serve.public_origin, nothing),
       .meaning = "How readers reach it through that web server, for example \"https://www.example.org\"; \"\" if they "
                  "reach it directly. A name as in serve.hosts.",
       .content = Content::origin},
      {PITH_KEY(serve.threads, nothing),
       .meaning = "Requests answered at once; half of them at most may be expensive searches.", .unit = "threads",
       .minimum = 1, .maximum = 256},
      {PITH_KEY(serve.timeout, nothing), .meaning = "Time for a request to arrive, and for its answer to be read.",
       .unit = "seconds", .minimum = 0.1, .maximum = 3600},
      {PITH_KEY(serve.connections, nothing),
       .meaning = "Open connections; beyond, the one that has been silent longest is closed.", .unit = "connections",
       .minimum = 1, .maximum = 10000},
      {PITH_KEY(serve.queue, nothing),
       .meaning = "Requests that wait for a thread, and as many expensive searches; beyond, the answer is 503.",
       .unit = "requests", .minimum = 1, .maximum = 10000},
      {PITH_KEY(serve.head_max_bytes, nothing),
       .meaning = "A request with a longer head is refused (431), or with a first line of more than half of it (414).",
       .unit = "bytes", .minimum = kib, .maximum = 1024 * kib},
  };
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
      {"ingest", "Which captured pages are left out."},
      {"cache", "Where captured pages are kept until, and after, they are indexed."},
      {"siblings", "Which pages of a site a page is compared with, to tell its content from the site's template."},
      {"extract", "How the main content is found, and what of it is kept."},
      {"index", "The search index."},
      {"search", "How hits are ranked, by BM25F over the fields that have a boost; synonyms, best bets."},
      {"serve", "`pith serve`: search over HTTP."},
      {"sites", "Other values for some hosts, by host pattern."},
  };
  for (const auto& [name, meaning] : meanings)
    if (name == section) return meaning;
  return {};
}

namespace {

// The index's kinds of fields.
enum class FieldKind { text, keyword, date, number, derived, packed };
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
    for (const IndexField& field : fields_of_index)
      if (field.kind != FieldKind::derived) all.push_back(field.name);
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
    const bool is_left_out = name != index.fields.end() && name->second.empty();
    if (field == "asides" && !index.asides) continue;
    if (boost != index.boosts.end() && boost->second > 0 && !is_left_out) return true;
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
        // A member accessor only passes on the reference, so this writes nothing.
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
