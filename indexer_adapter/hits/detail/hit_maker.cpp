#include "indexer_adapter/hits/detail/hit_maker.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>

#include "core/text/url.h"
#include "indexer_adapter/documents/fragment.h"
#include "indexer_adapter/documents/index_document.h"
#include "indexer_adapter/hits/detail/place.h"
#include "indexer_adapter/hits/detail/template_line.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {

using Lucene::newLucene;

namespace {

constexpr std::uint32_t of_first_screens = 2'000;  // code points of a page that people see without looking for them
constexpr std::size_t max_templates = 10;
constexpr std::size_t template_pieces = 2;
constexpr std::uint32_t work_of_a_page = 1'024;  // to read what the index stores of it: always looks at the clock

// Of a content with so many code points, in bytes: hardly any is longer.
std::size_t structure_of(std::size_t content) { return content + stored_piece; }

}  // namespace

HitMaker::HitMaker(const LeafReader& leaves, const FieldMap& fields, const Analysers& analysers,
                   const std::vector<std::string>& stem_languages, const Deadline& deadline)
    : leaves_(leaves), fields_(fields), analysers_(analysers), stem_languages_(stem_languages), deadline_(deadline) {}

StoredFields HitMaker::read(const FoundDocument& found, std::initializer_list<Field> fields, std::size_t pieces,
                            Hit& hit) const {
  deadline_.check(work_of_a_page);
  StoredFields stored(leaves_.view().reader(), found.document, fields_, fields, pieces);
  hit.url = stored.text(Field::url);
  hit.score = found.score;
  hit.best_bet = found.bet != 0;
  return stored;
}

Hit HitMaker::rank(const FoundDocument& found) const {
  Hit hit;
  read(found, {Field::url}, 0, hit);
  return hit;
}

Hit HitMaker::make(const FoundDocument& found, const std::vector<SnippetPattern>& patterns) {
  Hit hit;
  const std::size_t pieces = std::max<std::size_t>(1, pieces_left_ / 2);
  const StoredFields stored =
      read(found,
           {Field::url, Field::title, Field::site, Field::lang, Field::status, Field::type, Field::author,
            Field::published, Field::description, Field::content, Field::structure},
           pieces, hit);
  hit.title = stored.text(Field::title);
  hit.site = stored.text(Field::site);
  hit.lang = stored.text(Field::lang);
  hit.status = stored.text(Field::status);
  hit.type = stored.text(Field::type);
  hit.author = stored.text(Field::author);
  hit.published = stored.text(Field::published);
  hit.description = stored.text(Field::description);
  hit.link = hit.url;
  if (!fields_.has(Field::content)) return hit;
  const std::wstring content = stored.wide(Field::content);
  pieces_left_ -= std::min(pieces_left_, content.size() / stored_piece);
  const bool together = find_section(hit, content, stored, telling(patterns, hit.lang), stemmer_of(hit.lang));
  together_ |= together && !found.partial;
  return hit;
}

bool HitMaker::find_section(Hit& hit, const std::wstring& content, const StoredFields& stored,
                            const TellingWords& words, Stemmer* stemmer) {
  const MatchedText text(content, words.patterns, stemmer, deadline_);
  Snippet snippet = text.snippet();
  std::string structure;
  if (snippet.match) structure = stored.unpacked(Field::structure, structure_of(content.size()));
  const std::wstring title = to_wide(hit.title);
  const Snippet in_title = make_snippet(title, words.patterns, stemmer, deadline_);
  const AnsweringPart part =
      answering_part({content, structure, snippet.matches, in_title.matches}, words.weights, deadline_);
  const bool together = part.together && !words.patterns.empty();
  // The snippet shows what the link leads to.
  if (part.begin && snippet.match && (*snippet.match < *part.begin || *snippet.match >= *part.end)) {
    if (Snippet of_section = text.snippet_within(*part.begin, *part.end); of_section.match) {
      snippet.pieces = std::move(of_section.pieces);
      snippet.match = of_section.match;
    }
  }
  hit.snippet = std::move(snippet.pieces);
  if (snippet.match) hit.place = place_of(structure, *snippet.match, deadline_);
  const auto url = parse_url(hit.url);
  if (!url) return together;
  hit.link = url->str();
  if (hit.best_bet) return together;  // people have chosen the page, not a section of it
  hit.link += part.fragment;
  if (part.beginning && hit.place && hit.place->begin > of_first_screens)
    hit.link += hit.place->anchor.empty() ? text_fragment({}, std::wstring_view(content).substr(hit.place->begin))
                                          : anchor_fragment(hit.place->anchor);
  for (const PageSection& section : part.more) hit.sections.push_back({section.title, url->str() + section.fragment});
  return together;
}

