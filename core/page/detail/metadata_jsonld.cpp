#include "core/page/detail/metadata_jsonld.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/text/detail/utf8.h"
#include "core/text/language.h"
#include "core/text/shallow_json.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

using nlohmann::json;

constexpr std::size_t max_bytes = 1u << 20;

// Without what templates wrap around JSON, and without raw line ends in strings.
std::string clean_json(std::string_view text) {
  static constexpr std::string_view cdata = "<![CDATA[";
  if (const auto at = text.find(cdata); at != std::string_view::npos && at < text.find('{'))
    text = text.substr(at + cdata.size(), text.rfind("]]>") - at - cdata.size());
  std::string out(text);
  std::replace_if(
      out.begin(), out.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  const std::size_t begin = out.find_first_of("[{"), end = out.find_last_of("]}");
  if (begin == std::string::npos || end == std::string::npos || end < begin) return {};
  return out.substr(begin, end - begin + 1);
}

// The text with the character references that JSON writers leave in it: numeric ones and those of XML.
std::string decode_entities(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> named = {
      {{"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"apos", "'"}, {"nbsp", " "}}};
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = text[i] == '&' ? text.substr(0, i + 12).find(';', i) : std::string_view::npos;
    std::string_view name = end == std::string_view::npos ? "" : text.substr(i + 1, end - i - 1);
    const auto known =
        std::find_if(named.begin(), named.end(), [&](const auto& entity) { return entity.first == name; });
    std::uint32_t number = 0;
    if (known != named.end()) {
      out += known->second;
    } else if (name.starts_with('#')) {
      const bool hex = name.starts_with("#x") || name.starts_with("#X");
      name.remove_prefix(hex ? 2 : 1);
      const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), number, hex ? 16 : 10);
      if (error != std::errc() || stop != name.data() + name.size()) {
        out += text[i++];
        continue;
      }
      append_code_point(out, number);
    } else {
      out += text[i++];
      continue;
    }
    i = end + 1;
  }
  return out;
}

const json* member(const json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

// A string, or the first one of an array, or the name of an object.
std::string text_of(const json* value) {
  if (value && value->is_array()) value = value->empty() ? nullptr : &value->front();
  if (value && value->is_object()) value = member(*value, "name");
  return value && value->is_string() ? decode_entities(value->get_ref<const std::string&>()) : std::string();
}

// How close a type is to the page's content: 3 articles, 2 other works, 1 the page, 0 everything else.
int rank_of(std::string_view type) {
  static constexpr std::array<std::string_view, 14> works = {
      "Review", "Recipe",  "HowTo", "Product", "Event",   "VideoObject",    "QAPage",
      "Course", "Dataset", "Book",  "Movie",   "Chapter", "PodcastEpisode", "CreativeWork"};
  if (type.ends_with("Article") || type.ends_with("Posting") || type == "Report") return 3;
  if (std::find(works.begin(), works.end(), type) != works.end()) return 2;
  return type.ends_with("Page") ? 1 : 0;
}

class Reader {
 public:
  explicit Reader(const std::function<bool(std::string_view)>& names_page) : names_page_(names_page) {}

  void add(const json& root) {
    std::vector<const json*> open = {&root};
    while (!open.empty()) {
      const json* const value = open.back();
      open.pop_back();
      if (value->is_array()) {
        for (auto i = value->rbegin(); i != value->rend(); ++i) open.push_back(&*i);
      } else if (value->is_object()) {
        add_object(*value);
        for (const char* const key : {"mainEntityOfPage", "mainEntity", "@graph"})
          if (const json* const inner = member(*value, key)) open.push_back(inner);
      }
    }
  }

  MetadataFields finish() const {
    MetadataFields fields;
    for (int rank = 3; rank > 0; --rank)
      if (by_rank_[rank]) read(*by_rank_[rank], rank, fields);
    fields.site_name = metadata_text(site_name_.empty() ? publisher() : site_name_);
    return fields;
  }

 private:
  void add_object(const json& object) {
    if (const json* const id = member(object, "@id"); id && id->is_string() && object.size() > 1)
      by_id_.emplace(id->get_ref<const std::string&>(), &object);
    int rank = 0;
    for (const std::string_view type : types_of(object)) {
      rank = std::max(rank, rank_of(type));
      if (type == "WebSite" && site_name_.empty()) site_name_ = text_of(member(object, "name"));
    }
    if (!by_rank_[rank]) by_rank_[rank] = &object;  // later articles are teasers of other pages
  }

  static std::vector<std::string_view> types_of(const json& object) {
    std::vector<std::string_view> types;
    const json* const type = member(object, "@type");
    const auto add = [&](const json& value) {
      if (!value.is_string()) return;
      const std::string_view name = value.get_ref<const std::string&>();
      types.push_back(name.substr(name.find_last_of("/:") + 1));
    };
    if (type && type->is_array()) std::for_each(type->begin(), type->end(), add);
    if (type && !type->is_array()) add(*type);
    return types;
  }

  void read(const json& object, int rank, MetadataFields& fields) const {
    std::string title;
    for (const char* const key : {"headline", "name"}) set_if_empty(title, text_of(member(object, key)));
    if (!title.empty() && names_page_(title)) {
      set_if_empty(fields.title, title);
    } else if (!title.empty() && rank == 2) {
      return;
    }
    for (const char* const key : {"datePublished", "dateCreated", "uploadDate"})
      set_date_if_empty(fields.published, text_of(member(object, key)));
    set_if_empty(fields.description, text_of(member(object, "description")));
    if (fields.language.empty()) fields.language = primary_language(text_of(member(object, "inLanguage")));
    if (!fields.authors.empty()) return;
    for (const char* const key : {"author", "creator"})
      if (const json* const author = member(object, key); author && fields.authors.empty())
        read_authors(*author, fields);
  }

  void read_authors(const json& author, MetadataFields& fields) const {
    if (author.is_array()) {
      for (const json& one : author)
        if (!one.is_array()) read_authors(one, fields);
      return;
    }
    const json& person = resolved(author);
    add_author(fields.authors, text_of(&person));
  }

  // The object that {"@id": ...} refers to, or the value itself.
  const json& resolved(const json& value) const {
    const json* const id = member(value, "@id");
    if (!id || !id->is_string() || member(value, "name")) return value;
    const auto found = by_id_.find(id->get_ref<const std::string&>());
    return found == by_id_.end() ? value : *found->second;
  }

  std::string publisher() const {
    for (int rank = 3; rank > 0; --rank) {
      const json* const value = by_rank_[rank] ? member(*by_rank_[rank], "publisher") : nullptr;
      if (!value) continue;
      if (std::string name = text_of(&resolved(*value)); !name.empty()) return name;
    }
    return {};
  }

  const std::function<bool(std::string_view)>& names_page_;
  std::map<std::string_view, const json*> by_id_;
  std::array<const json*, 4> by_rank_{};
  std::string site_name_;
};

}  // namespace

MetadataFields read_json_ld(std::span<const std::string_view> scripts,
                            const std::function<bool(std::string_view)>& names_page) {
  std::vector<json> roots;  // complete before anything points into it
  for (const std::string_view script : scripts) {
    if (script.size() > max_bytes) continue;
    json root = parse_shallow_json<json>(clean_json(script));
    if (!root.is_discarded()) roots.push_back(std::move(root));
  }
  Reader reader(names_page);
  for (const json& root : roots) reader.add(root);
  return reader.finish();
}

}  // namespace pith
