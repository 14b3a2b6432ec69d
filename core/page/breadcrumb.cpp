#include "core/page/breadcrumb.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/dom/collapsed_text.h"
#include "core/dom/tag.h"
#include "core/dom/text_runs.h"
#include "core/page/detail/json_ld.h"
#include "core/page/detail/page_title.h"
#include "core/page/links.h"
#include "core/text/ascii.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

using nlohmann::json;

// An element with more is not a breadcrumb; a page may have as many that are called one.
constexpr NodeId max_nodes = 250;
constexpr std::size_t max_text = 4000, max_elements = 10, max_items = 50, max_attribute = 300;

struct Crumb {
  std::string name;
  std::optional<Url> target;
  bool linked = false;
};

constexpr std::array<std::string_view, 22> home_names = {
    "home",          "homepage", "home page", "start",   "startsida", "startside", "startseite",       "hem",
    "hjem",          "forside",  "etusivu",   "accueil", "inicio",    "início",    "pagina principal", "startpagina",
    "strona główna", "úvod",     "domů",      "főoldal", "главная",   "首页"};

bool says_home(std::string_view name) {
  return std::ranges::any_of(home_names, [&](std::string_view home) { return is_same_name(name, home); });
}

bool is_root(const Crumb& crumb) { return crumb.target && crumb.target->path == "/" && !crumb.target->query; }

// Without what separates names: "› Parks /".
std::string_view without_separators(std::string_view name) {
  static constexpr std::array<std::string_view, 13> separators = {" ", "/", ">", "|", "\\", ":", "›",
                                                                  "»", "→", "·", "•", "‹",  "«"};
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view separator : separators) {
      if (name.starts_with(separator)) {
        name.remove_prefix(separator.size());
        again = true;
      }
      if (name.ends_with(separator)) {
        name.remove_suffix(separator.size());
        again = true;
      }
    }
  }
  return name;
}

std::string cleaned(std::string_view name) {
  const std::string collapsed = collapse_space(cut_utf8(name, max_text));
  return std::string(trim_space(cut_utf8(without_separators(collapsed), max_breadcrumb_name_bytes)));
}

