// Runs an input over a fuzzer's bytes; aborts if its counts do not add up.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>

#include "core/text/url.h"
#include "crawler_adapter/inputs/input.h"

namespace pith::fuzz {

// `furthest`: the largest offset that a loss can have.
inline int read_input(const ingest::Input& input, const std::uint8_t* data, std::size_t size, std::size_t furthest) {
  constexpr std::size_t page_max_bytes = 2000;
  const int file = memfd_create("fuzz", MFD_CLOEXEC);
  if (file < 0 || write(file, data, size) != static_cast<ssize_t>(size)) std::abort();
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  std::int64_t pages = 0;
  std::map<std::string, crawl::CapturedPage> kept;
  ingest::Reading reading(
      {.page_max_bytes = page_max_bytes, .url_prefix = {}},
      [&](crawl::CapturedPage page) -> std::optional<Error> {
        if (page.body.size() > page_max_bytes || page.url.empty()) std::abort();
        ++pages;
        if (const auto url = parse_url(page.url); url && page.status == 200) kept[url->str()] = std::move(page);
        return std::nullopt;
      },
      nullptr, {},
      [&](const std::string& url) -> Result<std::optional<crawl::CapturedPage>> {
        const auto page = kept.find(url);
        return page == kept.end() ? std::nullopt : std::optional(page->second);
      });
  if (input.read(path, reading)) std::abort();
  const ingest::Report& report = reading.report();
  std::int64_t sum = report.pages;
  for (const auto& [reason, count] : report.left_out) sum += count;
  if (sum != report.records || pages != report.pages) std::abort();
  // Damage is reported; several damaged records in a row are one loss.
  const auto damaged = report.left_out.find("damaged");
  if (damaged != report.left_out.end() && report.losses == 0) std::abort();
  for (const ingest::Loss& loss : report.first_losses)
    if (loss.offset > furthest || loss.what.empty()) std::abort();
  close(file);
  return 0;
}

}  // namespace pith::fuzz
