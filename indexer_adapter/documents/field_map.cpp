#include "indexer_adapter/documents/field_map.h"

#include "indexer_adapter/words/detail/spelling.h"

namespace pith::index {
namespace {

using enum FieldKind;

constexpr FieldInfo list[] = {
#define PITH_INDEX_FIELD(field, name, kind, stored, boost, meaning) {Field::field, name, kind, stored, boost, meaning},
#include "core/base/index_fields.def"
#undef PITH_INDEX_FIELD
};

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

std::string_view generator_name(DocumentKind kind) {
  switch (kind) {
    case DocumentKind::site_template:
      return "pith-template";
    case DocumentKind::inbound_texts:
      return "pith-inbound";
    case DocumentKind::page:
      break;
  }
  return "pith";
}

std::string words_name(std::string_view text_field) { return std::string(text_field) + ".words"; }

std::string links_name(std::string_view inbound) { return std::string(inbound) + ".links"; }

std::string depth_name(std::string_view url) { return std::string(url) + ".depth"; }

FieldMap::FieldMap() {
  for (const FieldInfo& info : list)
    if (info.field != Field::asides && info.kind != derived) names_[static_cast<std::size_t>(info.field)] = info.name;
}

Result<FieldMap> FieldMap::make(const std::map<std::string, std::string>& names) {
  FieldMap map;
  for (const auto& [field, name] : names) {
    const FieldInfo* info = find_field(field);
    if (info == nullptr) return unknown_field(field, "index.fields");
    if (info->kind == derived)
      return Error{"unknown_field", "index.fields." + field + ": is not in the index; searches read it from " +
                                        std::string(info_of(source_of(info->field)).name)};
    if (name.empty() && (info->field == Field::url || info->field == Field::generator))
      return Error{"required_field", "index.fields." + field + ": cannot be left out; pages are replaced by it"};
    map.names_[static_cast<std::size_t>(info->field)] = name;
  }
  if (auto clash = map.clash()) return *std::move(clash);
  return map;
}

std::optional<Error> FieldMap::clash() const {
  const FieldMap& map = *this;
  std::map<std::string_view, std::string_view> owners;
  for (const FieldInfo& info : list) {
    if (!map.has(info.field)) continue;
    const auto [owner, fresh] = owners.emplace(map[info.field], info.name);
    if (!fresh)
      return Error{"field_clash", "index.fields: " + std::string(owner->second) + " and " + std::string(info.name) +
                                      " are both called \"" + map[info.field] + "\" in the index"};
  }
  const auto taken = [&](const std::string& name, const std::string& by) -> std::optional<Error> {
    const auto owner = owners.find(name);
    if (owner == owners.end()) return std::nullopt;
    return Error{"field_clash", "index.fields: " + std::string(owner->second) + " cannot be called \"" + name +
                                    "\" in the index: " + by + " are"};
  };
  for (const FieldInfo& info : list) {
    if (info.kind != text || !map.has(info.field)) continue;
    if (auto error = taken(words_name(map[info.field]), "the lengths of " + std::string(info.name))) return error;
  }
  if (auto error = taken(depth_name(map[Field::url]), "the depths of URLs")) return error;
  if (!map.has(Field::inbound)) return std::nullopt;
  return taken(links_name(map[Field::inbound]), "the numbers of links to pages");
}

}  // namespace pith::index
