#include "indexer_adapter/documents/index_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "indexer_adapter/documents/detail/packing.h"
#include "indexer_adapter/documents/detail/stored_fields.h"
#include "indexer_adapter/documents/detail/terms.h"
#include "indexer_adapter/lucene/detail/lucene_error.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/lucene/index_error.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/lucene/warm_up.h"
#include "indexer_adapter/words/detail/analyzer.h"
#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {
namespace {

using Lucene::newLucene;
using LuceneField = Lucene::Field;

std::string key_value(DocumentKind kind, std::string_view key) {
  return std::string(generator_name(kind)) + " " + std::string(key);
}

class DocumentMaker {
 public:
  // Texts become fields that `analyzer` is to analyse: if it is Pith's, one stream each, else a field for each value.
  explicit DocumentMaker(const FieldMap& fields, const Lucene::AnalyzerPtr& analyzer = {})
      : fields_(fields), words_of_(boost::dynamic_pointer_cast<WordAnalyzer>(analyzer)) {}

  // Adds a value as the schema says. Empty values are left out.
  void add(Field field, std::string_view value) {
    if (value.empty() || !fields_.has(field)) return;
    const FieldInfo& info = info_of(field);
    switch (info.kind) {
      case FieldKind::text:
        append_text(field, to_wide(value), info.stored);
        break;
      case FieldKind::keyword:
        append(field, to_wide(value), info.stored, LuceneField::INDEX_NOT_ANALYZED_NO_NORMS);
        break;
      case FieldKind::date:
        if (const std::string digits = date_digits(value); !digits.empty()) {
          append(field, to_wide(value), true, LuceneField::INDEX_NO);
          append(field, to_wide(digits), false, LuceneField::INDEX_NOT_ANALYZED_NO_NORMS);
        }
        break;
      case FieldKind::packed:
        document_->add(newLucene<LuceneField>(name(field), pack(value), LuceneField::STORE_YES));
        break;
      case FieldKind::number:
      case FieldKind::derived:
        break;
    }
  }

  void add(Field field, double value) {
    if (!fields_.has(field)) return;
    const auto number = newLucene<Lucene::NumericField>(name(field), LuceneField::STORE_YES, true);
    number->setDoubleValue(value);
    document_->add(number);
  }

