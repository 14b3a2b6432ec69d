// Runs stages of processing a page once over pages and prints figures that do not depend on the machine's load.
//
//   pith_page_counts STAGE... [--pages N]         on N real pages of each set: a line of JSON for each stage, with
//                                                 allocations and bytes per page, its largest memory by its size, and
//                                                 the most that a page needs beyond eight times its size
//   pith_page_counts STAGE... --synthetic BYTES   the same on one dense page of this many bytes
//   pith_page_counts --write DIR [--pages N]      writes the real pages there, in UTF-8, for other programs to process
//
// Without a stage, all of them. Instructions of each stage, in a file per stage:
//   valgrind --tool=callgrind --toggle-collect=pith_measured --dump-before=pith_stage_ends pith_page_counts STAGE...
#include <fmt/format.h>
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

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

// callgrind counts during calls of this function.
extern "C" __attribute__((noinline)) void pith_measured(const pith::bench::PageStage& stage,
                                                        const pith::bench::RealPage& page) {
  stage.run(page);
}

// At this call callgrind writes its counts and starts again.
extern "C" __attribute__((noinline)) void pith_stage_ends() { asm volatile(""); }

namespace {

using namespace pith::bench;
using Pages = std::vector<std::unique_ptr<RealPage>>;

void count(const PageStage& stage, const Pages& pages) {
  for (const auto& page : pages) stage.run(*page);  // everything made only once exists now
  double over = -1e18;
  std::uint64_t allocations = 0, bytes = 0, peaks = 0;
  for (const auto& page : pages) {
    counts = {};
    pith_measured(stage, *page);
    over = std::max(over, static_cast<double>(counts.peak) - 8 * static_cast<double>(page->bytes.size()));
    peaks += counts.peak;
    allocations += counts.allocations;
    bytes += counts.bytes;
  }
  pith_stage_ends();
  const auto n = static_cast<double>(pages.size());
  fmt::print(
      "{{\"stage\":\"{}\",\"pages\":{},\"bytes\":{},\"allocations\":{:.0f},\"allocated\":{:.0f},\"peak_by_size\":{:.2f}"
      ",\"over_8_sizes\":{:.0f}}}\n",
      stage.name, pages.size(), bytes_of(pages), static_cast<double>(allocations) / n, static_cast<double>(bytes) / n,
      static_cast<double>(peaks) / static_cast<double>(bytes_of(pages)), over);
}

void write(const Pages& pages, const std::filesystem::path& directory) {
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const auto file = directory / fmt::format("{:05}.html", i);
    std::ofstream out(file, std::ios::binary);
    out << pages[i]->source;
    if (!out.flush()) throw std::runtime_error(file.string() + ": cannot be written");
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("What stages of the way of a page allocate");
  std::vector<std::string> names;
  std::size_t per_set = 8, synthetic = 0;
  std::string directory;
  app.add_option("STAGE", names, "Stages; default: all")->check([](const std::string& name) {
    if (std::ranges::count(page_stages(), name, &PageStage::name) > 0) return std::string();
    std::string message = fmt::format("no stage \"{}\"; there are:", name);
    for (const PageStage& stage : page_stages()) message += "\n  " + stage.name;
    return message;
  });
  app.add_option("--pages", per_set, "Real pages of each set of labelled pages");
  app.add_option("--synthetic", synthetic, "Bytes of a page that is made up")->check(CLI::Range(1'000, 100'000'000));
  app.add_option("--write", directory, "Write the pages to this directory, and count nothing")
      ->check(CLI::ExistingDirectory);
  CLI11_PARSE(app, argc, argv);
  try {
    Pages pages;
    if (synthetic > 0)
      pages.push_back(dense_page(synthetic));
    else
      pages = real_pages(per_set);
    if (!directory.empty()) return write(pages, directory), 0;
    for (const PageStage& stage : page_stages())
      if (names.empty() || std::ranges::count(names, stage.name) > 0) count(stage, pages);
  } catch (const std::exception& exception) {
    fmt::print(stderr, "pith_page_counts: {}\n", exception.what());
    return 2;
  }
  return 0;
}
