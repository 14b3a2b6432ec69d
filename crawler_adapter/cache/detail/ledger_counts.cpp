// How many pages of each site are in which state.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/cache/page_reason.h"
#include "crawler_adapter/cache/page_state.h"

namespace pith::crawl {
namespace {

std::int64_t& pages_in(SiteCounts& counts, PageState state) {
  switch (state) {
    case PageState::pending:
      return counts.pending;
    case PageState::main:
      return counts.main;
    case PageState::fallback:
      return counts.fallback;
    case PageState::whole:
      return counts.whole;
    case PageState::skipped:
    case PageState::unknown:
      break;
  }
  return counts.skipped;
}

// The counts of a site, or ("") of all.
class SiteCountsReader {
 public:
  SiteCountsReader(CacheConnection& cache, const std::string& site) : cache_(cache), site_(site) {}

  void read() {
    read_pages();
    for (SiteCounts& site : list_) add_refused(site);
    add_held();
  }

  // In order of name; at last the total.
  std::vector<SiteCounts> take() {
    total_.skipped_by_reason.assign(total_skipped_.begin(), total_skipped_.end());
    list_.push_back(std::move(total_));
    return std::move(list_);
  }

 private:
  void read_pages() {
    const Cursor query = cache_.cursor(
        "SELECT page.site, state, CASE state WHEN 'skipped' THEN reason ELSE '' END AS why, count(*), "
        "sum(in_index AND (state <> 'pending' OR document_digest <> '')), "
        "sum(size), sum(ifnull(stored, 0)), sum(page_words), sum(content_words), "
        "sum(stored IS NULL AND state IN ('main', 'fallback', 'whole')), sum(aside_words), sum(template_words), "
        "sum(content_words < ?2 AND page_words >= ?3 AND state IN ('main', 'fallback')), "
        "min(CASE WHEN content_words < ?2 AND page_words >= ?3 AND state IN ('main', 'fallback') THEN url END) "
        "FROM page LEFT JOIN body_size ON body_size.page = page.id "
        "WHERE ?1 = '' OR page.site = ?1 GROUP BY page.site, state, why ORDER BY page.site, state, why");
    query->bind(1, site_);
    query->bind(2, SiteCounts::thin);
    query->bind(3, SiteCounts::thin_of);
    while (query->executeStep()) {
      const std::string name = query->getColumn(0).getString();
      const PageState state = state_named(query->getColumn(1).getString());
      if (list_.empty() || list_.back().site != name) list_.emplace_back().site = name;
      const std::int64_t pages = query->getColumn(3).getInt64();
      for (SiteCounts* counts : {&list_.back(), &total_}) {
        counts->captured += pages;
        counts->indexed += query->getColumn(4).getInt64();
        counts->bytes += query->getColumn(5).getInt64();
        counts->stored_bytes += query->getColumn(6).getInt64();
        counts->page_words += query->getColumn(7).getInt64();
        counts->content_words += query->getColumn(8).getInt64();
        counts->evicted += query->getColumn(9).getInt64();
        counts->aside_words += query->getColumn(10).getInt64();
        counts->template_words += query->getColumn(11).getInt64();
        counts->thin_pages += query->getColumn(12).getInt64();
        if (counts->thin_page.empty()) counts->thin_page = query->getColumn(13).getString();
        pages_in(*counts, state) += pages;
      }
      if (state == PageState::skipped)
        add_skipped(list_.back(), PageReason::named(query->getColumn(2).getString()), pages);
    }
  }

  void add_skipped(SiteCounts& site, const PageReason& reason, std::int64_t pages) {
    site.skipped_by_reason.emplace_back(reason, pages);
    total_skipped_[reason] += pages;
  }

  // Captures beyond the bound on a site's pages have no record.
  void add_refused(SiteCounts& site) {
    const Cursor query = cache_.cursor("SELECT refused FROM site WHERE name = ? AND refused > 0");
    query->bind(1, site.site);
    if (!query->executeStep()) return;
    const std::int64_t pages = query->getColumn(0).getInt64();
    for (SiteCounts* counts : {&site, &total_}) {
      counts->captured += pages;
      counts->skipped += pages;
    }
    add_skipped(site, PageReason::site_full, pages);
  }

  void add_held() {
    const Cursor query = cache_.cursor(
        "SELECT page.site, count(*) FROM withdrawal JOIN page ON page.id = withdrawal.page WHERE withdrawal.held AND "
        "(?1 = '' OR page.site = ?1) AND page.state <> 'skipped' GROUP BY page.site");
    query->bind(1, site_);
    while (query->executeStep()) {
      const std::string name = query->getColumn(0).getString();
      const auto site = std::ranges::lower_bound(list_, name, {}, &SiteCounts::site);
      if (site == list_.end() || site->site != name) continue;
      site->held = query->getColumn(1).getInt64();
      total_.held += site->held;
    }
  }

  CacheConnection& cache_;
  const std::string& site_;
  std::vector<SiteCounts> list_;
  SiteCounts total_;
  std::map<PageReason, std::int64_t> total_skipped_;
};

}  // namespace

Result<std::vector<SiteCounts>> CacheLedger::counts(const std::string& site) {
  return guarded<Result<std::vector<SiteCounts>>>(impl_->file, [&]() -> Result<std::vector<SiteCounts>> {
    SiteCountsReader reader(*impl_, site);
    reader.read();
    auto list = reader.take();
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {  // the last is the total
      auto model = site_model(list[i].site);
      if (!model) return model.error();
      list[i].model = std::move(*model);
    }
    return list;
  });
}

}  // namespace pith::crawl
