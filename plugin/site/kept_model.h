// What a site's learners have learned, as bytes: so that pages can be extracted where their siblings are not.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/extract/site/site_model.h"

namespace pith::pipeline {

// `learners`: those that the model was made with. It has no templates, and does not grow with the sample: what at least
// two pages have is kept. Compressed, some 10 to 60 kB; of hostile sites at most 30 MB a learner.
std::string kept_model(const SiteModel& model, const SiteModel::Learners& learners);

// The model again, for learners of the site's pages. Accepts any bytes. Errors: "bad_model" (damaged), "other_version"
// (made by another version of Pith, or with other settings).
Result<std::shared_ptr<const SiteModel>> read_model(std::string_view bytes, const SiteModel::Learners& learners);

}  // namespace pith::pipeline
