// Measuring the default extractor on sites that its tables were not learned from.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "plugin/lab/evaluation.h"
#include "plugin/lab/model_file.h"

namespace pith::eval {

// fold-0.model, fold-1.model, … in a folder: each learned without the pages of its fold (fold_of in page_set.h). At
// least two. Errors name the folder or file.
Result<FoldModels> read_fold_models(const std::string& directory);

// Makes the system use, for each page, the model that did not see the page's site. Only for the default extractor;
// false for others, which have nothing learned.
bool cross_validate(System& system, const FoldModels& models);

}  // namespace pith::eval
