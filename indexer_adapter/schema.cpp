#include "indexer_adapter/schema.h"

#include "indexer_adapter/detail/spelling.h"

namespace pith::index {
namespace {

using enum FieldKind;

constexpr std::array<FieldInfo, static_cast<std::size_t>(Field::count_)> list = {{
    {Field::url, "url", keyword, true, 0, "address of the page, its key"},
    {Field::site, "site", keyword, true, 0, "registrable domain or host"},
    {Field::title, "title", text, true, 10, "title of the content"},
    {Field::headings, "headings", text, false, 6, "headings of the main content"},
    {Field::content, "content", text, true, 1, "the main content; snippets come from what is stored of it"},
    {Field::lists, "lists", text, false, 0, "list items of the main content"},
    {Field::tables, "tables", text, false, 0, "table cells of the main content"},
    {Field::code, "code", text, false, 0, "code of the main content"},
    {Field::quotes, "quotes", text, false, 0, "quotations of the main content"},
    {Field::captions, "captions", text, false, 0, "captions of figures and tables"},
    {Field::anchors, "anchors", text, false, 0.5, "texts of links in the main content"},
    {Field::author, "author", text, true, 0, "who wrote it"},
    {Field::description, "description", text, true, 0, "the page's description of itself"},
    {Field::template_text, "template", text, false, 0, "visible text outside of the main content"},
    {Field::published, "published", date, true, 0, "when it was published, as the page says"},
    {Field::fetched, "fetched", date, true, 0, "when it was crawled"},
    {Field::lang, "lang", keyword, true, 0, "language: en, de, zh, ..."},
    {Field::digest, "digest", keyword, true, 0, "digest of the page's bytes"},
    {Field::structure, "structure", packed, true, 0, "JSON of the stored content's blocks, compressed"},
    {Field::html, "html", packed, true, 0, "the stored content as cleaned HTML, compressed"},
    {Field::status, "status", keyword, true, 0, "main, fallback or whole"},
    {Field::reason, "reason", keyword, true, 0, "why this status"},
    {Field::confidence, "confidence", number, true, 0, "confidence of the extraction, 0 to 1"},
    {Field::type, "type", keyword, true, 0,
     "kind of page: article, thread, listing, product, documentation, service, other"},
    {Field::extractor, "extractor", keyword, true, 0, "algorithm and version"},
    {Field::generator, "generator", keyword, false, 0, "marks documents of Pith"},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i].field != static_cast<Field>(i)) return false;
  return true;
}
static_assert(in_order());

}  // namespace

std::span<const FieldInfo> fields() { return list; }

const FieldInfo& info_of(Field field) { return list[static_cast<std::size_t>(field)]; }

const FieldInfo* find_field(std::string_view name) {
  for (const FieldInfo& info : list)
    if (info.name == name) return &info;
  return nullptr;
}

const FieldInfo* nearest_field(std::string_view name) {
  if (name.size() > 40) return nullptr;
  const std::wstring wide(name.begin(), name.end());
  const FieldInfo* best = nullptr;
  unsigned best_distance = tolerated_distance(name.size()) + 1;
  for (const FieldInfo& info : fields()) {
    const unsigned distance = edit_distance(wide, std::wstring(info.name.begin(), info.name.end()), best_distance);
    if (distance < best_distance) {
      best = &info;
      best_distance = distance;
    }
  }
  return best;
}

Error unknown_field(std::string_view name, std::string_view where) {
  std::string message(where);
  message += ": unknown field \"" + std::string(name) + "\"";
  if (const FieldInfo* nearest = nearest_field(name)) {
    message += "; did you mean \"" + std::string(nearest->name) + "\"?";
  } else {
    message += "; the fields are";
    for (const FieldInfo& info : list) message += (&info == &list[0] ? " " : ", ") + std::string(info.name);
  }
  return {"unknown_field", message};
}

std::string words_name(std::string_view text_field) { return std::string(text_field) + ".words"; }

FieldMap::FieldMap() {
  for (const FieldInfo& info : list) names_[static_cast<std::size_t>(info.field)] = info.name;
}

Result<FieldMap> FieldMap::make(const std::map<std::string, std::string>& names) {
  FieldMap map;
  for (const auto& [field, name] : names) {
    const FieldInfo* info = find_field(field);
    if (info == nullptr) return unknown_field(field, "index.fields");
    if (name.empty() && (info->field == Field::url || info->field == Field::generator))
      return Error{"required_field", "index.fields." + field + ": cannot be left out; pages are replaced by it"};
    map.names_[static_cast<std::size_t>(info->field)] = name;
  }
  std::map<std::string_view, std::string_view> owners;
  for (const FieldInfo& info : list) {
    if (!map.has(info.field)) continue;
    const auto [owner, fresh] = owners.emplace(map[info.field], info.name);
    if (!fresh)
      return Error{"field_clash", "index.fields: " + std::string(owner->second) + " and " + std::string(info.name) +
                                      " are both called \"" + map[info.field] + "\" in the index"};
  }
  for (const FieldInfo& info : list) {
    if (info.kind != text || !map.has(info.field)) continue;
    const auto owner = owners.find(words_name(map[info.field]));
    if (owner != owners.end())
      return Error{"field_clash", "index.fields: " + std::string(owner->second) + " cannot be called \"" +
                                      std::string(owner->first) + "\" in the index: the lengths of " +
                                      std::string(info.name) + " are"};
  }
  return map;
}

}  // namespace pith::index
