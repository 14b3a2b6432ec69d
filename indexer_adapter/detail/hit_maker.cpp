#include "indexer_adapter/detail/hit_maker.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>

#include "core/text/url.h"
#include "indexer_adapter/detail/fragment.h"
#include "indexer_adapter/detail/place.h"
#include "indexer_adapter/detail/template_line.h"
#include "indexer_adapter/detail/text.h"
#include "indexer_adapter/document.h"
#include "indexer_adapter/lucene.h"

namespace pith::index {

using Lucene::newLucene;

namespace {

constexpr std::uint32_t of_first_screens = 2'000;  // code points of a page that people see without looking for them
constexpr std::size_t max_templates = 10;
constexpr std::uint32_t work_of_a_page = 1'024;  // to read what the index stores of it: always looks at the clock

}  // namespace

HitMaker::HitMaker(const LeafReader& leaves, const FieldMap& fields, const Analysers& analysers,
                   const std::vector<std::string>& stem_languages, const Deadline& deadline)
    : leaves_(leaves), fields_(fields), analysers_(analysers), stem_languages_(stem_languages), deadline_(deadline) {}

Lucene::DocumentPtr HitMaker::read(const FoundDocument& found, std::initializer_list<Field> fields, Hit& hit) const {
  deadline_.check(work_of_a_page);
  auto names = Lucene::Collection<Lucene::String>::newInstance();
  for (const Field field : fields)
    if (fields_.has(field)) names.add(to_wide(fields_[field]));
  const auto document = leaves_.view().searcher()->doc(found.document, newLucene<Lucene::MapFieldSelector>(names));
  hit.url = to_utf8(document->get(to_wide(fields_[Field::url])));
  hit.score = found.score;
  hit.best_bet = found.bet != 0;
  return document;
}

Hit HitMaker::rank(const FoundDocument& found) const {
  Hit hit;
  read(found, {Field::url}, hit);
  return hit;
}

Hit HitMaker::make(const FoundDocument& found, const std::vector<SnippetPattern>& patterns) {
  Hit hit;
  const auto document = read(found,
                             {Field::url, Field::title, Field::site, Field::lang, Field::status, Field::type,
                              Field::author, Field::published, Field::description, Field::content, Field::structure},
                             hit);
  StoredPage page = stored_page(document, fields_);
  hit.title = std::move(page["title"]);
  hit.site = std::move(page["site"]);
  hit.lang = std::move(page["lang"]);
  hit.status = std::move(page["status"]);
  hit.type = std::move(page["type"]);
  hit.author = std::move(page["author"]);
  hit.published = std::move(page["published"]);
  hit.description = std::move(page["description"]);
  hit.link = hit.url;
  if (!fields_.has(Field::content)) return hit;
  const std::wstring content = document->get(to_wide(fields_[Field::content]));
  const TellingWords& words = telling(patterns, hit.lang);
  const bool together = find_section(hit, content, page["structure"], words, stemmer_of(hit.lang));
  together_ |= together && !found.partial;
  return hit;
}

bool HitMaker::find_section(Hit& hit, const std::wstring& content, const std::string& structure,
                            const TellingWords& words, Stemmer* stemmer) {
  Snippet snippet = make_snippet(content, words.patterns, stemmer, deadline_);
  const std::wstring title = to_wide(hit.title);
  const Snippet in_title = make_snippet(title, words.patterns, stemmer, deadline_);
  const AnsweringPart part =
      answering_part({content, structure, snippet.matches, in_title.matches}, words.weights, deadline_);
  const bool together = part.together && !words.patterns.empty();
  // The snippet shows what the link leads to.
  if (part.begin && snippet.match && (*snippet.match < *part.begin || *snippet.match >= *part.end)) {
    const std::wstring_view section = std::wstring_view(content).substr(*part.begin, *part.end - *part.begin);
    if (Snippet of_section = make_snippet(section, words.patterns, stemmer, deadline_); of_section.match) {
      snippet.pieces = std::move(of_section.pieces);
      snippet.match = *of_section.match + *part.begin;
    }
  }
  hit.snippet = std::move(snippet.pieces);
  if (snippet.match) hit.place = place_of(structure, *snippet.match);
  const auto url = parse_url(hit.url);
  if (!url) return together;
  hit.link = url->str() + part.fragment;
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
    const StoredPage page = stored_page(reader->document(document), fields_);
    const auto value = [&](const char* field) {
      const auto found = page.find(field);
      return found == page.end() ? std::string() : found->second;
    };
    TemplateLine line{value("site"), value("lang"), {}};
    line.line = answering_line(to_wide(value("content")), telling(patterns, line.lang).patterns, stemmer_of(line.lang),
                               deadline_);
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
