// The default extractor with other tables: to measure it on sites from which the tables were not learned.
#pragma once

#include <memory>

#include "core/extract/extractor.h"
#include "core/extract/main_content/model.h"

namespace pith {

// `model` outlives the extractor; the parameters are complete (complete_parameters in core/extract/registry.h).
std::unique_ptr<Extractor> make_pith(const Model& model, const Parameters& parameters);

}  // namespace pith
