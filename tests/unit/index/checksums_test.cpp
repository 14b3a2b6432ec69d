// Flipped bits in an index are noticed before Lucene++ reads them, and reported.
#include "indexer_adapter/lucene/checksums.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string_view>
#include <vector>

#include "indexer_adapter/lucene/detail/files.h"
#include "indexer_adapter/lucene/index_files.h"
#include "pages.h"
#include "tests/support/flip.h"

namespace pith::index {
namespace {

namespace fs = std::filesystem;

std::uint32_t naive_crc32(std::string_view bytes) {
  std::uint32_t crc = ~0u;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
  }
  return ~crc;
}

// Flips a bit in place, keeping the time of the last modification; a second call undoes it.
void flip(const fs::path& file, std::uintmax_t at, int bit) {
  struct stat before {};
  BOOST_REQUIRE(::stat(file.c_str(), &before) == 0);
  pith::test::flip(file.string(), at, bit);
  const timespec times[] = {before.st_atim, before.st_mtim};
  BOOST_REQUIRE(::utimensat(AT_FDCWD, file.c_str(), times, 0) == 0);
}

// Everything that the index answers, as text; "error CODE" for failures.
std::string answers(const std::string& path) {
  const auto searcher = Searcher::open(path, as_written);
  if (!searcher) return "error " + searcher.error().code;
  std::string text;
  for (const char* query : {"words", "\"words of page\"", "pag*", "title:number", "wards~", "site:example.org"}) {
    const auto hits = searcher->search({.text = query, .facets = true, .explain = true, .limit = 100});
    if (!hits) return "error " + hits.error().code;
    text += std::to_string(hits->total);
    for (const Hit& hit : hits->hits) text += " " + hit.url + hit.title + marked(hit.snippet);
  }
  const auto error = searcher->all_documents([&](const StoredPage& page) {
    for (const auto& [name, value] : page) text += name + "=" + value + "\n";
    return true;
  });
  return error ? "error " + error->code : text;
}

// What `work` writes in a separate process; ends with "signal N" if a signal killed the process.
template <typename Work>
std::string said_by_child(const Work& work) {
  int ends[2];
  BOOST_REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  BOOST_REQUIRE(child >= 0);
  if (child == 0) {
    ::close(ends[0]);
    std::ofstream out("/proc/self/fd/" + std::to_string(ends[1]));
    try {
      work(out);
    } catch (...) {
      out << "exception";
    }
    out.flush();
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string text;
  char block[4096];
  for (ssize_t count; (count = ::read(ends[0], block, sizeof block)) > 0;)
    text.append(block, static_cast<std::size_t>(count));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? text + "signal " + std::to_string(WTERMSIG(status)) : text;
}

std::string answers_of_child(const std::string& path) {
  return said_by_child([&](std::ostream& out) { out << answers(path); });
}

// Several segments, one with deletions.
void fill(const std::string& path, std::size_t pages, std::size_t padding = 0) {
  auto writer = Writer::open(path, {});
  BOOST_REQUIRE_MESSAGE(writer.ok(), message_of(writer));
  std::mt19937 random(3);
  for (std::size_t i = 0; i < pages; ++i) {
    std::string text = "words of page " + std::to_string(i);
    for (std::size_t n = 0; n < padding; ++n) text += " w" + std::to_string(random() % 2'000);
    BOOST_REQUIRE(!writer->put(record_of("p" + std::to_string(i)), page_of(text, "en", "number " + std::to_string(i))));
    if (i == pages / 2) BOOST_REQUIRE(!writer->commit());
  }
  BOOST_REQUIRE(!writer->commit());
  BOOST_REQUIRE(!writer->remove(record_of("p1").url));
  BOOST_REQUIRE(!writer->close());
}

std::vector<std::string> named_as_damaged(const std::string& path) {
  auto sums = Checksums::read(path);
  if (!sums) return {"pith-checksums"};
  std::vector<std::string> names;
  for (const DamagedFile& file : sums->check(Depth::all).damaged) names.push_back(file.file);
  return names;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(checksums)

BOOST_AUTO_TEST_CASE(crc32_as_defined) {
  BOOST_TEST(crc32_of("123456789") == 0xCBF43926u);
  std::mt19937 random(1);
  for (std::size_t size = 0; size < 200; ++size) {
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(random());
    BOOST_TEST(crc32_of(bytes) == naive_crc32(bytes));
  }
}

BOOST_AUTO_TEST_CASE(each_commit_has_the_checksums_of_all_its_files) {
  const IndexDirectory directory;
  auto writer = Writer::open(directory.path(), {});
  BOOST_REQUIRE(writer.ok());
  for (int i = 0; i < 40; ++i) {  // merges on the way
    BOOST_REQUIRE(!writer->put(record_of(std::to_string(i)), page_of("words")));
    BOOST_REQUIRE(!writer->commit());
    const FileCheck check = Checksums::read(directory.path())->check(Depth::all);
    BOOST_TEST(check.unknown.empty());
    BOOST_TEST(check.damaged.empty());
    BOOST_TEST(check.files > 0u);
  }
  BOOST_REQUIRE(!writer->put(record_of("last"), page_of("words")));
  BOOST_REQUIRE(!writer->close());
  BOOST_TEST(Checksums::read(directory.path())->check(Depth::all).unknown.empty());
}

BOOST_AUTO_TEST_CASE(an_index_without_checksums_gets_them_from_the_next_writer) {
  const IndexDirectory directory;
  fill(directory.path(), 6);
  forget_checksums(directory.path());
  BOOST_TEST(!answers(directory.path()).starts_with("error"));
  BOOST_TEST(!Checksums::read(directory.path())->check(Depth::all).unknown.empty());
  BOOST_REQUIRE(Writer::open(directory.path(), {}).ok());
  BOOST_TEST(Checksums::read(directory.path())->check(Depth::all).unknown.empty());
}

BOOST_AUTO_TEST_CASE(files_of_no_commit_are_recognised_and_removed) {
  const IndexDirectory directory;
  fill(directory.path(), 6);
  const std::filesystem::path left = std::filesystem::path(directory.path()) / "_zz.fdt";
  std::ofstream(left) << "half of something";
  const FileCheck check = Checksums::read(directory.path())->check(Depth::all);
  BOOST_TEST(check.unknown.empty());
  BOOST_TEST((check.left_over == std::vector<std::string>{"_zz.fdt"}));
  BOOST_REQUIRE(Writer::open(directory.path(), {}).ok());
  BOOST_TEST(!std::filesystem::exists(left));
  BOOST_TEST(Checksums::read(directory.path())->check(Depth::all).left_over.empty());
}

// Every byte of small files, a few hundred of larger ones.
BOOST_AUTO_TEST_CASE(no_flipped_bit_crashes_or_goes_unnoticed) {
  const IndexDirectory directory;
  fill(directory.path(), 12);
  const std::string right = answers_of_child(directory.path());
  BOOST_REQUIRE(!right.starts_with("error"));
  std::mt19937 random(11);
  for (const auto& entry : fs::directory_iterator(directory.path())) {
    const std::string name = entry.path().filename();
    const auto size = entry.file_size();
    struct Flip {
      std::uintmax_t at;
      int bit;
    };
    std::vector<Flip> flips;
    for (std::uintmax_t i = 0; i < (size <= 600 ? size : 300); ++i)
      flips.push_back({size <= 600 ? i : random() % size, static_cast<int>(random() % 8)});
    // What goes wrong with this bit flipped; empty if the index behaves as it should.
    const auto wrong = [&](bool with_writer) -> std::string {
      const std::string said = answers(directory.path());
      if (name == "segments.gen")  // Lucene++ also lists the directory
        return said == right ? "" : said;
      if (name == "pith-checksums") {  // has two copies
        const bool noticed = Checksums::read(directory.path())->check(Depth::changed).list_damaged;
        return said != right ? said : noticed ? "" : "not noticed";
      }
      if (said != "error index_damaged" && said != "error index_version") return said;
      if (with_writer && Writer::open(directory.path(), {}).ok()) return "a writer opened it";
      if (name.starts_with("segments_") || named_as_damaged(directory.path()) == std::vector<std::string>{name})
        return "";
      return "not reported";
    };
    const std::string said = said_by_child([&](std::ostream& out) {
      for (std::size_t i = 0; i < flips.size(); ++i) {
        out << flips[i].at << "." << flips[i].bit << ": " << std::flush;
        flip(entry.path(), flips[i].at, flips[i].bit);
        out << wrong(i % 10 == 0) << "\n";
        flip(entry.path(), flips[i].at, flips[i].bit);
      }
    });
    std::string expected;
    for (const Flip& flip : flips) expected += std::to_string(flip.at) + "." + std::to_string(flip.bit) + ": \n";
    const auto [here, there] = std::mismatch(said.begin(), said.end(), expected.begin(), expected.end());
    const auto line = said.substr(0, said.find('\n', static_cast<std::size_t>(here - said.begin())));
    BOOST_TEST((said == expected), name << " " << line.substr(line.rfind('\n') + 1));
    BOOST_TEST_MESSAGE(name << ": " << flips.size() << " flips");
  }
  BOOST_TEST(answers_of_child(directory.path()) == right);
}

BOOST_AUTO_TEST_CASE(large_files_are_read_when_they_were_touched) {
  const IndexDirectory directory;
  fill(directory.path(), 40, 3'000);
  fs::path large;
  for (const auto& entry : fs::directory_iterator(directory.path()))
    if (large.empty() || entry.file_size() > fs::file_size(large)) large = entry.path();
  BOOST_REQUIRE(static_cast<std::int64_t>(fs::file_size(large)) > small_file_bytes);
  BOOST_TEST(Checksums::read(directory.path())->check(Depth::changed).bytes_read <
             static_cast<std::int64_t>(fs::file_size(large)));
  for (int i = 1; i < 20; ++i) {
    const auto at = fs::file_size(large) * static_cast<unsigned>(i) / 20;
    flip(large, at, 3);
    BOOST_TEST(answers_of_child(directory.path()) == "error index_damaged");
    BOOST_TEST((named_as_damaged(directory.path()) == std::vector<std::string>{large.filename()}));
    flip(large, at, 3);
    BOOST_TEST(!answers_of_child(directory.path()).starts_with("error"));
  }
  // A copy has other inodes: its files are read, and a writer records them.
  const IndexDirectory copy;
  fs::copy(directory.path(), copy.path(), fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  BOOST_TEST(Checksums::read(copy.path())->check(Depth::changed).bytes_read >=
             static_cast<std::int64_t>(fs::file_size(large)));
  BOOST_REQUIRE(Writer::open(copy.path(), {}).ok());
  BOOST_TEST(Checksums::read(copy.path())->check(Depth::changed).bytes_read <
             static_cast<std::int64_t>(fs::file_size(large)));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_cut_short_is_named_with_its_sizes) {
  const IndexDirectory directory;
  fill(directory.path(), 6);
  for (const auto& entry : fs::directory_iterator(directory.path())) {
    if (entry.path().extension() != ".cfs") continue;
    fs::resize_file(entry.path(), entry.file_size() - 1);
    const auto error = check_index(directory.path());
    BOOST_REQUIRE(error.has_value());
    BOOST_TEST(error->code == "index_damaged");
    BOOST_TEST(error->message.find(entry.path().filename()) != std::string::npos, error->message);
    BOOST_TEST(error->message.find("bytes instead of") != std::string::npos, error->message);
    BOOST_TEST(error->message.find("pith doctor") != std::string::npos, error->message);
    return;
  }
  BOOST_ERROR("no file of a segment");
}

BOOST_AUTO_TEST_CASE(the_intact_copy_of_the_list_is_used) {
  const IndexDirectory directory;
  fill(directory.path(), 6);
  const std::string list = directory / "pith-checksums";
  for (const std::uintmax_t at : {std::uintmax_t{30}, fs::file_size(list) - 30}) {
    flip(list, at, 2);
    auto sums = Checksums::read(directory.path());
    BOOST_REQUIRE_MESSAGE(sums.ok(), message_of(sums));
    const FileCheck check = sums->check(Depth::all);
    BOOST_TEST(check.list_damaged);
    BOOST_TEST(check.damaged.empty());
    BOOST_TEST(check.unknown.empty());
    BOOST_TEST(!sums->update().has_value());
    BOOST_TEST(!Checksums::read(directory.path())->check(Depth::all).list_damaged);
  }
  flip(list, 30, 2);
  flip(list, fs::file_size(list) - 30, 2);
  BOOST_TEST(answers(directory.path()) == "error index_damaged");
}

// Otherwise the next writer would accept the damaged file as right.
BOOST_AUTO_TEST_CASE(a_missing_list_is_damage) {
  const IndexDirectory directory;
  fill(directory.path(), 6);
  fs::remove(directory / "pith-checksums");
  for (const Error& error :
       {Searcher::open(directory.path(), as_written).error(), Writer::open(directory.path(), {}).error()}) {
    BOOST_TEST(error.code == "index_damaged");
    BOOST_TEST(error.message.find("pith-checksums") != std::string::npos, error.message);
    BOOST_TEST(error.message.find("is missing; `pith doctor --repair`") != std::string::npos, error.message);
  }
  BOOST_TEST(!fs::exists(directory / "pith-checksums"));
}

BOOST_AUTO_TEST_CASE(unreadable_files_are_not_called_damaged) {
  const IndexDirectory directory;
  fill(directory.path(), 6);
  const std::string list = directory / "pith-checksums", kept = directory / "kept";
  const auto check = [&](const Error& error) {
    BOOST_TEST(error.code == "index_read");
    BOOST_TEST(error.message.find("check the disk and the permissions") != std::string::npos, error.message);
    BOOST_TEST(error.message.find("doctor") == std::string::npos, error.message);
  };
  fs::rename(list, kept);
  fs::create_directory(list);
  check(Searcher::open(directory.path(), as_written).error());
  check(Writer::open(directory.path(), {}).error());
  fs::remove(list);
  fs::rename(kept, list);
  const std::string newest = directory / "segments_zz";
  fs::create_directory(newest);
  check(Searcher::open(directory.path(), as_written).error());
  check(Writer::open(directory.path(), {}).error());
  BOOST_TEST(fs::exists(newest));  // it may be whole
}

// The error message for a user without permissions, in a separate process.
BOOST_AUTO_TEST_CASE(files_without_permission_are_not_called_missing) {
  const IndexDirectory directory;
  fill(directory.path(), 6);
  const auto with_mode = [&](const fs::path& file, fs::perms mode) {
    const fs::perms before = fs::status(file).permissions();
    fs::permissions(file, mode);
    int ends[2];
    BOOST_REQUIRE(::pipe(ends) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
      if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(1);
      const auto error = check_index(directory.path());
      const std::string said = error ? error->code : "whole";
      ::_exit(::write(ends[1], said.data(), said.size()) < 0);
    }
    ::close(ends[1]);
    char said[100];
    const ssize_t count = ::read(ends[0], said, sizeof said);
    ::close(ends[0]);
    ::waitpid(child, nullptr, 0);
    fs::permissions(file, before);
    return std::string(said, count > 0 ? static_cast<std::size_t>(count) : 0);
  };
  fs::permissions(directory.path(), fs::perms(0755));
  BOOST_TEST(with_mode(directory.path(), fs::perms(0755)) == "whole");
  BOOST_TEST(with_mode(directory.path(), fs::perms(0)) == "index_read");
  BOOST_TEST(with_mode(directory.path(), fs::perms(0111)) == "index_read");
  BOOST_TEST(with_mode(directory.path(), fs::perms(0444)) == "index_read");
  for (const auto& entry : fs::directory_iterator(directory.path())) {
    const std::string name = entry.path().filename(), said = with_mode(entry.path(), fs::perms(0));
    BOOST_TEST(said == (name == "segments.gen" || name == "pith.lock" ? "whole" : "index_read"), name);
  }
}

BOOST_AUTO_TEST_CASE(foreign_files_are_ignored) {
  const IndexDirectory directory;
  const std::vector<std::string> names = {"_my notes.txt", "_notes.txt", "_0.cfs.bak", "_0.CFS", "_0"};
  for (const std::string& name : names) std::ofstream(directory / name) << "notes";
  fill(directory.path(), 6);
  for (const std::string& name : names) std::ofstream(directory / name) << "other notes";
  const auto error = check_index(directory.path());
  BOOST_TEST(!error.has_value(), (error ? error->message : ""));
  const FileCheck check = Checksums::read(directory.path())->check(Depth::all);
  BOOST_TEST(check.unknown.empty());
  BOOST_TEST(check.files > 0u);
  BOOST_TEST(Writer::open(directory.path(), {}).ok());
  for (const std::string& name : names) BOOST_TEST(fs::exists(directory / name));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
