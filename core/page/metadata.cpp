#include "core/page/metadata.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/dom/permalink.h"
#include "core/page/detail/dates.h"
#include "core/page/detail/json_ld.h"
#include "core/page/detail/metadata_fields.h"
#include "core/page/detail/metadata_jsonld.h"
#include "core/page/detail/metadata_markup.h"
#include "core/page/detail/page_title.h"
#include "core/page/detail/visible_date.h"
#include "core/text/ascii.h"
#include "core/text/encoding.h"
#include "core/text/percent.h"
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

// The address where it is one of http, else the words: "CC BY 4.0", "MIT". Empty for other schemes, as javascript:.
std::string licence_of(const std::optional<Url>& base, const std::string& written) {
  const bool is_word = written.find_first_of(" /:") == std::string::npos;
  return is_word || written.find(' ') != std::string::npos ? written : absolute(base, written);
}

// The names that the page gives itself: <title>, og:title and its <h1>s. A title that has next to nothing in common
// with them belongs to something else.
class NamesInMarkup {
 public:
  explicit NamesInMarkup(const MarkupMetadata& markup) {
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

bool is_home(const Url& url) {
  const std::string_view file = std::string_view(url.path).substr(1);
  return !url.query && (file.empty() || ((file.starts_with("index.") || file.starts_with("default.")) &&
                                         file.find('/') == std::string_view::npos));
}

// The content's only <h1>. Empty if it has none, or several, or one with other parts outside of the content.
std::string only_headline(const Document& page, const NodeSet* ignored, const NodeSet& content) {
  constexpr NodeId max_nodes = 200;
  std::string only;
  for (NodeId n = 0; n < page.size(); ++n) {
    if (page[n].tag != Tag::h1 || page[n].subtree_size > max_nodes) continue;
    bool is_whole = true;
    const std::string text = metadata_text(heading_text(page, n, [&](NodeId i) {
      if (!page[i].is_content()) return false;
      const bool counts = content.contains(i) && !(ignored && ignored->contains(i));
      is_whole = is_whole && counts;
      return counts;
    }));
    if (text.empty()) continue;
    if (!is_whole || !only.empty()) return {};
    only = text;
  }
  return only;
}

// The first heading of the content that is neither the site's nor a link to another page, as those of teasers are.
std::string first_heading(const Document& page, const NodeSet* ignored, const KnownOfPage& known) {
  constexpr NodeId max_nodes = 200;
  for (NodeId n = 0; n < page.size(); ++n) {
    const int level = heading_level(page[n].tag);
    if (level == 0 || level > 3 || page[n].subtree_size > max_nodes) continue;
    const std::string text = metadata_text(heading_text(page, n, [&](NodeId i) {
      return page[i].is_content() && known.content->contains(i) && !(ignored && ignored->contains(i));
    }));
    const auto is_text = [&](const std::string& name) { return is_same_name(name, text); };
    const auto leads_away = [&](NodeId i) {
      if (page[i].tag != Tag::a || !known.url) return false;
      const auto target = resolve(*known.url, page.attribute(i, "href"));
      return target && !(*target == *known.url);
    };
    bool is_teaser = page[n].parent != no_node && leads_away(page[n].parent);
    for (NodeId i = n; i < page.end_of(n); ++i) is_teaser = is_teaser || leads_away(i);
    if (!text.empty() && !is_teaser && std::ranges::none_of(known.names_of_site, is_text)) return text;
  }
  return {};
}

// "/posts/about-our_town.html" → "about our town", "/archive/2018/12/" → "archive 2018 12": the last segments, as many
// as it takes for a letter. Empty if there is none.
std::string words_of_path(const Url& url) {
  std::string_view path = url.path;
  while (path.ends_with('/')) path.remove_suffix(1);
  const std::size_t dot = path.rfind('.');
  if (dot != std::string_view::npos && path.find('/', dot) == std::string_view::npos) path = path.substr(0, dot);
  const auto letter = std::find_if(path.rbegin(), path.rend(), is_letter_byte);
  if (letter == path.rend()) return {};
  path.remove_prefix(path.rfind('/', static_cast<std::size_t>(path.rend() - letter) - 1) + 1);
  std::string words;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto byte = escape_at(path, i);
    words += byte.value_or(path[i]);
    if (byte) i += 2;
  }
  std::ranges::replace_if(
      words, [](char c) { return c == '-' || c == '_' || c == '+' || c == '/'; }, ' ');
  return is_valid_utf8(words) ? metadata_text(words) : std::string();
}

// Of "/2021/03/04/bridge.html" and "/news/2021-03-04-bridge": the date at which a path's segment begins, if something
// follows it, and no segment before it speaks of events. Empty if there is none.
std::string date_of_path(const std::string& path) {
  constexpr std::size_t size = std::string_view("2021/03/04").size();
  for (std::size_t at = path.find('/'); at != std::string::npos && at + 1 + size < path.size();
       at = path.find('/', at + 1)) {
    std::string date = path.substr(at + 1, size);
    const char after = path[at + 1 + size];
    if (date[4] != date[7] || (date[4] != '/' && date[4] != '-') || (after != '/' && after != '-' && after != '_'))
      continue;
    if (at + 2 + size == path.size()) return {};  // the list of a day
    std::ranges::replace(date, '/', '-');
    const bool is_date = std::ranges::count_if(date, is_digit_ascii) == 8 && parse_date(date) == date;
    const std::string before = lower_ascii(path.substr(0, at));
    const auto is_said = [&](std::string_view name) { return before.find(name) != std::string::npos; };
    if (is_date) return is_said("event") || is_said("calendar") || is_said("termin") ? std::string() : date;
  }
  return {};
}

// Whether an ISO 8601 date is of a later day.
bool is_after(std::string_view date, std::chrono::year_month_day day) {
  const auto number = [&](std::size_t at, std::size_t digits) {
    int value = 0;
    const std::string_view text = date.substr(std::min(at, date.size()), digits);
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  };
  using namespace std::chrono;
  return year_month_day(year(number(0, 4)), month(static_cast<unsigned>(number(5, 2))),
                        std::chrono::day(static_cast<unsigned>(number(8, 2)))) > day;
}

}  // namespace

