#include "config/schema.h"

#include <array>
#include <optional>
#include <type_traits>
#include <utility>

namespace pith::config {

namespace {

constexpr double kib = 1024, gib = 1024.0 * 1024 * 1024, tib = 1024 * gib;
constexpr double billion = 1e9;

// clang-format breaks lambdas in designated initialisers apart.
// clang-format off
#define PITH_KEY(section, name, Type, value, ...) PITH_CORE_KEY(#section "." #name, section.name, __VA_ARGS__)
#define PITH_CORE_KEY(key_path, key_member, what, sentence, ...)              \
  {.path = key_path,                                                          \
   .member = [](Settings& settings) -> auto& { return settings.key_member; }, \
   .affects = Affects::what,                                                  \
   .meaning = sentence __VA_OPT__(,) __VA_ARGS__},
// clang-format on

const std::vector<Key>& list() {
  static const std::vector<Key> all = {
#include "config/keys.def"
  };
  return all;
}

}  // namespace

Type Key::type() const {
  return std::visit(
      [](auto member) {
        using T = std::remove_reference_t<decltype(member(std::declval<Settings&>()))>;
        if constexpr (std::is_same_v<T, bool>) return Type::flag;
        if constexpr (std::is_same_v<T, double>) return Type::fraction;
        if constexpr (std::is_integral_v<T>) return Type::whole;
        if constexpr (std::is_same_v<T, std::string>) return Type::text;
        if constexpr (std::is_same_v<T, std::vector<std::string>>) return Type::texts;
        if constexpr (std::is_same_v<T, std::map<std::string, std::string>>) return Type::text_map;
        if constexpr (std::is_same_v<T, std::map<std::string, double>>) return Type::number_map;
        return Type::parameters;
      },
      member);
}

std::span<const Key> keys() { return list(); }

const Key* find_key(std::string_view path) {
  for (const Key& key : keys())
    if (key.path == path) return &key;
  return nullptr;
}

bool is_section(std::string_view path) {
  for (const Key& key : keys())
    if (key.path.size() > path.size() && key.path.starts_with(path) && key.path[path.size()] == '.') return true;
  return false;
}

std::string_view section_meaning(std::string_view section) {
  constexpr std::pair<std::string_view, std::string_view> meanings[] = {
#define PITH_SECTION(Type, name, meaning) {#name, meaning},
#include "config/keys.def"
      {"sites", "Other values for some hosts, by host pattern."},
  };
  for (const auto& [name, meaning] : meanings)
    if (name == section) return meaning;
  return {};
}

namespace {

// The index's kinds of fields.
enum class FieldKind { text, keyword, date, number, derived, packed };
struct IndexField {
  std::string_view name;
  FieldKind kind;
  double boost;
};
constexpr IndexField fields_of_index[] = {
#define PITH_INDEX_FIELD(field, name, kind, stored, boost, meaning) {name, FieldKind::kind, boost},
#include "core/base/index_fields.def"
#undef PITH_INDEX_FIELD
};

}  // namespace

std::span<const std::string_view> index_fields() {
  static const auto names = [] {
    std::vector<std::string_view> all;
    for (const IndexField& field : fields_of_index)
      if (field.kind != FieldKind::derived) all.push_back(field.name);
    return all;
  }();
  return names;
}

std::span<const std::string_view> text_fields() {
  static const auto names = [] {
    std::vector<std::string_view> all;
    for (const IndexField& field : fields_of_index)
      if (field.kind == FieldKind::text) all.push_back(field.name);
    return all;
  }();
  return names;
}

std::map<std::string, double> default_boosts() {
  std::map<std::string, double> boosts;
  for (const IndexField& field : fields_of_index)
    if (field.boost > 0) boosts.emplace(field.name, field.boost);
  return boosts;
}

bool searches_some_field(const Index& index) {
  for (const std::string_view field : text_fields()) {
    const auto boost = index.boosts.find(std::string(field));
    const auto name = index.fields.find(std::string(field));
    const bool is_left_out = name != index.fields.end() && name->second.empty();
    if (field == "asides" && !index.asides) continue;
    if (boost != index.boosts.end() && boost->second > 0 && !is_left_out) return true;
  }
  return false;
}

std::optional<NameClash> find_name_clash(const std::map<std::string, std::string>& fields) {
  for (const auto& [field, name] : fields) {
    if (name.empty()) continue;
    for (const std::string_view other : index_fields()) {
      if (other == field) continue;
      const auto given = fields.find(std::string(other));
      const std::string taken = given == fields.end() ? std::string(other) : given->second;
      if (taken.empty()) continue;
      if (name == taken) return NameClash{field, "\"" + name + "\" is the name of " + std::string(other)};
      if (name == taken + ".words")
        return NameClash{field, "\"" + name + "\" is kept for the lengths of " + std::string(other)};
    }
  }
  return std::nullopt;
}

Value get(const Settings& settings, const Key& key) {
  return std::visit(
      [&](auto member) -> Value {
        // A member accessor only passes on the reference, so this writes nothing.
        const auto& value = member(const_cast<Settings&>(settings));
        using T = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
          return static_cast<long>(value);
        else
          return value;
      },
      key.member);
}

void merge(Value& value, const Value& other) {
  std::visit(
      [&](auto& target) {
        using T = std::remove_reference_t<decltype(target)>;
        const T& source = std::get<T>(other);
        if constexpr (std::is_same_v<T, std::map<std::string, Parameters>>) {
          for (const auto& [extractor, parameters] : source)
            for (const auto& [name, parameter] : parameters) target[extractor].insert_or_assign(name, parameter);
        } else if constexpr (std::is_same_v<T, std::map<std::string, std::string>> ||
                             std::is_same_v<T, std::map<std::string, double>>) {
          for (const auto& [name, entry] : source) target.insert_or_assign(name, entry);
        } else {
          target = source;
        }
      },
      value);
}

void put(Settings& settings, const Key& key, const Value& value) {
  Value result = get(settings, key);
  merge(result, value);
  std::visit(
      [&](auto member) {
        auto& target = member(settings);
        using T = std::remove_reference_t<decltype(target)>;
        if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
          target = static_cast<T>(std::get<long>(result));
        else
          target = std::get<T>(std::move(result));
      },
      key.member);
}

}  // namespace pith::config
