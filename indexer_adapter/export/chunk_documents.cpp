#include "indexer_adapter/export/chunk_documents.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/dom/parse.h"
#include "core/render/structure.h"
#include "core/system/digest.h"
#include "core/text/number.h"
#include "indexer_adapter/documents/fragment.h"

namespace pith::sinks {
namespace {

using nlohmann::ordered_json;

// The anchors of a page's sections, asked for in the order of its text.
class SectionAnchors {
 public:
  explicit SectionAnchors(std::string_view structure) : reader_(structure) { entry_ = reader_.next(); }

  // Of the section that has this character; empty if it has none.
  const std::string& at(std::uint32_t character) {
    for (; entry_ && (entry_->role != Role::content || entry_->begin <= character); entry_ = reader_.next()) {
      if (entry_->role != Role::content || entry_->blocks > 0) continue;
      if (entry_->region == Region::heading || !entry_->anchor.empty()) anchor_ = entry_->anchor;
    }
    return anchor_;
  }

 private:
  StructureReader reader_;
  const StructureEntry* entry_;
  std::string anchor_;
};

std::string_view field(const index::StoredPage& page, const char* name) {
  const auto found = page.find(name);
  return found == page.end() ? std::string_view() : found->second;
}

constexpr std::size_t id_digits = 32;

}  // namespace

Result<std::vector<SinkDocument>> make_chunk_documents(const index::StoredPage& page, const ChunkSize& size) {
  const std::string url(field(page, "url"));
  std::vector<SinkDocument> out;
  const std::string_view html = field(page, "html");
  if (html.empty()) {
    if (field(page, "content").empty()) return out;
    return Error{"not_stored",
                 url + ": the index does not store html (index.fields leaves it out), which chunks are made of"};
  }
  const auto document = parse_html(html, {.max_bytes = std::numeric_limits<std::size_t>::max()});
  if (!document) return document.error();
  NodeSet content(*document);
  if (const NodeId body = document->find(Tag::body); body != no_node) content.add_subtree(*document, body);
  const std::vector<Chunk> chunks = cut_chunks(*document, content, std::nullopt, field(page, "lang"), size);

  const std::string page_id = sha256_hex(url);
  SectionAnchors anchors(field(page, "structure"));
  std::map<std::string, int> times;  // of each id
  for (const Chunk& chunk : chunks) {
    const std::string_view own = std::string_view(chunk.text).substr(chunk.repeated);
    std::string named = url + '\n';
    for (const std::string& heading : chunk.trail) named += heading + '\n';
    std::string id = sha256_hex(named + std::string(own)).substr(0, id_digits);
    if (const int before = times[id]++; before > 0) id = sha256_hex(id + std::to_string(before)).substr(0, id_digits);
    const std::string& anchor = anchors.at(chunk.begin);
    ordered_json own_fields = {{"id", id},
                               {"trail", chunk.trail},
                               {"chunk", out.size()},
                               {"chunks", chunks.size()},
                               {"content", chunk.text},
                               {"markdown", chunk.markdown},
                               {"tokens", chunk.tokens},
                               {"begin", chunk.begin},
                               {"end", chunk.end}};
    if (chunk.repeated > 0) own_fields["repeated"] = chunk.repeated;
    if (!url.empty()) {
      own_fields["page"] = page_id;
      own_fields["url"] = url + (anchor.empty() ? index::text_fragment({}, own) : index::anchor_fragment(anchor));
    }
    SinkDocument made{.id = id, .url = url, .fields = {}};
    for (const DocumentField& info : chunk_fields()) {
      const std::string name(info.name);
      if (const auto value = own_fields.find(name); value != own_fields.end())
        made.fields[name] = std::move(*value);
      else if (const auto stored = page.find(name); stored != page.end())
        made.fields[name] = info.type == FieldType::number ? ordered_json(parse_number(stored->second).value_or(0))
                                                           : ordered_json(stored->second);
    }
    out.push_back(std::move(made));
  }
  return out;
}

}  // namespace pith::sinks
