#include "indexer_adapter/export/sink_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/extract/extracted_page.h"
#include "core/render/structure.h"
#include "core/system/digest.h"
#include "core/text/number.h"
#include "core/text/url.h"

namespace pith::sinks {
namespace {

using nlohmann::ordered_json;
using enum FieldType;

constexpr DocumentField title_field{"title", text, "title of the content"},
    site_field{"site", keyword, "registrable domain or host"};

// What pages and their chunks have.
constexpr auto common_fields = std::to_array<DocumentField>({
    {"author", text, "who wrote it"},
    {"description", text, "the page's description of itself"},
    {"tags", text, "its tags or keywords"},
    {"categories", text, "the sections or categories it is filed under"},
    {"published", date, "when it was published, as the page says"},
    {"modified", date, "when it was last changed, as the page says"},
    {"fetched", date, "when it was crawled"},
    {"lang", keyword, "language"},
    {"type", keyword, "kind of page"},
    {"status", keyword, "main, fallback or whole"},
    {"reason", keyword, "why this status"},
    {"confidence", number, "confidence of the extraction, 0 to 1"},
    {"extractor", keyword, "algorithm and version"},
    {"image", keyword, "address of its picture"},
    {"licence", keyword, "address or name of its licence"},
    {"digest", keyword, "digest of the page's bytes"},
});

template <std::size_t Before, std::size_t After>
constexpr auto with_common_fields(const std::array<DocumentField, Before>& before,
                                  const std::array<DocumentField, After>& after) {
  std::array<DocumentField, Before + common_fields.size() + After> out;
  auto end = std::copy(before.begin(), before.end(), out.begin());
  end = std::copy(common_fields.begin(), common_fields.end(), end);
  std::copy(after.begin(), after.end(), end);
  return out;
}

constexpr auto page_fields =
    with_common_fields(std::to_array<DocumentField>({
                           {"id", keyword, "SHA-256 of the URL"},
                           {"url", keyword, "address of the page"},
                           site_field,
                           title_field,
                           {"other_title", text, "what <title> says besides the title"},
                           {"headings", texts, "headings of the content"},
                           {"content", text, "the main content"},
                           {"lists", texts, "its list items"},
                           {"tables", texts, "its table cells"},
                           {"code", texts, "its code"},
                           {"quotes", texts, "its quotations"},
                           {"captions", texts, "its captions of figures and tables"},
                       }),
                       std::to_array<DocumentField>({{"structure", json, "the content's blocks"}}));

constexpr auto fields_of_chunks =
    with_common_fields(std::to_array<DocumentField>({
                           {"id", keyword, "digest of the page's URL, and of the chunk's headings and text"},
                           {"page", keyword, "the page's id"},
                           {"url", keyword, "address of the chunk in the page"},
                           site_field,
                           title_field,
                           {"trail", texts, "the headings that the chunk is under, outermost first"},
                           {"chunk", number, "its number in the page, from 0"},
                           {"chunks", number, "how many the page has"},
                           {"content", text, "its text"},
                           {"markdown", text, "the same as Markdown"},
                           {"tokens", number, "how many it has, as counted"},
                           {"begin", number, "where it begins in the page's content, in characters"},
                           {"end", number, "where it ends"},
                           {"repeated", number, "bytes at its beginning that repeat the chunk before"},
                       }),
                       std::array<DocumentField, 0>());

// The field for a region's blocks; paragraphs are only in `content`.
std::string_view list_of(Region region) {
  switch (region) {
    case Region::heading:
      return "headings";
    case Region::list:
      return "lists";
    case Region::table:
      return "tables";
    case Region::code:
      return "code";
    case Region::quote:
      return "quotes";
    case Region::caption:
      return "captions";
    case Region::paragraph:
      break;
  }
  return {};
}

// Cuts a text by offsets in code points, in one pass.
class Cutter {
 public:
  explicit Cutter(std::string_view text) : text_(text) {}

  // nullopt: the block begins before the end of the previous one, or ends beyond the text.
  std::optional<std::string_view> cut(std::uint64_t begin, std::uint64_t end) {
    if (begin < position_ || end < begin || !advance(begin)) return std::nullopt;
    const std::size_t from = byte_;
    if (!advance(end)) return std::nullopt;
    return text_.substr(from, byte_ - from);
  }

 private:
  bool advance(std::uint64_t position) {
    for (; position_ < position; ++position_) {
      if (byte_ == text_.size()) return false;
      ++byte_;
      while (byte_ < text_.size() && (static_cast<unsigned char>(text_[byte_]) & 0xC0) == 0x80) ++byte_;
    }
    return true;
  }

