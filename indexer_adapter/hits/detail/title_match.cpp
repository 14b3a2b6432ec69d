#include "indexer_adapter/hits/detail/title_match.h"

#include <algorithm>
#include <limits>

#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/postings.h"

namespace pith::index {
namespace {

using MatchCount = std::uint8_t;

// By document, how many of the words the field has.
std::vector<MatchCount> words_matched(const Segment& segment, const std::wstring& field,
                                      std::span<const Leaf::Slot> words, const Deadline& deadline) {
  std::vector<MatchCount> matched(static_cast<std::size_t>(segment.reader->maxDoc()));
  std::vector<MatchCount> last(matched.size());  // the word that counted last, from 1: its variants count once
  PostingsReader blocks;
  for (std::size_t word = 0; word < words.size(); ++word)
    for (const Leaf::Variant& variant : words[word].variants) {
      deadline.check(work_of_a_term);
      const auto postings = segment.reader->termDocs(Lucene::newLucene<Lucene::Term>(field, variant.text));
      for (auto block = blocks.next(*postings, segment.reader->maxDoc()); !block.documents.empty();
           block = blocks.next(*postings, segment.reader->maxDoc())) {
        deadline.check(static_cast<std::uint32_t>(block.documents.size()));
        for (const std::int32_t found : block.documents) {
          const auto document = static_cast<std::size_t>(found);
          if (last[document] == word + 1) continue;
          last[document] = static_cast<MatchCount>(word + 1);
          ++matched[document];
        }
      }
      postings->close();
    }
  return matched;
}

}  // namespace

TitleMatch::TitleMatch(const IndexView& view, double weight, const std::wstring& title,
                       std::span<const Leaf::Slot> words, const Deadline& deadline)
    : view_(&view), weight_(weight) {
  if (weight == 0 || title.empty()) return;
  words = words.first(std::min<std::size_t>(words.size(), std::numeric_limits<MatchCount>::max()));
  words_ = static_cast<double>(words.size());
  if (words.empty()) return;
  for (const Segment& segment : view.segments())
    titles_.push_back({words_matched(segment, title, words, deadline), &segment.columns->words(segment.reader, title)});
}

double TitleMatch::boost(const Segment& segment, std::size_t document) const {
  if (titles_.empty()) return 1;
  const Titles& titles = titles_[static_cast<std::size_t>(&segment - view_->segments().data())];
  const double matched = titles.matched[document];
  if (matched == 0) return 1;
  const double words = std::max<double>(1, (*titles.words)[document]);
  return 1 + weight_ * std::min(1.0, matched / words) * matched / words_;
}

}  // namespace pith::index
