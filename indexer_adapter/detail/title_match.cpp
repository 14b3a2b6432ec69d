#include "indexer_adapter/detail/title_match.h"

#include <algorithm>
#include <limits>

#include "indexer_adapter/lucene.h"

namespace pith::index {
namespace {

using Count = std::uint8_t;
constexpr std::uint32_t work_of_a_term = 8;  // to find its postings; the unit is a document read

// By document, how many of the words the field has.
std::vector<Count> words_matched(const Segment& segment, const std::wstring& field, std::span<const Leaf::Slot> words,
                                 const Deadline& deadline) {
  std::vector<Count> matched(static_cast<std::size_t>(segment.reader->maxDoc()));
  std::vector<Count> last(matched.size());  // the word that counted last, from 1: its variants count once
  for (std::size_t word = 0; word < words.size(); ++word)
    for (const Leaf::Variant& variant : words[word].variants) {
      deadline.check(work_of_a_term);
      const auto postings = segment.reader->termDocs(Lucene::newLucene<Lucene::Term>(field, variant.text));
      while (postings->next()) {
        deadline.check();
        const auto document = static_cast<std::size_t>(postings->doc());
        if (document >= matched.size() || last[document] == word + 1) continue;
        last[document] = static_cast<Count>(word + 1);
        ++matched[document];
      }
      postings->close();
    }
  return matched;
}

}  // namespace

TitleMatch::TitleMatch(const IndexView& view, double weight, const std::wstring& title,
                       std::span<const Leaf::Slot> words, const Deadline& deadline)
    : weight_(weight), title_(title) {
  if (weight == 0 || title.empty()) return;
  words = words.first(std::min<std::size_t>(words.size(), std::numeric_limits<Count>::max()));
  words_ = static_cast<double>(words.size());
  if (words.empty()) return;
  for (const Segment& segment : view.segments())
    matched_.emplace(&segment, words_matched(segment, title, words, deadline));
}

double TitleMatch::boost(const Segment& segment, std::size_t document) const {
  const auto found = matched_.find(&segment);
  if (found == matched_.end() || found->second[document] == 0) return 1;
  const double matched = found->second[document];
  const double words = std::max(1.0, static_cast<double>(segment.columns->words(segment.reader, title_)[document]));
  return 1 + weight_ * std::min(1.0, matched / words) * matched / words_;
}

}  // namespace pith::index
