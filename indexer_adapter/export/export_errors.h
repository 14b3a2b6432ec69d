// Codes of this library's errors that callers distinguish.
#pragma once

namespace pith::sinks::code {

inline constexpr const char* stopped = "stopped";  // by the flag of the request
inline constexpr const char* refused = "refused";  // by the server
inline constexpr const char* split = "split";      // refused, but parts of the request may be accepted

}  // namespace pith::sinks::code
