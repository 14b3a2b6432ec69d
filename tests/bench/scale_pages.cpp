// Writes pages of made-up sites to standard output, as JSON lines for `pith ingest -`.
//
//   pith_scale_pages --sites 100 --pages 10000 [--seed 1]
//
// The same arguments give the same bytes on every machine. Memory does not depend on the numbers. Sites come one after
// the other, a few at a time, as a crawler visits them; each has its share of the pages.
#include <fmt/format.h>
#include <openssl/evp.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/bench/scale_site.h"

using namespace pith::bench;

namespace {

constexpr std::uint32_t sites_at_once = 16;
constexpr const char* skeletons[] = {"newspaper", "manual", "questions", "shop", "magazine", "council"};
constexpr std::uint64_t begin_of_crawl = 1'700'000'000;  // seconds since 1970

void write_base64(const std::string& bytes, std::string& out) {
  out.resize((bytes.size() + 2) / 3 * 4 + 1);
  out.resize(static_cast<std::size_t>(EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                                      reinterpret_cast<const unsigned char*>(bytes.data()),
                                                      static_cast<int>(bytes.size()))));
}

void write_pages(std::uint64_t seed, std::uint32_t sites, std::uint32_t pages) {
  std::vector<Skeleton> known;
  for (const char* name : skeletons) known.push_back(read_skeleton(fmt::format("{}/{}.html", PITH_SKELETONS, name)));
  std::string html, base64;
  std::uint64_t written = 0;
  for (std::uint32_t first = 0; first < sites; first += sites_at_once) {
    std::vector<ScaleSite> group;
    for (std::uint32_t site = first; site < std::min(sites, first + sites_at_once); ++site) {
      const std::uint32_t share = pages / sites + (site < pages % sites ? 1 : 0);
      group.emplace_back(seed, site, share, known[site % known.size()]);
    }
    for (std::uint32_t page = 0; page < group.front().pages(); ++page)
      for (const ScaleSite& site : group) {
        if (page >= site.pages()) continue;
        site.html(page, html);
        write_base64(html, base64);
        fmt::print(
            "{{\"url\":\"{}\",\"status\":200,\"headers\":{{\"Content-Type\":\"text/html; "
            "charset=utf-8\"}},\"fetched\":{},\"body_base64\":\"{}\"}}\n",
            site.url(page), begin_of_crawl + written++, base64);
      }
  }
  if (std::fflush(stdout) != 0) throw std::runtime_error("standard output: cannot be written");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Pages of made-up sites, as JSON lines");
  std::uint32_t sites = 0, pages = 0;
  std::uint64_t seed = 1;
  app.add_option("--sites", sites, "Number of sites")->required()->check(CLI::Range(1, 1'000'000));
  app.add_option("--pages", pages, "Number of pages, of all sites")->required()->check(CLI::Range(1, 100'000'000));
  app.add_option("--seed", seed, "Other seeds give other sites");
  CLI11_PARSE(app, argc, argv);
  if (pages < sites) {
    fmt::print(stderr, "pith_scale_pages: --pages {} is less than one for each of --sites {}\n", pages, sites);
    return 2;
  }
  try {
    write_pages(seed, sites, pages);
  } catch (const std::exception& exception) {
    fmt::print(stderr, "pith_scale_pages: {}\n", exception.what());
    return 2;
  }
  return 0;
}
