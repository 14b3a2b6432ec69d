#include "indexer_adapter/hits/detail/prefix_pages.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/dictionary.h"
#include "indexer_adapter/words/detail/letters.h"

namespace pith::index {
namespace {

using Lucene::newLucene;

constexpr std::uint32_t gap = 100;  // between two values of a page (analyzer.h)

// Occurrences of a word in a segment, in order of document and position.
class Occurrences {
 public:
  void add(std::int32_t document, std::int32_t position) { places_.push_back(place(document, position)); }
  void sort() { std::sort(places_.begin(), places_.end()); }

  // Whether there is one in the same value of the field.
  bool near(std::int32_t document, std::int32_t position) const {
    const std::int32_t first = std::max(0, position - static_cast<std::int32_t>(gap) + 1);
    const auto found = std::lower_bound(places_.begin(), places_.end(), place(document, first));
    return found != places_.end() && *found < place(document, position + static_cast<std::int32_t>(gap));
  }

  // Each document that has one, and whether it has one at this position.
  std::vector<PrefixPage> pages(std::int32_t position) const {
    std::vector<PrefixPage> pages;
    for (auto next = places_.begin(); next != places_.end();) {
      const auto document = static_cast<std::int32_t>(*next >> 32);
      bool there = false;
      for (; next != places_.end() && static_cast<std::int32_t>(*next >> 32) == document; ++next)
        there = there || *next == place(document, position);
      pages.push_back({document, there});
    }
    return pages;
  }

 private:
  static std::uint64_t place(std::int32_t document, std::int32_t position) {
    return static_cast<std::uint64_t>(document) << 32 | static_cast<std::uint32_t>(position);
  }
  std::vector<std::uint64_t> places_;
};

class PrefixSearch {
 public:
  PrefixSearch(const Segment& segment, const std::wstring& field, const TypedWords& typed,
               const std::function<bool(std::int32_t)>& wanted, const Deadline& deadline)
      : segment_(segment),
        field_(field),
        typed_(typed),
        wanted_(wanted),
        deadline_(deadline),
        size_(static_cast<std::size_t>(segment.reader->maxDoc())),
        behind_(static_cast<std::int32_t>(typed.whole.size())) {}

  std::vector<PrefixPage> find() {
    if (typed_.whole.empty() && typed_.short_prefix) return with_first_letter();
    find_whole_words();
    if (typed_.short_prefix) return last_.pages(behind_ - 1);
    std::vector<std::uint32_t> known(size_);  // by document: its place in `found`, from 1
    std::vector<PrefixPage> found;
    const auto read = [&](Lucene::TermPositions& postings) {
      while (postings.next()) {
        deadline_.check();
        const std::int32_t document = postings.doc();
        const auto at = static_cast<std::size_t>(document);
        if (!wanted_(document) || (!typed_.whole.empty() && has_[at] != typed_.whole.size())) continue;
        const auto begins = fits(postings);
        if (!begins) continue;
        if (known[at] == 0) {
          found.push_back({document, *begins});
          known[at] = static_cast<std::uint32_t>(found.size());
        } else if (*begins) {
          found[known[at] - 1].begins = true;
        }
      }
    };
    visit_prefix(segment_.reader, field_, typed_.prefix, read, deadline_);
    return found;
  }

 private:
  std::vector<PrefixPage> with_first_letter() const {
    std::vector<PrefixPage> found;
    const auto& letters = segment_.columns->first_letters(segment_.reader, field_);
    for (std::size_t at = 0; at < letters.size(); ++at) {
      const auto document = static_cast<std::int32_t>(at);
      if (letters[at] == typed_.prefix[0] && wanted_(document) && !segment_.reader->isDeleted(document))
        found.push_back({document, true});
    }
    return found;
  }

  void find_whole_words() {
    const std::vector<std::wstring>& whole = typed_.whole;
    if (!whole.empty()) has_.resize(size_);
    for (std::size_t word = 0; word < whole.size(); ++word)
      for (const std::wstring& text : {whole[word], folded_letters(whole[word])}) {
        const auto postings = segment_.reader->termPositions(newLucene<Lucene::Term>(field_, text));
        while (postings->next()) {
          deadline_.check();
          const std::int32_t document = postings->doc();
          const auto at = static_cast<std::size_t>(document);
          if (!wanted_(document) || has_[at] < word) continue;
          has_[at] = static_cast<std::uint8_t>(word + 1);
          if (word + 1 == whole.size())
            for (std::int32_t i = postings->freq(); i > 0; --i) last_.add(document, postings->nextPosition());
        }
        postings->close();
      }
    last_.sort();
  }

  // Of a word with the prefix in a page: whether the field begins with all words; nothing if no value has them all.
  std::optional<bool> fits(Lucene::TermPositions& postings) const {
    bool together = typed_.whole.empty(), begins = false;
    for (std::int32_t i = postings.freq(); i > 0 && !(together && begins); --i) {
      const std::int32_t position = postings.nextPosition();
      together = together || last_.near(postings.doc(), position);
      begins = begins || position == behind_;
      if (together && position > behind_) break;
    }
    return together ? std::optional(begins) : std::nullopt;
  }

  const Segment& segment_;
  const std::wstring& field_;
  const TypedWords& typed_;
  const std::function<bool(std::int32_t)>& wanted_;
  const Deadline& deadline_;
  const std::size_t size_;
  const std::int32_t behind_;      // the position of the prefix in a value that begins with the words
  std::vector<std::uint8_t> has_;  // by document: how many of the whole words it has, in their order
  Occurrences last_;               // of the last whole word
};

}  // namespace

std::vector<PrefixPage> pages_with_prefix(const Segment& segment, const std::wstring& field, const TypedWords& typed,
                                          const std::function<bool(std::int32_t)>& wanted, const Deadline& deadline) {
  return PrefixSearch(segment, field, typed, wanted, deadline).find();
}

}  // namespace pith::index
