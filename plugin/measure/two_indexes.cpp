#include "plugin/measure/two_indexes.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "config/host_pattern.h"
#include "core/extract/extract_page.h"
#include "core/page/marks.h"
#include "core/text/url.h"
#include "crawler_adapter/page/crawl_errors.h"
#include "indexer_adapter/documents/writer.h"
#include "indexer_adapter/lucene/index_error.h"
#include "plugin/capture/options.h"
#include "plugin/index/index_options.h"
#include "plugin/site/duplicates.h"
#include "plugin/site/extraction_pool.h"
#include "plugin/site/link_texts.h"
#include "plugin/site/page_clock.h"
#include "plugin/site/run_errors.h"
#include "plugin/site/site_mentions.h"

namespace pith::measure {
namespace {

namespace fs = std::filesystem;

std::uint64_t bytes_of(const std::string& directory) {
  std::uint64_t bytes = 0;
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(directory, ignored))
    if (entry.is_regular_file(ignored)) bytes += entry.file_size(ignored);
  return bytes;
}

// The site's options, but choosing everything that a reader sees.
Result<ExtractOptions> whole_page_options(const ExtractOptions& site) {
  auto everything = Selector::parse("html");
  if (!everything) return everything.error();
  ExtractOptions options = site;
  options.include = {std::move(*everything)};
  options.exclude.clear();
  options.keep = {.comments = true, .related = true, .share_bars = true, .author_boxes = true};
  options.want_markdown = false;
  return options;
}

class Builder {
 public:
  Builder(crawl::CacheLedger& cache, pipeline::Setups& setups, index::Writer main, index::Writer whole,
          QueryMaker& queries, std::vector<std::string> sites, const config::Settings& settings,
          const pipeline::IndexHooks& hooks)
      : cache_(cache),
        setups_(setups),
        main_(std::move(main)),
        whole_(std::move(whole)),
        queries_(queries),
        sites_(std::move(sites)),
        fold_(settings.index.duplicates == "fold"),
        settings_(setups.document_digest()),
        hooks_(hooks) {
    progress_.sites = sites_.size();
    rows_.resize(sites_.size());
    mentions_.resize(sites_.size());
  }

  std::optional<Error> build(pipeline::ExtractionPool& pool) {
    while (auto result = pool.next()) {
      if (hooks_.stop && *hooks_.stop) pool.stop();
      if (auto error = take(*result)) return error;
      if (hooks_.progress) hooks_.progress(progress_);
    }
    if (auto error = pool.error()) return error;
    out_.stopped = hooks_.stop && *hooks_.stop;
    if (auto error = main_.close()) return error;
    return whole_.close();
  }

  TwoIndexes take_indexes() { return std::move(out_); }

 private:
  std::optional<Error> take(pipeline::PoolResult& result) {
    ++progress_.examined;
    progress_.reach(result.site, sites_[result.site], result.site_pages);
    if (result.site_template)
      if (auto error = main_.put_template(sites_[result.site], result.site_template->text)) return error;
    if (!result.extracted) {
      ++out_.evicted;  // before it could be read
    } else if (result.result.status != Status::skipped) {
      ++progress_.extracted;
      if (auto error = put(result)) return error;
    }
    if (!result.ends_site) return std::nullopt;
    if (auto error = fold(result.site)) return error;
    return put_mentions(result.site);
  }

