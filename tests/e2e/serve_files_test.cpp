// `pith serve` does not change the files that it reads.
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <map>
#include <vector>

#include "tests/e2e/serving.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;

namespace {

std::string url_of(int number) { return "http://a.example" + article_target(number); }

void ingest_articles(const Project& project) {
  std::string lines;
  for (int i = 1; i <= 6; ++i) lines += page_line(url_of(i), article(i).body);
  write_file(project / "pages.jsonl", lines);
  project.must({"ingest", project / "pages.jsonl"});
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(serve_files)

BOOST_AUTO_TEST_CASE(nothing_is_written) {
  const Project project;
  ingest_articles(project);
  const auto state = [&] {
    std::map<std::string, std::string> files;
    for (const auto& file : std::filesystem::recursive_directory_iterator(project / "pith-data"))
      if (file.is_regular_file()) files[file.path()] = read_file(file.path());
    return files;
  };
  const auto before = state();
  {
    const Serving serving(project);
    for (const char* target :
         {"/", "/?q=harbour", "/api/v1/search?q=harbuor&facets=1&explain=1", "/api/v1/status", "/metrics", "/healthz"})
      serving.get(target);
    serving.get("/api/v1/document?format=markdown&url=" + url_of(1));
    serving.get("/explain?url=" + url_of(1));
  }
  BOOST_TEST(bool(state() == before));
}

BOOST_AUTO_TEST_CASE(a_read_only_directory_is_enough) {
  const Project project;
  ingest_articles(project);
  const auto permit = [&](std::filesystem::perm_options how) {
    namespace fs = std::filesystem;
    constexpr auto writing = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
    std::vector<std::string> all = {project / "pith-data"};
    for (const auto& entry : fs::recursive_directory_iterator(all.front())) all.push_back(entry.path());
    for (const std::string& path : all) fs::permissions(path, writing, how);
  };
  permit(std::filesystem::perm_options::remove);
  {
    // The superuser can write everywhere, unless that capability is dropped.
    const Serving serving(project, {}, geteuid() == 0 ? "setpriv --bounding-set -dac_override,-fowner " : "");
    BOOST_TEST(serving.search("q=harbour").at("total") == 6);
    const Reply reply = serving.get("/explain?url=" + url_of(1));
    BOOST_TEST(reply.status == 200, reply.body);
    BOOST_TEST(contains(reply.body, template_words.front()));
  }
  permit(std::filesystem::perm_options::add);
}

BOOST_AUTO_TEST_CASE(a_bit_flip_under_a_running_server_is_reported) {
  const Project project;
  ingest_articles(project);
  Serving serving(project);
  BOOST_TEST(serving.search("q=harbour").at("total") == 6);
  const auto flip = [&] {
    for (const auto& entry : std::filesystem::directory_iterator(project / "pith-data/index")) {
      if (entry.path().extension() != ".cfs") continue;
      std::string bytes = read_file(entry.path());
      bytes[bytes.size() / 2] ^= 4;
      write_file(entry.path(), bytes);
    }
  };
  flip();
  BOOST_REQUIRE(wait_until([&] { return serving.get("/healthz").status == 503; }));
  const Reply reply = serving.get("/api/v1/search?q=harbour");
  BOOST_TEST(reply.status == 503);
  BOOST_TEST(contains(reply.body, "pith doctor --repair"), reply.body);
  flip();
  BOOST_TEST(wait_until([&] { return serving.get("/healthz").status == 200; }));
  BOOST_TEST(serving.search("q=harbour").at("total") == 6);
  BOOST_TEST(serving.process().running());
}

BOOST_AUTO_TEST_CASE(a_cache_of_an_older_version_is_left_alone) {
  const Project project;
  ingest_articles(project);
  // Its sites come from another version of Pith: the cache would have to be rewritten.
  const Serving serving(project, {"--set", "cache.site=host"});
  const Reply reply = serving.get("/explain?url=" + url_of(1));
  BOOST_TEST(reply.status == 503);
  BOOST_TEST(contains(reply.body, "`pith stats`"), reply.body);
  const Outcome explained = project.pith({"explain", url_of(1), "--set", "cache.site=host"});
  BOOST_TEST(explained.code == 2);
  BOOST_TEST(contains(explained.err, "`pith stats`"), explained.err);
  // Extraction upgrades it, as it always did.
  BOOST_TEST(contains(project.must({"extract", url_of(1), "--set", "cache.site=host"}), article_word(1)));
  BOOST_TEST(serving.get("/explain?url=" + url_of(1)).status == 200);
}

BOOST_AUTO_TEST_SUITE_END()
