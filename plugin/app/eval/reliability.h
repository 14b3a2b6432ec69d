// Whether extractors that judge themselves judge rightly: their confidence against the F1 reached, their page type against
// the label.
#pragma once

#include <vector>

#include "plugin/app/eval/evaluation.h"
#include "plugin/app/eval/table.h"

namespace pith::eval {

// Per system that says a confidence: pages in ten steps of it, with the mean confidence and the mean word F1 of each step, and
// how far they lie apart on the average. Per system that says a type: labelled types against said ones. Empty for systems
// that say neither.
std::vector<Table> reliability_tables(const Evaluation& evaluation);

}  // namespace pith::eval
