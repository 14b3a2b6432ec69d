#include "core/extract/extract_page.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "core/dom/collapsed_text.h"
#include "core/dom/text_runs.h"
#include "core/extract/detail/chosen_nodes.h"
#include "core/extract/detail/exclusions.h"
#include "core/extract/detail/own_text.h"
#include "core/extract/detail/page_roles.h"
#include "core/page/breadcrumb.h"
#include "core/page/client_redirect.h"
#include "core/page/feed.h"
#include "core/page/headline.h"
#include "core/page/links.h"
#include "core/page/script_shell.h"
#include "core/render/render.h"
#include "core/text/language.h"
#include "core/text/white_space.h"
#include "core/text/words.h"

namespace pith {
namespace {

// For extractors that judge themselves, by the expected F1 of their choice.
constexpr double unsure = 0.5;     // below: the choice is kept, as a fallback
constexpr double hopeless = 0.25;  // below: the page is kept whole

constexpr std::uint32_t little = 10;  // words: fewer are next to nothing, unless the page has hardly more

// Words of the runs that are not repeated, of those in the set, and of those that are both.
struct Tally {
  std::uint32_t own = 0, chosen = 0, own_chosen = 0;
};

class PageExtraction {
 public:
  PageExtraction(const KeyPage& key, const ExtractOptions& options, const Marks& marks)
      : key_(key),
        page_(key.page),
        siblings_(key.siblings),
        options_(options),
        marks_(marks),
        runs_(text_runs(page_)),
        content_(page_) {}

  void choose(const std::optional<Url>& base, ExtractedPage& out) {
    for (const TextRun& run : runs_) out.page_words += run.words;
    drop_runs();
    if (is_client_redirect(page_, base, out.page_words)) return decide(out, Status::skipped, "client_redirect", 0);
    if (is_script_shell(page_, out.page_words)) return decide(out, Status::skipped, "needs_script", 0);
    if (out.page_words == 0) return decide(out, Status::skipped, "empty", 0);
    choose_content(out);
    if (!holds_words()) decide(out, Status::skipped, marks_.excluded.empty() ? "empty" : "marked_out", 0);
  }

  const NodeSet& content() const { return content_; }
  std::span<const std::string> names_of_site() const { return names_of_site_; }
  const std::vector<TextRun>& runs() const {
    if (runs_.empty()) runs_ = text_runs(page_);
    return runs_;
  }

  // Valid as long as this object, once the content is chosen.
  PageRoles roles() const {
    std::optional<NodeSet> own = own_;
    if (!own) own = options_.extractor->own_text(input());
    if (!own) own = own_text(page_, runs(), repeated());
    return {page_, content_, *own, left_out()};
  }

 private:
  ExtractorInput input() const {
    return {.page = page_,
            .siblings = siblings_,
            .keep = options_.keep,
            .site = key_.site,
            .view = key_.view,
            .features = key_.features,
            .judgements = key_.trace ? &key_.trace->judged : nullptr,
            .stop = key_.stop};
  }

  void choose_content(ExtractedPage& out) {
    if (by_selectors()) return decide(out, Status::main, "selector", 1);
    if (by_marks()) return decide(out, Status::main, "marked", 1);
    Extraction extraction = options_.extractor->extract(input());
    if (is_over(key_.stop)) return;
    own_ = std::move(extraction.own);
    names_of_site_ = std::move(extraction.names_of_site);
    out.type = extraction.type;
    if (extraction.compared) out.siblings_used = *extraction.compared;
    if (extraction.confidence) {
      judged(out, extraction);
      return;
    }
    const char* reason = by_extractor(extraction);
    if (!reason) {
      const Tally t = tally(content_);
      const double share = t.own ? static_cast<double>(t.own_chosen) / t.own : 1;
      const double learned = std::min<double>(static_cast<double>(siblings_.size()), 4) / 4;
      decide(out, Status::main, "ok", 0.5 + 0.2 * share + 0.2 * learned);
      return;
    }
    by_simple_rule();
    exclude();
    if (!is_little(tally(content_))) {
      decide(out, Status::fallback, reason, siblings_.size() >= 2 ? 0.45 : 0.3);
      return;
    }
    everything();
    decide(out, Status::whole, "nothing_chosen", 0.1);
  }

  static void decide(ExtractedPage& out, Status status, const char* reason, double confidence) {
    out.status = status;
    out.reason = reason;
    out.confidence = confidence;
  }

  // Those of large pages are read again after the extractor, which needs most memory.
  void drop_runs() {
    constexpr std::size_t many = 4096;
    if (runs_.size() > many) std::vector<TextRun>().swap(runs_);
  }

