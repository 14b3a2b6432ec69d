#include "plugin/measure/two_indexes.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/extract/extract_page.h"
#include "core/page/marks.h"
#include "core/text/url.h"
#include "indexer_adapter/documents/writer.h"
#include "indexer_adapter/lucene/index_error.h"
#include "plugin/capture/options.h"
#include "plugin/index/index_options.h"
#include "plugin/index/site_run.h"
#include "plugin/site/duplicates.h"
#include "plugin/site/link_texts.h"
#include "plugin/site/site_inbound_texts.h"

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

// Of a page: all that a reader sees of it, and what queries ask for.
struct WholePage final : pipeline::PageReading {
  ExtractedPage page;
  PageFacts facts;
};

class WholePageReader final : public pipeline::PageReader {
 public:
  explicit WholePageReader(const QueryMaker& queries) : queries_(queries) {}

  std::unique_ptr<pipeline::PageReading> read(const crawl::SitePage& /*page*/, const KeyPage& key,
                                              const pipeline::SiteSetup& setup,
                                              const ExtractedPage& result) const override {
    const auto options = whole_page_options(setup.extract);
    if (!options || !key.url) return nullptr;
    auto out = std::make_unique<WholePage>();
    out->page = extract_page({.page = key.page, .url = key.url, .robots = key.robots, .stop = key.stop}, *options);
    if (is_over(key.stop)) return nullptr;                   // it is in neither index
    out->page.metadata.language = result.metadata.language;  // so that both are stemmed alike
    out->page.metadata.title = result.metadata.title;
    out->page.metadata.other_title = result.metadata.other_title;
    out->page.anchors.clear();
    out->page.asides = {};
    const Marks marks = read_marks(key.page, key.robots, setup.extract.marks);
    out->facts = read_facts(key.page, *key.url, marks.excluded, queries_.choice(key.url->str()));
    out->bytes = out->page.blocks.text.size() + out->page.structure.size() + out->page.html.size();
    return out;
  }

 private:
  const QueryMaker& queries_;
};

class Builder {
 public:
  Builder(pipeline::SiteRun& run, index::Writer main, index::Writer whole, QueryMaker& queries)
      : run_(run),
        main_(std::move(main)),
        whole_(std::move(whole)),
        queries_(queries),
        fold_(run.settings.index.duplicates == "fold"),
        settings_(run.setups.document_digest()),
        rows_(run.sites.size()),
        inbound_rows_(run.sites.size()) {}

  std::optional<Error> build() {
    const WholePageReader reader(queries_);
    const auto done = run_.extract(run_.sites, {.all = true, .reader = &reader},
                                   [&](pipeline::PoolResult&& result) { return take(result); });
    if (!done) return done.error();
    out_.stopped = run_.is_stopped();
    if (auto error = main_.close()) return error;
    return whole_.close();
  }

  TwoIndexes take_indexes() { return std::move(out_); }

 private:
  std::optional<Error> take(pipeline::PoolResult& result) {
    ++run_.progress.examined;
    run_.progress.reach(result.site, run_.sites[result.site], result.site_pages);
    if (result.site_template)
      if (auto error = main_.put_template(run_.sites[result.site], result.site_template->text)) return error;
    if (!result.extracted) {
      ++out_.evicted;  // before it could be read
    } else if (result.reading) {
      ++run_.progress.extracted;
      if (auto error = put(result)) return error;
    }
    if (!result.ends_site) return std::nullopt;
    if (auto error = fold(result.site)) return error;
    return put_inbound_texts(result.site);
  }

  std::optional<Error> put(pipeline::PoolResult& result) {
    const std::string& url = result.page.url;
    auto& reading = static_cast<WholePage&>(*result.reading);
    const ExtractedPage& whole = reading.page;
    const index::PageRecord record{
        .url = url, .site = run_.sites[result.site], .fetched = {}, .digest = result.page.digest};
    if (auto error = main_.put(record, result.result)) return error;
    if (auto error = whole_.put(record, whole)) return error;
    words_[result.page.id] = {result.result.content_words, whole.content_words};
    crawl::ExtractedRow& row = rows_[result.site].emplace_back();
    row.id = result.page.id;
    row.url = url;
    row.canonical = result.result.metadata.canonical_link;
    row.content = result.content;
    row.has_headline = result.result.has_headline;
    row.page_words = result.result.page_words;
    row.links = result.page.links;
    crawl::InboundRow& inbound = inbound_rows_[result.site].emplace_back();
    inbound.id = result.page.id;
    inbound.url = url;
    inbound.in_index = true;
    if (const auto parsed = parse_url(url))
      inbound.link_texts = pipeline::to_bytes(pipeline::link_texts_of(result.result, *parsed));
    queries_.add(url, run_.sites[result.site], result.site_pages, result.result.metadata.title,
                 std::move(reading.facts));
    return std::nullopt;
  }

