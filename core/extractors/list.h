// What each file of this folder offers to the registry: one line an extractor.
#pragma once

#include "core/extractor.h"

namespace pith {

ExtractorInfo conex_info();

}  // namespace pith