  // The first node of the run's text that may be indexed; the run's end if there is no such node.
  NodeId first_indexed(const TextRun& run) const {
    NodeId n = run.begin;
    while (n < run.end && (marks_.excluded.contains(n) || !is_visible_text(page_[n]))) ++n;
    return n;
  }

  bool holds_words() const {
    for (NodeId n = 0; n < page_.size(); ++n)
      if (page_[n].is_text() && page_[n].is_content() && content_.contains(n) && count_words(page_.text(n)) > 0)
        return true;
    return false;
  }

  // By run, whether the siblings repeat it. Not needed to decide about an extractor that judges itself.
  const std::vector<bool>& repeated() const {
    if (!repeated_) repeated_ = repeated_runs(runs(), siblings_);
    return *repeated_;
  }

  // Text that is not to be indexed counts neither as the page's own text nor as chosen.
  Tally tally(const NodeSet& set) const {
    const std::vector<bool>& repeated = this->repeated();
    const std::vector<TextRun>& runs = this->runs();
    Tally t;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const std::uint32_t words = runs[i].words;
      const NodeId first = first_indexed(runs[i]);
      if (first == runs[i].end) continue;
      const bool chosen = set.contains(first);
      if (!repeated[i]) t.own += words;
      if (chosen) t.chosen += words;
      if (chosen && !repeated[i]) t.own_chosen += words;
    }
    return t;
  }

  static bool is_little(const Tally& t) { return t.chosen == 0 || (t.chosen < little && t.chosen * 2 < t.own); }

  bool by_selectors() {
    for (const Selector& selector : options_.include)
      for (const NodeId n : selector.select(page_)) content_.add_subtree(page_, n);
    remove_hidden(content_, page_);
    if (!holds_words()) return false;
    exclude();
    return true;
  }

  bool by_marks() {
    if (marks_.wanted.empty()) return false;
    content_ = marks_.wanted;
    remove_hidden(content_, page_);
    if (!holds_words()) return false;
    exclude();
    return true;
  }

  // For an extractor that judges itself.
  void judged(ExtractedPage& out, const Extraction& extraction) {
    const double confidence = *extraction.confidence;
    content_ = extraction.content;
    exclude();
    if (confidence >= hopeless && holds_words())
      return decide(out, confidence >= unsure ? Status::main : Status::fallback, confidence >= unsure ? "ok" : "unsure",
                    confidence);
    everything();
    decide(out, Status::whole, "unsure", confidence);
  }

  void everything() {
    content_ = NodeSet(page_);
    content_.add_subtree(page_, 0);
    remove_hidden(content_, page_);
    exclude();
  }

  // Why the extractor's choice cannot be used; nullptr if it can.
  const char* by_extractor(const Extraction& extraction) {
    content_ = extraction.content;
    exclude();
    const Tally t = tally(content_);
    if (is_little(t)) return siblings_.empty() ? "no_siblings" : "little_content";
    if (t.own_chosen * 2 < t.own) return "narrow";
    return nullptr;
  }

  void by_simple_rule() {
    content_ = NodeSet(page_);
    NodeId root = only_main();
    if (root == no_node) root = page_.find(Tag::body);
    if (root == no_node) root = 0;
    const std::vector<bool>& repeated = this->repeated();
    const std::vector<TextRun>& runs = this->runs();
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const TextRun& run = runs[i];
      if (!repeated[i] && (run.begin == root || page_.is_ancestor(root, run.begin)))
        content_.add_range(run.begin, run.end);
    }
    for (NodeId n = root + 1; n < page_.end_of(root); ++n) {
      const Tag tag = page_[n].tag;
      if (tag == Tag::nav || tag == Tag::footer || tag == Tag::aside || (tag == Tag::header && !in_article(n)))
        content_.remove_subtree(page_, n);
    }
  }

  bool in_article(NodeId n) const {
    for (n = page_[n].parent; n != no_node; n = page_[n].parent)
      if (page_[n].tag == Tag::article || page_[n].tag == Tag::main) return true;
    return false;
  }

  NodeId only_main() const {
    for (const Tag tag : {Tag::main, Tag::article}) {
      const NodeId first = page_.find(tag);
      if (first != no_node && page_.find(tag, page_.end_of(first)) == no_node) return first;
    }
    NodeId found = no_node;
    for (NodeId n = 0; n < page_.size(); ++n) {
      if (page_.attribute(n, "role") != "main") continue;
      if (found != no_node) return no_node;
      found = n;
    }
    return found;
  }

