// One page out of the cache together with its siblings, as the indexer would see it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/load.h"
#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/dom/document.h"
#include "core/extract/main_content/site_model.h"
#include "crawler_adapter/page_cache.h"

namespace pith::pipeline {

struct PageBytes {
  std::string url;      // normalised
  std::string charset;  // of the HTTP header
  std::string robots;   // X-Robots-Tag
  std::string body;
};

struct PageWithSiblings {
  PageBytes page;
  std::vector<PageBytes> siblings;  // best first; none if the extractor uses the site's model
  std::shared_ptr<const SiteModel> model;
  std::uint64_t model_id = 0;  // the page's in the model
  // Why `pith index` left the page out, as the cache has it: "http_404", "duplicate of URL". Empty if it did not.
  std::string left_out;
};

// The same as documents.
struct ParsedPages {
  Document page;
  std::vector<Document> siblings;  // those that can be parsed

  std::vector<const Document*> sibling_pointers() const;
};

// Errors are those of parse_html, of the page alone.
Result<ParsedPages> parse_pages(const PageWithSiblings& pages, const Limits& limits);

// What may happen to a cache of an older Pith: it is brought up to date, or left as it is, with the error "outdated".
enum class CacheAccess : std::uint8_t { bring_up_to_date, read_only };

// nullopt if the cache has no such page, or there is no cache. Redirects are followed.
Result<std::optional<PageWithSiblings>> load_page(const config::Config& config, const std::string& normalised_url,
                                                  CacheAccess access);

}  // namespace pith::pipeline
