// Indexes with missing files, and indexes that never had files.
#include "indexer_adapter/lucene/detail/commit.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <vector>

#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/lucene/index_files.h"
#include "indexer_adapter/lucene/lucene.h"
#include "pages.h"

namespace {

bool last_write_of_commits_fails = false;

}  // namespace

// Replaces the C library's function in the whole program. A commit ends with the 8-byte checksum of its segments file.
extern "C" ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
  char name[4096] = {};
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  if (last_write_of_commits_fails && size == 8 && ::readlink(link.c_str(), name, sizeof name - 1) > 0 &&
      std::string_view(name).find("/segments_") != std::string_view::npos) {
    errno = EIO;
    return -1;
  }
  return ::syscall(SYS_pwrite64, file, bytes, size, offset);
}

namespace pith::index {
namespace {

namespace fs = std::filesystem;

// Two commits; pages in several segments, one of them deleted.
void fill(const std::string& path) {
  auto writer = Writer::open(path, {});
  BOOST_REQUIRE_MESSAGE(writer.ok(), message_of(writer));
  for (const char* name : {"a", "b", "c"}) {
    BOOST_REQUIRE(!writer->put(record_of(name), page_of("words")));
    BOOST_REQUIRE(!writer->put(record_of(std::string(name) + "2"), page_of("words")));
    BOOST_REQUIRE(!writer->commit());
  }
  BOOST_REQUIRE(!writer->remove(record_of("a").url));
  BOOST_REQUIRE(!writer->close());
}

std::string code_of_searching(const std::string& path) {
  const auto searcher = Searcher::open(path, as_written);
  return searcher ? "ok" : searcher.error().code;
}

std::string code_of_writing(const std::string& path) {
  const auto writer = Writer::open(path, {});
  return writer ? "ok" : writer.error().code;
}

void check_named(const std::optional<Error>& error, const std::string& name) {
  BOOST_REQUIRE(error.has_value());
  BOOST_TEST(error->code == "index_damaged", error->message);
  BOOST_TEST(error->message.find(name) != std::string::npos, error->message);
  BOOST_TEST(error->message.find("is missing") != std::string::npos, error->message);
  BOOST_TEST(error->message.find("pith doctor --repair") != std::string::npos, error->message);
}

std::vector<fs::path> files_in(const std::string& path) {
  return {fs::directory_iterator(path), fs::directory_iterator()};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(commit)

// The writer dropped a missing file from its list, and reported the index as up to date.
BOOST_AUTO_TEST_CASE(each_missing_file_is_named) {
  const IndexDirectory directory, elsewhere;
  fill(directory.path());
  int files = 0;
  for (const fs::path& file : files_in(directory.path())) {
    if (!is_of_segment(file.filename())) continue;
    const fs::path kept = elsewhere / "kept";
    fs::rename(file, kept);
    check_named(check_index(directory.path()), file);
    const auto writer = Writer::open(directory.path(), {});
    BOOST_REQUIRE(!writer.ok());
    check_named(writer.error(), file);
    fs::rename(kept, file);
    ++files;
  }
  BOOST_TEST(files >= 4);  // three segments and a deletion
  BOOST_TEST(code_of_writing(directory.path()) == "ok");
}

BOOST_AUTO_TEST_CASE(each_missing_part_of_another_programs_segment_is_named) {
  const IndexDirectory directory, elsewhere;
  {
    const auto writer = Lucene::newLucene<Lucene::IndexWriter>(Lucene::FSDirectory::open(widen(directory.path())),
                                                               Lucene::newLucene<Lucene::WhitespaceAnalyzer>(), true,
                                                               Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
    writer->setUseCompoundFile(false);
    const auto document = Lucene::newLucene<Lucene::Document>();
    document->add(
        Lucene::newLucene<Lucene::Field>(L"f", L"some words", Lucene::Field::STORE_YES, Lucene::Field::INDEX_ANALYZED));
    writer->addDocument(document);
    writer->close();
  }
  BOOST_TEST(code_of_searching(directory.path()) == "ok");
  for (const char* ending : {"fnm", "frq", "prx", "tis", "tii", "fdt", "fdx"}) {
    const fs::path file = fs::path(directory.path()) / (std::string("_0.") + ending), kept = elsewhere / "kept";
    BOOST_REQUIRE(fs::exists(file));
    fs::rename(file, kept);
    check_named(check_index(directory.path()), file);
    BOOST_TEST(code_of_writing(directory.path()) == "index_damaged");
    fs::rename(kept, file);
  }
  BOOST_TEST(code_of_writing(directory.path()) == "ok");
}

BOOST_AUTO_TEST_CASE(an_index_whose_commit_is_gone_is_damaged) {
  const auto lose_commit = [](const std::string& path) {
    for (const fs::path& file : files_in(path))
      if (file.filename().string().starts_with("segments_")) fs::remove(file);
  };
  for (const char* also : {"", "segments.gen", "_0.cfs"}) {
    const IndexDirectory directory;
    fill(directory.path());
    lose_commit(directory.path());
    if (*also) BOOST_REQUIRE(fs::remove(directory / also));
    check_named(check_commit(directory.path()), directory.path());
    BOOST_TEST(code_of_searching(directory.path()) == "index_damaged");
    BOOST_TEST(code_of_writing(directory.path()) == "index_damaged");
  }
  // An index without checksums.
  const IndexDirectory directory;
  fill(directory.path());
  forget_checksums(directory.path());
  lose_commit(directory.path());
  check_named(check_commit(directory.path()), directory.path());
}

// A process killed before the first commit leaves any of these.
BOOST_AUTO_TEST_CASE(an_index_that_never_was_is_missing) {
  for (const std::vector<std::string>& left :
       std::vector<std::vector<std::string>>{{},
                                             {"pith.lock", "pith-index-id"},
                                             {"pith.lock", "pith-checksums"},
                                             {"pith.lock", "pith-checksums", "pith-checksums.new", "segments_1"},
                                             {"_0.fdt", "_0.fdx", "write.lock"}}) {
    const IndexDirectory directory;
    if (!left.empty()) {
      const IndexDirectory first;
      BOOST_REQUIRE(Writer::open(first.path(), {}).ok());
      for (const std::string& name : left) std::ofstream(directory / name) << "half";
      if (std::find(left.begin(), left.end(), "pith-checksums") != left.end())
        fs::copy_file(first / "pith-checksums", directory / "pith-checksums", fs::copy_options::overwrite_existing);
    }
    BOOST_TEST(code_of_searching(directory.path()) == "index_missing");
    BOOST_TEST(code_of_writing(directory.path()) == "ok");
    BOOST_TEST(code_of_searching(directory.path()) == "ok");
  }
}

BOOST_AUTO_TEST_CASE(other_programs_data_of_a_commit_stay) {
  const IndexDirectory directory;
  fill(directory.path());
  const auto lucene = Lucene::FSDirectory::open(widen(directory.path()));
  {
    const auto writer = Lucene::newLucene<Lucene::IndexWriter>(lucene, Lucene::newLucene<Lucene::WhitespaceAnalyzer>(),
                                                               false, Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
    writer->addDocument(Lucene::newLucene<Lucene::Document>());
    auto data = Lucene::SegmentInfos::readCurrentUserData(lucene);
    data.put(L"theirs", L"7");
    writer->commit(data);
    writer->close();
  }
  auto writer = Writer::open(directory.path(), {});
  BOOST_REQUIRE_MESSAGE(writer.ok(), message_of(writer));
  BOOST_REQUIRE(!writer->put(record_of("d"), page_of("words")));
  BOOST_REQUIRE(!writer->close());
  const auto data = Lucene::SegmentInfos::readCurrentUserData(lucene);
  BOOST_TEST(to_utf8(data.get(L"theirs")) == "7");
  BOOST_TEST(newest_commit(directory.path())->has_checksums);
}

// Another program's writer reuses the names of files that no commit has.
BOOST_AUTO_TEST_CASE(a_commit_that_failed_leaves_no_checksums) {
  const IndexDirectory directory;
  fill(directory.path());
  const std::vector<fs::path> before = files_in(directory.path());
  {
    auto writer = Writer::open(directory.path(), {});
    BOOST_REQUIRE(!writer->put(record_of("d"), page_of("words")));
    last_write_of_commits_fails = true;
    const auto error = writer->commit();
    last_write_of_commits_fails = false;
    BOOST_REQUIRE(error.has_value());
    BOOST_TEST(error->message.find("index: cannot commit to " + directory.path() + ": " + directory.path()) == 0u,
               error->message);
  }
  int reused = 0;
  for (const fs::path& file : files_in(directory.path())) {
    if (!is_of_segment(file.filename()) || std::find(before.begin(), before.end(), file) != before.end()) continue;
    std::ofstream(file) << "theirs";
    ++reused;
  }
  BOOST_TEST(reused > 0);
  const auto error = check_index(directory.path());
  BOOST_TEST(!error.has_value(), (error ? error->message : ""));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
