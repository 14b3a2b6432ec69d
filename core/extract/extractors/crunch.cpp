// Crunch: a set of filters on the DOM tree, which can be switched off one by one.
//
// S. Gupta, G. Kaiser, D. Neistadt, P. Grimm: DOM-based content extraction of HTML documents, WWW 2003; a row of table
// 2 of Mohammadzadeh et al. 2011. The filters: scripts and styles (never content here, core/dom/tag.h), advertisement
// remover, link list remover, empty table remover. As published: a link list is a table cell with more than `ratio`
// links per word outside links, where a word is five characters; a table without substance after the other filters is
// removed.
// Chosen here: link lists are searched in all containers that pages use for layout today, not only in table cells,
// innermost first (filters.h); adverts are recognised by words for them in id and class, and in the addresses of images
// and links, instead of by a list of servers, and never hold most of the page's text; a table has substance if it has
// `table_characters` characters or an image (on labelled pages any number up to a few hundred gives the same). Measured
// on labelled pages, a `ratio` of 0.05 does somewhat better than the published 0.35, which stays the default.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/dom/tag_set.h"
#include "core/extract/extractor.h"
#include "core/extract/extractors/detail/filters.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

constexpr double word_length = 5;

// Words that mean adverts if they are a whole word of a name or address.
// clang-format off
constexpr std::array advert_words = std::to_array<std::string_view>(
    {"ad", "adbanner", "adbox", "adcontainer", "adframe", "ads", "adsense", "adserver", "adserving", "adslot",
     "adspace", "adsystem", "adunit", "advert", "advertisement", "advertisements", "adverts", "adview",
     "adwords", "adzone", "doubleclick", "googleads", "googleadservices", "googlesyndication", "pagead", "sponsor",
     "sponsored", "sponsors", "werbung"});
// clang-format on

// Words next to which an advert's word describes the page: "has-ads", "no-ad".
constexpr std::array state_words =
    std::to_array<std::string_view>({"has", "is", "no", "non", "not", "show", "with", "without"});

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view known) { return equals_ignoring_case(word, known); });
}

// Whether a word of the name ("ad" in "top_ad-1") means adverts.
bool names_advert(std::string_view name) {
  bool advert = false;
  for (std::size_t i = 0; i < name.size();) {
    std::size_t end = i;
    while (end < name.size() && is_alphanumeric_ascii(name[end])) ++end;
    const std::string_view word = name.substr(i, end - i);
    if (is_one_of(word, state_words)) return false;
    advert = advert || is_one_of(word, advert_words);
    i = end + 1;
  }
  return advert;
}

// The host of an absolute address, unchanged; empty for a relative one.
std::string_view host_of(std::string_view address) {
  const std::size_t slashes = address.find("//");
  if (slashes == std::string_view::npos || slashes > 8) return {};
  address.remove_prefix(slashes + 2);
  return address.substr(0, address.find_first_of("/?#"));
}

bool is_advert(const Document& page, NodeId n) {
  for (const Document::Attribute& attribute : page.attributes(n)) {
    const std::string_view name = page.name(attribute), value = page.value(attribute);
    if (name == "id" && names_advert(value)) return true;
    if (name == "class" && any_token(value, names_advert)) return true;
    if (name == "src" && names_advert(value.substr(0, value.find_first_of("?#")))) return true;
    if (name == "href" && names_advert(host_of(value))) return true;  // a path may be about advertising
  }
  return false;
}

// Elements that lists of links are built from.
constexpr TagSet containers = {Tag::table,   Tag::td,    Tag::th,     Tag::div,      Tag::section,
                               Tag::article, Tag::aside, Tag::nav,    Tag::header,   Tag::footer,
                               Tag::main,    Tag::form,  Tag::ul,     Tag::ol,       Tag::dl,
                               Tag::menu,    Tag::dir,   Tag::center, Tag::fieldset, Tag::details};

class Crunch final : public Extractor {
 public:
  explicit Crunch(const Parameters& p)
      : adverts_(parameter<bool>(p, "adverts")),
        link_lists_(parameter<bool>(p, "link_lists")),
        empty_tables_(parameter<bool>(p, "empty_tables")),
        ratio_(parameter<double>(p, "ratio")),
        table_characters_(static_cast<std::uint32_t>(parameter<long>(p, "table_characters"))) {}

  NodeSet choose(const ExtractorInput& input) const override {
    const Document& page = input.page;
    std::uint64_t page_characters = 0;
    for (const LinkedText& text : linked_text(page)) page_characters += text.characters;
    // For each table, whether an image is left in it.
    std::vector<bool> image(page.size());
    const auto drops = [&](NodeId n, const LinkedText& held) {
      const Node& node = page[n];
      if (node.is_text()) return false;
      const bool dropped =
          (adverts_ && held.characters * 2ull <= page_characters && is_advert(page, n)) ||
          (link_lists_ && containers.contains(node.tag) && is_link_list(held)) ||
          (empty_tables_ && node.tag == Tag::table && held.characters < table_characters_ && !image[n]);
      if (!dropped && (node.tag == Tag::img || image[n])) image[node.parent] = true;
      return dropped;
    };
    return without(page, drop_bottom_up(page, drops));
  }

 private:
  bool is_link_list(const LinkedText& held) const {
    return held.links > 0 && held.links * word_length > ratio_ * (held.characters - held.linked);
  }

  bool adverts_, link_lists_, empty_tables_;
  double ratio_;
  std::uint32_t table_characters_;
};

}  // namespace

ExtractorInfo crunch_info() {
  return {
      .name = "crunch",
      .version = 1,
      .site_level = false,
      .summary = "the Crunch filters: all text but that of adverts, link lists and empty tables",
      .source = "Gupta, Kaiser, Neistadt, Grimm, DOM-based content extraction of HTML documents, 2003",
      .parameters =
          {
              {.name = "adverts", .meaning = "drop what id, class or address call an advert", .fallback = true},
              {.name = "link_lists", .meaning = "drop containers with many links for their text", .fallback = true},
              {.name = "empty_tables", .meaning = "drop tables in which next to nothing is left", .fallback = true},
              {.name = "ratio",
               .meaning = "links per word outside of links (five characters) above which a container is a link list",
               .fallback = 0.35,
               .minimum = 0,
               .maximum = 10},
              {.name = "table_characters",
               .meaning = "characters from which a table without images is not empty",
               .fallback = 20L,
               .minimum = 0,
               .maximum = 10'000},
          },
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<Crunch>(p); },
  };
}

}  // namespace pith
