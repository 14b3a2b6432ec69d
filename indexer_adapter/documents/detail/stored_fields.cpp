#include "indexer_adapter/documents/detail/stored_fields.h"

#include <set>
#include <utility>

#include "indexer_adapter/documents/detail/packing.h"
#include "indexer_adapter/lucene/detail/text.h"

namespace pith::index {
namespace {

using Lucene::String;  // for LUCENE_CLASS

class Selector : public Lucene::FieldSelector {
 public:
  LUCENE_CLASS(Selector);

  Selector(std::set<std::wstring> wanted, std::wstring content, std::size_t pieces)
      : wanted_(std::move(wanted)), content_(std::move(content)), pieces_(pieces) {}

  FieldSelectorResult accept(const Lucene::String& field) override {
    if (!wanted_.contains(field)) return SELECTOR_NO_LOAD;
    if (field == content_ && pieces_-- == 0) {
      pieces_ = 0;
      return SELECTOR_NO_LOAD;
    }
    return SELECTOR_LOAD;
  }

 private:
  const std::set<std::wstring> wanted_;
  const std::wstring content_;
  std::size_t pieces_;
};

}  // namespace

StoredFields::StoredFields(const Lucene::IndexReaderPtr& reader, std::int32_t document, const FieldMap& fields,
                           std::initializer_list<Field> wanted, std::size_t content_pieces)
    : fields_(fields) {
  std::set<std::wstring> names;
  for (const Field field : wanted)
    if (fields.has(field)) names.insert(to_wide(fields[field]));
  const std::wstring content = fields.has(Field::content) ? to_wide(fields[Field::content]) : std::wstring();
  document_ = reader->document(document, Lucene::newLucene<Selector>(std::move(names), content, content_pieces));
}

std::string StoredFields::text(Field field) const { return to_utf8(wide(field)); }

std::wstring StoredFields::wide(Field field) const {
  std::wstring text;
  if (!fields_.has(field)) return text;
  for (const auto& piece : document_->getFieldables(to_wide(fields_[field]))) text += piece->stringValue();
  return text;
}

std::string StoredFields::unpacked(Field field, std::size_t most) const {
  if (!fields_.has(field)) return {};
  const auto packed = document_->getFieldable(to_wide(fields_[field]));
  return packed ? unpack(packed, most) : std::string();
}

}  // namespace pith::index
