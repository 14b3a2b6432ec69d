// The page cache's ledger: what remains to be done with captured pages, the outcomes, and what was learned from them.
//
// A page is always in exactly one of these states, and their sum is the number of captured pages:
//   pending   to be extracted
//   main, fallback, whole   extracted
//   skipped   not for the index, with a reason
// Separately, `in_index` says whether the index has a document for the page: a changed page is pending while its older
// document is still in the index.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/cache/cache_reader.h"
#include "crawler_adapter/cache/extracted_row.h"
#include "crawler_adapter/cache/fetch_budget.h"
#include "crawler_adapter/cache/page_reason.h"
#include "crawler_adapter/cache/page_state.h"

namespace pith::crawl {

// The result of one extraction run for a page.
struct Outcome {
  std::int64_t page = 0;
  std::string digest, charset;  // of the input: if the page has changed since, the outcome is dropped
  std::string robots = {};      // the same
  PageState state = PageState::pending;
  PageReason reason;
  double confidence = 0;
  std::int64_t page_words = 0, content_words = 0, aside_words = 0, template_words = 0;
  std::string fingerprint;      // of all inputs of the extraction
  std::string document_digest;  // of the document in the index
  bool in_index = false;
  std::string canonical = {};  // ExtractedRow's
  ContentSignature content = {};
  bool has_headline = false;
  std::string link_texts = {};  // what the page says of those that it links to (plugin/site/link_texts.h)
  // The page was folded into another one and stays folded until fold() changes that: state and reason are ignored. If
  // it is no longer folded, the outcome is dropped.
  bool stays_folded = false;
};

// What the cache knows about a page of a site: the input of the sibling choice. About 1 kB per page.
struct SitePage {
  std::int64_t id = 0;
  std::string url;
  std::string digest;       // empty: no usable body
  std::string redirect_to;  // for redirects
  std::string charset, robots;
  bool pending = false;
  bool in_index = false;
  std::int64_t fetched = 0;
  bool fetched_as_sibling = false;  // in siblings_crawl
  bool folded = false;              // into another page
  bool crashed = false;             // skipped as that
  bool in_doubt = false;            // came while its host was held, like a login (detail/run_end.h)
  std::string fingerprint, document_digest;
  bool links_known = false;
  std::vector<std::uint64_t> links;  // hash_url of the ranked sibling links
  std::optional<std::string> shape;  // as passed to save_shape; nullopt: unknown or damaged
};

// The summary of a page in a site's sample (crawler_adapter/cache/site_sample.h).
struct SampleSummary {
  std::int64_t page = 0;
  std::string inputs;   // digest of what the summary was made from
  std::string summary;  // as passed to save_sample; empty if the page cannot be parsed
};

// What is stored about a site's model between two times that it is learned.
struct SiteModelRecord {
  std::int64_t version = 0;     // 0: never learned; grows whenever the templates change
  std::string templates;        // their description, as passed to save_site_model
  std::int64_t pages = 0;       // in the sample
  std::int64_t fresh = 0;       // pages in the sample that were new or changed, the last time there were any,
  std::int64_t explained = 0;   // and how many of them matched a known template
  std::int64_t redesigned = 0;  // if most did not match: when the first of them was fetched; 0: never
  bool operator==(const SiteModelRecord&) const = default;
};

struct SiteCounts {
  std::string site;
  std::int64_t captured = 0, pending = 0, main = 0, fallback = 0, whole = 0, skipped = 0, indexed = 0;
  std::int64_t bytes = 0, stored_bytes = 0;  // of bodies, as received and as stored
  std::int64_t evicted = 0;                  // extracted pages whose bodies are no longer stored
  // Pages that the last complete run of their crawl did not find, and that stay since it found less than half of them
  // (CacheCapture::end_run).
  std::int64_t held = 0;
  // Extracted pages of at least `thin_of` words of which fewer than `thin` are kept, other than those kept whole, and
  // the URL of one: where there are many, their content may have been taken for the site's template.
  static constexpr std::int64_t thin = 20, thin_of = 100;
  std::int64_t thin_pages = 0;
  std::string thin_page;
  // Over extracted pages, by role; the rest of page_words is left out by marks and configuration.
  std::int64_t page_words = 0, content_words = 0, aside_words = 0, template_words = 0;
  std::vector<std::pair<PageReason, std::int64_t>> skipped_by_reason;
  SiteModelRecord model;  // for a site
};

// A page as a source of inbound texts, and as their target.
struct InboundRow {
  std::int64_t id = 0;
  std::string url;
  std::string stands_for;  // the URL that a link to it means: where it redirects, or what it is folded into; or empty
  bool in_index = false;
  std::string link_texts;      // as passed to record(); empty: unknown, or damaged
  std::string inbound_digest;  // as passed to save_inbound_digests()
};

std::uint64_t hash_url(std::string_view normalised_url);

class CacheLedger : public CacheReader, public FetchBudget {
 public:
  // Opens or creates the cache. A cache written by a newer Pith is rejected ("newer_version").
  static Result<CacheLedger> open(const CacheOptions& options);
  // Opens an existing cache; error "no_cache" says what to run first.
  static Result<CacheLedger> open_existing(const CacheOptions& options);
  explicit CacheLedger(const CacheReader& cache) : CacheReader(cache) {}

