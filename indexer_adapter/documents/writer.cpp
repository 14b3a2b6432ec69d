#include "indexer_adapter/documents/writer.h"

#include <map>
#include <mutex>
#include <stdexcept>

#include "core/text/language.h"
#include "core/text/url.h"
#include "indexer_adapter/documents/index_document.h"
#include "indexer_adapter/lucene/checksums.h"
#include "indexer_adapter/lucene/detail/checked_directory.h"
#include "indexer_adapter/lucene/detail/commit.h"
#include "indexer_adapter/lucene/detail/lucene_error.h"
#include "indexer_adapter/lucene/index_files.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/lucene/warm_up.h"

namespace pith::index {

using Lucene::newLucene;

namespace {

constexpr const char* again =
    "; the index stays at its last commit: check the disk's space and permissions, then run again";

}  // namespace

struct PreparedPage::Impl {
  std::string url;
  Lucene::DocumentPtr document;  // null: the page is skipped
  Lucene::AnalyzerPtr analyzer;
};

PreparedPage::PreparedPage(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PreparedPage::PreparedPage(PreparedPage&&) noexcept = default;
PreparedPage& PreparedPage::operator=(PreparedPage&&) noexcept = default;
PreparedPage::~PreparedPage() = default;

struct Writer::Impl {
  std::string path;
  WriterOptions options;
  std::optional<WriteLock> lock;  // empty after close()
  Checksums checksums;
  Lucene::MapStringString user_data;  // of commits: other programs' entries, and our mark
  boost::shared_ptr<CheckedDirectory> directory;
  Lucene::IndexWriterPtr writer;  // null after close() and after an error
  std::mutex analyzers_mutex;
  std::map<std::string, Lucene::AnalyzerPtr> analyzers;  // by language of the stems

  Lucene::AnalyzerPtr analyzer(std::string_view language) {
    const std::string stems = options.analysers.stems_of(language);
    const std::lock_guard guard(analyzers_mutex);
    auto& analyzer = analyzers[stems];
    if (!analyzer) analyzer = analyzer_for(language, options.analysers);
    return analyzer;
  }

  // Runs `action`; an exception ends the writer, since Lucene++ does not say what state it leaves.
  template <typename Action>
  std::optional<Error> guarded(const char* what, Action action) {
    if (!writer) return make_error(IndexError::write, "index: " + path + " was closed, by close() or an earlier error");
    try {
      action();
      return std::nullopt;
    } catch (...) {
      Error error = error_in_flight(IndexError::write, std::string("index: cannot ") + what + " " + path);
      error.message += again;
      roll_back();
      return error;
    }
  }

  // A commit's files exist before it becomes visible, so their checksums must exist too.
  void commit() {
    writer->prepareCommit(user_data);
    if (const auto error = checksums.update()) throw std::runtime_error(error->message);
    writer->commit();
    directory->check();
  }

  void roll_back() {
    if (!writer) return;
    try {
      writer->rollback();
    } catch (const std::exception&) {  // the error that led here has been reported
    }
    writer.reset();
    (void)checksums.forget_uncommitted();
  }
};

Writer::Writer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Writer::Writer(Writer&&) noexcept = default;

Writer& Writer::operator=(Writer&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}

Writer::~Writer() {
  if (impl_) impl_->roll_back();
}

Result<Writer> Writer::open(const std::string& path, const WriterOptions& options) {
  warm_up();
  auto lock = WriteLock::take(path);
  if (!lock) return lock.error();
  drop_unfinished_commits(path);
  const auto damage = check_commit(path);
  const bool create = damage && is(*damage, IndexError::missing);
  if (damage && !create) return *damage;
  auto checksums = Checksums::read(path);
  if (!checksums) return checksums.error();
  if (auto damaged = check_files(path, *checksums)) return *std::move(damaged);
  auto impl =
      std::unique_ptr<Impl>(new Impl{path, options, std::move(*lock), std::move(*checksums), {}, {}, {}, {}, {}});
  try {
    impl->directory = newLucene<CheckedDirectory>(path);
    if (!create) impl->user_data = Lucene::SegmentInfos::readCurrentUserData(impl->directory);
    if (!impl->user_data) impl->user_data = Lucene::MapStringString::newInstance();
    impl->user_data.put(has_checksums_mark, L"1");
    impl->writer = newLucene<Lucene::IndexWriter>(impl->directory, impl->analyzer(""), create,
                                                  Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
    impl->writer->setMergeScheduler(newLucene<Lucene::SerialMergeScheduler>());
    impl->writer->setRAMBufferSizeMB(24);
    // By now Lucene++ has deleted what a killed process left over, and may reuse the names.
    if (const auto error = impl->checksums.update()) throw std::runtime_error(error->message);
    if (create) impl->commit();  // an index without pages is valid
  } catch (...) {
    Error error = error_in_flight(IndexError::write, "index: cannot open " + path);
    error.message += again;
    impl->roll_back();
    return error;
  }
  return Writer(std::move(impl));
}

Result<PreparedPage> Writer::prepare(const PageRecord& record, const ExtractedPage& page) const {
  if (record.url.empty() || record.url.size() > max_url_bytes)
    return Error{"bad_url", "index: the URL \"" + record.url.substr(0, 100) + "\" is empty or over " +
                                std::to_string(max_url_bytes) + " bytes"};
  try {
    auto prepared = std::unique_ptr<PreparedPage::Impl>(new PreparedPage::Impl{record.url, {}, {}});
    if (page.status != Status::skipped) {
      prepared->analyzer = impl_->analyzer(page.metadata.language);
      prepared->document = make_document(record, page, impl_->options.fields, prepared->analyzer);
    }
    return PreparedPage(std::move(prepared));
  } catch (...) {
    return error_in_flight(IndexError::write, "index: cannot make a document of " + record.url);
  }
}

std::optional<Error> Writer::put(PreparedPage page) {
  const auto prepared = std::move(page.impl_);
  if (!prepared->document) return remove(prepared->url);
  return impl_->guarded("write to", [&] {
    impl_->writer->updateDocument(key_of(prepared->url, impl_->options.fields), prepared->document, prepared->analyzer);
  });
}

std::optional<Error> Writer::put(const PageRecord& record, const ExtractedPage& page) {
  auto prepared = prepare(record, page);
  return prepared ? put(*std::move(prepared)) : prepared.error();
}

std::optional<Error> Writer::remove(std::string_view url) {
  return impl_->guarded("remove from", [&] { remove_page(impl_->writer, url, impl_->options.fields); });
}

std::optional<Error> Writer::put_inbound_texts(const InboundTexts& inbound_texts) {
  return impl_->guarded("write to", [&] {
    replace_inbound_texts(impl_->writer, inbound_texts, impl_->options.fields, impl_->analyzer(inbound_texts.language));
  });
}

std::optional<Error> Writer::put_template(const std::string& site, std::string_view text) {
  return impl_->guarded("write to", [&] {
    const std::string language = primary_language(detect_language(text));
    replace_template(impl_->writer, site, text, language, impl_->options.fields, impl_->analyzer(language));
  });
}

std::optional<Error> Writer::commit() {
  return impl_->guarded("commit to", [&] { impl_->commit(); });
}

std::optional<Error> Writer::close() {
  auto error = impl_->guarded("close", [&] {
    impl_->commit();  // so that closing commits nothing
    impl_->writer->close();
    impl_->directory->check();
    impl_->writer.reset();
  });
  impl_->lock.reset();
  return error;
}

}  // namespace pith::index
