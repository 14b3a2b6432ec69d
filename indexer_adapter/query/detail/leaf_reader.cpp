#include "indexer_adapter/query/detail/leaf_reader.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/detail/pattern.h"
#include "indexer_adapter/query/query_syntax.h"
#include "indexer_adapter/words/detail/letters.h"

namespace pith::index {
namespace {

using Lucene::newLucene;

constexpr std::int32_t block = 1024;

double length_norm(double b, double words, double average) { return words == 0 ? 1 : 1 - b + b * words / average; }

std::wstring literal_beginning(const std::wstring& pattern) {
  return pattern.substr(0, pattern.find_first_of(std::wstring{QueryNode::any_run, QueryNode::any_one}));
}

bool is_beyond(const Leaf::Terms& range, const std::wstring& text) {
  if (range.high.empty()) return false;
  return range.high_included ? text > range.high : text >= range.high;
}

}  // namespace

double idf(std::size_t all, std::size_t documents) {
  const auto df = static_cast<double>(documents);
  return std::log(1 + (static_cast<double>(all) - df + 0.5) / (df + 0.5));
}

LeafReader::LeafReader(const IndexView& view, const Ranking& ranking, const Deadline& deadline, DocumentKind kind)
    : view_(view),
      ranking_(ranking),
      deadline_(deadline),
      kind_(kind),
      given_(view.segments().size()),
      phrases_(deadline) {}

Matches LeafReader::read(const Leaf& leaf) {
  Matches matches;
  read_inbound_texts(leaf);
  for (std::size_t segment = 0; segment < view_.segments().size(); ++segment) {
    read_segment(leaf, segment, nullptr);
    matches.segments.push_back(take(leaf.scored, view_.segments()[segment].reader->maxDoc()));
    matches.documents += matches.segments.back().documents.size();
  }
  matches.idf = idf(documents(), matches.documents);
  return matches;
}

std::vector<FieldShare> LeafReader::shares(const Leaf& leaf, const Segment& segment, std::int32_t document) {
  Wanted wanted{document, {}};
  read_inbound_texts(leaf);
  read_segment(leaf, view_.segment_of(segment.first_document), &wanted);
  forget();
  return std::move(wanted.shares);
}

void LeafReader::choose(const Segment& segment, DocumentKind kind) {
  chosen_ = &view_.chosen(segment, kind);
  const auto size = static_cast<std::size_t>(segment.reader->maxDoc());
  if (frequencies_.size() < size) {
    frequencies_.resize(size);
    weights_.resize(size);
  }
}

// InboundTexts may be in another segment than their page, so they are read first.
void LeafReader::read_inbound_texts(const Leaf& leaf) {
  for (auto& given : given_) given.clear();
  if (kind_ != DocumentKind::page || view_.documents(DocumentKind::inbound_texts) == 0) return;
  for (const Leaf::SearchedField& field : leaf.fields) {
    if (!field.of_inbound_texts) continue;
    for (std::size_t i = 0; i < view_.segments().size(); ++i) {
      const Segment& segment = view_.segments()[i];
      const std::vector<std::int32_t>& subjects = view_.subjects(i);
      choose(segment, DocumentKind::inbound_texts);
      read_field(leaf, field, segment);
      finish_field(field, DocumentKind::inbound_texts, leaf.scored, segment,
                   [&](std::int32_t document, FieldShare share) {
                     const std::int32_t page = subjects[static_cast<std::size_t>(document)];
                     if (page < 0) return;
                     const std::size_t of_page = view_.segment_of(page);
                     given_[of_page].push_back({page - view_.segments()[of_page].first_document, share});
                   });
    }
  }
}

void LeafReader::read_segment(const Leaf& leaf, std::size_t number, Wanted* wanted) {
  const Segment& segment = view_.segments()[number];
  choose(segment, kind_);
  for (const Leaf::SearchedField& field : leaf.fields) {
    if (field.of_inbound_texts) continue;
    read_field(leaf, field, segment);
    finish_field(field, kind_, leaf.scored, segment,
                 [&](std::int32_t document, const FieldShare& share) { give(document, share, wanted); });
  }
  for (const Given& given : given_[number]) give(given.document, given.share, wanted);
}

void LeafReader::read_field(const Leaf& leaf, const Leaf::SearchedField& field, const Segment& segment) {
  if (!leaf.host.empty()) return read_host(leaf.host, field.name, segment);
  if (leaf.slots.empty() && leaf.synonyms.empty()) read_terms(leaf.terms, field.name, segment);
  if (!leaf.slots.empty()) read_slots(leaf.slots, leaf.slop, 1, field.name, segment);
  for (const auto& synonym : leaf.synonyms) read_slots(synonym, 0, synonym_weight, field.name, segment);
}

void LeafReader::read_slots(const std::vector<Leaf::Slot>& slots, unsigned slop, double factor,
                            const std::wstring& field, const Segment& segment) {
  if (slots.size() > 1)
    return phrases_.visit(slots, slop, field, segment.reader, *chosen_, [&](std::int32_t document, double frequency) {
      add(document, static_cast<float>(factor * frequency));
    });
  for (const Leaf::Variant& variant : slots.front().variants) {
    deadline_.check(work_of_a_term);
    const auto postings = segment.reader->termDocs(newLucene<Lucene::Term>(field, variant.text));
    add_postings(*postings, factor * variant.weight);
    postings->close();
  }
}

void LeafReader::read_terms(const Leaf::Terms& range, const std::wstring& field, const Segment& segment) {
  const std::wstring beginning = range.pattern.empty() ? std::wstring() : literal_beginning(range.pattern);
  const bool any_ending = range.pattern.size() == beginning.size() + 1 && range.pattern.back() == QueryNode::any_run;
  const auto terms = segment.reader->terms(newLucene<Lucene::Term>(field, std::max(range.low, beginning)));
  const auto postings = segment.reader->termDocs();
  do {
    deadline_.check(work_of_a_term);
    const auto term = terms->term();
    if (!term || term->field() != field) break;
    const std::wstring& text = term->text();
    if (!text.starts_with(beginning) || is_beyond(range, text)) break;
    if (!range.low_included && text == range.low) continue;
    if (!range.pattern.empty() && !any_ending && !fits_pattern(without_mark(text), range.pattern)) continue;
    postings->seek(terms);
    add_postings(*postings, 1);
  } while (terms->next());
  terms->close();
  postings->close();
}

void LeafReader::read_host(const std::wstring& host, const std::wstring& url_field, const Segment& segment) {
  const KeywordColumn& hosts = segment.columns->hosts(segment.reader, url_field);
  std::vector<char> wanted;
  for (const std::string& value : hosts.values) wanted.push_back(!value.empty() && fits_host(to_wide(value), host));
  const bool deletions = segment.reader->hasDeletions();
  for (std::size_t document = 0; document < hosts.of.size(); ++document) {
    if (document % block == 0) deadline_.check(block);
    const auto number = static_cast<std::int32_t>(document);
    if (wanted[hosts.of[document]] && !(deletions && segment.reader->isDeleted(number))) add(number, 1);
  }
}

void LeafReader::add_postings(Lucene::TermDocs& postings, double weight) {
  const auto documents = static_cast<std::int32_t>(chosen_->size());
  for (auto read = postings_.next(postings, documents); !read.documents.empty();
       read = postings_.next(postings, documents)) {
    deadline_.check(static_cast<std::uint32_t>(read.documents.size()));
    for (std::size_t i = 0; i < read.documents.size(); ++i)
      add(read.documents[i], static_cast<float>(weight * static_cast<double>(read.frequencies[i])));
  }
}

void LeafReader::add(std::int32_t document, float frequency) {
  if (!(*chosen_)[static_cast<std::size_t>(document)]) return;
  float& known = frequencies_[static_cast<std::size_t>(document)];
  if (known == 0) in_field_.push_back(document);
  known = std::max(known, frequency);
}

template <typename Take>
void LeafReader::finish_field(const Leaf::SearchedField& field, DocumentKind kind, bool scored, const Segment& segment,
                              Take take) {
  if (in_field_.empty()) return;
  const bool lengths = scored && field.length_counts;
  const std::uint32_t* const words = lengths ? segment.columns->words(segment.reader, field.name).data() : nullptr;
  const double average = lengths ? view_.average_words(field.name, kind) : 1;
  for (const std::int32_t document : in_field_) {
    float& known = frequencies_[static_cast<std::size_t>(document)];
    const auto frequency = static_cast<double>(std::exchange(known, 0.0F));
    const double count = lengths ? words[document] : 0;
    const double share = field.weight * frequency / length_norm(ranking_.b, count, average);
    take(document, FieldShare{&field, frequency, count, average, share});
  }
  in_field_.clear();
}

void LeafReader::give(std::int32_t document, const FieldShare& share, Wanted* wanted) {
  if (wanted != nullptr && wanted->document == document) wanted->shares.push_back(share);
  double& weight = weights_[static_cast<std::size_t>(document)];
  if (weight == 0) in_segment_.push_back(document);
  weight += share.value;
}

SegmentMatches LeafReader::take(bool scored, std::int32_t max_document) {
  matches_ += in_segment_.size();
  if (matches_ > max_matches) throw TooManyMatches();
  SegmentMatches matches;
  // Postings of one term are in order; for many terms, scanning all documents costs less than sorting.
  if (!std::is_sorted(in_segment_.begin(), in_segment_.end())) {
    if (in_segment_.size() > static_cast<std::size_t>(max_document) / 16) {
      in_segment_.clear();
      for (std::int32_t i = 0; i < max_document; ++i)
        if (weights_[static_cast<std::size_t>(i)] != 0) in_segment_.push_back(i);
    } else {
      std::sort(in_segment_.begin(), in_segment_.end());
    }
  }
  matches.documents.assign(in_segment_.begin(), in_segment_.end());
  if (scored) matches.weights.reserve(in_segment_.size());
  for (const std::int32_t document : in_segment_) {
    double& weight = weights_[static_cast<std::size_t>(document)];
    if (scored) matches.weights.push_back(static_cast<float>(weight));
    weight = 0;
  }
  in_segment_.clear();
  return matches;
}

void LeafReader::forget() {
  for (const std::int32_t document : in_field_) frequencies_[static_cast<std::size_t>(document)] = 0;
  for (const std::int32_t document : in_segment_) weights_[static_cast<std::size_t>(document)] = 0;
  in_field_.clear();
  in_segment_.clear();
}

}  // namespace pith::index
