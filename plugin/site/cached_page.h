// One page with its siblings, from the cache as the indexer sees it, or from files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "config/load.h"
#include "core/base/result.h"
#include "core/dom/document.h"
#include "core/extract/extract_page.h"
#include "core/text/url.h"
#include "plugin/site/page_worker.h"
#include "plugin/site/site_setup.h"

namespace pith::pipeline {

struct PageBytes {
  std::string url;      // normalised
  std::string charset;  // of the HTTP header
  std::string robots;   // X-Robots-Tag
  std::string body;
};

// A page ready to be extracted or explained.
struct LoadedPage {
  std::string url, robots;
  std::shared_ptr<const SiteSetup> setup = {};
  std::shared_ptr<const SiteModel> model = {};  // the model of compared.site
  ComparedPage compared = {};
  // Why `pith index` left the page out, according to the cache: "http_404", "duplicate of URL". Empty if it did not.
  std::string left_out = {};
  std::int64_t fetched = 0;  // KeyPage::fetched
};

// The page as input for extract_page. `url` is the page's, parsed, and outlives the result, as do `siblings`.
KeyPage key_page(const LoadedPage& page, std::span<const Document* const> siblings, const Url* url);

// Errors are those of parse_in_time, only for the page itself.
Result<LoadedPage> load_bytes(const config::Config& config, const PageBytes& page);
// Compares the page with these and nothing else. One that cannot be parsed teaches nothing.
void set_siblings(LoadedPage& page, std::span<const PageBytes> siblings);

// What to do with a cache of an older Pith: bring it up to date, or leave it, with the error "outdated".
enum class CacheAccess : std::uint8_t { bring_up_to_date, read_only };

// The page as `pith index` would extract it now, by the same PageWorker. nullopt if the cache does not have the page,
// or there is no cache. Redirects are followed. Nothing is saved. Errors are also those of the page itself, and
// "too_large" for one over `max_bytes`.
Result<std::optional<LoadedPage>> load_page(const config::Config& config, const std::string& normalised_url,
                                            CacheAccess access,
                                            std::size_t max_bytes = std::numeric_limits<std::size_t>::max());

// Why load_page found nothing, and what to do: "not_cached", "no_body" if the bytes were evicted, or the reason for which
// the page was skipped without them.
Error why_not_cached(const config::Config& config, const Url& url);

}  // namespace pith::pipeline
