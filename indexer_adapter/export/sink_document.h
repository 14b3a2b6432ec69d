// What an output gets of a page: fields with names and types.
//
// They are made from what the index stores, or read again where `pith map` wrote them. Text that must not be shown is
// not stored, so it cannot come out here.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "indexer_adapter/documents/stored_page.h"

namespace pith {
struct ExtractedPage;
}

namespace pith::sinks {

enum class FieldType : std::uint8_t {
  keyword,  // one term
  text,
  texts,   // a list of texts, one per block of the page
  date,    // ISO 8601: a day, or a time with or without zone
  number,  // a double
  json,    // not searchable
};

struct DocumentField {
  std::string_view name;
  FieldType type;
  std::string_view meaning;
};

// All fields that a document can have, in order. Fields without a value are left out.
std::span<const DocumentField> document_fields();

// Those of a chunk of a page (chunk_documents.h).
std::span<const DocumentField> chunk_fields();

struct SinkDocument {
  std::string id;   // of a page: SHA-256 of the URL, in hexadecimal: exporting a page again replaces it
  std::string url;  // for messages
  nlohmann::ordered_json fields;
};

// The lists (headings, tables, ...) are the parts of `content` that `structure` names; they are empty if the index
// stores neither. `with_structure`: the document also has a field `structure`. Error "bad_structure" if content and
// structure do not match; "no_url".
Result<SinkDocument> make_sink_document(index::StoredPage page, bool with_structure);

// The same document as of the index that the page would be written to; the record has a URL.
Result<SinkDocument> make_sink_document(const index::PageRecord& record, const ExtractedPage& page,
                                        bool with_structure);

// The document whose fields a JSON object from outside has, under their names; other keys are left out, and null is no
// value. Its URL is normalised, and a page's id is made from that; an object with "chunk" is a chunk, and has its own.
// Errors, whose message is what follows "the line": "no_url", "bad_field".
Result<SinkDocument> read_sink_document(nlohmann::ordered_json object);

// On one line, whatever its bytes.
std::string to_line(const nlohmann::ordered_json& json);

}  // namespace pith::sinks
