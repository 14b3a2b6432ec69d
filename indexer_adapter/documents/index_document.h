// Pages as Lucene documents, for programs with their own IndexWriter. Needs nothing else from this folder:
//
//   Lucene::IndexWriterPtr writer = ...;                            // the program's own, with its own analyser
//   const auto fields = pith::index::FieldMap::make({{"content", "body"}, {"structure", ""}});
//   pith::index::replace_page(writer, record, page, *fields);       // visible after writer->commit()
//
// Lucene's exceptions pass through. Lucene++'s first use is not thread-safe: call warm_up() before starting a second
// thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/extract/extracted_page.h"
#include "indexer_adapter/documents/field_map.h"
#include "indexer_adapter/documents/inbound_texts.h"
#include "indexer_adapter/documents/page_record.h"
#include "indexer_adapter/documents/stored_page.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/words/analysis.h"

namespace pith::index {

// The document of a page: fields by region, marker and key. Content that must not be shown (ExtractedPage::shown) is
// indexed but not stored. Analysed by whatever analyser the writer has. A skipped page gives a document too; whether to
// index it is the caller's choice. With an analyser of analyzer_for, texts are streams of terms: quicker, but such a
// document can be added once, with this analyser.
Lucene::DocumentPtr make_document(const PageRecord& record, const ExtractedPage& page, const FieldMap& fields = {},
                                  const Lucene::AnalyzerPtr& analyzer = {});

// What the index has stored of a document; nullopt if that is more than the bounds allow.
std::optional<StoredPage> stored_page(const Lucene::DocumentPtr& document, const FieldMap& fields,
                                      const ReadBounds& bounds);
StoredPage stored_page(const Lucene::DocumentPtr& document, const FieldMap& fields);

// The analyser of a page in this language, for IndexWriter::addDocument and for queries.
Lucene::AnalyzerPtr analyzer_for(std::string_view language, const Analysers& analysers = {});

// The term that only Pith's document of this URL has. Other programs' documents are never affected, even with the same
// value in the URL field.
Lucene::TermPtr key_of(std::string_view url, const FieldMap& fields = {});

// The same for the document of a site's template.
Lucene::TermPtr template_key_of(std::string_view site, const FieldMap& fields = {});

// Adds the page, replacing Pith's older document of the URL. `analyzer`: the writer's own if null.
void replace_page(const Lucene::IndexWriterPtr& writer, const PageRecord& record, const ExtractedPage& page,
                  const FieldMap& fields = {}, const Lucene::AnalyzerPtr& analyzer = {});

// Removes what is said of it, too.
void remove_page(const Lucene::IndexWriterPtr& writer, std::string_view url, const FieldMap& fields = {});

// Adds what other pages say of a page, replacing what they said before. If they say nothing that
// has a field, only removes that.
void replace_inbound_texts(const Lucene::IndexWriterPtr& writer, const InboundTexts& inbound_texts,
                           const FieldMap& fields, const Lucene::AnalyzerPtr& analyzer);

// The same for the document of a site's template: site, content, lang, and its own marker. Empty text removes it.
void replace_template(const Lucene::IndexWriterPtr& writer, std::string_view site, std::string_view text,
                      std::string_view language, const FieldMap& fields, const Lucene::AnalyzerPtr& analyzer);

// The digits of an ISO 8601 date or time, without zone: how dates are indexed. "2024-05-31T10:00:00Z" →
// "20240531100000", "2024-05" → "202405"; empty if it does not begin with a year.
std::string date_digits(std::string_view iso);

}  // namespace pith::index