  // --- Extraction's bookkeeping ----------------------------------------------------------------------------------
  // All sites, by name.
  Result<std::vector<std::string>> sites();
  // Sites that have changed since the last finish_site(site, options_digest) or have pending pages, by name.
  Result<std::vector<std::string>> sites_with_work(const std::string& options_digest);
  // By site, the options_digest of its last finish_site; without sites that have none yet.
  Result<std::map<std::string, std::string>> options_of_sites();
  struct SiteState {
    std::vector<SitePage> pages;  // HTML pages with a body and redirects, in order of URL
    std::int64_t change = 0;      // pass it to finish_site
  };
  Result<SiteState> site_state(const std::string& site);
  // Ignored if the page's bytes no longer match `digest`.
  std::optional<Error> save_links(std::int64_t page, const std::string& digest, std::span<const std::uint64_t> links);
  std::optional<Error> save_shape(std::int64_t page, const std::string& digest, const std::string& shape);
  Result<SiteModelRecord> site_model(const std::string& site);
  std::optional<Error> save_site_model(const std::string& site, const SiteModelRecord& record);
  // The summaries of a site's sample. Saving replaces them; saving the stored ones again writes nothing.
  Result<std::vector<SampleSummary>> sample(const std::string& site);
  std::optional<Error> save_sample(const std::string& site, std::span<const SampleSummary> sample);
  // Call before the index commits documents of these pages: until record(), it is unknown what the index has for them.
  // After a crash in between they are indexed or removed again; counts() counts those as indexed that were indexed
  // before.
  std::optional<Error> announce(std::span<const std::int64_t> pages);
  // Call after the index has committed. Outcomes of pages that have changed meanwhile are dropped.
  std::optional<Error> record(std::span<const Outcome> outcomes);
  // The key for keyed_simhash_of, which authors of pages cannot know.
  Result<std::uint64_t> content_key();
  // All pages of a site that are extracted and indexed, or would be indexed if they were not folded, in order of URL.
  Result<std::vector<ExtractedRow>> extracted_rows(const std::string& site);
  // Folded pages become skipped. Pages that are no longer folded become pending, or skipped as "evicted" if their body
  // was evicted. Returns how many of them are pending now. Ignores changes to pages that have changed meanwhile.
  Result<std::int64_t> fold(std::span<const FoldChange> changes);
  std::optional<Error> finish_site(const std::string& site, const std::string& options_digest, std::int64_t change);
  // Skipped pages whose document is still in the index, by URL. Empty site: all sites.
  Result<std::vector<std::pair<std::int64_t, std::string>>> to_remove(const std::string& site = {});
  std::optional<Error> mark_removed(std::span<const std::int64_t> pages);
  // What the document of a site's template was made from; empty if it must be made. Save it after the index has
  // committed.
  Result<std::string> template_inputs(const std::string& site);
  std::optional<Error> save_template_inputs(const std::string& site, const std::string& inputs);
  // Sites that have such a document but no pages in the index any more.
  Result<std::vector<std::string>> templates_to_remove();
  std::optional<Error> mark_template_removed(const std::string& site);
  // Calls visit() with each page of a site, in order of URL.
  std::optional<Error> visit_inbound_rows(const std::string& site, const std::function<void(InboundRow&&)>& visit);
  // Of pages, by id: the digest of the inbound texts that the index has; empty: none. Save it after the index has
  // committed.
  std::optional<Error> save_inbound_digests(std::span<const std::pair<std::int64_t, std::string>> digests);
  // Tells the cache which index its in_index marks refer to. If it is not the same as last time, every page must be
  // indexed again.
  std::optional<Error> attach_index(const std::string& index_id);
  // The same index under another name: the in_index marks remain valid.
  std::optional<Error> rename_index(const std::string& index_id);
  // The index last passed to attach_index or rename_index; empty if there was no such call.
  Result<std::string> attached_index();
  // Whether it was ever passed to one of them.
  Result<bool> owns_index(const std::string& index_id);

  // --- The sibling fetch -----------------------------------------------------------------------------------------
  // FetchBudget, shared by all processes that use this cache. Forgets the counts from before the previous day.
  Result<bool> take(const std::string& site, std::int64_t day, std::int64_t limit) override;

  // --- SiteCounts and bounds ---------------------------------------------------------------------------------------
  // SiteCounts per site in order of name, the total last (site ""). With a site: only that site, and its total.
  Result<std::vector<SiteCounts>> counts(const std::string& site = {});

 private:
  explicit CacheLedger(std::shared_ptr<CacheConnection> connection) : CacheReader(std::move(connection)) {}
};

}  // namespace pith::crawl
