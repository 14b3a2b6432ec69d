// Directories without write permission, and disks that are really full.
#include <sys/mount.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <utility>
#include <vector>

#include "tests/e2e/faults.h"
#include "tests/e2e/httrack_run.h"
#include "tests/e2e/serving.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
namespace fs = std::filesystem;

namespace {

constexpr int articles = 10;

// The superuser can write everywhere, unless that capability is dropped.
Command with_rights_as_written(Command command) {
  if (geteuid() == 0)
    command.arguments.insert(command.arguments.begin(),
                             {"setpriv", "--bounding-set", "-dac_override,-dac_read_search,-fowner"});
  return command;
}

void permit_writing(const std::string& directory, bool allowed) {
  constexpr auto writing = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  std::vector<std::string> all = {directory};
  for (const auto& entry : fs::recursive_directory_iterator(directory)) all.push_back(entry.path());
  for (const std::string& path : all)
    fs::permissions(path, allowed ? fs::perms::owner_write : writing,
                    allowed ? fs::perm_options::add : fs::perm_options::remove);
}

// A separate file system in memory, which exists as long as the object; none without permission to mount.
struct SmallDisk {
  std::string directory;
  bool mounted;
  SmallDisk(std::string where, const char* size)
      : directory(std::move(where)), mounted(mount("tmpfs", directory.c_str(), "tmpfs", 0, size) == 0) {}
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    if (mounted) umount(directory.c_str());
  }
  bool grow() const { return mount("tmpfs", directory.c_str(), "tmpfs", MS_REMOUNT, "size=64m") == 0; }
};

struct Fixture {
  Project project;
  std::vector<std::string> ingest = {"ingest", project / "pages.jsonl"};
  IndexContent expected;

  Fixture() {
    std::string lines;
    for (int i = 1; i <= articles; ++i) lines += page_line("http://a.example" + article_target(i), article(i).body);
    write_file(project / "pages.jsonl", lines);
    project.must(ingest);
    expected = project.index();
    BOOST_TEST(expected.size() == std::size_t(articles));
  }

  // Checks that the command fails with a message that names the place, and that after `mend` everything is there.
  void check_failure(const Command& command, const std::function<void()>& mend) {
    const Outcome outcome = run(command);
    BOOST_TEST(outcome.code == 2);
    check_ended_well(outcome, "pith-data");
    mend();
    project.must(ingest);
    check_same_index(project.index(), expected);
    BOOST_TEST(project.stats().at("pending") == 0);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(rights, Fixture)

BOOST_AUTO_TEST_CASE(ingest_into_a_read_only_directory) {
  permit_writing(project / "pith-data", false);
  check_failure(with_rights_as_written(project.command(ingest)), [&] { permit_writing(project / "pith-data", true); });
}

BOOST_AUTO_TEST_CASE(ingest_where_the_cache_cannot_be_created) {
  project.reset();
  fs::create_directories(project / "pith-data");
  permit_writing(project / "pith-data", false);
  check_failure(with_rights_as_written(project.command(ingest)), [&] { permit_writing(project / "pith-data", true); });
}

BOOST_AUTO_TEST_CASE(index_into_a_read_only_directory) {
  fs::remove_all(project / "pith-data/index");
  fs::create_directories(project / "pith-data/index");
  permit_writing(project / "pith-data/index", false);
  check_failure(with_rights_as_written(project.command({"index"})),
                [&] { permit_writing(project / "pith-data/index", true); });
}

BOOST_AUTO_TEST_CASE(index_from_a_read_only_cache) {
  project.reset();
  project.must({"ingest", "--capture-only", project / "pages.jsonl"});
  permit_writing(project / "pith-data/cache", false);
  check_failure(with_rights_as_written(project.command({"index"})),
                [&] { permit_writing(project / "pith-data/cache", true); });
}

// A wrong user, or a forgotten sudo: not the same as no cache at all.
BOOST_AUTO_TEST_CASE(a_cache_that_cannot_be_read_is_not_called_missing) {
  const std::string cache = project / "pith-data/cache";
  fs::permissions(cache, fs::perms::none);
  for (const std::vector<std::string>& command : {std::vector<std::string>{"index"}, {"stats"}, {"doctor"}}) {
    const Outcome outcome = run(with_rights_as_written(project.command(command)));
    BOOST_TEST(outcome.code == 2, outcome.out << outcome.err);
    BOOST_TEST(outcome.err.find("cannot be read: Permission denied") != std::string::npos, outcome.err);
  }
  fs::permissions(cache, fs::perms::owner_all);
  check_same_index(project.index(), expected);
}

BOOST_AUTO_TEST_CASE(commands_that_only_read_need_no_right_to_write) {
  permit_writing(project / "pith-data", false);
  const std::string url = "http://a.example" + article_target(1);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"stats"}, {"cache", "ls"}, {"cache", "stats"}, {"cache", "get", url}}) {
    const Outcome outcome = run(with_rights_as_written(project.command(command)));
    BOOST_TEST(outcome.code == 0, outcome.err);
    BOOST_TEST(outcome.out == project.must(command));
  }
  const Outcome prune = run(with_rights_as_written(project.command({"cache", "prune"})));
  BOOST_TEST(prune.code == 2);
  check_ended_well(prune, "pith-data");
  permit_writing(project / "pith-data", true);
}

