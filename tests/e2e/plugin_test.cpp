// The HTTrack plugin in trouble: whatever happens to Pith, the crawl goes on, and the reason is reported.
#include <dlfcn.h>
#include <sys/mount.h>

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <filesystem>
#include <vector>

#include "tests/e2e/httrack_run.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
namespace fs = std::filesystem;

namespace {

constexpr int articles = 15;

struct Fixture {
  Site site;
  TemporaryDirectory directory;
  Fixture() { put_articles(site, articles, {"/logo.png"}); }

  // Settings that put cache and index in the test's directory.
  std::string configuration(const std::string& yaml) const {
    write_file(directory / "pith.yaml", yaml);
    return directory / "pith.yaml";
  }
  HttrackRun crawl(const std::string& config, long max_file_bytes = 0) {
    return HttrackRun(site, directory / "mirror", {std::string(PITH_HTTRACK_PLUGIN) + "," + config}, max_file_bytes);
  }
};

// The crawl went as it would without the plugin, and log and status file give the reason.
void check_unharmed(Fixture& f, const HttrackRun& run, const std::string& reason) {
  const HttrackRun plain(f.site, f.directory / "plain", {});
  BOOST_TEST(run.code == 0);
  BOOST_TEST(run.links_scanned == plain.links_scanned);
  BOOST_TEST(bool(run.answered == plain.answered), "other answers were transferred");
  BOOST_TEST(run.answered.size() >= std::size_t(articles + 2));
  BOOST_TEST(bool(run.log.find(reason) != std::string::npos), "HTTrack's log does not say \"" << reason << "\":\n"
                                                                                              << run.log);
  BOOST_TEST(run.status.dump().find(reason) != std::string::npos, run.status.dump());
  BOOST_TEST(run.status.value("state", "") == "failed");
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(plugin_trouble, Fixture)

BOOST_AUTO_TEST_CASE(without_trouble_everything_is_captured) {
  const HttrackRun run = crawl(configuration(""));
  BOOST_TEST(run.code == 0);
  BOOST_TEST(run.status.value("state", "") == "finished");
  BOOST_TEST(run.status.value("captured", 0) == articles + 1);
  BOOST_TEST(run.status.value("lost", -1) == 0);
}

BOOST_AUTO_TEST_CASE(bad_configuration) {
  const HttrackRun run = crawl(configuration("crawl:\n  depth: deep\n"));
  check_unharmed(*this, run, "pith.yaml:2:10: crawl.depth: expected");
}

BOOST_AUTO_TEST_CASE(configuration_that_is_no_yaml) {
  check_unharmed(*this, crawl(configuration("crawl: [\n\x01")), "pith.yaml:");
}

BOOST_AUTO_TEST_CASE(missing_configuration) {
  check_unharmed(*this, crawl(directory / "nowhere.yaml"), "nowhere.yaml");
}

BOOST_AUTO_TEST_CASE(cache_directory_that_cannot_be_made) {
  write_file(directory / "file", "not a directory");
  check_unharmed(*this, crawl(configuration("cache:\n  path: file/cache\n")), "file/cache");
}

BOOST_AUTO_TEST_CASE(damaged_cache) {
  fs::create_directories(directory / "cache");
  write_file(directory / "cache/pages.sqlite", std::string(20'000, 'x'));
  check_unharmed(*this, crawl(configuration("cache:\n  path: cache\n")), "is damaged or no page cache");
}

// Every write beyond 40 kB fails, as on a file system with a quota.
BOOST_AUTO_TEST_CASE(files_that_cannot_grow) {
  check_unharmed(*this, crawl(configuration("cache:\n  path: cache\n"), 40'000), "pages.sqlite");
}

BOOST_AUTO_TEST_CASE(full_disk) {
  const std::string disk = directory / "disk";
  fs::create_directories(disk);
  if (mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=100k") != 0) {
    BOOST_TEST_MESSAGE("not tested: a full disk needs the right to mount a tmpfs (files_that_cannot_grow comes near)");
    return;
  }
  const HttrackRun run = crawl(configuration("cache:\n  path: disk/cache\n"));
  BOOST_TEST(umount(disk.c_str()) == 0);
  check_unharmed(*this, run, "the disk is full");
  BOOST_TEST(run.status.value("lost", 0) > 0);
}

// The pages are captured nevertheless, but their number cannot be read.
BOOST_AUTO_TEST_CASE(status_file_that_cannot_be_written) {
  fs::create_directories(directory / "mirror/pith-status.json/in-the-way");
  fs::create_directories(directory / "mirror/pith-status.json.new");
  const HttrackRun run = crawl(configuration("cache:\n  path: cache\n"));
  BOOST_TEST(run.code == 0);
  BOOST_TEST(bool(run.log.find("pith: 16 pages captured, 0 ignored, 0 lost") != std::string::npos), run.log);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(plugin_abi)

BOOST_AUTO_TEST_CASE(another_httrack_is_refused) {
  void* library = dlopen(PITH_HTTRACK_PLUGIN, RTLD_LAZY | RTLD_LOCAL);
  BOOST_REQUIRE_MESSAGE(library, dlerror());
  const auto plug = reinterpret_cast<int (*)(void*, const char*)>(dlsym(library, "hts_plug"));
  BOOST_REQUIRE(plug != nullptr);
  // An httrackp begins with its own size. This one claims a wrong one.
  std::vector<std::size_t> options(1 << 17, 0);
  for (const std::size_t size : {std::size_t(0), std::size_t(8), std::size_t(141'640), std::size_t(1) << 40}) {
    options[0] = size;
    BOOST_TEST(plug(options.data(), PITH_HTTRACK_PLUGIN) == 0);
  }
  BOOST_TEST(plug(nullptr, nullptr) == 0);
  dlclose(library);
}

BOOST_AUTO_TEST_CASE(only_the_entry_points_are_exported) {
  void* library = dlopen(PITH_HTTRACK_PLUGIN, RTLD_LAZY | RTLD_LOCAL);
  BOOST_REQUIRE(library != nullptr);
  BOOST_TEST(dlsym(library, "hts_unplug") != nullptr);
  BOOST_TEST(dlsym(library, "_ZN4pith9parse_urlESt17basic_string_viewIcSt11char_traitsIcEE") == nullptr);
  dlclose(library);
}

BOOST_AUTO_TEST_SUITE_END()
