// The trained tables of the default extractor.
#pragma once

#include <array>

#include "core/extract/main_content/forest.h"
#include "core/page/page_type.h"

namespace pith {

// Views of tables that outlive it. Immutable; any number of threads. The first three add to one margin: the logit of a
// run's being main content.
struct Model {
  Forest first;   // over features() (core/extract/main_content/features.h): a run by itself
  Forest second;  // over these and context_features() (core/extract/main_content/context.h)
  Forest site;    // over site_features() (core/extract/main_content/site_features.h): with siblings only
  Forest
      quality;  // over quality_features() (core/extract/main_content/quality.h): the logit of the F1 of what is chosen
  std::array<Forest, page_type_names.size() - 1> types;  // over page_features(): the logit of a page's being of a type
};

// The tables that are compiled in.
const Model& builtin_model();

}  // namespace pith
