#include "core/page/detail/metadata_markup.h"

#include <algorithm>
#include <array>

#include "core/dom/permalink.h"
#include "core/text/ascii.h"
#include "core/text/language.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

constexpr std::size_t max_headings = 5, max_lower_headings = 50;
constexpr NodeId max_byline_nodes = 40, written_nodes = 60;
constexpr std::size_t max_written_bytes = 160;

enum class Field { title, author, published, modified, description, site_name, language, tags, categories, image };

struct MetaName {
  std::string_view name;
  Field field;
};

constexpr MetaName open_graph_names[] = {
    {"og:title", Field::title},
    {"og:description", Field::description},
    {"og:site_name", Field::site_name},
    {"og:locale", Field::language},
    {"og:published_time", Field::published},
    {"og:article:published_time", Field::published},
    {"og:article:author", Field::author},
    {"article:published_time", Field::published},
    {"article:published", Field::published},
    {"article:author", Field::author},
    {"article:modified_time", Field::modified},
    {"og:updated_time", Field::modified},
    {"article:tag", Field::tags},
    {"article:section", Field::categories},
    {"og:image", Field::image},
    {"og:image:url", Field::image},
    {"og:image:secure_url", Field::image},
    {"book:author", Field::author},
    {"book:tag", Field::tags},
    {"book:release_date", Field::published},
};

// Dublin Core names have '.' here, also where pages write ':'.
constexpr MetaName meta_names[] = {
    {"title", Field::title},
    {"dc.title", Field::title},
    {"dcterms.title", Field::title},
    {"citation_title", Field::title},
    {"parsely-title", Field::title},
    {"sailthru.title", Field::title},
    {"twitter:title", Field::title},
    {"author", Field::author},
    {"authors", Field::author},
    {"byl", Field::author},
    {"dc.creator", Field::author},
    {"dcterms.creator", Field::author},
    {"citation_author", Field::author},
    {"parsely-author", Field::author},
    {"sailthru.author", Field::author},
    {"date", Field::published},
    {"dc.date", Field::published},
    {"dc.date.issued", Field::published},
    {"dc.date.created", Field::published},
    {"dc.issued", Field::published},
    {"dc.created", Field::published},
    {"dcterms.date", Field::published},
    {"dcterms.issued", Field::published},
    {"dcterms.created", Field::published},
    {"citation_publication_date", Field::published},
    {"citation_online_date", Field::published},
    {"citation_date", Field::published},
    {"parsely-pub-date", Field::published},
    {"sailthru.date", Field::published},
    {"pubdate", Field::published},
    {"publishdate", Field::published},
    {"publish-date", Field::published},
    {"publish_date", Field::published},
    {"publication_date", Field::published},
    {"publication-date", Field::published},
    {"published_time", Field::published},
    {"datepublished", Field::published},
    {"article.published", Field::published},
    {"cxenseparse:recs:publishtime", Field::published},
    {"last-modified", Field::modified},
    {"dc.date.modified", Field::modified},
    {"dc.modified", Field::modified},
    {"dcterms.modified", Field::modified},
    {"keywords", Field::tags},
    {"news_keywords", Field::tags},
    {"citation_keywords", Field::tags},
    {"dc.subject", Field::tags},
    {"dcterms.subject", Field::tags},
    {"parsely-tags", Field::tags},
    {"sailthru.tags", Field::tags},
    {"parsely-section", Field::categories},
    {"parsely-image-url", Field::image},
    {"twitter:image", Field::image},
    {"description", Field::description},
    {"dc.description", Field::description},
    {"dcterms.description", Field::description},
    {"dcterms.abstract", Field::description},
    {"parsely-description", Field::description},
    {"sailthru.description", Field::description},
    {"twitter:description", Field::description},
    {"application-name", Field::site_name},
    {"dc.publisher", Field::site_name},
    {"dcterms.publisher", Field::site_name},
};

constexpr std::array<std::string_view, 14> byline_classes = {
    "byline",         "byline-name",     "byline__name",   "author",       "author-name", "author__name", "author-link",
    "article-author", "article__author", "article-byline", "entry-author", "post-author", "post-byline",  "p-author"};

template <std::size_t size>
const MetaName* find_name(const MetaName (&names)[size], std::string_view name) {
  const auto found =
      std::find_if(std::begin(names), std::end(names), [&](const MetaName& m) { return m.name == name; });
  return found == std::end(names) ? nullptr : found;
}

class MarkupReader {
 public:
  MarkupReader(const Document& document, const NodeSet* ignored) : document_(document), ignored_(ignored) {}

  MarkupMetadata read() {
    for (NodeId n = 0; n < document_.size(); ++n)
      if (document_[n].is_text()) {
        if (n < written_end_) written_byline(n);
      } else if (document_[n].is_element() && (!is_ignored(n) || is_no_text(document_[n].tag))) {
        element(n);
      }
    return std::move(out_);
  }

 private:
  // Elements for the page's language and address, which nobody reads.
  static bool is_no_text(Tag tag) { return tag == Tag::html || tag == Tag::link; }