  // All of the site's pages are here: drop duplicates.
  std::optional<Error> fold(std::size_t site) {
    std::vector<crawl::ExtractedRow> rows = std::exchange(rows_[site], {});
    std::unordered_map<std::int64_t, const crawl::ExtractedRow*> by_id;
    for (const crawl::ExtractedRow& row : rows) {
      by_id.emplace(row.id, &row);
      count_words(row.id, 1);
      out_.places[row.url] = {row.url, run_.sites[site]};
    }
    std::unordered_map<std::int64_t, crawl::InboundRow*> row_by_id;
    for (crawl::InboundRow& row : inbound_rows_[site]) row_by_id.emplace(row.id, &row);
    out_.documents += rows.size();
    if (!rows.empty()) ++out_.sites;
    for (const crawl::FoldChange& change : pipeline::fold_changes(rows, fold_)) {
      const std::string& url = by_id.at(change.page)->url;
      count_words(change.page, -1);
      if (auto error = main_.remove(url)) return error;
      if (auto error = whole_.remove(url)) return error;
      crawl::InboundRow& row = *row_by_id.at(change.page);
      row.in_index = false;
      row.stands_for = change.into;
      out_.places[url].url = change.into;
      --out_.documents;
    }
    for (const crawl::ExtractedRow& row : rows) words_.erase(row.id);
    return std::nullopt;
  }

  // Of the main index only: the other one knows nothing of main content. Redirects are as in the cache.
  std::optional<Error> put_inbound_texts(std::size_t site) {
    std::vector<crawl::InboundRow> pages = std::exchange(inbound_rows_[site], {});
    std::unordered_set<std::string> known;
    for (const crawl::InboundRow& page : pages) known.insert(page.url);
    if (auto error = run_.cache.visit_inbound_rows(run_.sites[site], [&](crawl::InboundRow&& row) {
          if (row.stands_for.empty() || known.contains(row.url)) return;
          row.in_index = false;
          row.link_texts.clear();
          pages.push_back(std::move(row));
        }))
      return error;
    for (crawl::InboundRow& page : pages) page.inbound_digest.clear();
    std::ranges::sort(pages, {}, &crawl::InboundRow::url);
    const pipeline::SiteInboundTexts::Rows rows =
        [&](const std::function<void(crawl::InboundRow &&)>& visit) -> std::optional<Error> {
      for (const crawl::InboundRow& page : pages) visit(crawl::InboundRow(page));
      return std::nullopt;
    };
    const auto inbound_texts = pipeline::SiteInboundTexts::read(rows, settings_);
    if (!inbound_texts) return inbound_texts.error();
    return inbound_texts->visit_changes(
        rows, [&](pipeline::PageInboundTexts&& page) { return main_.put_inbound_texts(page.inbound_texts); });
  }

  void count_words(std::int64_t page, std::int64_t times) {
    const auto& [main, whole] = words_.at(page);
    out_.main.words += times * main;
    out_.whole.words += times * whole;
  }

  pipeline::SiteRun& run_;
  index::Writer main_, whole_;
  QueryMaker& queries_;
  const bool fold_;
  const std::string settings_;                                                     // that documents depend on
  std::vector<std::vector<crawl::ExtractedRow>> rows_;                             // by site
  std::vector<std::vector<crawl::InboundRow>> inbound_rows_;                       // by site
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
  const auto run = pipeline::SiteRun::open(config, hooks, cache_options);
  if (!run) return run.error();
  const auto options = pipeline::index_writer_options(settings);
  if (!options) return options.error();
  if (auto error = (*run)->choose({.site = site, .all = true})) return *error;
  const std::string main_path = directory + "/main", whole_path = directory + "/whole";
  auto main = new_index(main_path, *options);
  if (!main) return main.error();
  auto whole = new_index(whole_path, *options);
  if (!whole) return whole.error();

  Builder builder(**run, std::move(*main), std::move(*whole), queries);
  if (auto error = builder.build()) return *error;
  TwoIndexes out = builder.take_indexes();
  out.main.path = main_path;
  out.whole.path = whole_path;
  out.main.bytes = bytes_of(main_path);
  out.whole.bytes = bytes_of(whole_path);
  return out;
}

}  // namespace pith::measure
