#include "indexer_adapter/documents/merge.h"

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "indexer_adapter/documents/detail/doubles.h"
#include "indexer_adapter/documents/detail/terms.h"
#include "indexer_adapter/documents/index_document.h"
#include "indexer_adapter/lucene/checksums.h"
#include "indexer_adapter/lucene/detail/checked_directory.h"
#include "indexer_adapter/lucene/detail/commit.h"
#include "indexer_adapter/lucene/detail/index_directory.h"
#include "indexer_adapter/lucene/detail/lucene_error.h"
#include "indexer_adapter/lucene/detail/reader_without.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/lucene/index_files.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/lucene/warm_up.h"

namespace pith::index {
namespace {

using Lucene::newLucene;

// Of the terms by which look-ups begin, one in so many is kept in memory: a merge reads all terms in order, and looks
// hardly any up.
constexpr std::int32_t few_look_ups = 1024;

// All are open at once; each takes about 200 kB.
constexpr std::size_t max_segments = 1200;

struct Stopped {};

std::int64_t bytes_of_segments(const std::string& path) {
  std::int64_t bytes = 0;
  if (const auto names = files_of_segments(path))
    for (const std::string& name : *names) {
      std::error_code ignored;  // files may vanish meanwhile
      const auto size = std::filesystem::file_size(std::filesystem::path(path) / name, ignored);
      if (!ignored) bytes += static_cast<std::int64_t>(size);
    }
  return bytes;
}

class Merge {
 public:
  Merge(const std::vector<std::string>& paths, std::string directory, const FieldMap& fields, const MergeHooks& hooks)
      : directory_(std::move(directory)), fields_(fields), hooks_(hooks) {
    for (const std::string& path : paths) {
      merged_.emplace_back().path = path;
      bytes_ += bytes_of_segments(path);
    }
  }

  ~Merge() {
    try {
      for (const auto& reader : readers_) reader->close();
    } catch (const std::exception&) {  // nothing was written with them
    }
  }
  Merge(const Merge&) = delete;
  Merge& operator=(const Merge&) = delete;

  Result<std::vector<MergedIndex>> run() {
    for (const MergedIndex& index : merged_)
      if (auto error = check(index.path)) return *std::move(error);
    for (std::size_t i = 0; i < merged_.size(); ++i)
      if (auto error = open(i)) return *std::move(error);
    if (auto error = leave_out_doubles()) return *std::move(error);
    if (auto error = write()) return *std::move(error);
    return std::move(merged_);
  }

 private:
  void report(MergeStep step, std::int64_t done, std::int64_t total) {
    if (hooks_.stop && *hooks_.stop) throw Stopped();
    if (hooks_.progress) hooks_.progress(step, done, total);
  }

  // All of it is read anyway, and damage that nobody has noticed would get new checksums.
  std::optional<Error> check(const std::string& path) {
    if (auto error = check_commit(path)) return error;
    auto checksums = Checksums::read(path);
    if (!checksums) return checksums.error();
    std::int64_t now = 0;
    auto error = check_files(path, *checksums, Depth::all, [&](std::int64_t done, std::int64_t) {
      now = done;
      report(MergeStep::checking, checked_ + now, bytes_);
    });
    checked_ += now;
    return error;
  }

  // Opens it and counts its documents.
  std::optional<Error> open(std::size_t number) {
    MergedIndex& index = merged_[number];
    try {
      const auto reader =
          Lucene::IndexReader::open(open_directory(index.path), Lucene::IndexDeletionPolicyPtr(), true, few_look_ups);
      readers_.push_back(reader);
      all_documents_ += reader->maxDoc();
      if (all_documents_ > std::numeric_limits<std::int32_t>::max())
        return make_error(IndexError::write, "index: more than 2,147,483,647 documents do not fit into one index");
      index.deleted = reader->maxDoc() - reader->numDocs();
      index.others = reader->numDocs();
      auto segments = Lucene::Collection<Lucene::IndexReaderPtr>::newInstance();
      Lucene::ReaderUtil::gatherSubReaders(segments, reader);
      if (segments_.size() + static_cast<std::size_t>(segments.size()) > max_segments)
        return make_error(IndexError::write,
                          fmt::format("index: up to {} there are more than {} segments to merge at once; merge some of "
                                      "the indexes first, then what comes out",
                                      index.path, max_segments));
      for (const auto& segment : segments) {
        segments_.push_back({segment, number, {}});
        for (const DocumentKind kind : {DocumentKind::page, DocumentKind::site_template, DocumentKind::inbound_texts}) {
          const auto postings = segment->termDocs(marker_of(fields_, kind));
          std::int64_t count = 0;
          while (postings->next()) ++count;
          postings->close();
          index.kept[static_cast<std::size_t>(kind)] += count;
          index.others -= count;
        }
        report(MergeStep::comparing, 0, all_documents_);
      }
    } catch (const Stopped&) {
      throw;
    } catch (...) {
      return error_in_flight(IndexError::read,
                             "index: cannot read " + index.path + " (check the disk, then try again)");
    }
    return std::nullopt;
  }