  bool is_ignored(NodeId n) const { return ignored_ && ignored_->contains(n); }

  // All text of a small subtree, including non-content; empty if it exceeds the bounds, or part of it is ignored.
  std::string small_text(NodeId n, NodeId max_nodes = 40, std::size_t max_bytes = 300) const {
    if (document_[n].subtree_size > max_nodes) return {};
    std::string text;
    for (NodeId i = n; i < document_.end_of(n); ++i) {
      if (is_ignored(i)) return {};
      if (document_[i].flags & Node::space_before || is_block(document_[i].tag) || document_[i].tag == Tag::br)
        text += ' ';
      if (document_[i].data_size > 4 * max_bytes && document_[i].is_text()) return {};
      text += document_.text(i);
    }
    text = collapse_space(text);
    return text.size() <= max_bytes ? text : std::string();
  }

  void element(NodeId n) {
    const Tag tag = document_[n].tag;
    relation_ = tag == Tag::a || tag == Tag::link ? document_.attribute(n, "rel") : std::string_view();
    by_tag(n);
    if (document_[n].data_size == 0) return;
    if (!relation_.empty()) read_relation(n);
    if (is_comments(n)) side_end_ = std::max(side_end_, document_.end_of(n));
    if (n < side_end_ || document_[n].flags & Node::hidden) return;
    microdata(n);
    byline(n);
  }

