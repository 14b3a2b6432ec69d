#include "core/page/detail/metadata_jsonld.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "core/page/detail/json_ld.h"
#include "core/text/language.h"

namespace pith {
namespace {

using nlohmann::json;

// How close a type is to the page's content: 3 articles, 2 other works, 1 the page, 0 everything else.
int rank_of(std::string_view type) {
  static constexpr std::array<std::string_view, 14> works = {
      "Review", "Recipe",  "HowTo", "Product", "Event",   "VideoObject",    "QAPage",
      "Course", "Dataset", "Book",  "Movie",   "Chapter", "PodcastEpisode", "CreativeWork"};
  if (type.ends_with("Article") || type.ends_with("Posting") || type == "Report") return 3;
  if (std::find(works.begin(), works.end(), type) != works.end()) return 2;
  return type.ends_with("Page") ? 1 : 0;
}

class JsonLdReader {
 public:
  explicit JsonLdReader(const std::function<bool(std::string_view)>& names_page) : names_page_(names_page) {}

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
          if (const json* const inner = json_member(*value, key)) open.push_back(inner);
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
    if (const json* const id = json_member(object, "@id"); id && id->is_string() && object.size() > 1)
      by_id_.emplace(id->get_ref<const std::string&>(), &object);
    int rank = 0;
    for (const std::string_view type : json_types(object)) {
      rank = std::max(rank, rank_of(type));
      if (type == "WebSite" && site_name_.empty()) site_name_ = json_text(json_member(object, "name"));
    }
    if (!by_rank_[rank]) by_rank_[rank] = &object;  // later articles are teasers of other pages
  }

  void read(const json& object, int rank, MetadataFields& fields) const {
    std::string title;
    for (const char* const key : {"headline", "name"}) set_if_empty(title, json_text(json_member(object, key)));
    if (!title.empty() && names_page_(title)) {
      set_declared_if_empty(fields.title, title);
    } else if (!title.empty() && rank == 2) {
      return;
    }
    for (const char* const key : {"datePublished", "dateCreated", "uploadDate"})
      set_date_if_empty(fields.published, json_text(json_member(object, key)));
    set_date_if_empty(fields.modified, json_text(json_member(object, "dateModified")));
    set_declared_if_empty(fields.description, json_text(json_member(object, "description")));
    set_if_empty(fields.image, url_in(json_member(object, "image")));
    set_if_empty(fields.licence, url_in(json_member(object, "license")));
    set_if_empty(fields.licence, json_text(json_member(object, "license")));
    if (fields.tags.empty()) read_terms(json_member(object, "keywords"), fields.tags);
    if (fields.categories.empty()) read_terms(json_member(object, "articleSection"), fields.categories);
    if (fields.language.empty()) fields.language = primary_language(json_text(json_member(object, "inLanguage")));
    if (!fields.authors.empty()) return;
    for (const char* const key : {"author", "creator"})
      if (const json* const author = json_member(object, key); author && fields.authors.empty())
        read_authors(*author, fields);
  }

  // A string, or the "url" of an object; of the first in an array. Empty if there is none.
  std::string url_in(const json* value) const {
    while (value && value->is_array()) value = value->empty() ? nullptr : &value->front();
    if (!value) return {};
    const json& one = resolved(*value);
    return json_text(one.is_object() ? json_member(one, "url") : &one);
  }

  static void read_terms(const json* value, std::vector<std::string>& terms) {
    if (!value) return;
    if (!value->is_array()) return add_terms(terms, json_text(value));
    for (const json& one : *value)
      if (!one.is_array()) add_terms(terms, json_text(&one));
  }

  void read_authors(const json& author, MetadataFields& fields) const {
    if (author.is_array()) {
      for (const json& one : author)
        if (!one.is_array()) read_authors(one, fields);
      return;
    }
    const json& person = resolved(author);
    add_author(fields.authors, json_text(&person));
  }

  // The object that {"@id": ...} refers to, or the value itself.
  const json& resolved(const json& value) const {
    const json* const id = json_member(value, "@id");
    if (!id || !id->is_string() || json_member(value, "name")) return value;
    const auto found = by_id_.find(id->get_ref<const std::string&>());
    return found == by_id_.end() ? value : *found->second;
  }

  std::string publisher() const {
    for (int rank = 3; rank > 0; --rank) {
      const json* const value = by_rank_[rank] ? json_member(*by_rank_[rank], "publisher") : nullptr;
      if (!value) continue;
      if (std::string name = json_text(&resolved(*value)); !name.empty()) return name;
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
  const std::vector<json> roots = parse_json_ld(scripts);
  JsonLdReader reader(names_page);
  for (const json& root : roots) reader.add(root);
  return reader.finish();
}

}  // namespace pith
