// The page cache's ledger: what is to be done with captured pages, what became of them, and what was learned from them.
//
// A page is, at any time, in exactly one of these accounts, and their sum is what was captured:
//   pending   to be extracted
//   main, fallback, whole   extracted
//   skipped   not for the index, with a reason
// Apart from that, `in_index` says whether the index holds a document of it: a changed page is pending while its older
// document still stands in the index.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/account.h"
#include "crawler_adapter/cache_reader.h"
#include "crawler_adapter/extracted_row.h"
#include "crawler_adapter/fetch_budget.h"
#include "crawler_adapter/page_reason.h"

namespace pith::crawl {

// What one extraction run found out about a page.
struct Outcome {
  std::int64_t page = 0;
  std::string digest, charset;  // of what was read: if the page has changed since, the outcome is dropped
  std::string robots = {};      // the same
  Account account = Account::pending;
  PageReason reason;
  double confidence = 0;
  std::int64_t page_words = 0, content_words = 0;
  std::string fingerprint;      // of everything that went into the extraction
  std::string document_digest;  // of what was put into the index
  bool in_index = false;
  std::string canonical = {};  // ExtractedRow's
  ContentSignature content = {};
  Standing standing = Standing::plain;
  // It was folded into another page and stays so until fold() says otherwise: account and reason do not count. If it is
  // no longer folded, the outcome is dropped.
  bool stays_folded = false;
};

// What a site's pages know of each other: the input of the sibling choice. About 1 kB a page.
struct SitePage {
  std::int64_t id = 0;
  std::string url;
  std::string digest;       // empty: no usable body
  std::string redirect_to;  // of redirects
  std::string charset, robots;
  bool pending = false;
  bool in_index = false;
  std::int64_t fetched = 0;
  bool fetched_as_sibling = false;  // of siblings_crawl
  bool folded = false;              // into another page
  std::string fingerprint, document_digest;
  bool links_known = false;
  std::vector<std::uint64_t> links;  // hash_url of the ranked sibling links
  std::optional<std::string> shape;  // as save_shape was given it; nullopt: not known, or damaged
};

// What a page of a site's sample teaches (crawler_adapter/site_sample.h).
struct SampleSummary {
  std::int64_t page = 0;
  std::string inputs;   // digest of what it was made from
  std::string summary;  // as save_sample was given it; empty if the page cannot be parsed
};

// What is known of a site's model between two times that it is learned.
struct SiteModelRecord {
  std::int64_t version = 0;     // 0: never learned; grows whenever the templates change
  std::string templates;        // what tells them, as save_site_model was given it
  std::int64_t pages = 0;       // of the sample
  std::int64_t fresh = 0;       // pages of the sample that were new or changed, when there were any last,
  std::int64_t explained = 0;   // and those of them that were like a template known before
  std::int64_t redesigned = 0;  // when the first was fetched that was not, since most were not; 0: never
  bool operator==(const SiteModelRecord&) const = default;
};

struct Accounts {
  std::string site;
  std::int64_t captured = 0, pending = 0, main = 0, fallback = 0, whole = 0, skipped = 0, indexed = 0;
  std::int64_t bytes = 0, stored_bytes = 0;        // of bodies, as received and as kept
  std::int64_t evicted = 0;                        // extracted pages whose bodies are not kept any more
  std::int64_t page_words = 0, content_words = 0;  // over extracted pages: the rest is template
  std::vector<std::pair<PageReason, std::int64_t>> skipped_by_reason;
  SiteModelRecord model;  // of a site
};

std::uint64_t hash_url(std::string_view normalised_url);

class PageCache : public CacheReader, public FetchBudget {
 public:
  // Opens or creates. A cache of a newer Pith is refused ("newer_version").
  static Result<PageCache> open(const CacheOptions& options);
  // Opens an existing cache; error "no_cache" says what to run first.
  static Result<PageCache> open_existing(const CacheOptions& options);
  explicit PageCache(const CacheReader& cache) : CacheReader(cache) {}