bool contains_ignoring_case(std::string_view text, std::string_view word) {
  const auto same = [](char a, char b) { return lower_ascii(a) == b; };
  return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

class BreadcrumbReader {
 public:
  BreadcrumbReader(const Document& page, const Url* url, const NodeSet* ignored)
      : page_(page), ignored_(ignored), base_(url ? std::optional(base_of(page, *url)) : std::nullopt) {}

  std::vector<Crumb> read() const {
    std::vector<Crumb> crumbs = of_json_ld();
    return crumbs.empty() ? of_markup() : crumbs;
  }

 private:
  Crumb crumb(std::string_view name, std::optional<std::string_view> reference) const {
    Crumb out{cleaned(name), std::nullopt, reference.has_value()};
    if (reference) out.target = base_ ? resolve(*base_, *reference) : parse_url(*reference);
    return out;
  }

  std::vector<Crumb> of_json_ld() const {
    std::vector<std::string_view> scripts = json_ld_scripts(page_, ignored_);
    std::erase_if(scripts, [](std::string_view script) { return script.find("BreadcrumbList") == script.npos; });
    const std::vector<json> roots = parse_json_ld(scripts);
    std::vector<const json*> open;
    for (auto root = roots.rbegin(); root != roots.rend(); ++root) open.push_back(&*root);
    while (!open.empty()) {
      const json* const value = open.back();
      open.pop_back();
      if (value->is_array()) {
        for (auto i = value->rbegin(); i != value->rend(); ++i) open.push_back(&*i);
      } else if (value->is_object()) {
        if (std::vector<Crumb> crumbs = of_list(*value); !crumbs.empty()) return crumbs;
        for (const char* const key : {"breadcrumb", "mainEntityOfPage", "mainEntity", "@graph"})
          if (const json* const inner = json_member(*value, key)) open.push_back(inner);
      }
    }
    return {};
  }

  std::vector<Crumb> of_list(const json& object) const {
    const auto types = json_types(object);
    const json* const list = json_member(object, "itemListElement");
    if (!list || !list->is_array() || std::ranges::find(types, "BreadcrumbList") == types.end()) return {};
    std::vector<std::pair<double, Crumb>> found;
    for (const json& entry : *list) {
      if (found.size() == max_items) break;
      const json* const item = json_member(entry, "item");
      std::string name = json_text(json_member(entry, "name"));
      if (name.empty() && item && item->is_object()) name = json_text(json_member(*item, "name"));
      const json* const position = json_member(entry, "position");
      found.emplace_back(position && position->is_number() ? position->get<double>() : std::numeric_limits<int>::max(),
                         crumb(name, address_of(item)));
    }
    std::ranges::stable_sort(found, {}, &std::pair<double, Crumb>::first);
    std::vector<Crumb> out;
    for (auto& [position, crumb] : found)
      if (!crumb.name.empty()) out.push_back(std::move(crumb));
    return out;
  }

  static std::optional<std::string_view> address_of(const json* item) {
    for (const char* const key : {"@id", "url"})
      if (item && item->is_object())
        if (const json* const id = json_member(*item, key); id && id->is_string()) item = id;
    if (!item || !item->is_string()) return std::nullopt;
    return item->get_ref<const std::string&>();
  }

  std::vector<Crumb> of_markup() const {
    std::size_t looked_at = 0;
    for (NodeId n = 0; n < page_.size() && looked_at < max_elements; ++n) {
      if (!is_named(n) || page_[n].subtree_size > max_nodes) continue;
      ++looked_at;
      for (const Tag tag : {Tag::li, Tag::a})
        if (std::vector<Crumb> crumbs = parts(n, tag); !crumbs.empty()) return crumbs;
    }
    return {};
  }

  bool is_named(NodeId n) const {
    if (page_[n].is_text() || page_[n].data_size == 0 || page_[n].flags & Node::hidden) return false;
    const Tag tag = page_[n].tag;
    if (tag == Tag::html || tag == Tag::body || tag == Tag::a || tag == Tag::li) return false;
    for (const char* const attribute : {"class", "id", "aria-label", "itemtype"}) {
      const std::string_view value = page_.attribute(n, attribute).substr(0, max_attribute);
      if (contains_ignoring_case(value, "breadcrumb") || contains_ignoring_case(value, "crumbs")) return true;
    }
    return false;
  }

  // The texts of the elements with this tag, without those inside others.
  std::vector<Crumb> parts(NodeId element, Tag tag) const {
    std::vector<Crumb> out;
    for (NodeId n = element + 1; n < page_.end_of(element);) {
      if (page_[n].tag != tag || page_[n].is_text()) {
        ++n;
        continue;
      }
      Crumb found = crumb(text(n), link(n));
      if (!found.name.empty() && out.size() < max_items) out.push_back(std::move(found));
      n = page_.end_of(n);
    }
    return out;
  }

  std::string text(NodeId element) const {
    std::size_t bytes = 0;
    for (NodeId n = element; n < page_.end_of(element); ++n) bytes += page_.text(n).size();
    if (bytes > max_text) return {};
    return collapsed_text(page_, element, page_.end_of(element),
                          [&](NodeId n) { return is_visible_text(page_[n]) && !(ignored_ && ignored_->contains(n)); });
  }

  std::optional<std::string_view> link(NodeId element) const {
    for (NodeId n = element; n < page_.end_of(element); ++n)
      if (page_[n].tag == Tag::a && page_.has_attribute(n, "href")) return page_.attribute(n, "href");
    return std::nullopt;
  }

  const Document& page_;
  const NodeSet* const ignored_;
  const std::optional<Url> base_;
};

}  // namespace

std::vector<std::string> read_breadcrumb(const Document& page, const Url* url, std::string_view title,
                                         const NodeSet* ignored) {
  std::vector<Crumb> crumbs = BreadcrumbReader(page, url, ignored).read();
  if (!crumbs.empty()) {
    const Crumb& last = crumbs.back();
    if (!last.linked || is_same_name(last.name, title) || (url && last.target == *url)) crumbs.pop_back();
  }
  if (!crumbs.empty() && (is_root(crumbs.front()) || says_home(crumbs.front().name))) crumbs.erase(crumbs.begin());
  if (crumbs.size() > max_breadcrumb_names)
    crumbs.erase(crumbs.begin(), crumbs.end() - static_cast<std::ptrdiff_t>(max_breadcrumb_names));
  std::vector<std::string> names;
  for (Crumb& crumb : crumbs)
    if (!is_same_name(crumb.name, title)) names.push_back(std::move(crumb.name));
  return names;
}

}  // namespace pith
