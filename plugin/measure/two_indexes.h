// The same pages indexed twice: their main content, and the whole page.
//
// `main` is the index that `pith index` would write. `whole` is the best index that knows nothing about main content:
// the same pages, with the same duplicates folded, analysers, title (without the site's name), language and ranking;
// its content is all text that a reader sees, its headings all headings. Hidden text, and text that pages mark as not
// to be indexed, is in neither. It has no `anchors`: the texts of links are in its content, and a field of menus would
// only make it worse. It has no inbound texts either: which links are content is what it does not know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "config/load.h"
#include "core/base/result.h"
#include "plugin/index/index_hooks.h"
#include "plugin/measure/query_maker.h"

namespace pith::measure {

struct IndexFigures {
  std::string path;
  std::uint64_t bytes = 0;
  std::int64_t words = 0;  // of content
};

struct PagePlace {
  std::string url;  // that finds the page: its own, or that of the page that it was folded into
  std::string site;
};

struct TwoIndexes {
  IndexFigures main, whole;
  std::size_t documents = 0;  // in each index
  std::size_t sites = 0;
  std::size_t evicted = 0;                            // pages whose bytes left the cache meanwhile: in neither index
  std::unordered_map<std::string, PagePlace> places;  // by URL
  bool stopped = false;                               // by the flag: do not use the indexes

  // Empty if the page is not indexed.
  std::string place_of(const std::string& url) const;
  // As in the cache; empty if the page is not indexed.
  std::string site_of(const std::string& url) const;
};

// Reads the whole cache, or one site, once and read-only, and writes both indexes below `directory`, as main/ and
// whole/, which must not exist yet. Shows each page to `queries`. Pages that another process evicts or damages
// meanwhile are left out and counted. Errors: those of CacheLedger, Writer, Setups and sites_in_scope, "outdated"
// (crawler_adapter/cache/cache_ledger.h), and index_unwritable.
Result<TwoIndexes> build_two_indexes(const config::Config& config, const std::string& site,
                                     const std::string& directory, QueryMaker& queries,
                                     const pipeline::IndexHooks& hooks);

}  // namespace pith::measure
