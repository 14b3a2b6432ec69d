#include "indexer_adapter/hits/detail/suggester.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/text/url.h"
#include "core/text/white_space.h"
#include "indexer_adapter/documents/detail/stored_fields.h"
#include "indexer_adapter/documents/index_document.h"
#include "indexer_adapter/hits/detail/prefix_pages.h"
#include "indexer_adapter/hits/detail/sections.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/detail/dictionary.h"
#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {
namespace {

using Lucene::newLucene;

constexpr std::size_t max_titles_read = 200, max_pages_read = 20;
constexpr std::size_t max_headings_of_page = 20;
constexpr std::size_t max_content_read = 500'000;  // code points, of the pages with headings
constexpr std::size_t max_pieces_of_page = 2, max_structure = 1 << 18;
constexpr std::size_t max_title_bytes = 200;

// The words of a text, folded.
std::vector<std::wstring> folded_words(std::wstring_view text) {
  std::vector<std::wstring> words;
  for (Token& token : tokenise(text)) words.push_back(std::move(token.folded));
  return words;
}

std::wstring joined(const std::vector<std::wstring>& words) {
  std::wstring out;
  for (const std::wstring& word : words) out += word + L' ';
  return out;
}

}  // namespace

bool Suggester::Candidate::operator<(const Candidate& other) const {
  if (begins != other.begins) return begins;
  return value != other.value ? value > other.value : document < other.document;
}

Suggester::Suggester(const IndexView& view, const FieldMap& fields, const SuggestQuery& query, const Deadline& deadline)
    : view_(view),
      fields_(fields),
      site_(lower(to_wide(query.site))),
      by_host_(!site_.empty() &&
               (!fields.has(Field::site) || documents_with(view.reader(), to_wide(fields[Field::site]), site_) == 0)),
      limit_(std::min(query.limit, max_suggestions)),
      deadline_(deadline),
      typed_{.whole = folded_words(to_wide(query.text)), .prefix = {}} {
  if (typed_.whole.empty() || typed_.whole.size() > max_suggest_words) return;
  typed_.prefix = std::move(typed_.whole.back());
  typed_.whole.pop_back();
  typed_.short_prefix = typed_.prefix.size() == 1 && !is_unspaced(typed_.prefix[0]);
}

std::vector<Suggestion> Suggester::suggest() {
  if (typed_.prefix.empty() || limit_ == 0) return {};
  try {
    if (fields_.has(Field::title)) add_titles();
    const bool too_many = typed_.whole.empty() && typed_.short_prefix;  // a single letter is in too many headings
    if (!full() && !too_many && fields_.has(Field::headings) && fields_.has(Field::content) &&
        fields_.has(Field::structure))
      add_headings();
  } catch (const TimeIsUp&) {  // the answer is what was found so far
  }
  return std::move(suggestions_);
}

void Suggester::add_titles() {
  for (const Candidate& page : best(Field::title, max_titles_read)) {
    if (full()) return;
    deadline_.check(64);
    const StoredFields stored(view_.reader(), page.document, fields_, {Field::url, Field::title});
    const std::string title = stored.text(Field::title), url = stored.text(Field::url);
    if (!typed_.short_prefix || fits(to_wide(title))) add({.text = title, .title = title, .url = url, .link = url});
  }
}

void Suggester::add_headings() {
  std::vector<Suggestion> begin, others;
  std::size_t content_read = 0;
  const auto collect = [&] {
    for (const Candidate& page : best(Field::headings, max_pages_read)) {
      if (suggestions_.size() + begin.size() >= limit_ || content_read >= max_content_read) return;
      deadline_.check(1024);
      const StoredFields stored(view_.reader(), page.document, fields_,
                                {Field::url, Field::title, Field::content, Field::structure}, max_pieces_of_page);
      const std::string title = stored.text(Field::title), url = stored.text(Field::url);
      const auto parsed = parse_url(url);
      const std::wstring content = stored.wide(Field::content);
      content_read += content.size();
      const std::string structure = stored.unpacked(Field::structure, max_structure);
      for (auto& [text, fragment] : sections_with(
               content, structure, [&](std::wstring_view heading) { return fits(heading); }, max_headings_of_page,
               deadline_))
        (begins(text) ? begin : others)
            .push_back({.text = std::move(text),
                        .heading = true,
                        .title = title,
                        .url = url,
                        .link = parsed ? parsed->str() + fragment : url});
    }
  };
  try {
    collect();
  } catch (const TimeIsUp&) {
  }
  for (auto* headings : {&begin, &others})
    for (Suggestion& heading : *headings) add(std::move(heading));
}