  // One value a line, so that phrases do not cross lines.
  void add_lines(Field field, std::string_view lines) {
    while (!lines.empty()) {
      const std::size_t end = std::min(lines.find('\n'), lines.size());
      add(field, lines.substr(0, end));
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
  }

  // Searches find the text by all of its words but may show only `shown`. So there are two fields under one name: text
  // that must not be shown is not stored, whoever reads the index.
  void add(Field field, std::string_view value, std::string_view shown) {
    if (shown == value) return add(field, value);
    if (!fields_.has(field)) return;
    if (!shown.empty()) store(field, to_wide(shown));
    append_text(field, to_wide(value), false);
  }

  // Of inbound texts.
  void add_links(std::uint32_t links) {
    if (links > 0 && fields_.has(Field::inbound)) add_number(to_wide(links_name(fields_[Field::inbound])), links);
  }

  void add_depth(std::string_view url) {
    add_number(to_wide(depth_name(fields_[Field::url])), std::size_t{1} + depth_of(to_wide(url)));
  }

  void mark(DocumentKind kind, std::string_view key) {
    add(Field::generator, generator_name(kind));
    add(Field::generator, key_value(kind, key));
  }

  Lucene::DocumentPtr take() {
    for (const auto& [field, count] : words_) add_number(words_field(name(field)), count);
    for (auto& [field, values] : values_) {
      const auto text = newLucene<LuceneField>(name(field), words_of_->stream_of(std::move(values)));
      text->setOmitNorms(true);
      document_->add(text);
    }
    return document_;
  }

 private:
  std::wstring name(Field field) const { return to_wide(fields_[field]); }

  // Norms would round the length to one of 256 values, of which hardly ten occur; words_field has it exactly.
  void append_text(Field field, std::wstring value, bool stored) {
    words_[field] += count_words(value);
    if (!words_of_) return append(field, value, stored, LuceneField::INDEX_ANALYZED_NO_NORMS);
    if (stored) store(field, value);
    values_[field].push_back(std::move(value));
  }

  void store(Field field, const std::wstring& value) {
    for (std::size_t begin = 0; begin < value.size(); begin += stored_piece)
      append(field, value.substr(begin, stored_piece), true, LuceneField::INDEX_NO);
  }

  void add_number(const std::wstring& name, std::size_t value) {
    constexpr std::int32_t one_term = 32;  // a precision step past the bits of the number: no terms for ranges
    const auto number = newLucene<Lucene::NumericField>(name, one_term, LuceneField::STORE_NO, true);
    number->setIntValue(static_cast<std::int32_t>(value));
    document_->add(number);
  }

  void append(Field field, const std::wstring& value, bool stored, LuceneField::Index index) {
    document_->add(
        newLucene<LuceneField>(name(field), value, stored ? LuceneField::STORE_YES : LuceneField::STORE_NO, index));
  }

  const FieldMap& fields_;
  boost::shared_ptr<WordAnalyzer> words_of_;
  std::map<Field, std::vector<std::wstring>> values_;  // for streams
  Lucene::DocumentPtr document_ = newLucene<Lucene::Document>();
  std::map<Field, std::size_t> words_;
};

// What a definition is called is the heading of what follows. A heading that only leads to another page is that page's
// title: a list of stories is not about each of them.
std::optional<Field> field_of(const Block& block) {
  switch (block.region) {
    case Region::heading:
      if (block.linked) return std::nullopt;
      return Field::headings;
    case Region::list:
      return block.term && !block.linked ? Field::headings : Field::lists;
    case Region::table:
      return Field::tables;
    case Region::code:
      return Field::code;
    case Region::quote:
      return Field::quotes;
    case Region::caption:
      return Field::captions;
    case Region::paragraph:
      break;
  }
  return std::nullopt;
}

// Hands every value of a page's document to a maker.
template <typename Maker>
void describe(const PageRecord& record, const ExtractedPage& page, Maker& maker) {
  maker.add(Field::url, record.url);
  maker.add_depth(record.url);
  maker.add(Field::site, record.site);
  maker.add(Field::title, page.metadata.title);
  maker.add(Field::other_title, page.metadata.other_title);
  for (const Block& block : page.blocks.blocks)
    if (const auto field = field_of(block))
      maker.add(*field, std::string_view(page.blocks.text).substr(block.begin, block.end - block.begin));
  maker.add(Field::content, page.blocks.text, shown_blocks(page).text);
  maker.add_lines(Field::anchors, page.anchors);
  maker.add_lines(Field::asides, page.asides.text);
  maker.add(Field::author, page.metadata.author);
  maker.add(Field::description, page.metadata.description,
            page.shown ? page.shown->description : page.metadata.description);
  maker.add(Field::tags, page.metadata.tags);
  maker.add(Field::categories, page.metadata.categories);
  maker.add_lines(Field::template_text, page.template_text);
  maker.add(Field::published, page.metadata.published);
  maker.add(Field::modified, page.metadata.modified);
  maker.add(Field::fetched, record.fetched);
  maker.add(Field::lang, page.metadata.language);
  maker.add(Field::image, page.metadata.image);
  maker.add(Field::licence, page.metadata.licence);
  maker.add(Field::digest, record.digest);
  maker.add(Field::structure, page.shown ? page.shown->structure : page.structure);
  maker.add(Field::html, page.shown ? page.shown->html : page.html);
  maker.add(Field::status, name_of(page.status));
  maker.add(Field::reason, page.reason);
  maker.add(Field::confidence, page.confidence);
  if (page.type) maker.add(Field::type, name_of(*page.type));
  maker.add(Field::extractor, page.extractor);
  maker.mark(DocumentKind::page, record.url);
}

// What the index will store, without making a document.
class StoredMaker {
 public:
  explicit StoredMaker(const FieldMap& fields) : fields_(fields) {}

  void add(Field field, std::string_view value) {
    const FieldInfo& info = info_of(field);
    if (value.empty() || !info.stored || !fields_.has(field)) return;
    if (info.kind == FieldKind::date && date_digits(value).empty()) return;
    page_.emplace(info.name, value);
  }
  void add(Field field, double value) {
    if (fields_.has(field)) page_.emplace(info_of(field).name, fmt::format("{:g}", value));
  }
  void add(Field field, std::string_view, std::string_view shown) { add(field, shown); }
  void add_lines(Field, std::string_view) {}  // of fields that are not stored
  void add_depth(std::string_view) {}
  void mark(DocumentKind, std::string_view) {}

  StoredPage take() { return std::move(page_); }

