// Codes of this library's errors that callers distinguish.
#pragma once

namespace pith::pipeline::code {

inline constexpr const char* usage = "usage";  // an invalid request
inline constexpr const char* not_cached = "not_cached";
inline constexpr const char* no_memory = "no_memory";      // for a page, after everything kept was released
inline constexpr const char* interrupted = "interrupted";  // says nothing about the page in work
inline constexpr const char* crashed = "crashed";          // the page ended an earlier run (pages_in_work.h)
inline constexpr const char* index_full = "index_full";
inline constexpr const char* foreign_index = "foreign_index";  // it belongs to another page cache
inline constexpr const char* index_scheme = "index_scheme";    // see merge_run.h

}  // namespace pith::pipeline::code