// Several times while the indexer works, at arbitrary moments.
BOOST_AUTO_TEST_CASE(rights_lost_while_the_indexer_works) {
  for (const int ms : {5, 20, 40, 80, 160}) {
    BOOST_TEST_INFO_SCOPE("after " << ms << " ms");
    project.reset();
    project.must({"ingest", "--capture-only", project / "pages.jsonl"});
    fs::create_directories(project / "pith-data/index");
    Process index(with_rights_as_written(project.command({"index"})));
    pause_for(std::chrono::milliseconds(ms));
    fs::permissions(project / "pith-data/index", fs::perms::owner_write, fs::perm_options::remove);
    fs::permissions(project / "pith-data/cache", fs::perms::owner_write, fs::perm_options::remove);
    const Outcome outcome = index.finish();
    fs::permissions(project / "pith-data/index", fs::perms::owner_write, fs::perm_options::add);
    fs::permissions(project / "pith-data/cache", fs::perms::owner_write, fs::perm_options::add);
    check_ended_well(outcome, "pith-data");
    project.must({"index"});
    check_same_index(project.index(), expected);
    BOOST_TEST(project.stats().at("pending") == 0);
  }
}

// Every write beyond some size fails, as with a quota. Needs no permissions.
BOOST_AUTO_TEST_CASE(files_that_cannot_grow) {
  for (const long most : {1'000, 4'096, 20'000, 40'000, 100'000}) {
    BOOST_TEST_INFO_SCOPE("files of " << most << " bytes at most");
    project.reset();
    Command command = project.command(ingest);
    command.max_file_bytes = most;
    const Outcome outcome = run(command);
    check_ended_well(outcome, "pith-data");
    BOOST_TEST(outcome.err.find("file system fails") == std::string::npos, outcome.err);
    project.must(ingest);
    check_same_index(project.index(), expected);
    BOOST_TEST(project.stats().at("pending") == 0);
  }
}

// The same of what commands write elsewhere.
BOOST_AUTO_TEST_CASE(outputs_that_cannot_grow) {
  for (const char* arguments : {"shuffle pages.jsonl > out", "shuffle pages.jsonl --output parts",
                                "records pages.jsonl > out", "map pages.jsonl > out", "export > out",
                                "export --output out.jsonl", "merge pith-data/index --output merged"}) {
    Command command = project.command({});
    command.arguments = {"bash", "-c", std::string("exec \"$0\" ") + arguments, PITH_PROGRAM};
    command.max_file_bytes = 1000;
    const Outcome outcome = run(command);
    BOOST_TEST(outcome.code == 2, arguments << outcome.err);
    BOOST_TEST(outcome.err.find("pith: ") != std::string::npos, arguments << outcome.err);
    BOOST_TEST(outcome.err.find("File too large") != std::string::npos, arguments << outcome.err);
  }
}

// Lucene++ takes paths in UTF-8 only.
BOOST_AUTO_TEST_CASE(a_working_directory_that_is_not_utf8) {
  const std::string odd = project / "odd\xff";
  fs::create_directory(odd);
  for (const auto& arguments :
       {ingest, {"search", "title:article"}, {"doctor"}, {"export", "--output", "e\xfe.jsonl"}}) {
    Command command = project.command(arguments);
    command.directory = odd;
    const Outcome outcome = run(command);
    BOOST_TEST(outcome.code <= 1, arguments[0] << ": " << outcome.err);
  }
  BOOST_TEST(fs::exists(odd + "/pith-data/index/pith.lock"));
  BOOST_TEST(fs::file_size(odd + "/e\xfe.jsonl") > 0u);
}

BOOST_AUTO_TEST_CASE(full_disk) {
  int failed = 0;
  for (const char* size : {"size=16k", "size=100k", "size=200k", "size=260k", "size=320k"}) {
    BOOST_TEST_INFO_SCOPE(size);
    project.reset();
    fs::create_directories(project / "pith-data");
    const SmallDisk disk(project / "pith-data", size);
    if (!disk.mounted) {
      BOOST_TEST_MESSAGE(
          "not tested: a full disk needs the right to mount a tmpfs (files_that_cannot_grow comes near)");
      return;
    }
    const Outcome outcome = run(project.command(ingest));
    check_ended_well(outcome, "pith-data");
    failed += outcome.code == 2;
    BOOST_TEST(disk.grow());
    project.must(ingest);
    check_same_index(project.index(), expected);
    BOOST_TEST(project.stats().at("pending") == 0);
  }
  BOOST_TEST(failed > 0);
}

BOOST_AUTO_TEST_SUITE_END()
