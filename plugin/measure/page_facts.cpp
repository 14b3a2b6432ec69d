#include "plugin/measure/page_facts.h"

#include <algorithm>

#include "core/base/stable_hash.h"
#include "core/dom/collapsed_text.h"
#include "core/dom/text_runs.h"
#include "core/page/links.h"
#include "core/text/ascii.h"
#include "core/text/white_space.h"
#include "core/text/words.h"

namespace pith::measure {
namespace {

constexpr std::size_t max_facts = 64;        // per page
constexpr std::size_t max_links = 500;       // per page
constexpr std::size_t max_text_bytes = 200;  // per heading or link
constexpr std::size_t max_words = 1 << 20;   // counted per page

// What joins two halves of one word: don't, urllib.request, 3.11.
bool joins(std::string_view gap) { return gap == "'" || gap == "\u2019" || gap == "."; }

template <typename T>
void make_distinct(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

class FactReader {
 public:
  FactReader(const Document& page, const NodeSet& excluded) : page_(page), excluded_(excluded) {}

  std::vector<std::string> headings() const {
    std::vector<std::string> out;
    for (NodeId n = 0; n < page_.size() && out.size() < max_facts; ++n) {
      const Tag tag = page_[n].tag;
      if (tag != Tag::h2 && tag != Tag::h3 && tag != Tag::h4) continue;
      if (std::string text = text_of(n + 1, page_.end_of(n)); !text.empty() && text.size() <= max_text_bytes)
        if (text = plain_query(text); !text.empty()) out.push_back(std::move(text));
    }
    make_distinct(out);
    return out;
  }

  std::vector<std::string> sentence(std::uint64_t choice) const {
    const TextRun* longest = nullptr;
    const auto runs = text_runs(page_);
    for (const TextRun& run : runs)
      if (!(page_[run.begin].flags & Node::preformatted) && (!longest || run.words > longest->words) &&
          !text_of(run.begin, run.end).empty())
        longest = &run;
    if (!longest) return {};
    const std::string paragraph = text_of(longest->begin, longest->end);
    std::vector<std::string_view> sentences;
    for (std::string_view rest = paragraph; !rest.empty();) {
      const std::size_t end = std::min(rest.find(". "), rest.size());
      if (count_words(rest.substr(0, end)) >= 5) sentences.push_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 2, rest.size()));
    }
    if (sentences.empty()) return {};
    std::vector<std::string> out;
    for (const std::string& word : plain_words(sentences[choice % sentences.size()])) {
      const auto runs_of_word = words_of(word);
      if (runs_of_word.size() != 1 || runs_of_word.front().size() != word.size()) continue;  // don't, urllib.request
      const std::size_t letters = count_chars(word);
      if (letters < 4 || letters > 24 ||
          std::any_of(word.begin(), word.end(), [](char c) { return c == '_' || is_digit_ascii(c); }))
        continue;
      if (std::find(out.begin(), out.end(), runs_of_word.front()) == out.end()) out.push_back(runs_of_word.front());
    }
    return out;
  }

  std::vector<PageLink> links(const Url& url) const {
    std::vector<PageLink> out;
    for (const Link& link : links_of(page_, url)) {
      if (out.size() >= max_links) break;
      const std::string text = text_of(link.anchor + 1, page_.end_of(link.anchor));
      if (text.empty() || text.size() > max_text_bytes) continue;
      const auto words = plain_words(text);
      if (words.empty() || words.size() > 5 || count_chars(text) < 3) continue;
      out.push_back({plain_query(text), link.target.str()});
    }
    make_distinct(out);
    return out;
  }

  std::vector<std::uint64_t> words() const {
    std::vector<std::uint64_t> out;
    for (NodeId n = 0; n < page_.size() && out.size() < max_words; ++n)
      if (is_seen(n)) append_word_hashes(out, page_.text(n), max_words - out.size());
    make_distinct(out);
    return out;
  }

 private:
  bool is_seen(NodeId n) const { return is_visible_text(page_[n]) && !excluded_.contains(n); }

  std::string text_of(NodeId begin, NodeId end) const {
    return collapsed_text(page_, begin, end, [this](NodeId n) { return is_seen(n); });
  }

  const Document& page_;
  const NodeSet& excluded_;
};

}  // namespace

std::vector<std::string> plain_words(std::string_view text) {
  std::vector<std::string> out;
  const char* end = nullptr;  // of the previous word
  for (const std::string_view run : word_runs(text)) {
    if (end != nullptr && joins({end, static_cast<std::size_t>(run.data() - end)}))
      out.back().append(end, run.data()).append(run);
    else
      out.emplace_back(run);
    end = run.data() + run.size();
  }
  for (std::string& word : out)
    if (word == "AND" || word == "OR" || word == "NOT" || word == "TO") word = lower_ascii(word);
  return out;
}

std::string plain_query(std::string_view text) {
  std::string out;
  for (const std::string& word : plain_words(text)) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::uint64_t hash_word(std::string_view word) {
  std::vector<std::uint64_t> hash;
  append_word_hashes(hash, word, 1);
  return hash.empty() ? 0 : hash.front();
}

PageFacts read_facts(const Document& page, const Url& url, const NodeSet& excluded, std::uint64_t choice) {
  const FactReader reader(page, excluded);
  return {reader.headings(), reader.sentence(choice), reader.links(url), reader.words()};
}

}  // namespace pith::measure
