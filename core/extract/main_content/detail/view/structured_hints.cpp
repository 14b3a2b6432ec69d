#include "core/extract/main_content/detail/view/structured_hints.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/base/keyed_hash.h"
#include "core/extract/main_content/detail/view/text_scan.h"
#include "core/text/ascii.h"
#include "core/text/detail/utf8.h"

namespace pith {
namespace {

constexpr std::size_t max_bytes = 1u << 20;
constexpr std::size_t max_hashes = 1u << 16;

using H = StructuredHints;

struct TypeKind {
  std::string_view type;
  std::uint32_t kinds;
};
constexpr std::array<TypeKind, 37> type_kinds = {{
    {"NewsArticle", H::article | H::news},
    {"ReportageNewsArticle", H::article | H::news},
    {"LiveBlogPosting", H::article | H::news},
    {"TechArticle", H::documentation},
    {"APIReference", H::documentation},
    {"HowTo", H::documentation},
    {"LearningResource", H::documentation},
    {"BlogPosting", H::article | H::blog},
    {"Blog", H::article | H::blog},
    {"Report", H::article},
    {"Offer", H::product},
    {"AggregateOffer", H::product},
    {"IndividualProduct", H::product},
    {"DiscussionForumPosting", H::thread},
    {"QAPage", H::thread},
    {"Question", H::thread},
    {"Answer", H::thread},
    {"SocialMediaPosting", H::thread},
    {"ItemList", H::listing},
    {"CollectionPage", H::listing},
    {"SearchResultsPage", H::listing},
    {"OfferCatalog", H::listing},
    {"Recipe", H::recipe},
    {"FAQPage", H::faq},
    {"VideoObject", H::video},
    {"AudioObject", H::video},
    {"PodcastEpisode", H::video},
    {"Review", H::review},
    {"AggregateRating", H::review},
    {"Person", H::person},
    {"ProfilePage", H::person},
    {"LocalBusiness", H::organisation},
    {"Service", H::organisation},
    {"Corporation", H::organisation},
    {"ProfessionalService", H::organisation},
    {"SoftwareApplication", H::organisation},
    {"WebApplication", H::organisation},
}};

std::uint32_t kinds_of_type(std::string_view type) {
  if (const auto slash = type.find_last_of("/#:"); slash != std::string_view::npos) type.remove_prefix(slash + 1);
  const auto known = std::ranges::find(type_kinds, type, &TypeKind::type);
  if (known != type_kinds.end()) return known->kinds;
  if (type.ends_with("Article")) return H::article;
  if (type.starts_with("Product")) return H::product;
  if (type.ends_with("Event") && type.size() < 24) return H::event;
  return 0;
}

void add_words(KeyedSet<std::uint32_t>& out, std::string_view text) {
  std::vector<std::uint32_t> words;
  scan_text(text, words);
  for (std::size_t i = 2; i < words.size() && out.size() < max_hashes; ++i)
    out.insert(three_words(words[i - 2], words[i - 1], words[i]));
}

// The text of a JSON string, without HTML tags in it.
std::string unescape(std::string_view raw) {
  std::string out;
  bool tag = false;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    char c = raw[i];
    if (c == '\\' && i + 1 < raw.size()) {
      c = raw[++i];
      if (c == 'u' && i + 4 < raw.size()) {
        std::uint32_t code = 0;
        for (std::size_t j = 1; j <= 4; ++j) {
          code = code * 16 + static_cast<std::uint32_t>(std::max(hex_value(raw[i + j]), 0));
        }
        i += 4;
        if (code == '<')
          tag = true;
        else if (code == '>')
          tag = false;
        else if (tag)
          continue;
        else if (code < 0x80)
          out += static_cast<char>(code);
        else if (!U_IS_SURROGATE(code))
          append_code_point(out, code);
        continue;
      }
      if (c == 'n' || c == 't' || c == 'r') c = ' ';
    }
    if (c == '<') tag = true;
    if (!tag) out += c;
    if (c == '>') {
      tag = false;
      out += ' ';
    }
  }
  return out;
}

// A value by its key, for a thing of the type named last. An article's comments may come before its body.
void add_value(std::string_view key, std::string_view value, bool in_comment, StructuredHints& out) {
  if (key == "articleBody")
    add_words(out.body, unescape(value));
  else if (key == "text" || key == "recipeInstructions")
    add_words(in_comment ? out.comments : out.body, unescape(value));
  else if (key == "reviewBody")
    add_words(out.comments, unescape(value));
  else if (key == "description" || key == "abstract")
    add_words(out.description, unescape(value));
}

// Walks over the strings of JSON text: a string before a colon is the key of the next one.
void read_json_strings(std::string_view json, StructuredHints& out) {
  std::string_view key;
  bool in_comment = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == ',' || json[i] == '}') {
      if (key != "@type") key = {};  // in a list of types, each is one
      continue;
    }
    if (json[i] != '"') continue;
    const std::size_t begin = ++i;
    while (i < json.size() && json[i] != '"') i += json[i] == '\\' ? 2 : 1;
    const std::string_view text = json.substr(begin, std::min(i, json.size()) - begin);
    const std::size_t next = json.find_first_not_of(" \n\t\r", std::min(i + 1, json.size()));
    if (next != std::string_view::npos && json[next] == ':') {
      key = text;
    } else if (key == "@type") {
      out.kinds |= kinds_of_type(text);
      in_comment = text == "Comment" || text == "UserComments" || text == "Review";
    } else {
      add_value(key, text, in_comment, out);
    }
  }
}

// The kinds of an og:type value.
std::uint32_t kinds_of_og_type(std::string_view type) {
  if (type == "article" || type == "blog") return H::og_article;
  if (type.starts_with("product") || type == "og:product") return H::og_product;
  if (type == "website") return H::og_website;
  if (type == "profile") return H::og_profile;
  if (type.starts_with("video")) return H::video;
  return 0;
}

void read_meta(const Document& page, NodeId n, StructuredHints& out) {
  std::string_view name = page.attribute(n, "property");
  if (name.empty()) name = page.attribute(n, "name");
  if (name.empty()) return;
  const std::string_view content = page.attribute(n, "content");
  if (name == "og:type") {
    out.kinds |= kinds_of_og_type(content);
  } else if (name == "description" || name == "og:description" || name == "Description" ||
             name == "twitter:description") {
    add_words(out.description, content);
  } else if (name.starts_with("article:")) {
    out.kinds |= H::og_article;
  } else if (name.starts_with("product:") || name.starts_with("og:price")) {
    out.kinds |= H::og_product;
  }
}

}  // namespace

std::uint32_t three_words(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return ((a * 0x9e3779b1u ^ b) * 0x85ebca6bu ^ c) * 0xc2b2ae35u;
}

StructuredHints read_structured_hints(const Document& page) {
  StructuredHints out;
  std::size_t left = max_bytes;
  for (NodeId n = 0; n < page.size(); ++n) {
    const Node& node = page[n];
    if (node.tag == Tag::meta) {
      read_meta(page, n, out);
    } else if (node.tag == Tag::script && page.attribute(n, "type") == "application/ld+json") {
      for (NodeId t = n + 1; t < page.end_of(n); ++t) {
        const std::string_view text = page.text(t).substr(0, left);
        left -= text.size();
        read_json_strings(text, out);
      }
    } else if (node.is_element() && node.data_size > 0) {
      if (const std::string_view type = page.attribute(n, "itemtype"); !type.empty()) out.kinds |= kinds_of_type(type);
    }
  }
  return out;
}

}  // namespace pith
