#include "core/metadata.h"

#include <array>

#include "core/metadata_fields.h"
#include "core/metadata_jsonld.h"
#include "core/metadata_markup.h"
#include "core/page_title.h"
#include "core/white_space.h"

namespace pith {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return std::string(cut_utf8(out, max_metadata_bytes));
}

std::string absolute(const std::optional<Url>& base, std::string_view reference) {
  if (trim_space(reference).empty()) return {};
  const std::optional<Url> url = base ? resolve(*base, reference) : parse_url(reference);
  const std::string text = url ? url->str() : std::string();
  return text.size() <= max_metadata_bytes ? text : std::string();
}

}  // namespace

Metadata read_metadata(const Document& document, const std::optional<Url>& base, const NodeSet* ignored) {
  const MarkupMetadata markup = read_markup(document, ignored);
  const MetadataFields json_ld = read_json_ld(markup.json_ld);

  Metadata out;
  std::string title;
  for (const MetadataFields* const source :
       {&json_ld, &markup.open_graph, &markup.meta, &markup.microdata, &markup.visible}) {
    if (title.empty()) title = source->title;
    if (out.author.empty()) out.author = joined(source->authors);
    if (out.published.empty()) out.published = source->published;
    if (out.description.empty()) out.description = source->description;
    if (out.site_name.empty()) out.site_name = source->site_name;
  }
  if (title.empty() && !markup.headings.empty()) title = metadata_text(markup.headings.front());
  out.title = title_without_site(title, out.site_name, base ? base->host : "", markup.headings);

  for (const std::string& language :
       {markup.visible.language, markup.content_language, markup.open_graph.language, json_ld.language})
    if (out.language.empty()) out.language = language;

  out.canonical = absolute(base, markup.canonical);
  if (markup.canonical_in_head) out.canonical_link = out.canonical;
  if (out.canonical.empty()) out.canonical = absolute(base, markup.og_url);
  return out;
}

}  // namespace pith
