// The text of a site's template, which has its own document in the index.
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
#include "crawler_adapter/cache/cache_ledger.h"
#include "plugin/site/site_setup.h"

namespace pith::pipeline {

struct SiteTemplateText {
  std::string inputs;  // digest of everything that it was made from
  std::string text;    // one line per text; empty if nothing repeats
};

// The pages that a site's template is read from: a few of one area (core/text/site_area.h), the site's only one, or the
// one above all others, such as the domain or its "www." host. What most pages of this area have is the template.
class TemplateSources {
 public:
  // `pages` outlive it. Errors are those of a host's settings.
  static Result<TemplateSources> choose(const SiteModel& model, std::span<const crawl::SitePage> pages, Setups& setups);

  // While it stays the same, so does the text.
  const std::string& inputs() const { return inputs_; }

  // Null for a page that cannot be parsed.
  using Parsed = std::function<Result<std::shared_ptr<const Document>>(const crawl::SitePage&)>;
  // Pages that ask not to be indexed or shown contribute no text, and neither does text that others mark so. If
  // `parsed` returns an error for a page, that error is returned if `ends_run` holds for it; otherwise the page is
  // ignored.
  Result<SiteTemplateText> read(const Parsed& parsed, const std::function<bool(const Error&)>& ends_run) const;

 private:
  struct Source {
    const crawl::SitePage* page;
    const SiteSetup* setup;
  };
  TextStatistics statistics_;
  std::vector<Source> sources_;
  std::string inputs_;
};

}  // namespace pith::pipeline
