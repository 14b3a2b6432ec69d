#include "indexer_adapter/query/detail/postings.h"

#include <algorithm>
#include <cstddef>

namespace pith::index {
namespace {

constexpr std::int32_t longest_block = 1024;

}  // namespace

PostingsReader::PostingsReader()
    : documents_(Lucene::Collection<std::int32_t>::newInstance(longest_block)),
      frequencies_(Lucene::Collection<std::int32_t>::newInstance(longest_block)) {}

PostingsReader::Block PostingsReader::next(Lucene::TermDocs& postings, std::int32_t documents) {
  const auto count = static_cast<std::size_t>(postings.read(documents_, frequencies_));
  if (count == 0) return {};
  const Block block{{&documents_[0], count}, {&frequencies_[0], count}};
  if (!std::ranges::all_of(block.documents, [&](std::int32_t found) { return found >= 0 && found < documents; }))
    boost::throw_exception(Lucene::CorruptIndexException(L"postings name a document that does not exist"));
  return block;
}

}  // namespace pith::index