  std::string_view text_;
  std::size_t byte_ = 0;
  std::uint64_t position_ = 0;
};

// False if structure and content do not match.
bool read_lists(std::string_view structure, std::string_view content, ordered_json& lists) {
  Cutter cutter(content);
  StructureReader reader(structure);
  while (const StructureEntry* entry = reader.next()) {
    if (entry->role != Role::content || entry->blocks > 0) continue;
    const auto part = cutter.cut(entry->begin, entry->end);
    if (!part) return false;
    if (const auto list = list_of(entry->region); !list.empty()) lists[list].push_back(*part);
  }
  return !reader.damaged();
}

ordered_json lists_of(const Blocks& blocks) {
  ordered_json lists = ordered_json::object();
  for (const Block& block : blocks.blocks)
    if (const auto list = list_of(block.region); !list.empty())
      lists[list].push_back(std::string_view(blocks.text).substr(block.begin, block.end - block.begin));
  return lists;
}

// `structure`: null, or a field of the document.
SinkDocument document_of(index::StoredPage page, ordered_json lists, ordered_json structure) {
  const std::string url = page["url"];
  SinkDocument document{.id = sha256_hex(url), .url = url, .fields = {}};
  for (const DocumentField& field : page_fields) {
    const std::string name(field.name);
    const auto stored = page.find(name);
    switch (field.type) {
      case texts:
        if (const auto list = lists.find(name); list != lists.end()) document.fields[name] = std::move(*list);
        break;
      case json:
        if (!structure.is_null()) document.fields[name] = std::move(structure);
        break;
      case number:
        if (stored != page.end()) document.fields[name] = parse_number(stored->second).value_or(0);
        break;
      case keyword:
      case text:
      case date:
        if (name == "id")
          document.fields[name] = document.id;
        else if (stored != page.end())
          document.fields[name] = std::move(stored->second);
        break;
    }
  }
  return document;
}

// What a value must be to fill a field; null: it is that.
const char* misfit(FieldType type, const ordered_json& value) {
  switch (type) {
    case keyword:
    case text:
    case date:
      return value.is_string() ? nullptr : "text";
    case texts:
      return value.is_array() &&
                     std::all_of(value.begin(), value.end(), [](const auto& each) { return each.is_string(); })
                 ? nullptr
                 : "a list of texts";
    case number:
      return value.is_number() ? nullptr : "a number";
    case json:
      return value.is_array() ? nullptr : "a list";
  }
  return nullptr;
}

// Of a chunk.
bool is_id(std::string_view text) {
  return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

}  // namespace

std::span<const DocumentField> document_fields() { return page_fields; }
std::span<const DocumentField> chunk_fields() { return fields_of_chunks; }

Result<SinkDocument> make_sink_document(index::StoredPage page, bool with_structure) {
  if (!page.contains("url"))
    return Error{"no_url", "a document of the index has no URL; `pith reindex --all` writes it anew"};
  ordered_json structure, lists = ordered_json::object();
  const auto kept = page.find("structure"), content = page.find("content");
  if (kept != page.end() && content != page.end()) {
    const auto as_json = with_structure ? structure_json(kept->second) : "null";
    if (!as_json || !read_lists(kept->second, content->second, lists))
      return Error{"bad_structure", page["url"] +
                                        ": its structure in the index does not match its content; `pith reindex --all` "
                                        "writes it anew"};
    structure = ordered_json::parse(*as_json);
  }
  return document_of(std::move(page), std::move(lists), std::move(structure));
}

Result<SinkDocument> make_sink_document(const index::PageRecord& record, const ExtractedPage& page,
                                        bool with_structure) {
  index::StoredPage stored = index::stored_page(record, page);
  if (with_structure) return make_sink_document(std::move(stored), true);
  return document_of(std::move(stored), lists_of(shown_blocks(page)), {});
}

Result<SinkDocument> read_sink_document(ordered_json object) {
  if (!object.is_object()) return Error{"bad_field", "is not a JSON object"};
  SinkDocument document;
  document.fields["id"];  // the first, whatever the object says
  const bool chunk = object.contains("chunk");
  for (const DocumentField& field : chunk ? chunk_fields() : document_fields()) {
    const auto value = object.find(field.name);
    if (field.name == "id" || value == object.end() || value->is_null()) continue;
    if (const char* wanted = misfit(field.type, *value))
      return Error{"bad_field", fmt::format("\"{}\" is not {}", field.name, wanted)};
    if (field.type == number)
      document.fields[std::string(field.name)] = value->get<double>();
    else
      document.fields[std::string(field.name)] = std::move(*value);
  }
  const auto url = document.fields.find("url");
  if (url == document.fields.end()) return Error{"no_url", "has no \"url\""};
  const auto parsed = parse_url(url->get_ref<const std::string&>());
  if (!parsed) return Error{"no_url", "\"url\" is not an http or https URL"};
  document.url = parsed->str();
  document.id = sha256_hex(document.url);
  if (chunk) {
    const auto id = object.find("id");
    if (id == object.end() || !id->is_string() || !is_id(id->get_ref<const std::string&>()))
      return Error{"bad_field", "is a chunk, and its \"id\" is not 32 hexadecimal digits"};
    document.id = id->get<std::string>();
  }
  // With the fragment, which leads to a chunk.
  if (!chunk) document.fields["url"] = document.url;
  document.fields["id"] = document.id;
  return document;
}

std::string to_line(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace pith::sinks