 private:
  const FieldMap& fields_;
  StoredPage page_;
};

Lucene::TermPtr key_term(DocumentKind kind, std::string_view key, const FieldMap& fields) {
  return newLucene<Lucene::Term>(to_wide(fields[Field::generator]), to_wide(key_value(kind, key)));
}

}  // namespace

Lucene::DocumentPtr make_document(const PageRecord& record, const ExtractedPage& page, const FieldMap& fields,
                                  const Lucene::AnalyzerPtr& analyzer) {
  warm_up();
  DocumentMaker maker(fields, analyzer);
  describe(record, page, maker);
  return maker.take();
}

std::optional<StoredPage> stored_page(const Lucene::DocumentPtr& document, const FieldMap& fields,
                                      const ReadBounds& bounds) {
  StoredPage page;
  std::size_t left = bounds.bytes;
  for (const FieldInfo& info : index::fields()) {
    if (!info.stored || !fields.has(info.field)) continue;
    if (info.field == Field::structure && !bounds.structure) continue;
    std::string value;
    for (const auto& field : document->getFieldables(to_wide(fields[info.field]))) {
      if (!field->isStored()) continue;  // one not read from the index also has unstored fields under the same name
      const std::size_t one_too_many = std::max(left, left + 1);
      const std::string part =
          info.kind == FieldKind::packed ? unpack(field, one_too_many) : to_utf8(field->stringValue());
      if (part.size() > left) return std::nullopt;
      left -= part.size();
      value += part;
    }
    if (!value.empty()) page.emplace(info.name, std::move(value));
  }
  return page;
}

StoredPage stored_page(const Lucene::DocumentPtr& document, const FieldMap& fields) {
  return *stored_page(document, fields, {});
}

StoredPage stored_page(const PageRecord& record, const ExtractedPage& page, const FieldMap& fields) {
  StoredMaker maker(fields);
  describe(record, page, maker);
  return maker.take();
}

Lucene::AnalyzerPtr analyzer_for(std::string_view language, const Analysers& analysers) {
  warm_up();
  return newLucene<WordAnalyzer>(analysers.stems_of(language));
}

Lucene::TermPtr key_of(std::string_view url, const FieldMap& fields) {
  return key_term(DocumentKind::page, url, fields);
}

Lucene::TermPtr template_key_of(std::string_view site, const FieldMap& fields) {
  return key_term(DocumentKind::site_template, site, fields);
}

void replace_page(const Lucene::IndexWriterPtr& writer, const PageRecord& record, const ExtractedPage& page,
                  const FieldMap& fields, const Lucene::AnalyzerPtr& analyzer) {
  const auto words = analyzer ? analyzer : writer->getAnalyzer();
  writer->updateDocument(key_of(record.url, fields), make_document(record, page, fields, words), words);
}

void remove_page(const Lucene::IndexWriterPtr& writer, std::string_view url, const FieldMap& fields) {
  writer->deleteDocuments(key_of(url, fields));
  writer->deleteDocuments(key_term(DocumentKind::inbound_texts, url, fields));
}

void replace_inbound_texts(const Lucene::IndexWriterPtr& writer, const InboundTexts& inbound_texts,
                           const FieldMap& fields, const Lucene::AnalyzerPtr& analyzer) {
  const auto key = key_term(DocumentKind::inbound_texts, inbound_texts.url, fields);
  const bool says_something =
      (fields.has(Field::inbound) && (!inbound_texts.inbound.empty() || inbound_texts.links > 0)) ||
      (fields.has(Field::ancestors) && !inbound_texts.ancestors.empty());
  if (!says_something) return writer->deleteDocuments(key);
  DocumentMaker maker(fields, analyzer);
  maker.add(Field::url, inbound_texts.url);
  maker.add_lines(Field::inbound, inbound_texts.inbound);
  maker.add_lines(Field::ancestors, inbound_texts.ancestors);
  maker.add_links(inbound_texts.links);
  maker.mark(DocumentKind::inbound_texts, inbound_texts.url);
  writer->updateDocument(key, maker.take(), analyzer);
}

void replace_template(const Lucene::IndexWriterPtr& writer, std::string_view site, std::string_view text,
                      std::string_view language, const FieldMap& fields, const Lucene::AnalyzerPtr& analyzer) {
  const auto key = template_key_of(site, fields);
  if (text.empty()) return writer->deleteDocuments(key);
  DocumentMaker maker(fields, analyzer);
  maker.add(Field::site, site);
  maker.add(Field::content, text);
  maker.add(Field::lang, language);
  maker.mark(DocumentKind::site_template, site);
  writer->updateDocument(key, maker.take(), analyzer);
}

std::string date_digits(std::string_view iso) {
  std::string digits;
  bool time = false;
  for (const char c : iso) {
    if (c >= '0' && c <= '9')
      digits += c;
    else if (c == 'T' || c == 't' || c == ' ')
      time = true;
    else if (c != ':' && (c != '-' || time))
      break;  // fractions of a second, zone
    if (digits.size() == 14) break;
  }
  return digits.size() < 4 ? std::string() : digits;
}

}  // namespace pith::index
