#include "plugin/search/extracted_view.h"

#include <nlohmann/json.hpp>

#include "core/render/structure.h"

namespace pith::pipeline {

std::string extracted_json(const ExtractedPage& page, const std::string& url, Members members) {
  const Metadata& m = page.metadata;
  const bool all = members == Members::all;
  nlohmann::ordered_json out;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) out[name] = value;
  };
  add("url", url);
  add("title", m.title);
  add("other_title", m.other_title);
  if (all) add("content", page.blocks.text);
  add("author", m.author);
  add("description", m.description);
  add("tags", m.tags);
  add("categories", m.categories);
  add("published", m.published);
  add("modified", m.modified);
  add("lang", m.language);
  add("image", m.image);
  add("licence", m.licence);
  if (all) {
    out["structure"] = nlohmann::ordered_json::parse(structure_json(page.structure).value_or("[]"));
    add("html", page.html);
  }
  out["status"] = name_of(page.status);
  add("reason", page.reason);
  out["confidence"] = page.confidence;
  if (page.type) out["type"] = name_of(*page.type);
  add("extractor", page.extractor);
  if (all) out["markdown"] = page.markdown;
  out["canonical"] = m.canonical;
  out["site_name"] = m.site_name;
  out["marks"] = page.marks;
  out["siblings"] = page.siblings_used;
  out["page_words"] = page.page_words;
  out["content_words"] = page.content_words;
  out["aside_words"] = page.aside_words;
  out["template_words"] = page.template_words;
  if (all) out["template"] = page.template_text;
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace pith::pipeline
