#include "indexer_adapter/stored_page.h"

#include "indexer_adapter/detail/lucene_error.h"
#include "indexer_adapter/detail/text.h"
#include "indexer_adapter/document.h"
#include "indexer_adapter/lucene.h"

namespace pith::index {
namespace {

std::string unpack(const Lucene::FieldablePtr& field) {
  if (!field->isBinary()) return {};
  const auto packed = Lucene::ByteArray::newInstance(field->getBinaryLength());
  std::copy_n(field->getBinaryValue().get() + field->getBinaryOffset(), packed.size(), packed.get());
  const auto bytes = Lucene::CompressionTools::decompress(packed);
  return {reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(bytes.size())};
}

}  // namespace

StoredPage stored_page(const Lucene::DocumentPtr& document, const FieldMap& fields) {
  StoredPage page;
  for (const FieldInfo& info : index::fields()) {
    if (!info.stored || !fields.has(info.field)) continue;
    // A document that was not read from the index has fields under the same name that are not stored.
    for (const auto& field : document->getFieldables(to_wide(fields[info.field]))) {
      if (!field->isStored()) continue;
      std::string value = info.kind == FieldKind::packed ? unpack(field) : to_utf8(field->stringValue());
      if (!value.empty()) page.emplace(info.name, std::move(value));
      break;
    }
  }
  return page;
}

Result<StoredPage> stored_page(const PageRecord& record, const ExtractedPage& page, const FieldMap& fields) {
  try {
    return stored_page(make_document(record, page, fields), fields);
  } catch (...) {
    return error_in_flight("index_read", "index: " + record.url + " makes no document");
  }
}

}  // namespace pith::index
