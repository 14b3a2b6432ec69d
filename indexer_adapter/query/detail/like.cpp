#include "indexer_adapter/query/detail/like.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/keyed_hash.h"
#include "core/text/url.h"
#include "indexer_adapter/documents/index_document.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/detail/dictionary.h"
#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {
namespace {

constexpr std::size_t longest_scan = 500'000;  // characters
constexpr std::size_t looked_up = 500;         // words, the most frequent of the page
constexpr std::size_t percent_wanted = 20;

struct Word {
  std::wstring text, folded;
  std::size_t count;
  double value;
};

// Single characters of scripts without spaces say little: pairs of them are used.
std::vector<Word> words_of(std::wstring_view text) {
  std::vector<Word> words;
  KeyedMap<std::wstring, std::size_t> known;
  const auto add = [&](const std::wstring& word, const std::wstring& folded) {
    const auto [at, fresh] = known.try_emplace(folded, words.size());
    if (fresh) words.push_back({word, folded, 0, 0});
    ++words[at->second].count;
  };
  const auto tokens = tokenise(text.substr(0, longest_scan));
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].unspaced)
      add(tokens[i].text, tokens[i].folded);
    else if (i + 1 < tokens.size() && tokens[i + 1].unspaced && tokens[i + 1].begin == tokens[i].end)
      add(tokens[i].text + tokens[i + 1].text, tokens[i].folded + tokens[i + 1].folded);
  }
  return words;
}

// The first `count` by `less`, in a fixed order.
template <typename Less>
void keep_first(std::vector<Word>& words, std::size_t count, Less less) {
  std::stable_sort(words.begin(), words.end(), less);
  if (words.size() > count) words.erase(words.begin() + static_cast<std::ptrdiff_t>(count), words.end());
}

}  // namespace

Result<QueryNode> like_query(std::string_view url, const QueryContext& context) {
  const auto parsed = parse_url(url);
  const std::string key = parsed ? parsed->str() : std::string(url);
  const std::string page = "query: like " + key;
  const auto& reader = context.reader();
  const auto documents = reader->termDocs(key_of(key, context.fields));
  if (!documents->next()) return wrong_request("query_like", page + ": the index does not have this page");
  if (!context.fields.has(Field::content))
    return wrong_request("query_like", page + ": the index has no field content to compare by");
  const std::wstring content = context.index_name(Field::content);
  const auto document = reader->document(documents->doc());
  std::wstring text = document->get(content);
  if (context.fields.has(Field::title)) text = document->get(context.index_name(Field::title)) + L"\n" + text;

  std::vector<Word> words = words_of(text);
  keep_first(words, looked_up, [](const Word& a, const Word& b) { return a.count > b.count; });
  const auto all = static_cast<double>(context.leaves.documents());
  const double least = std::clamp(all / 100, 2.0, 5.0);  // rarer words of a large index would find only their own pages
  for (Word& word : words) {
    context.deadline.check(8);
    const double df = documents_with(reader, content, word.folded);
    if (df >= least) word.value = (1 + std::log(word.count)) * std::log(1 + all / df);
  }
  std::erase_if(words, [](const Word& word) { return word.value == 0; });
  keep_first(words, max_like_words, [](const Word& a, const Word& b) { return a.value > b.value; });
  if (words.empty())
    return wrong_request("query_like",
                         page + ": the page shares no words with others, or none of its words are stored");

  QueryNode any;
  any.kind = QueryNode::Kind::any_of;
  any.at_least = static_cast<unsigned>((words.size() * percent_wanted + 99) / 100);
  for (const Word& word : words) {
    any.children.emplace_back().kind = QueryNode::Kind::word;
    any.children.back().text = word.text;
  }
  QueryNode itself;
  itself.kind = QueryNode::Kind::word;
  itself.field = &info_of(Field::url);
  itself.text = to_wide(key);
  QueryNode without;
  without.kind = QueryNode::Kind::none_of;
  without.children.push_back(std::move(itself));
  QueryNode like;
  like.kind = QueryNode::Kind::all_of;
  like.children = {std::move(any), std::move(without)};
  return like;
}

}  // namespace pith::index
