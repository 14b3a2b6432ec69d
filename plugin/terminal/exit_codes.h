// How programs end.
#pragma once

namespace pith::cli {

// Exit codes, the same for all commands (as for grep): 0 done or found, 1 nothing found (doctor: something is damaged),
// 2 an error, 130 interrupted.
enum Exit : int { ok = 0, nothing = 1, failed = 2, interrupted = 130 };

}  // namespace pith::cli
