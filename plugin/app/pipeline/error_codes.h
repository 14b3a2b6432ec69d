// Codes of this library's errors that callers tell apart.
#pragma once

namespace pith::pipeline::code {

inline constexpr const char* usage = "usage";  // what was asked for is not well put
inline constexpr const char* not_cached = "not_cached";
inline constexpr const char* no_memory = "no_memory";  // for a page, after everything that was kept was given back
inline constexpr const char* index_full = "index_full";

}  // namespace pith::pipeline::code
