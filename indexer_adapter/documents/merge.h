// One index of many.
//
//   auto lock = pith::index::WriteLock::take("all.unfinished");
//   const auto merged = pith::index::merge_indexes({"a/index", "b/index"}, "all.unfinished", fields, {});
//   if (!merged) ...                        // merged.error(); remove the directory
//
// All documents of the indexes become one segment, as optimising one index would give: deleted documents are left out,
// and every search has the hits and scores that it has in one index of the same pages.
//
// Documents with one key (field_map.h) in several indexes are doubles; one of them is kept. Of pages, that is the one
// fetched last, among equals that of the index named first. What others say of a page is kept from the index that the
// page comes from if it is there, else from the first that has it; a site's template, from the first that has one.
// Documents of other programs are all kept.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "indexer_adapter/documents/field_map.h"

namespace pith::index {

// Every document of an index is one of these.
struct MergedIndex {
  std::string path;
  std::array<std::int64_t, document_kinds> kept = {}, doubles = {};  // by DocumentKind
  std::int64_t others = 0;                                           // kept, of other programs
  std::int64_t deleted = 0;                                          // left out
};

enum class MergeStep : std::uint8_t { checking, comparing, writing };

struct MergeHooks {
  // `done` of about `total`: bytes, while comparing documents. May be empty.
  std::function<void(MergeStep, std::int64_t done, std::int64_t total)> progress;
  const std::atomic<bool>* stop = nullptr;
};

inline constexpr const char* merge_stopped = "stopped";

// Writes an index of all documents of `paths` into `directory`, which has no index; the caller holds its WriteLock.
// Only at the end do the documents show. The indexes are read to the last byte and checked, and never changed, not even
// by a lock; a commit that another process makes meanwhile is not seen. Needs the space of all of them, memory of a few
// bytes a document and 200 kB a segment, of which there can be 1,200. Errors: index_missing, index_damaged,
// index_version, index_read, of one of the indexes; index_write; merge_stopped by the flag.
Result<std::vector<MergedIndex>> merge_indexes(const std::vector<std::string>& paths, const std::string& directory,
                                               const FieldMap& fields, const MergeHooks& hooks);

}  // namespace pith::index
