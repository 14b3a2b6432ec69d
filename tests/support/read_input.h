// Runs an input over bytes or a path, and keeps its output.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "crawler_adapter/inputs/input.h"
#include "tests/support/temporary.h"

namespace pith::test {

struct WhatWasRead {
  std::vector<crawl::CapturedPage> pages;
  ingest::Report report;
  std::uint64_t position = 0, size = 0;  // as last reported

  std::vector<std::string> urls() const {
    std::vector<std::string> out;
    for (const auto& page : pages) out.push_back(page.url);
    return out;
  }
  std::int64_t left_out(const std::string& reason) const {
    const auto found = report.left_out.find(reason);
    return found == report.left_out.end() ? 0 : found->second;
  }
  // Every record is accounted for.
  bool adds_up() const {
    std::int64_t sum = report.pages;
    for (const auto& [reason, count] : report.left_out) sum += count;
    return sum == report.records && report.pages == static_cast<std::int64_t>(pages.size());
  }
};

inline WhatWasRead read_path(const std::string& path, const std::string& type = {}, ingest::Options options = {},
                             const std::atomic<bool>* stop = nullptr) {
  const auto input = ingest::find_input(path, type);
  if (!input) throw std::runtime_error(input.error().message);
  WhatWasRead out;
  ingest::Reading reading(
      options,
      [&](crawl::CapturedPage page) {
        out.pages.push_back(std::move(page));
        return std::nullopt;
      },
      stop,
      [&](const ingest::Report&, std::uint64_t position, std::uint64_t size) {
        out.position = position;
        out.size = size;
      });
  if (const auto error = (*input)->read(path, reading)) throw std::runtime_error(error->message);
  out.report = reading.report();
  return out;
}

inline void put_file(const std::string& path, const std::string& bytes) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

inline WhatWasRead read_bytes(const std::string& bytes, const std::string& type, ingest::Options options = {}) {
  const TemporaryDirectory directory;
  put_file(directory / "source", bytes);
  return read_path(directory / "source", type, options);
}

}  // namespace pith::test
