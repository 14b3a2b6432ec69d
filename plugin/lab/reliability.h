// Whether extractors judge themselves well: their confidence against the F1 reached, their page type against the label.
#pragma once

#include <vector>

#include "plugin/lab/evaluation.h"
#include "plugin/measure/table.h"

namespace pith::eval {

// For each system with a confidence: pages in ten steps of it, with each step's mean confidence and mean word F1, and
// their average distance; and the ten sites with the lowest mean word F1, with the mean confidence of each, and their
// average distance over all sites. For each system with a page type: labelled types against predicted ones. Empty for
// systems with neither.
std::vector<Table> reliability_tables(const Evaluation& evaluation);

}  // namespace pith::eval