  std::optional<Error> leave_out_doubles() {
    std::int64_t keys = 0;
    try {
      find_doubles(
          segments_, fields_,
          [&](std::size_t number, DocumentKind kind) {
            --merged_[number].kept[static_cast<std::size_t>(kind)];
            ++merged_[number].doubles[static_cast<std::size_t>(kind)];
          },
          [&] { report(MergeStep::comparing, ++keys, all_documents_); });
    } catch (const Stopped&) {
      throw;
    } catch (...) {
      return error_in_flight(IndexError::read, "index: cannot compare documents (check the disk, then try again)");
    }
    return std::nullopt;
  }

  // Lucene++ lets no other exceptions than its own through a merge unharmed, so the directory's stops it.
  std::optional<Error> write() {
    const auto out = newLucene<CheckedDirectory>(directory_);
    std::int64_t written = 0;
    bool stopped = false;
    out->watch([&](std::int64_t bytes) {
      written += bytes;
      try {
        report(MergeStep::writing, written, bytes_);
      } catch (const Stopped&) {
        stopped = true;
      }
      return !stopped;
    });
    Lucene::IndexWriterPtr writer;
    try {
      auto checksums = Checksums::read(directory_);
      if (!checksums) return checksums.error();
      writer =
          newLucene<Lucene::IndexWriter>(out, analyzer_for("", {}), true, Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
      writer->setMergeScheduler(newLucene<Lucene::SerialMergeScheduler>());
      writer->setUseCompoundFile(false);  // it would be written twice
      auto parts = Lucene::Collection<Lucene::IndexReaderPtr>::newInstance();
      for (MergedSegment& segment : segments_)
        if (segment.reader->numDocs() > 0)
          parts.add(segment.left_out.empty() ? segment.reader
                                             : reader_without(segment.reader, std::move(segment.left_out)));
      if (!parts.empty()) writer->addIndexes(parts);
      if (writer->numDocs() != expected_documents())
        throw std::runtime_error(
            fmt::format("{} documents were written instead of {}", writer->numDocs(), expected_documents()));
      auto user_data = Lucene::MapStringString::newInstance();
      user_data.put(has_checksums_mark, L"1");
      writer->prepareCommit(user_data);
      if (const auto error = checksums->update()) throw std::runtime_error(error->message);
      writer->commit();
      writer->close();
      out->check();
    } catch (...) {
      auto error = error_in_flight(IndexError::write, "index: cannot merge into " + directory_);
      try {
        if (writer) writer->rollback();
      } catch (const std::exception&) {  // the error that led here is reported
      }
      if (stopped) throw Stopped();
      return error;
    }
    return std::nullopt;
  }

  std::int32_t expected_documents() const {
    std::int64_t all = 0;
    for (const MergedIndex& index : merged_) all += std::accumulate(index.kept.begin(), index.kept.end(), index.others);
    return static_cast<std::int32_t>(all);
  }

  const std::string directory_;
  const FieldMap& fields_;
  const MergeHooks& hooks_;
  std::vector<MergedIndex> merged_;
  std::vector<Lucene::IndexReaderPtr> readers_;
  std::vector<MergedSegment> segments_;
  std::int64_t bytes_ = 0, checked_ = 0, all_documents_ = 0;
};

}  // namespace

Result<std::vector<MergedIndex>> merge_indexes(const std::vector<std::string>& paths, const std::string& directory,
                                               const FieldMap& fields, const MergeHooks& hooks) {
  warm_up();
  try {
    return Merge(paths, directory, fields, hooks).run();
  } catch (const Stopped&) {
    return Error{merge_stopped, "interrupted"};
  }
}

}  // namespace pith::index
