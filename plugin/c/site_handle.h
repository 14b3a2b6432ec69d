// What pages of a site have in common, as a handle.
#pragma once

#include <cstddef>
#include <memory>

#include "core/base/result.h"
#include "core/extract/site/site_model.h"
#include "core/text/url.h"
#include "plugin/site/site_setup.h"

struct pith_site {
  std::shared_ptr<const pith::SiteModel> model;
  std::shared_ptr<const pith::SiteAnalyser> analyser;  // of the model, its only one

  // For a page with this setup. Error "other_version": the setup's extractor is another one.
  pith::Result<pith::PageInSite> of(const pith::Url& url, const pith::pipeline::SiteSetup& setup) const;
};
