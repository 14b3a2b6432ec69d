// Which page brought a payload, by the payload's digest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "crawler_adapter/page/captured_page.h"

namespace pith::ingest {

// A page, and when it was fetched with these bytes.
struct Original {
  std::string url;  // normalised
  std::int64_t fetched = 0;
};

// The pages of a run. Once full, only known digests are updated: with URLs of usual length it has room for over
// 100,000. Not thread-safe.
class Originals {
 public:
  void note(const std::string& digest, const std::string& url, std::int64_t fetched) {
    if (digest.empty() || fetched <= 0) return;
    const auto known = known_.find(digest);
    if (known != known_.end()) bytes_ -= known->second.url.size();
    const std::size_t more = url.size() + (known == known_.end() ? digest.size() + node_bytes : 0);
    if (bytes_ + more > most_bytes) return;
    bytes_ += more;
    known_[digest] = {url, fetched};
  }
  // Null if it is unknown.
  const Original* find(const std::string& digest) const {
    const auto known = known_.find(digest);
    return known == known_.end() ? nullptr : &known->second;
  }

 private:
  static constexpr std::size_t most_bytes = 32 << 20, node_bytes = 150;
  std::map<std::string, Original> known_;
  std::size_t bytes_ = 0;
};

}  // namespace pith::ingest
