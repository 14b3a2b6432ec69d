// Runs stages of the way of a page once over real pages and prints what does not depend on the machine's load.
//
//   page_counts STAGE [PAGES]     allocations and bytes of a page, its largest memory by its size, and what a page
//   needs at most beyond
//                                 eight times its size; in one line of JSON
//
// Instructions: valgrind --tool=callgrind --toggle-collect=pith_measured page_counts STAGE
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "tests/bench/page_stages.h"

namespace {

struct Counts {
  std::uint64_t allocations = 0, bytes = 0, now = 0, peak = 0;
} counts;

void* counted(std::size_t size) {
  void* result = std::malloc(size);
  if (!result) throw std::bad_alloc();
  ++counts.allocations;
  counts.bytes += size;
  counts.now += malloc_usable_size(result);
  counts.peak = std::max(counts.peak, counts.now);
  return result;
}

void uncounted(void* memory) noexcept {
  if (memory) counts.now -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* memory) noexcept { uncounted(memory); }
void operator delete[](void* memory) noexcept { uncounted(memory); }
void operator delete(void* memory, std::size_t) noexcept { uncounted(memory); }
void operator delete[](void* memory, std::size_t) noexcept { uncounted(memory); }

// One call of it is what callgrind counts.
extern "C" __attribute__((noinline)) void pith_measured(const pith::bench::PageStage& stage,
                                                        const pith::bench::RealPage& page) {
  stage.run(page);
}

int main(int argc, char** argv) {
  using namespace pith::bench;
  if (argc < 2) return std::fputs("page_counts STAGE [PAGES of a set]\n", stderr), 2;
  const auto stage = std::ranges::find(page_stages(), std::string_view(argv[1]), &PageStage::name);
  if (stage == page_stages().end()) {
    std::fputs("no such stage; there are:\n", stderr);
    for (const PageStage& each : page_stages()) std::fprintf(stderr, "  %s\n", each.name.c_str());
    return 2;
  }
  const auto pages = real_pages(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 8);
  for (const auto& page : pages) stage->run(*page);  // what is made once is there
  double over = -1e18;
  std::uint64_t allocations = 0, bytes = 0, peaks = 0;
  for (const auto& page : pages) {
    counts = {};
    pith_measured(*stage, *page);
    over = std::max(over, static_cast<double>(counts.peak) - 8 * static_cast<double>(page->bytes.size()));
    peaks += counts.peak;
    allocations += counts.allocations;
    bytes += counts.bytes;
  }
  const auto n = static_cast<double>(pages.size());
  std::printf(
      "{\"stage\":\"%s\",\"pages\":%zu,\"bytes\":%llu,\"allocations\":%.0f,\"allocated\":%.0f,\"peak_by_size\":%.2f,"
      "\"over_8_sizes\":%.0f}\n",
      argv[1], pages.size(), static_cast<unsigned long long>(bytes_of(pages)), static_cast<double>(allocations) / n,
      static_cast<double>(bytes) / n, static_cast<double>(peaks) / static_cast<double>(bytes_of(pages)), over);
  return 0;
}
