// `pith-lab fields`: measures titles and dates on labelled pages.
#pragma once

#include "plugin/terminal/context.h"

namespace pith::cli {

void add_fields(CLI::App& app, Context& context);

}  // namespace pith::cli