  // What no choice may contain: what the page's marks and the configuration exclude.
  void exclude() { content_.remove_all(left_out()); }

  const NodeSet& left_out() const {
    if (left_out_) return *left_out_;
    left_out_ = marks_.excluded;
    for (const Exclusion& exclusion : exclusions(page_, options_.exclude, options_.keep))
      left_out_->add_subtree(page_, exclusion.node);
    return *left_out_;
  }

  const KeyPage& key_;
  const Document& page_;
  std::span<const Document* const> siblings_;
  const ExtractOptions& options_;
  const Marks& marks_;
  mutable std::vector<TextRun> runs_;
  mutable std::optional<std::vector<bool>> repeated_;
  mutable std::optional<NodeSet> left_out_;
  NodeSet content_;
  std::optional<NodeSet> own_;              // Extraction's
  std::vector<std::string> names_of_site_;  // the same
};

void append_line(std::string& out, std::string_view line) {
  if (line.empty()) return;
  if (!out.empty()) out += '\n';
  out += line;
}

std::string anchor_texts(const Document& page, const NodeSet& content) {
  std::string out;
  for (NodeId n = 0; n < page.size(); ++n)
    if (page[n].tag == Tag::a && page[n].subtree_size > 1 && content.contains(n + 1) && page.has_attribute(n, "href"))
      append_line(out, collapsed_text(page, n + 1, page.end_of(n),
                                      [&](NodeId text) { return page[text].is_content() && content.contains(text); }));
  return out;
}

// How the text is read aloud, which stands above it: a search finds it, but it is not part of the text.
void append_readings(std::string& out, const Document& page, const NodeSet& content) {
  for (NodeId n = 0; n < page.size(); ++n) {
    if (page[n].tag != Tag::ruby) continue;
    std::string reading;
    bool is_shown = false;
    for (NodeId i = n; i < page.end_of(n); ++i) {
      is_shown = is_shown || (page[i].is_text() && page[i].is_content() && content.contains(i));
      if (page[i].is_text() && page[page[i].parent].tag == Tag::rt) reading += trim_space(page.text(i));
    }
    if (is_shown) append_line(out, reading);
    n = page.end_of(n) - 1;
  }
}

std::vector<ContentLink> content_links(const Document& page, const NodeSet& content, const Url& base) {
  std::vector<ContentLink> out;
  for (NodeId n = 0; n < page.size() && out.size() < max_content_links; ++n) {
    if (page[n].tag != Tag::a || page[n].subtree_size < 2 || !content.contains(n + 1)) continue;
    if (!page.has_attribute(n, "href")) continue;
    const std::string text = collapsed_text(
        page, n + 1, page.end_of(n), [&](NodeId part) { return page[part].is_content() && content.contains(part); });
    if (text.empty()) continue;
    if (const auto target = resolve(base, page.attribute(n, "href")))
      out.push_back({target->str(), std::string(cut_utf8(text, max_link_text_bytes))});
  }
  return out;
}

// Words of main content that are not visible at first.
std::uint32_t hidden_words(const Document& page, const NodeSet& content) {
  std::size_t words = 0;
  for (NodeId n = 0; n < page.size(); ++n)
    if (page[n].flags & Node::hidden && page[n].is_text() && page[n].is_content() && content.contains(n))
      words += count_words(page.text(n));
  return static_cast<std::uint32_t>(words);
}

// What may be shown of the page.
class ShownPart {
 public:
  ShownPart(const Document& page, const PageExtraction& extraction, const PageRoles& roles, const Marks& marks)
      : page_(page), extraction_(extraction), roles_(roles), marks_(marks) {}

  std::optional<ShownContent> read(const std::optional<Url>& base, const ExtractedPage& out) const {
    if (marks_.nosnippet) return ShownContent();
    if (marks_.unshown.empty()) return std::nullopt;
    const NodeSet content = shown(extraction_.content()), asides = shown(roles_.asides());
    if (content == extraction_.content() && asides == roles_.asides() &&
        shown(roles_.of_template()) == roles_.of_template())
      return std::nullopt;
    Blocks blocks = read_blocks(page_, content);
    const BlockCount rest = roles_.count(Role::site_template, extraction_.runs(), &marks_.unshown);
    std::string structure = render_structure(page_, blocks, read_blocks(page_, asides), rest);
    return ShownContent{std::move(blocks), std::move(structure), render_html(page_, content, base),
                        out.metadata.description};
  }

 private:
  NodeSet shown(NodeSet set) const {
    set.remove_all(marks_.unshown);
    return set;
  }

