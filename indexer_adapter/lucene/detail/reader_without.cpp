#include "indexer_adapter/lucene/detail/reader_without.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace pith::index {
namespace {

using LeftOut = std::shared_ptr<const std::vector<char>>;

class PositionsWithout : public Lucene::FilterTermPositions {
 public:
  PositionsWithout(const Lucene::TermPositionsPtr& all, LeftOut left_out)
      : FilterTermPositions(all), left_out_(std::move(left_out)) {}

  bool next() override {
    while (FilterTermPositions::next())
      if (!left_out_->at(static_cast<std::size_t>(doc()))) return true;
    return false;
  }

 private:
  const LeftOut left_out_;
};

class ReaderWithout : public Lucene::FilterIndexReader {
 public:
  ReaderWithout(const Lucene::IndexReaderPtr& segment, std::vector<char> left_out)
      : FilterIndexReader(segment), left_out_(std::make_shared<const std::vector<char>>(std::move(left_out))) {
    for (std::int32_t i = 0; i < in->maxDoc(); ++i) documents_ += !ReaderWithout::isDeleted(i);
  }

  std::int32_t numDocs() override { return documents_; }
  bool hasDeletions() override { return documents_ < in->maxDoc(); }
  bool isDeleted(std::int32_t document) override {
    return left_out_->at(static_cast<std::size_t>(document)) || in->isDeleted(document);
  }
  Lucene::TermPositionsPtr termPositions() override {
    return Lucene::newLucene<PositionsWithout>(in->termPositions(), left_out_);
  }
  using FilterIndexReader::termPositions;

 private:
  const LeftOut left_out_;
  std::int32_t documents_ = 0;
};

}  // namespace

Lucene::IndexReaderPtr reader_without(const Lucene::IndexReaderPtr& segment, std::vector<char> left_out) {
  return Lucene::newLucene<ReaderWithout>(segment, std::move(left_out));
}

}  // namespace pith::index