void Suggester::add(Suggestion suggestion) {
  std::wstring words = joined(folded_words(to_wide(suggestion.text)));
  if (full() || words.empty() || !known_.insert(std::move(words)).second) return;
  for (std::string* text : {&suggestion.text, &suggestion.title}) {
    std::replace(text->begin(), text->end(), '\n', ' ');
    if (text->size() > max_title_bytes) *text = std::string(cut_utf8(*text, max_title_bytes)) + "…";
  }
  suggestions_.push_back(std::move(suggestion));
}

// The best pages, best first.
std::vector<Suggester::Candidate> Suggester::best(Field field, std::size_t limit) const {
  std::vector<Candidate> found;
  for (std::size_t segment = 0; segment < view_.segments().size(); ++segment) find(segment, field, found);
  const auto end = found.begin() + static_cast<std::ptrdiff_t>(std::min(limit, found.size()));
  std::partial_sort(found.begin(), end, found.end());
  found.erase(end, found.end());
  return found;
}

void Suggester::find(std::size_t place, Field field, std::vector<Candidate>& found) const {
  if (typed_.whole.empty() && typed_.short_prefix && field != Field::title) return;
  const Segment& segment = view_.segments()[place];
  const auto& pages = view_.chosen(segment, DocumentKind::page);
  const std::optional<std::vector<char>> of_site = site_.empty() ? std::nullopt : std::optional(pages_of_site(segment));
  const auto wanted = [&](std::int32_t document) {
    const auto at = static_cast<std::size_t>(document);
    return at < pages.size() && pages[at] && (!of_site || (*of_site)[at]);
  };
  for (const auto& [document, begins] : pages_with_prefix(segment, to_wide(fields_[field]), typed_, wanted, deadline_))
    found.push_back({segment.first_document + document, begins && field == Field::title,
                     value(place, static_cast<std::size_t>(document), field)});
}

// By document.
std::vector<char> Suggester::pages_of_site(const Segment& segment) const {
  std::vector<char> pages(static_cast<std::size_t>(segment.reader->maxDoc()));
  if (by_host_) {
    const KeywordColumn& hosts = segment.columns->hosts(segment.reader, to_wide(fields_[Field::url]));
    const auto host = std::find(hosts.values.begin(), hosts.values.end(), to_utf8(site_));
    if (host == hosts.values.end()) return pages;
    for (std::size_t at = 0; at < pages.size(); ++at)
      pages[at] = hosts.of[at] == static_cast<std::uint32_t>(host - hosts.values.begin());
    return pages;
  }
  const auto postings = segment.reader->termDocs(newLucene<Lucene::Term>(to_wide(fields_[Field::site]), site_));
  while (postings->next()) {
    deadline_.check();
    if (const auto at = static_cast<std::size_t>(postings->doc()); at < pages.size()) pages[at] = true;
  }
  postings->close();
  return pages;
}

double Suggester::value(std::size_t place, std::size_t document, Field field) const {
  constexpr double short_title = 3;
  const auto& links = view_.links();
  const double linked = 1 + std::log2(1.0 + (links.empty() ? 0 : links[place][document]));
  if (field != Field::title) return linked;
  const Segment& segment = view_.segments()[place];
  const double words = segment.columns->words(segment.reader, to_wide(fields_[field]))[document];
  return linked / (short_title + words);
}

// Whether a heading has the whole words and the prefix.
bool Suggester::fits(std::wstring_view heading) const {
  deadline_.check(8);
  const std::vector<std::wstring> words = folded_words(heading);
  const auto has = [&](const std::wstring& word) { return std::find(words.begin(), words.end(), word) != words.end(); };
  return std::all_of(typed_.whole.begin(), typed_.whole.end(), has) &&
         std::any_of(words.begin(), words.end(),
                     [&](const std::wstring& word) { return word.starts_with(typed_.prefix); });
}

// Whether it begins with the words, after a number such as 4.2.
bool Suggester::begins(std::string_view heading) const {
  std::vector<std::wstring> words = folded_words(to_wide(heading));
  const auto is_number = [](const std::wstring& word) {
    return std::all_of(word.begin(), word.end(), [](wchar_t c) { return c >= L'0' && c <= L'9'; });
  };
  words.erase(words.begin(), std::find_if_not(words.begin(), words.end(), is_number));
  return words.size() > typed_.whole.size() && std::equal(typed_.whole.begin(), typed_.whole.end(), words.begin()) &&
         words[typed_.whole.size()].starts_with(typed_.prefix);
}

}  // namespace pith::index