  const Document& page_;
  const PageExtraction& extraction_;
  const PageRoles& roles_;
  const Marks& marks_;
};

}  // namespace

std::string_view name_of(Status status) {
  switch (status) {
    case Status::main:
      return "main";
    case Status::fallback:
      return "fallback";
    case Status::whole:
      return "whole";
    case Status::skipped:
      return "skipped";
  }
  return "skipped";
}

namespace {

ExtractedPage given_up(const ExtractOptions& options, const char* reason = "too_slow") {
  ExtractedPage nothing;
  nothing.extractor = options.extractor_name;
  nothing.reason = reason;
  return nothing;
}

// Counts the words of each role, and collects the text that is not content. What the template has.
BlockCount sort_text(const PageExtraction& extraction, const PageRoles& roles, const Document& page, const Marks& marks,
                     ExtractedPage& out) {
  const std::uint32_t hidden = hidden_words(page, extraction.content());
  out.page_words += hidden;
  out.content_words = hidden + roles.count(Role::content, extraction.runs()).words;
  out.aside_words = roles.count(Role::aside, extraction.runs()).words;
  const BlockCount of_template = roles.count(Role::site_template, extraction.runs());
  out.template_words = of_template.words;
  for (const TextRun& run : extraction.runs()) {
    if (roles.of(run) == Role::content) continue;
    const std::string line = collapsed_text(
        page, run.begin, run.end, [&](NodeId n) { return is_visible_text(page[n]) && !marks.excluded.contains(n); });
    if (out.template_text.size() + line.size() < max_template_bytes) append_line(out.template_text, line);
  }
  return of_template;
}

}  // namespace

ExtractedPage extract_page(const KeyPage& key, const ExtractOptions& options) {
  const Document& page = key.page;
  Stop* const stop = key.stop;
  ExtractedPage out;
  out.extractor = options.extractor_name;
  out.siblings_used = static_cast<std::uint32_t>(key.siblings.size());
  const std::optional<Url> base = key.url ? std::optional(base_of(page, *key.url)) : std::nullopt;
  Marks marks = read_marks(page, key.robots, options.marks);
  out.marks = std::move(marks.honoured);
  NodeSet not_for_metadata = marks.excluded;
  not_for_metadata.add_all(marks.unshown);  // metadata is shown with a hit
  if (marks.noindex || is_feed(page)) {
    out.reason = marks.noindex ? "noindex" : "feed";  // the status is `skipped` so far
    out.metadata = read_metadata(page, base, &not_for_metadata);
    drop_later_dates(out.metadata, key.fetched);
    return out;
  }
  if (is_over(stop)) return given_up(options);
  PageExtraction extraction(key, options, marks);
  extraction.choose(base, out);
  out.confidence = std::round(out.confidence * 100) / 100;  // small changes in the site's model make no new document
  if (is_over(stop)) return given_up(options);
  out.metadata =
      read_metadata(page, base, &not_for_metadata,
                    {.url = key.url, .content = &extraction.content(), .names_of_site = extraction.names_of_site()});
  drop_later_dates(out.metadata, key.fetched);
  if (out.status == Status::skipped && !key.trace) return out;
  const PageRoles roles = extraction.roles();
  if (is_over(stop)) return given_up(options);
  if (key.trace) key.trace->asides = roles.asides();
  if (out.status == Status::skipped) return out;

  out.has_headline = has_headline(page, out.metadata.title);
  const NodeSet& content = extraction.content();
  if (key.trace) key.trace->content = content;
  out.blocks = read_blocks(page, content);
  out.asides = read_blocks(page, roles.asides());
  const BlockCount of_template = sort_text(extraction, roles, page, marks, out);
  if (out.content_words > options.max_words) return given_up(options, "too_much_text");
  if (is_over(stop)) return given_up(options);
  out.structure = render_structure(page, out.blocks, out.asides, of_template);
  out.shown = ShownPart(page, extraction, roles, marks).read(base, out);
  out.anchors = anchor_texts(page, content);
  append_readings(out.anchors, page, content);
  if (base) out.links = content_links(page, content, *base);
  out.breadcrumb = read_breadcrumb(page, key.url, out.metadata.title, &marks.excluded);
  // The language of the text itself, not the one that the template declares for every page.
  if (std::string detected = detect_language(out.blocks.text, out.metadata.language); !detected.empty())
    out.metadata.language = std::move(detected);
  if (options.want_markdown) out.markdown = render_markdown(page, content, base);
  if (is_over(stop)) return given_up(options);
  out.html = render_html(page, content, base);
  if (is_over(stop)) return given_up(options);
  return out;
}

}  // namespace pith
