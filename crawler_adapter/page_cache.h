// The page cache: every captured page of every site, and what became of it.
//
// A directory with one SQLite database in WAL mode ("pages.sqlite"; layout in page_cache_schema.h), so that a crawler
// may write while others read and an indexer works. Key is the normalised URL (core/text/url.h). Bodies are kept byte for
// byte, zstd-compressed. A page captured again replaces its older self.
//
// A page is, at any time, in exactly one of these accounts, and their sum is what was captured:
//   pending   to be extracted
//   main, fallback, whole   extracted
//   skipped   not for the index, with a reason
// Apart from that, `in_index` says whether the index holds a document of it: a changed page is pending while its older
// document still stands in the index.
//
// One PageCache is one connection: use it from one thread at a time; open as many as there are threads and processes.
// Writers wait for each other up to 30 seconds, then fail with code "busy"; so does opening while a salvage replaces
// the file. Nothing here throws on bad input or I/O: every function that touches the file returns an Error with the
// path in its message ("disk_full", "not_writable", "damaged", "io").
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/captured_page.h"
#include "crawler_adapter/extracted_row.h"
#include "crawler_adapter/fetch_budget.h"
#include "crawler_adapter/page_cache_check.h"
#include "crawler_adapter/site.h"

namespace pith::crawl {

struct CacheOptions {
  std::string directory;
  SiteMode site_mode = SiteMode::domain;
  std::int64_t max_bytes = 0;  // of stored bodies; 0: no bound
  std::int64_t site_max_bytes = 0;
  std::int64_t site_max_pages = 0;         // with a body
  std::int64_t site_max_urls = 0;          // known of a site; new ones beyond are only counted, as skipped: "site_full"
  std::int64_t page_max_bytes = 16 << 20;  // larger bodies are not stored; the page is skipped as too_large
  std::int64_t page_max_ratio = 1100;      // for those who unpack what they store
  std::int64_t url_max_bytes = 8192;       // a page with a longer URL is skipped as url_too_long
  bool read_only = false;  // what would write fails instead ("not_writable"; opening, if it had to: "outdated");
                           // also in a directory that cannot be written to, where nobody else may write meanwhile
};

// Which crawl a capture belongs to: `crawl` names the crawl (its start URLs), `run` counts its repetitions. Pages of
// the same crawl that a later, complete run no longer meets are gone (see retire_unseen).
struct CrawlRun {
  std::string crawl;
  std::int64_t run = 0;
};

// The crawl of the pages that nothing but the sibling fetch brought. A crawl that meets such a page makes it its own.
inline constexpr const char* siblings_crawl = "(siblings)";

// One row, without the body.
struct CachedPage {
  std::int64_t id = 0;
  std::string url, site;
  int status = 0;
  std::string redirect_to;  // normalised; empty if none
  std::string content_type, charset, etag, last_modified;
  std::string robots;  // X-Robots-Tag, one value a line
  std::int64_t fetched = 0;
  std::string digest;       // SHA-256 of the body; empty without one
  std::int64_t size = 0;    // bytes as received
  std::int64_t stored = 0;  // bytes in the cache; 0 if the body was not kept or was evicted
  std::string account;      // "pending", "main", "fallback", "whole", "skipped"
  std::string reason;
  double confidence = 0;
  bool in_index = false;
  std::string folded_into;  // URL of the page that is indexed instead of this one; empty if there is none
};

// What one extraction run found out about a page.
struct Outcome {
  std::int64_t page = 0;
  std::string digest, charset;  // of what was read: if the page has changed since, the outcome is dropped
  std::string robots = {};      // the same
  std::string account, reason;
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
  std::vector<std::pair<std::string, std::int64_t>> skipped_by_reason;
  SiteModelRecord model;  // of a site
};

std::uint64_t hash_url(std::string_view normalised_url);

class PageCache : public FetchBudget {
 public:
  // Opens or creates. A cache of a newer Pith is refused ("newer_version").
  static Result<PageCache> open(const CacheOptions& options);
  // Opens an existing cache; error "no_cache" says what to run first.
  static Result<PageCache> open_existing(const CacheOptions& options);
  PageCache(PageCache&&) noexcept;
  PageCache& operator=(PageCache&&) noexcept;
  ~PageCache() override;

