#include "indexer_adapter/query/detail/segment_columns.h"

#include <algorithm>
#include <chrono>
#include <functional>

#include "core/base/keyed_hash.h"
#include "indexer_adapter/documents/field_map.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/detail/dictionary.h"
#include "indexer_adapter/query/detail/postings.h"
#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {
namespace {

using Lucene::newLucene;

void check_document(std::int32_t document, std::int32_t documents) {
  if (document < 0 || document >= documents)
    boost::throw_exception(Lucene::CorruptIndexException(L"postings name a document that does not exist"));
}

// Calls visit(text, document) for every document with every term of the field.
template <typename Visit>
void visit_postings(const Lucene::IndexReaderPtr& reader, const std::wstring& field, Visit visit) {
  const auto terms = reader->terms(newLucene<Lucene::Term>(field, L""));
  const auto postings = reader->termDocs();
  PostingsReader blocks;
  do {
    const auto term = terms->term();
    if (!term || term->field() != field) break;
    postings->seek(terms);
    for (auto block = blocks.next(*postings, reader->maxDoc()); !block.documents.empty();
         block = blocks.next(*postings, reader->maxDoc()))
      for (const std::int32_t document : block.documents) visit(term->text(), static_cast<std::size_t>(document));
  } while (terms->next());
  terms->close();
  postings->close();
}

template <typename Column, typename Map, typename Read>
const Column& column(std::mutex& mutex, Map& columns, const std::wstring& field, Read read) {
  const std::lock_guard lock(mutex);
  auto& column = columns[field];
  if (!column) column = std::make_unique<const Column>(read());
  return *column;
}

template <typename T>
std::vector<T> zeros(const Lucene::IndexReaderPtr& reader) {
  return std::vector<T>(static_cast<std::size_t>(reader->maxDoc()));
}

// "202405" → 20240500000000.
std::int64_t date_of(const std::wstring& digits) {
  constexpr std::size_t length = 14;
  std::int64_t date = 0;
  for (std::size_t i = 0; i < length; ++i) {
    const wchar_t c = i < digits.size() ? digits[i] : L'0';
    if (c < L'0' || c > L'9') return 0;
    date = date * 10 + (c - L'0');
  }
  return date;
}

// With the port; empty if it is not a URL.
std::wstring_view host_of(std::wstring_view url) {
  constexpr std::wstring_view mark = L"://";
  const std::size_t at = url.find(mark);
  if (at == url.npos) return {};
  url.remove_prefix(at + mark.size());
  return url.substr(0, url.find_first_of(L"/?#"));
}

std::vector<std::uint32_t> numbers_in(const Lucene::IndexReaderPtr& reader, const std::wstring& field) {
  auto numbers = zeros<std::uint32_t>(reader);
  visit_postings(reader, field, [&](const std::wstring& text, std::size_t document) {
    numbers[document] = static_cast<std::uint32_t>(std::max(0, Lucene::NumericUtils::prefixCodedToInt(text)));
  });
  return numbers;
}

}  // namespace

const std::vector<std::uint32_t>& Columns::numbers(const Lucene::IndexReaderPtr& reader, const std::wstring& field) {
  return column<std::vector<std::uint32_t>>(mutex_, numbers_, field, [&] { return numbers_in(reader, field); });
}

const std::vector<wchar_t>& Columns::first_letters(const Lucene::IndexReaderPtr& reader,
                                                   const std::wstring& text_field) {
  return column<std::vector<wchar_t>>(mutex_, first_letters_, text_field, [&] {
    auto letters = zeros<wchar_t>(reader);
    const auto terms = reader->terms(newLucene<Lucene::Term>(text_field, L""));
    const auto postings = reader->termPositions();
    do {
      const auto term = terms->term();
      if (!term || term->field() != text_field) break;
      const std::wstring folded = fold(term->text());
      if (folded.empty() || !is_word_character(folded[0])) continue;  // a stem
      postings->seek(terms);
      while (postings->next())
        if (postings->freq() > 0 && postings->nextPosition() == 0) {
          check_document(postings->doc(), reader->maxDoc());
          letters[static_cast<std::size_t>(postings->doc())] = folded[0];
        }
    } while (terms->next());
    terms->close();
    postings->close();
    return letters;
  });
}

const KeywordColumn& Columns::keywords(const Lucene::IndexReaderPtr& reader, const std::wstring& field) {
  return column<KeywordColumn>(mutex_, keywords_, field, [&] {
    KeywordColumn keywords{zeros<std::uint32_t>(reader), {""}};
    std::wstring last;
    visit_postings(reader, field, [&](const std::wstring& text, std::size_t document) {
      if (keywords.values.size() == 1 || text != last) {
        keywords.values.push_back(to_utf8(text));
        last = text;
      }
      keywords.of[document] = static_cast<std::uint32_t>(keywords.values.size() - 1);
    });
    return keywords;
  });
}