  std::optional<Error> put(pipeline::PoolResult& result) {
    const std::string& url = result.page.url;
    const auto parsed_url = parse_url(url);
    const auto setup = parsed_url ? setups_.of_host(config::host_with_port(*parsed_url))
                                  : Result<const pipeline::SiteSetup*>(Error{"bad_url", url});
    if (!setup) return setup.error();
    const auto body = cache_.body(result.page.id);
    if (!body) {
      if (!crawl::is_missing_body(body.error())) return body.error();
      ++out_.evicted;
      return std::nullopt;
    }
    const Limits& limits = (*setup)->limits;
    const auto page = pipeline::parse_in_time(*body, result.page.charset, limits, hooks_.stop);
    if (!page && page.error().code == pipeline::code::interrupted) return std::nullopt;
    if (!page) return page.error();
    const auto options = whole_page_options((*setup)->extract);
    if (!options) return options.error();
    pipeline::PageClock clock(limits.max_seconds, hooks_.stop);
    ExtractedPage whole =
        extract_page({.page = *page, .url = &*parsed_url, .robots = result.page.robots, .stop = &clock}, *options);
    if (clock.now()) return std::nullopt;                       // it is in neither index
    whole.metadata.language = result.result.metadata.language;  // so that both are stemmed alike
    whole.metadata.title = result.result.metadata.title;
    whole.anchors.clear();
    whole.asides = {};

    const index::PageRecord record{
        .url = url, .site = sites_[result.site], .fetched = {}, .digest = result.page.digest};
    if (auto error = main_.put(record, result.result)) return error;
    if (auto error = whole_.put(record, whole)) return error;
    words_[result.page.id] = {result.result.content_words, whole.content_words};
    crawl::ExtractedRow& row = rows_[result.site].emplace_back();
    row.id = result.page.id;
    row.url = url;
    row.canonical = result.result.metadata.canonical_link;
    row.content = result.content;
    row.standing = result.result.standing;
    row.page_words = result.result.page_words;
    row.links = result.page.links;
    crawl::MentionRow& mention = mentions_[result.site].emplace_back();
    mention.id = result.page.id;
    mention.url = url;
    mention.in_index = true;
    mention.link_texts = pipeline::to_bytes(pipeline::link_texts_of(result.result, *parsed_url));
    const Marks marks = read_marks(*page, result.page.robots, (*setup)->extract.marks);
    queries_.add(url, sites_[result.site], result.site_pages, result.result.metadata.title,
                 read_facts(*page, *parsed_url, marks.excluded, queries_.choice(url)));
    return std::nullopt;
  }

  // All of the site's pages are here: drop duplicates.
  std::optional<Error> fold(std::size_t site) {
    std::vector<crawl::ExtractedRow> rows = std::exchange(rows_[site], {});
    std::unordered_map<std::int64_t, const crawl::ExtractedRow*> by_id;
    for (const crawl::ExtractedRow& row : rows) {
      by_id.emplace(row.id, &row);
      count_words(row.id, 1);
      out_.places[row.url] = {row.url, sites_[site]};
    }
    std::unordered_map<std::int64_t, crawl::MentionRow*> mention_by_id;
    for (crawl::MentionRow& mention : mentions_[site]) mention_by_id.emplace(mention.id, &mention);
    out_.documents += rows.size();
    if (!rows.empty()) ++out_.sites;
    for (const crawl::FoldChange& change : pipeline::fold_changes(rows, fold_)) {
      const std::string& url = by_id.at(change.page)->url;
      count_words(change.page, -1);
      if (auto error = main_.remove(url)) return error;
      if (auto error = whole_.remove(url)) return error;
      crawl::MentionRow& mention = *mention_by_id.at(change.page);
      mention.in_index = false;
      mention.stands_for = change.into;
      out_.places[url].url = change.into;
      --out_.documents;
    }
    for (const crawl::ExtractedRow& row : rows) words_.erase(row.id);
    return std::nullopt;
  }

