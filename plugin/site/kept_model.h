// What a site's analysers have learned, as bytes: so that pages can be extracted where their siblings are not.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/extract/site/site_model.h"

namespace pith::pipeline {

// `analysers`: those that the model was made with. It has no templates, and does not grow with the sample: what at
// least two pages have is kept. Compressed, some 10 to 60 kB; of hostile sites at most 30 MB an analyser.
std::string kept_model(const SiteModel& model, const SiteModel::SiteAnalysers& analysers);

// The model again, for analysers of the site's pages. Accepts any bytes. Errors: "bad_model" (damaged), "other_version"
// (made by another version of Pith, or with other settings).
Result<std::shared_ptr<const SiteModel>> read_model(std::string_view bytes, const SiteModel::SiteAnalysers& analysers);

}  // namespace pith::pipeline
