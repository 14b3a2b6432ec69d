#include "core/page/metadata.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/page/detail/json_ld.h"
#include "core/page/detail/metadata_fields.h"
#include "core/page/detail/metadata_jsonld.h"
#include "core/page/detail/metadata_markup.h"
#include "core/page/detail/page_title.h"
#include "core/page/detail/visible_date.h"
#include "core/text/white_space.h"
#include "core/text/words.h"

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

// The names that the page gives itself: <title>, og:title and its <h1>s. A title that has next to nothing in common
// with them belongs to something else.
class PageNames {
 public:
  explicit PageNames(const MarkupMetadata& markup) {
    add(markup.visible.title);
    add(markup.open_graph.title);
    for (const std::string& heading : markup.headings) add(heading);
  }

  // Whether one of the names has a third of the title's words, or there is nothing to compare.
  bool may_be(std::string_view title) const {
    const std::vector<std::uint64_t> words = words_in(title);
    const auto shares = [&](const std::vector<std::uint64_t>& name) {
      const auto common = std::count_if(words.begin(), words.end(), [&](std::uint64_t word) {
        return std::binary_search(name.begin(), name.end(), word);
      });
      return 3 * static_cast<std::size_t>(common) >= words.size();
    };
    return words.empty() || names_.empty() || std::any_of(names_.begin(), names_.end(), shares);
  }

 private:
  static std::vector<std::uint64_t> words_in(std::string_view text) {
    std::vector<std::uint64_t> words;
    append_word_hashes(words, text, 1000);
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
  }

  void add(std::string_view name) {
    if (std::vector<std::uint64_t> words = words_in(name); !words.empty()) names_.push_back(std::move(words));
  }

  std::vector<std::vector<std::uint64_t>> names_;  // words of each, sorted
};

}  // namespace

Metadata read_metadata(const Document& document, const std::optional<Url>& base, const NodeSet* ignored) {
  const MarkupMetadata markup = read_markup(document, ignored);
  const PageNames names(markup);
  const MetadataFields json_ld =
      read_json_ld(json_ld_scripts(document, ignored), [&](std::string_view title) { return names.may_be(title); });

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
  out.title = title_without_site(title, out.site_name, base ? base->host : "", markup.headings, markup.lower_headings);
  if (out.published.empty()) out.published = visible_date(document, out.title, ignored);

  for (const std::string& language :
       {markup.visible.language, markup.content_language, markup.open_graph.language, json_ld.language})
    if (out.language.empty()) out.language = language;

  out.canonical = absolute(base, markup.canonical);
  if (markup.canonical_in_head) out.canonical_link = out.canonical;
  if (out.canonical.empty()) out.canonical = absolute(base, markup.og_url);
  return out;
}

}  // namespace pith