  const CacheOptions& options() const;

  // --- Capturing -------------------------------------------------------------------------------------------------
  // Stores a batch in one transaction; on an error none of it. The page's account follows at once where no extraction
  // is needed: skipped as "redirect", "http_404", "not_html", "too_large", "empty", "bad_url" or "url_too_long". Of a
  // new page beyond `site_max_urls` there is no record: its site counts it, once each time that it is captured. A
  // failed transfer (status <= 0, 429, 5xx) does not replace a page that was had before. Unchanged bytes with the same
  // charset and X-Robots-Tag keep what is known of the page, and so does status 304, which says that they are
  // unchanged; a body that was evicted is kept again where the bounds have room. A capture without a crawl's name
  // leaves a page to the crawl that it belongs to. Then evicts bodies beyond the bounds, those first whose pages were
  // met longest ago, never those of pending pages; it may wait with that while pending pages alone are beyond a bound.
  std::optional<Error> store(std::span<const CapturedPage> pages, const CrawlRun& run = {});

  // A number for the next run of a crawl.
  Result<std::int64_t> begin_run(const std::string& crawl);
  struct Retired {
    std::int64_t pages = 0;  // skipped as "gone"
    std::int64_t unmet = 0;  // not met either, but kept because pages failed that others may be behind
  };
  // After a complete run: pages of this crawl that the run did not meet are gone; none if the run met less than half of
  // the pages that the crawl had. If a page failed in the run that was had before, only those are gone that the
  // complete run before did not meet either: what is met through a page that fails must not go with it (an outage is no
  // reason to empty an index), and a page that fails for ever must not keep the others.
  Result<Retired> retire_unseen(const CrawlRun& run);

  // --- Reading ---------------------------------------------------------------------------------------------------
  Result<std::optional<CachedPage>> find(const std::string& normalised_url);
  // Where redirects lead from this URL, at most 10 steps; the URL itself if nowhere.
  Result<std::string> follow_redirects(const std::string& normalised_url);
  // URLs that redirect to this one.
  Result<std::vector<std::string>> redirects_to(const std::string& normalised_url);
  // The bytes as received. "no_body" if there is none, "damaged_body" if it does not unpack, or what the cache knows
  // of the page is damaged.
  Result<std::string> body(std::int64_t page);
  // Calls for each page in order of URL until it returns false. Empty site: all.
  std::optional<Error> each(const std::string& site, const std::function<bool(const CachedPage&)>& visit);

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
  // known. After a crash in between they are indexed or removed again.
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
  struct Pruned {
    std::int64_t pages = 0, bytes = 0;
  };
  // Evicts bodies beyond the bounds of the options, oldest first, never those of pending pages.
  Result<Pruned> evict();
  // The same, then gives the space back to the file system.
  Result<Pruned> prune();

  // --- Damage ----------------------------------------------------------------------------------------------------
  // Reads everything. Writes nothing.
  Result<CacheCheck> check(const CheckProgress& progress = {});
  // Skips these pages as "damaged_body", but for those that are extracted and in the index, with an intact record:
  // their documents stay, as of pages that are evicted. Drops their bodies, but for those that are right: the record is
  // wrong then. Returns how many are skipped.
  Result<std::int64_t> give_up(std::span<const std::int64_t> pages);
  // What was learned from pages is made anew by the next extraction where it is damaged, and so are accounts that
  // cannot be.
  std::optional<Error> drop_damaged_work();
  // The index has no documents of these pages, whatever was recorded: they are to be extracted again.
  std::optional<Error> forget_documents(std::span<const std::int64_t> pages);
  // The index has documents of these pages, which are skipped as "evicted" for want of their bodies: they stay.
  std::optional<Error> keep_documents(std::span<const std::int64_t> pages);

  struct Impl;  // page_cache_impl.h

 private:
  explicit PageCache(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::crawl
