// What became of a page, and why: from the cache and the configuration to the output of `pith explain`, and to an HTML
// page.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "config/load.h"
#include "core/base/result.h"
#include "core/dom/document.h"
#include "core/extract/explanation.h"
#include "plugin/site/cached_page.h"

namespace pith::explain {

struct ExplainedPage {
  std::string url;  // normalised; empty: unknown
  std::shared_ptr<const Document> document;
  PageExplanation explanation;  // with Markdown and HTML
  std::string left_out = {};    // LoadedPage's
};

// Beyond these, the error is "too_large".
struct Bounds {
  std::size_t bytes = std::numeric_limits<std::size_t>::max(), nodes = std::numeric_limits<std::size_t>::max();
};

// The page as the indexer would extract it now. Error "too_slow" if the indexer would skip it for that.
Result<ExplainedPage> explain_page(const pipeline::LoadedPage& page, const Bounds& bounds = {});

// The same for a page of the cache. Redirects are followed. Errors are those of the configuration and of the page, and
// "usage": not an http or https URL; those of pipeline::why_not_cached.
Result<ExplainedPage> explain_url(const config::Config& config, const std::string& url, const Bounds& bounds = {});

// {"url", "left_out", "status", "reason", "confidence", "type", "extractor", "threshold", "marks", "siblings",
// "compared", "of_template", "sums": {VERDICT:
// {"blocks", "words"}}, "blocks": [{"verdict", "by", "probability", "words", "on_pages", "region", "tag", "path",
// "text", "reasons": [{"text", "weight"}]}]}. Valid UTF-8, indented.
std::string explanation_json(const ExplainedPage& page);

// One self-contained HTML document: the cached page, made inert (inert_page.h), its blocks tinted by their verdict,
// beside the extracted content; and a table of all blocks with their reasons. Needs no JavaScript and loads nothing; a
// policy forbids both. Linear in the page.
std::string explanation_html(const ExplainedPage& page);

}  // namespace pith::explain
