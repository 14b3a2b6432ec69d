// `pith doctor --system`
#pragma once

#include "plugin/cli/commands.h"

namespace pith::cli {

// Prints what Pith needs from the system. Exit code 1 if something is missing.
void report_system(Context& context);

}  // namespace pith::cli