  // --- Extraction's bookkeeping ----------------------------------------------------------------------------------
  // All sites, by name.
  Result<std::vector<std::string>> sites();
  // Sites that have changed since finish_site(site, options_digest) was called last or have pending pages, by name.
  Result<std::vector<std::string>> sites_with_work(const std::string& options_digest);
  struct SiteState {
    std::vector<SitePage> pages;  // HTML pages with a body and redirects, in order of URL
    std::int64_t change = 0;      // to hand to finish_site
  };
  Result<SiteState> site_state(const std::string& site);
  // Dropped if the page's bytes are no longer those of `digest`.
  std::optional<Error> save_links(std::int64_t page, const std::string& digest, std::span<const std::uint64_t> links);
  std::optional<Error> save_shape(std::int64_t page, const std::string& digest, const std::string& shape);
  Result<SiteModelRecord> site_model(const std::string& site);
  std::optional<Error> save_site_model(const std::string& site, const SiteModelRecord& record);
  // The summaries of a site's sample, and what replaces them. Saving those that are there already writes nothing.
  Result<std::vector<SampleSummary>> sample(const std::string& site);
  std::optional<Error> save_sample(const std::string& site, std::span<const SampleSummary> sample);
  // Call before the index commits documents of these pages: from here to record(), what the index holds of them is not
  // known. After a crash in between they are indexed or removed again; accounts() counts those as indexed that were
  // before.
  std::optional<Error> announce(std::span<const std::int64_t> pages);
  // Call after the index has committed. Outcomes of pages that changed meanwhile are dropped.
  std::optional<Error> record(std::span<const Outcome> outcomes);
  // For keyed_simhash_of: what whoever writes pages cannot know.
  Result<std::uint64_t> content_key();
  // All pages of a site that are extracted and indexed, or would be indexed if they were not folded into another one,
  // in order of URL.
  Result<std::vector<ExtractedRow>> extracted_rows(const std::string& site);
  // Pages that are folded into another one are skipped. Those that no longer are become pending, or skipped as
  // "evicted" if their body is. Returns how many are pending now. Changes of pages that changed meanwhile are dropped.
  Result<std::int64_t> fold(std::span<const FoldChange> changes);
  std::optional<Error> finish_site(const std::string& site, const std::string& options_digest, std::int64_t change);
  // Pages that are skipped while the index still has their document, by URL. Empty site: of all.
  Result<std::vector<std::pair<std::int64_t, std::string>>> to_remove(const std::string& site = {});
  std::optional<Error> mark_removed(std::span<const std::int64_t> pages);
  // What the document of a site's template was made from; empty if it is to be made. Save it when the index has
  // committed.
  Result<std::string> template_inputs(const std::string& site);
  std::optional<Error> save_template_inputs(const std::string& site, const std::string& inputs);
  // Sites with such a document of which the index has no page any more.
  Result<std::vector<std::string>> templates_to_remove();
  std::optional<Error> mark_template_removed(const std::string& site);
  // Tells the cache which index its in_index marks are about. If it is another one than last time, every page is to be
  // indexed again.
  std::optional<Error> attach_index(const std::string& index_id);
  // The same index under another name: its in_index marks hold.
  std::optional<Error> rename_index(const std::string& index_id);
  // The one that attach_index or rename_index was called with last; empty if none was.
  Result<std::string> attached_index();

  // --- The sibling fetch -----------------------------------------------------------------------------------------
  // FetchBudget, for all processes that use this cache. Forgets what was taken before the day before.
  Result<bool> take(const std::string& site, std::int64_t day, std::int64_t limit) override;

  // --- Accounts and bounds ---------------------------------------------------------------------------------------
  // Per site in order of name, the total last (site ""). With a site: that one only, and its total.
  Result<std::vector<Accounts>> accounts(const std::string& site = {});

 private:
  explicit PageCache(std::shared_ptr<CacheConnection> connection) : CacheReader(std::move(connection)) {}
};

}  // namespace pith::crawl