std::optional<TemplateLine> HitMaker::template_line(const std::vector<SnippetPattern>& patterns,
                                                    const std::vector<Hit>& hits, const std::string& site) {
  if (together_ || !fields_.has(Field::content)) return std::nullopt;
  std::vector<std::string> sites;
  const auto add = [&](const std::string& name) {
    if (sites.size() < max_templates && std::find(sites.begin(), sites.end(), name) == sites.end())
      sites.push_back(name);
  };
  if (!site.empty()) add(site);
  if (sites.empty())
    for (const Hit& hit : hits) add(hit.site);
  const auto& reader = leaves_.view().reader();
  std::vector<std::int32_t> documents;
  const auto read = [&](const Lucene::TermPtr& term) {
    for (const auto found = reader->termDocs(term); documents.size() < max_templates && found->next();)
      documents.push_back(found->doc());
  };
  for (const std::string& name : sites) read(template_key_of(name, fields_));
  if (sites.empty()) read(marker_of(fields_, DocumentKind::site_template));
  for (const std::int32_t document : documents) {
    deadline_.check(work_of_a_page);
    const StoredFields stored(reader, document, fields_, {Field::site, Field::lang, Field::content}, template_pieces);
    TemplateLine line{stored.text(Field::site), stored.text(Field::lang), {}};
    line.line = answering_line(stored.wide(Field::content), telling(patterns, line.lang).patterns,
                               stemmer_of(line.lang), deadline_);
    if (!line.line.empty()) return line;
  }
  return std::nullopt;
}

const TellingWords& HitMaker::telling(const std::vector<SnippetPattern>& patterns, const std::string& language) {
  const auto [at, added] = telling_.try_emplace({&patterns, language});
  if (added) {
    at->second.patterns = without_stop_words(patterns, language);
    for (const SnippetPattern& pattern : at->second.patterns) at->second.weights.push_back(weight_of(pattern));
  }
  return at->second;
}

// The idf of the rarest word, in the content alone. What a pattern with wildcards fits counts as 1.
double HitMaker::weight_of(const SnippetPattern& pattern) {
  constexpr double least = 0.01;
  const std::wstring content = to_wide(fields_[Field::content]);
  const auto count = [&](const std::wstring& term) {
    return static_cast<std::size_t>(leaves_.view().reader()->docFreq(newLucene<Lucene::Term>(content, term)));
  };
  double rarest = least;
  for (const WordTest& test : pattern.words) {
    std::size_t documents = 0;
    for (const std::wstring& word : test.folded) documents = std::max(documents, count(word));
    if (!test.lower.empty())
      for (const std::string& language : stem_languages_)
        documents = std::max(documents, count(stem_term(language, stemmer_for(language).stem(test.lower))));
    const std::size_t all = std::max(leaves_.documents(), documents);
    rarest = std::max(rarest, test.pattern.empty() ? idf(all, documents) : 1);
  }
  return rarest;
}

Stemmer* HitMaker::stemmer_of(const std::string& language) {
  const std::string stems = analysers_.stems_of(language);
  return stems.empty() ? nullptr : &stemmer_for(stems);
}

Stemmer& HitMaker::stemmer_for(const std::string& stems) { return stemmers_.try_emplace(stems, stems).first->second; }

}  // namespace pith::index
