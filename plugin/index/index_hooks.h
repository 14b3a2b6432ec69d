// How a run over sites reports its progress, and is stopped.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "plugin/index/index_scope.h"

namespace pith::pipeline {

struct IndexProgress {
  std::size_t sites = 0, site = 0;  // site: one-based number of the current one
  std::string site_name;
  std::int64_t pages = 0;  // of the sites loaded so far
  std::int64_t examined = 0, extracted = 0, written = 0, removed = 0;
  std::int64_t siblings_fetched = 0;  // all of them, before the first page is examined

  // A result of the pool (extraction_pool.h).
  void reach(std::size_t number, const std::string& name, std::size_t new_pages) {
    pages += static_cast<std::int64_t>(new_pages);
    if (number < site) return;
    site = number + 1;
    site_name = name;
  }
};

struct IndexHooks {
  std::function<void(const IndexProgress&)> progress;  // called often, from the calling thread; may be empty
  std::function<void(const ExaminedAgain&)> again;     // before the work, if there are such sites; may be empty
  const std::atomic<bool>* stop = nullptr;
};

}  // namespace pith::pipeline
