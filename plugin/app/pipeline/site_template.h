// The text of a site's template, which the index has as a document of its own.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/dom/document.h"
#include "core/extract/site/site_model.h"
#include "crawler_adapter/cache_ledger.h"
#include "plugin/app/pipeline/site_setup.h"

namespace pith::pipeline {

struct SiteTemplateText {
  std::string inputs;  // digest of all that it was made from
  std::string text;    // a line each; empty if nothing repeats
};

// The pages of a site that its template is read from: a few of each template of the model.
class TemplateSources {
 public:
  // `pages` and `model` outlive it. Errors are those of a host's settings.
  static Result<TemplateSources> choose(const SiteModel& model, std::span<const crawl::SitePage> pages, Setups& setups);

  // While it stays, the text does.
  const std::string& inputs() const { return inputs_; }

  // Null for a page that cannot be parsed.
  using Parsed = std::function<Result<std::shared_ptr<const Document>>(const crawl::SitePage&)>;
  // Pages that ask not to be indexed or shown, and what others mark so, lend no text. Of a page that `parsed` has an
  // error for, nothing is read if `is_trouble` does not hold of it; otherwise that is the error.
  Result<SiteTemplateText> read(const Parsed& parsed, const std::function<bool(const Error&)>& is_trouble) const;

 private:
  struct Source {
    const crawl::SitePage* page;
    const SiteSetup* setup;
    const TextStatistics* statistics;
  };
  std::vector<Source> sources_;
  std::string inputs_;
};

}  // namespace pith::pipeline