const KeywordColumn& Columns::hosts(const Lucene::IndexReaderPtr& reader, const std::wstring& url_field) {
  return column<KeywordColumn>(mutex_, hosts_, url_field, [&] {
    KeywordColumn hosts{zeros<std::uint32_t>(reader), {""}};
    std::map<std::wstring, std::uint32_t, std::less<>> numbers = {{L"", 0}};
    auto last = numbers.begin();  // URLs come in order: mostly the same host again
    visit_postings(reader, url_field, [&](const std::wstring& url, std::size_t document) {
      const std::wstring_view host = host_of(url);
      if (host != last->first) last = numbers.find(host);
      if (last == numbers.end()) {
        last = numbers.emplace(host, static_cast<std::uint32_t>(hosts.values.size())).first;
        hosts.values.push_back(to_utf8(host));
      }
      hosts.of[document] = last->second;
    });
    return hosts;
  });
}

const std::vector<std::int64_t>& Columns::dates(const Lucene::IndexReaderPtr& reader, const std::wstring& field) {
  return column<std::vector<std::int64_t>>(mutex_, dates_, field, [&] {
    auto dates = zeros<std::int64_t>(reader);
    visit_postings(reader, field,
                   [&](const std::wstring& text, std::size_t document) { dates[document] = date_of(text); });
    return dates;
  });
}

const std::vector<std::uint32_t>& Columns::depths(const Lucene::IndexReaderPtr& reader, const std::wstring& url_field,
                                                  const std::vector<char>& pages) {
  return column<std::vector<std::uint32_t>>(mutex_, depths_, url_field, [&] {
    auto depths = numbers_in(reader, to_wide(depth_name(to_utf8(url_field))));
    bool older = false;
    for (std::size_t document = 0; document < depths.size(); ++document) {
      older |= depths[document] == 0 && pages[document];
      depths[document] -= depths[document] > 0;
    }
    if (!older) return depths;
    visit_postings(reader, url_field,
                   [&](const std::wstring& text, std::size_t document) { depths[document] = depth_of(text); });
    return depths;
  });
}

const std::vector<std::uint64_t>& Columns::hashes(const Lucene::IndexReaderPtr& reader, const std::wstring& field) {
  return column<std::vector<std::uint64_t>>(mutex_, hashes_, field, [&] {
    auto hashes = zeros<std::uint64_t>(reader);
    visit_postings(reader, field, [&](const std::wstring& text, std::size_t document) {
      hashes[document] = std::max<std::uint64_t>(KeyedHash()(std::wstring_view(text)), 1);
    });
    return hashes;
  });
}

const std::vector<char>& Columns::having(const Lucene::IndexReaderPtr& reader, const Lucene::TermPtr& term) {
  return column<std::vector<char>>(mutex_, having_, term->text(), [&] {
    auto having = zeros<char>(reader);
    const auto postings = reader->termDocs(term);
    PostingsReader blocks;
    for (auto block = blocks.next(*postings, reader->maxDoc()); !block.documents.empty();
         block = blocks.next(*postings, reader->maxDoc()))
      for (const std::int32_t document : block.documents) having[static_cast<std::size_t>(document)] = 1;
    postings->close();
    return having;
  });
}

const std::vector<std::string>& Columns::stem_languages(const Lucene::IndexReaderPtr& reader,
                                                        const std::vector<std::wstring>& text_fields) {
  const std::lock_guard lock(mutex_);
  if (!stem_languages_) stem_languages_ = languages_with_stems(reader, text_fields);
  return *stem_languages_;
}

double days_of(std::int64_t date) {
  const auto part = [&](std::int64_t divisor, std::int64_t modulus) { return date / divisor % modulus; };
  const std::chrono::year_month_day day(
      std::chrono::year(static_cast<int>(part(10'000'000'000, 10'000))),
      std::chrono::month(static_cast<unsigned>(std::clamp<std::int64_t>(part(100'000'000, 100), 1, 12))),
      std::chrono::day(static_cast<unsigned>(std::clamp<std::int64_t>(part(1'000'000, 100), 1, 31))));
  const double seconds = static_cast<double>(part(10'000, 100) * 3600 + part(100, 100) * 60 + part(1, 100));
  return static_cast<double>(std::chrono::sys_days(day).time_since_epoch().count()) + seconds / 86'400;
}

}  // namespace pith::index