  void by_tag(NodeId n) {
    switch (document_[n].tag) {
      case Tag::html:
        if (n == 0) out_.visible.language = primary_language(document_.attribute(n, "lang"));
        if (out_.visible.language.empty()) out_.visible.language = primary_language(document_.attribute(n, "xml:lang"));
        break;
      case Tag::head:
        head_end_ = document_.end_of(n);
        break;
      case Tag::title:
        if (is_page_title(n)) set_if_empty(out_.visible.title, small_text(n, 4, 10'000));
        break;
      case Tag::meta:
        meta(n);
        break;
      case Tag::link:
        if (out_.canonical.empty() && has_token(lower_ascii(relation_), "canonical")) {
          out_.canonical = document_.attribute(n, "href");
          out_.canonical_in_head = n < head_end_;
        }
        break;
      case Tag::h1:
        add_heading(out_.headings, max_headings, n);
        if (out_.written.empty()) written_end_ = document_.end_of(n) + written_nodes;
        break;
      case Tag::h2:
      case Tag::h3:
        add_heading(out_.lower_headings, max_lower_headings, n);
        break;
      case Tag::footer:
      case Tag::aside:
      case Tag::nav:
        side_end_ = std::max(side_end_, document_.end_of(n));
        break;
      default:
        break;
    }
  }

  void add_heading(std::vector<std::string>& headings, std::size_t at_most, NodeId n) const {
    if (headings.size() >= at_most) return;
    std::string text = small_text(n, 200, 1000);
    const auto has_permalink = [&] {
      for (NodeId i = n + 1; i < document_.end_of(n); ++i)
        if (is_permalink(document_, i)) return true;
      return false;
    };
    if (!text.empty() && has_permalink())
      text = collapse_space(heading_text(document_, n, [](NodeId) { return true; }));
    if (!text.empty()) headings.push_back(std::move(text));
  }

  // Licences are often below the page; what the page is filed under is not.
  void read_relation(NodeId n) {
    const std::string relation = lower_ascii(relation_.substr(0, 200));
    if (has_token(relation, "license")) set_if_empty(out_.visible.licence, document_.attribute(n, "href"));
    if (document_[n].tag != Tag::a || n < side_end_ || document_[n].flags & Node::hidden) return;
    if (has_token(relation, "category"))
      add_terms(out_.visible.categories, small_text(n));
    else if (has_token(relation, "tag"))
      add_terms(out_.visible.tags, small_text(n));
  }

  // SVG has <title> elements, too.
  bool is_page_title(NodeId n) const {
    const NodeId parent = document_[n].parent;
    if (parent == no_node) return false;
    const Tag tag = document_[parent].tag;
    return tag == Tag::head || tag == Tag::body || tag == Tag::html;
  }

  bool is_comments(NodeId n) const {
    const Tag tag = document_[n].tag;
    if (tag == Tag::html || tag == Tag::body || tag == Tag::main || tag == Tag::article) return false;
    const auto says_so = [](std::string_view name) {
      return name.starts_with("comment") || name.starts_with("Comment");
    };
    return says_so(document_.attribute(n, "id")) || any_token(document_.attribute(n, "class"), says_so);
  }

  void meta(NodeId n) {
    const std::string_view content = document_.attribute(n, "content");
    if (trim_space(content).empty()) return;
    if (lower_ascii(document_.attribute(n, "http-equiv")) == "content-language" && out_.content_language.empty())
      out_.content_language = primary_language(content.substr(0, content.find(',')));
    for (const char* const key : {"property", "name"}) {
      if (document_.attribute(n, key).size() > 64) continue;
      std::string name = lower_ascii(trim_space(document_.attribute(n, key)));
      if (name == "og:url" && out_.og_url.empty()) out_.og_url = content;
      if (const MetaName* const known = find_name(open_graph_names, name))
        return set(out_.open_graph, known->field, content);
      if (name.starts_with("dc:") || name.starts_with("dcterms:")) std::replace(name.begin(), name.end(), ':', '.');
      if (const MetaName* const known = find_name(meta_names, name)) return set(out_.meta, known->field, content);
    }
  }

  static void set(MetadataFields& fields, Field field, std::string_view value) {
    switch (field) {
      case Field::title:
        return set_declared_if_empty(fields.title, value);
      case Field::author:
        return add_author(fields.authors, value);
      case Field::published:
        return set_date_if_empty(fields.published, value);
      case Field::modified:
        return set_date_if_empty(fields.modified, value);
      case Field::tags:
        return add_terms(fields.tags, value);
      case Field::categories:
        return add_terms(fields.categories, value);
      case Field::image:
        return set_if_empty(fields.image, value);
      case Field::description:
        return set_declared_if_empty(fields.description, value);
      case Field::site_name:
        return set_declared_if_empty(fields.site_name, value);
      case Field::language:
        if (fields.language.empty()) fields.language = primary_language(value);
        return;
    }
  }

  std::string value_of(NodeId n) const {
    return document_.has_attribute(n, "content") ? metadata_text(document_.attribute(n, "content")) : small_text(n);
  }

  void microdata(NodeId n) {
    const std::string_view properties = document_.attribute(n, "itemprop");
    if (properties.empty()) return;
    MetadataFields& fields = out_.microdata;
    if (has_token(properties, "headline")) set_declared_if_empty(fields.title, value_of(n));
    if (has_token(properties, "description") && document_.has_attribute(n, "content"))
      set_declared_if_empty(fields.description, value_of(n));
    if (has_token(properties, "author") || has_token(properties, "creator")) add_author(fields.authors, person(n));
  }

  // The name of an itemprop=author: its itemprop=name, or its own text.
  std::string person(NodeId n) const {
    if (document_[n].subtree_size <= max_byline_nodes)
      for (NodeId i = n + 1; i < document_.end_of(n); ++i)
        if (has_token(document_.attribute(i, "itemprop"), "name")) return value_of(i);
    return value_of(n);
  }

  void byline(NodeId n) {
    if (document_[n].tag == Tag::a && has_token(relation_, "author")) {
      if (!linked_authors_) out_.visible.authors.clear();  // better than names found by class
      linked_authors_ = true;
      return add_author(out_.visible.authors, small_text(n));
    }
    if (!out_.visible.authors.empty()) return;
    if (!is_byline(n)) return;
    add_author(out_.visible.authors, small_text(name_in(n)));
    if (out_.visible.authors.empty()) add_author(out_.visible.authors, small_text(n));
  }

  // Soon below a headline: "By Ann Other", in one element or in several.
  void written_byline(NodeId text) {
    const std::string_view words = trim_space(document_.text(text));
    if (!out_.written.empty() || text < side_end_ || words.size() > max_written_bytes || is_ignored(text)) return;
    if (lead_of_byline(words) == 0) return;
    NodeId n = document_[text].parent;
    for (int levels = 0; levels < 3 && n != no_node && out_.written.empty(); ++levels, n = document_[n].parent)
      if (document_[n].is_content()) add_written_authors(out_.written, small_text(n, 20, max_written_bytes));
  }

  bool is_byline(NodeId n) const {
    return any_token(document_.attribute(n, "class"), [](std::string_view name) {
      return std::find(byline_classes.begin(), byline_classes.end(), name) != byline_classes.end();
    });
  }

  // The only part of a by-line that is marked as a name, else its only link if only "by" comes before it, else the
  // whole by-line.
  NodeId name_in(NodeId n) const {
    if (document_[n].subtree_size > max_byline_nodes) return n;
    NodeId link = no_node, name = no_node;
    std::size_t links = 0, names = 0;
    bool named = false;
    for (NodeId i = n + 1; i < document_.end_of(n); ++i) {
      if (document_[i].is_text()) {
        named = named || (links == 0 && !leads_to_name(document_.text(i)));
        continue;
      }
      if ((has_token(document_.attribute(i, "itemprop"), "name") || is_byline(i)) && ++names == 1) name = i;
      if (document_[i].tag == Tag::a && ++links == 1) link = i;
    }
    if (names > 0) return names == 1 ? name : n;
    return links == 1 && !named ? link : n;
  }

  const Document& document_;
  const NodeSet* ignored_;
  MarkupMetadata out_;
  NodeId head_end_ = 0, side_end_ = 0;
  std::string_view relation_;    // the element's "rel"
  NodeId written_end_ = 0;       // up to where a by-line may stand that only its words tell
  bool linked_authors_ = false;  // by rel=author
};

}  // namespace

MarkupMetadata read_markup(const Document& document, const NodeSet* ignored) {
  return MarkupReader(document, ignored).read();
}

}  // namespace pith
