#include "core/extract/main_content/detail/structured_hints.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/keyed_hash.h"
#include "core/extract/main_content/detail/text_scan.h"
#include "core/text/ascii.h"
#include "core/text/detail/utf8.h"

namespace pith {
namespace {

constexpr std::size_t max_bytes = 1u << 20;
constexpr std::size_t max_hashes = 1u << 16;

std::uint32_t kind_of_type(std::string_view type) {
  if (const auto slash = type.find_last_of("/#:"); slash != std::string_view::npos) type.remove_prefix(slash + 1);
  using H = StructuredHints;
  if (type == "NewsArticle" || type == "ReportageNewsArticle" || type == "LiveBlogPosting") return H::article | H::news;
  if (type == "TechArticle" || type == "APIReference" || type == "HowTo" || type == "LearningResource")
    return H::documentation;
  if (type == "BlogPosting" || type == "Blog") return H::article | H::blog;
  if (type.ends_with("Article") || type == "Report") return H::article;
  if (type.starts_with("Product") || type == "Offer" || type == "AggregateOffer" || type == "IndividualProduct")
    return H::product;
  if (type == "DiscussionForumPosting" || type == "QAPage" || type == "Question" || type == "Answer" ||
      type == "SocialMediaPosting")
    return H::thread;
  if (type == "ItemList" || type == "CollectionPage" || type == "SearchResultsPage" || type == "OfferCatalog")
    return H::listing;
  if (type == "Recipe") return H::recipe;
  if (type == "FAQPage") return H::faq;
  if (type.ends_with("Event") && type.size() < 24) return H::event;
  if (type == "VideoObject" || type == "AudioObject" || type == "PodcastEpisode") return H::video;
  if (type == "Review" || type == "AggregateRating") return H::review;
  if (type == "Person" || type == "ProfilePage") return H::person;
  if (type == "LocalBusiness" || type == "Service" || type == "Corporation" || type == "ProfessionalService" ||
      type == "SoftwareApplication" || type == "WebApplication")
    return H::organisation;
  return 0;
}

void add_words(KeyedSet<std::uint32_t>& out, std::string_view text) {
  std::vector<std::uint32_t> words;
  scan_text(text, words);
  for (std::size_t i = 2; i < words.size() && out.size() < max_hashes; ++i)
    out.insert(three_words(words[i - 2], words[i - 1], words[i]));
}

// The text of a JSON string, tags of HTML in it left out.
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

// Walks over the strings of JSON text: a string that a colon follows is the key of the next.
void read_json_strings(std::string_view json, StructuredHints& out) {
  std::string_view key;
  bool in_comment = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == ',' || json[i] == '}') {
      // A list of types keeps its key; anything else ends it.
      if (key != "@type") key = {};
      continue;
    }
    if (json[i] != '"') continue;
    const std::size_t begin = ++i;
    while (i < json.size() && json[i] != '"') i += json[i] == '\\' ? 2 : 1;
    const std::string_view text = json.substr(begin, std::min(i, json.size()) - begin);
    std::size_t next = i + 1;
    while (next < json.size() && (json[next] == ' ' || json[next] == '\n' || json[next] == '\t' || json[next] == '\r'))
      ++next;
    if (next < json.size() && json[next] == ':') {
      key = text;
      continue;
    }
    if (key == "@type") {
      out.kinds |= kind_of_type(text);
      in_comment = text == "Comment" || text == "UserComments" || text == "Review";
    } else if (key == "articleBody" || key == "text" || key == "reviewBody" || key == "recipeInstructions")
      // An article's comments may stand before its body.
      add_words((in_comment && key != "articleBody") || key == "reviewBody" ? out.comments : out.body, unescape(text));
    else if (key == "description" || key == "abstract")
      add_words(out.description, unescape(text));
  }
}

void read_meta(const Document& page, NodeId n, StructuredHints& out) {
  std::string_view name = page.attribute(n, "property");
  if (name.empty()) name = page.attribute(n, "name");
  if (name.empty()) return;
  const std::string_view content = page.attribute(n, "content");
  using H = StructuredHints;
  if (name == "og:type") {
    if (content == "article" || content == "blog")
      out.kinds |= H::og_article;
    else if (content.starts_with("product") || content == "og:product")
      out.kinds |= H::og_product;
    else if (content == "website")
      out.kinds |= H::og_website;
    else if (content == "profile")
      out.kinds |= H::og_profile;
    else if (content.starts_with("video"))
      out.kinds |= H::video;
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
      if (const std::string_view type = page.attribute(n, "itemtype"); !type.empty()) out.kinds |= kind_of_type(type);
    }
  }
  return out;
}

}  // namespace pith