  // Of the main index only: the other one knows nothing of main content. Redirects are as in the cache.
  std::optional<Error> put_mentions(std::size_t site) {
    std::vector<crawl::MentionRow> pages = std::exchange(mentions_[site], {});
    std::unordered_set<std::string> known;
    for (const crawl::MentionRow& page : pages) known.insert(page.url);
    if (auto error = cache_.visit_mentions(sites_[site], [&](crawl::MentionRow&& row) {
          if (row.stands_for.empty() || known.contains(row.url)) return;
          row.in_index = false;
          row.link_texts.clear();
          pages.push_back(std::move(row));
        }))
      return error;
    for (crawl::MentionRow& page : pages) page.mentions.clear();
    std::ranges::sort(pages, {}, &crawl::MentionRow::url);
    const pipeline::SiteMentions::Rows rows =
        [&](const std::function<void(crawl::MentionRow &&)>& visit) -> std::optional<Error> {
      for (const crawl::MentionRow& page : pages) visit(crawl::MentionRow(page));
      return std::nullopt;
    };
    const auto mentions = pipeline::SiteMentions::read(rows, settings_);
    if (!mentions) return mentions.error();
    return mentions->visit_changes(rows,
                                   [&](pipeline::PageMentions&& page) { return main_.put_mentions(page.mentions); });
  }

  void count_words(std::int64_t page, std::int64_t times) {
    const auto& [main, whole] = words_.at(page);
    out_.main.words += times * main;
    out_.whole.words += times * whole;
  }

  crawl::CacheLedger& cache_;
  pipeline::Setups& setups_;
  index::Writer main_, whole_;
  QueryMaker& queries_;
  const std::vector<std::string> sites_;
  const bool fold_;
  const std::string settings_;  // that documents depend on
  const pipeline::IndexHooks& hooks_;
  pipeline::IndexProgress progress_;
  std::vector<std::vector<crawl::ExtractedRow>> rows_;                             // by site
  std::vector<std::vector<crawl::MentionRow>> mentions_;                           // by site
  std::unordered_map<std::int64_t, std::pair<std::int64_t, std::int64_t>> words_;  // by page: main content, whole page
  TwoIndexes out_;
};

Result<index::Writer> new_index(const std::string& path, const index::WriterOptions& options) {
  std::error_code failed;
  if (fs::exists(path, failed))
    return index::make_error(index::IndexError::unwritable,
                             path + ": exists already; name another directory, or remove it");
  fs::create_directories(path, failed);
  if (failed)
    return index::make_error(index::IndexError::unwritable, path + ": cannot be created: " + failed.message());
  return index::Writer::open(path, options);
}

}  // namespace

std::string TwoIndexes::place_of(const std::string& url) const {
  const auto found = places.find(url);
  return found == places.end() ? std::string() : found->second.url;
}

std::string TwoIndexes::site_of(const std::string& url) const {
  const auto found = places.find(url);
  return found == places.end() ? std::string() : found->second.site;
}

Result<TwoIndexes> build_two_indexes(const config::Config& config, const std::string& site,
                                     const std::string& directory, QueryMaker& queries,
                                     const pipeline::IndexHooks& hooks) {
  const config::Settings& settings = config.settings();
  crawl::CacheOptions cache_options = capture::cache_options(settings);
  cache_options.read_only = true;
  auto cache = crawl::CacheLedger::open_existing(cache_options);
  if (!cache) return cache.error();
  const auto options = pipeline::index_writer_options(settings);
  if (!options) return options.error();
  pipeline::Setups setups(config);
  const auto sites = pipeline::sites_in_scope(*cache, setups.digest(), {.site = site, .all = true});
  if (!sites) return sites.error();
  const std::string main_path = directory + "/main", whole_path = directory + "/whole";
  auto main = new_index(main_path, *options);
  if (!main) return main.error();
  auto whole = new_index(whole_path, *options);
  if (!whole) return whole.error();

  Builder builder(*cache, setups, std::move(*main), std::move(*whole), queries, *sites, settings, hooks);
  {
    pipeline::ExtractionPool pool(cache_options, setups, *sites, pipeline::extraction_threads(settings), true, nullptr,
                                  hooks.stop);
    if (auto error = builder.build(pool)) return *error;
  }
  TwoIndexes out = builder.take_indexes();
  out.main.path = main_path;
  out.whole.path = whole_path;
  out.main.bytes = bytes_of(main_path);
  out.whole.bytes = bytes_of(whole_path);
  return out;
}

}  // namespace pith::measure
