// Codes of this library's errors that callers tell apart.
#pragma once

namespace pith::sinks::code {

inline constexpr const char* stopped = "stopped";  // by the flag of the request
inline constexpr const char* refused = "refused";  // by the server
inline constexpr const char* split = "split";      // refused, but parts of the request may not be

}  // namespace pith::sinks::code