Metadata read_metadata(const Document& document, const std::optional<Url>& base, const NodeSet* ignored,
                       const KnownOfPage& known) {
  const MarkupMetadata markup = read_markup(document, ignored);
  const NamesInMarkup in_markup(markup);
  const MetadataFields json_ld =
      read_json_ld(json_ld_scripts(document, ignored), [&](std::string_view said) { return in_markup.may_be(said); });

  Metadata out;
  std::string title;
  for (const MetadataFields* const source :
       {&json_ld, &markup.open_graph, &markup.meta, &markup.microdata, &markup.visible}) {
    if (title.empty()) title = source->title;
    if (out.author.empty()) out.author = joined(source->authors);
    if (out.published.empty()) out.published = source->published;
    if (out.modified.empty()) out.modified = source->modified;
    if (out.tags.empty()) out.tags = joined(source->tags);
    if (out.categories.empty()) out.categories = joined(source->categories);
    if (out.image.empty()) out.image = absolute(base, source->image);
    if (out.licence.empty())
      out.licence = source == &markup.visible ? absolute(base, source->licence) : licence_of(base, source->licence);
    if (out.description.empty()) out.description = source->description;
    if (out.site_name.empty()) out.site_name = source->site_name;
  }
  // Many templates declare the site as the author of all pages.
  if (out.author.empty() || (!markup.written.empty() && equals_ignoring_case(out.author, out.site_name)))
    out.author = joined(markup.written);
  if (title.empty() && !markup.headings.empty()) title = metadata_text(markup.headings.front());
  const std::string of_content = known.content ? only_headline(document, ignored, *known.content) : std::string();
  PageTitles titles = titles_of({.declared = title,
                                 .shown = markup.visible.title,
                                 .headings = markup.headings,
                                 .lower_headings = markup.lower_headings,
                                 .of_content = of_content,
                                 .site_name = out.site_name,
                                 .host = base ? std::string_view(base->host) : std::string_view(),
                                 .of_site = known.names_of_site,
                                 .is_home = known.url && is_home(*known.url)});
  out.title = std::move(titles.title);
  out.other_title = std::move(titles.other);
  if (out.title.empty() && known.content) out.title = first_heading(document, ignored, known);
  if (out.title.empty() && known.url) out.title = words_of_path(*known.url);
  if (out.title.empty()) out.title = title;
  const bool is_first_page = known.url && is_home(*known.url);  // its dates are those of news
  if (out.published.empty() && !is_first_page) out.published = visible_date(document, out.title, ignored);
  if (out.published.empty() && known.url) out.published = date_of_path(known.url->path);

  for (const std::string& language :
       {markup.visible.language, markup.content_language, markup.open_graph.language, json_ld.language})
    if (out.language.empty()) out.language = language;

  out.canonical = absolute(base, markup.canonical);
  if (markup.canonical_in_head) out.canonical_link = out.canonical;
  if (out.canonical.empty()) out.canonical = absolute(base, markup.og_url);
  return out;
}

void drop_later_dates(Metadata& metadata, std::int64_t fetched) {
  if (fetched <= 0) return;
  using namespace std::chrono;
  const year_month_day next_day = floor<days>(sys_seconds(seconds(fetched))) + days(1);
  for (std::string* date : {&metadata.published, &metadata.modified})
    if (!date->empty() && is_after(*date, next_day)) date->clear();
}

}  // namespace pith
