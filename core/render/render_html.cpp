#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dom/tag.h"
#include "core/render/detail/block_scan.h"
#include "core/render/detail/code_language.h"
#include "core/render/detail/page_urls.h"
#include "core/render/render.h"
#include "core/text/html_escape.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

constexpr std::array<std::string_view, 6> heading_names = {"h1", "h2", "h3", "h4", "h5", "h6"};

bool is_cell(Tag tag) { return tag == Tag::td || tag == Tag::th; }

bool is_table_part(Tag tag) {
  return is_cell(tag) || tag == Tag::table || tag == Tag::caption || tag == Tag::thead || tag == Tag::tbody ||
         tag == Tag::tfoot || tag == Tag::tr;
}

// How a character of <ruby> is read: kept with it, though it is no text.
bool is_ruby_reading(const Document& document, NodeId n) {
  if (n == no_node || (document[n].tag != Tag::rt && document[n].tag != Tag::rp)) return false;
  const NodeId parent = document[n].parent;
  return parent != no_node && document[parent].tag == Tag::ruby;
}

// How many nodes before each one are of a kind: whether a subtree has such a node is then one subtraction.
class Prefix {
 public:
  explicit Prefix(NodeId size) { sums_.reserve(size + 1); }
  void push(bool is) {
    sums_.push_back(total_);
    total_ += is;
  }
  void finish() { sums_.push_back(total_); }
  bool any(NodeId begin, NodeId end) const { return sums_[end] > sums_[begin]; }

 private:
  std::vector<std::uint32_t> sums_;
  std::uint32_t total_ = 0;
};

class HtmlWriter {
 public:
  HtmlWriter(const Document& document, const NodeSet& content, const std::optional<Url>& base)
      : document_(document),
        content_(content),
        urls_(document, base),
        shown_(document.size()),
        blocks_(document.size()) {
    for (NodeId n = 0; n < document_.size(); ++n) {
      const Node& node = document_[n];
      shown_.push(is_shown(n));
      blocks_.push(node.is_element() && is_block(node.tag));
    }
    shown_.finish();
    blocks_.finish();
  }

  std::string write() {
    frames_.push_back({.end = document_.size(), .bare_text = false});
    for (NodeId n = 0; n < document_.size(); ++n) {
      while (frames_.back().end <= n) close();
      const Node& node = document_[n];
      if (node.flags & Node::space_before) space_ = true;
      if (node.is_text()) {
        text(n);
      } else if (node.tag == Tag::br) {
        line_break_ = true;
      } else if (node.tag == Tag::img) {
        image(n);
      } else if (!is_kept(n) || is_tool(document_, n)) {
        if (is_block(node.tag)) boundary();
        if (is_tool(document_, n) || !spaces_code(n)) n = document_.end_of(n) - 1;
      } else {
        element(n);
      }
    }
    while (!frames_.empty()) close();
    return std::move(out_);
  }

 private:
  // An element that is written, or an unwrapped block.
  struct Frame {
    NodeId end;
    std::string_view name = {};  // empty: unwrapped
    bool block = false;
    bool bare_text = true;  // text in it needs no <p>
    bool phrasing = false;  // a heading, <p> or <pre>, or inside: blocks in it are unwrapped
    bool preformatted = false;
    bool paragraph = false;  // we opened a <p> in it
  };

  bool is_shown(NodeId n) const {
    const Node& node = document_[n];
    if (node.flags & Node::non_content || !content_.contains(n)) return false;
    return node.is_text() ? !(node.flags & Node::blank) : node.tag == Tag::img || node.tag == Tag::hr;
  }

  // Whether the subtree has anything to show; a cell is kept if its row has, so that columns stay in place.
  bool is_kept(NodeId n) const {
    const Node& node = document_[n];
    const bool is_reading = is_ruby_reading(document_, n);
    if (node.flags & Node::non_content && !is_reading) return false;
    const NodeId scope =
        is_reading ? node.parent
        : is_cell(node.tag) && !is_layout(n) && node.parent != no_node && document_[node.parent].tag == Tag::tr
            ? node.parent
            : n;
    return shown_.any(scope, document_.end_of(scope));
  }

  // Highlighted code has elements that hold only its spaces and empty lines.
  bool spaces_code(NodeId n) const {
    return frames_.back().preformatted && !(document_[n].flags & Node::non_content) && !is_block(document_[n].tag);
  }

  // A part of a table that only lays out the page.
  bool is_layout(NodeId n) const {
    if (!is_table_part(document_[n].tag)) return false;
    while (n != no_node && document_[n].tag != Tag::table) n = document_[n].parent;
    return n != no_node && !(document_[n].flags & Node::data_table);
  }

  void boundary() {
    Frame& top = frames_.back();
    if (top.paragraph) out_ += "</p>";
    top.paragraph = false;
    if (!top.phrasing) {
      fresh_ = true;
    } else {
      line_break_ = !top.preformatted || !out_.ends_with('\n');
    }
  }

  void close() {
    const Frame frame = frames_.back();
    if (frame.paragraph) out_ += "</p>";
    frames_.pop_back();
    if (!frame.name.empty()) {
      out_ += "</";
      out_ += frame.name;
      out_ += '>';
    }
    if (frame.block && !frames_.empty()) boundary();
  }

  // Opens the <p> that inline content in an unwrapped block needs, and writes what is pending before that content.
  void before_inline() {
    Frame& top = frames_.back();
    if (!top.bare_text && !top.paragraph) {
      out_ += "<p>";
      top.paragraph = fresh_ = true;
    }
    if (fresh_) {
      fresh_ = false;
    } else if (line_break_) {
      out_ += top.preformatted ? "\n" : "<br>";
    } else if (space_ && !top.preformatted) {
      out_ += ' ';
    }
    space_ = line_break_ = false;
  }

  void element(NodeId n) {
    const Tag tag = document_[n].tag;
    const NodeId end = document_.end_of(n);
    const bool phrasing = frames_.back().phrasing;
    const int level = phrasing ? 0 : heading_level_of(document_, n);
    const bool block = is_block(tag) || level > 0;
    target_ = tag == Tag::a ? urls_.link(n) : std::string();
    std::string_view name = clean_name(tag);
    if (level > 0) name = heading_names[static_cast<std::size_t>(level - 1)];
    if ((level == 0 && heading_level(tag) > 0) || (tag == Tag::a && target_.empty())) name = {};
    if ((block && phrasing) || is_layout(n)) name = {};

    if (tag == Tag::hr) {
      boundary();
      if (!phrasing) out_ += "<hr>";
      return;
    }
    if (!block) {
      if (name.empty()) return;
      const bool holds_blocks = blocks_.any(n, end);
      if (!holds_blocks) {
        before_inline();
      } else if (frames_.back().paragraph) {
        boundary();
      }
      Frame frame = frames_.back();
      frame.end = end;
      frame.name = name;
      frame.block = frame.paragraph = false;
      if (!holds_blocks) frame.bare_text = true;
      open(n, frame);
      return;
    }
    boundary();
    Frame frame{.end = end,
                .name = name,
                .block = true,
                .bare_text = !name.empty() || phrasing,
                .phrasing = phrasing,
                .preformatted = frames_.back().preformatted};
    if (!name.empty()) {
      frame.preformatted = name == "pre";
      frame.phrasing = level > 0 || tag == Tag::p || frame.preformatted;
    }
    open(n, frame);
  }

  void open(NodeId n, const Frame& frame) {
    frames_.push_back(frame);
    if (frame.name.empty()) return;
    if (frame.block) fresh_ = true;
    out_ += '<';
    out_ += frame.name;
    attributes(n);
    out_ += '>';
  }

  void attribute(std::string_view name, std::string_view value) {
    out_ += ' ';
    out_ += name;
    out_ += "=\"";
    append_escaped(out_, value);
    out_ += '"';
  }

  void attributes(NodeId n) {
    if (frames_.back().name == "pre")
      if (const auto language = code_language(document_, n); !language.empty())
        attribute("class", "language-" + std::string(language));
    for (const Document::Attribute& a : document_.attributes(n)) {
      const std::string_view name = document_.name(a), value = document_.value(a);
      if (name == "href") {
        if (frames_.back().name == "a") attribute(name, target_);
      } else if (const auto kept = kept_value(document_[n].tag, name, value)) {
        attribute(name, *kept);
      }
    }
  }

  // The part of an attribute's value to keep; nullopt: drop the attribute.
  std::optional<std::string> kept_value(Tag tag, std::string_view name, std::string_view value) {
    const bool edit = tag == Tag::ins || tag == Tag::del;
    if (name == "title" || name == "lang") return collapse_space(value);
    if (name == "datetime" && (tag == Tag::time || edit)) return collapse_space(value);
    if (((name == "colspan" || name == "rowspan") && is_cell(tag)) || (name == "start" && tag == Tag::ol)) {
      if (is_small_number(value)) return std::string(value);
    } else if (name == "dir") {
      if (value == "ltr" || value == "rtl" || value == "auto") return std::string(value);
    } else if (name == "cite" && (tag == Tag::blockquote || tag == Tag::q || edit)) {
      if (std::string url = urls_.resolved(value); !url.empty()) return url;
    }
    return std::nullopt;
  }

  static bool is_small_number(std::string_view value) {
    return !value.empty() && value.size() <= 4 && value.find_first_not_of("0123456789") == std::string_view::npos;
  }

  void image(NodeId n) {
    if (!is_shown(n)) return;
    const std::string url = urls_.image(n);
    if (url.empty()) return;
    before_inline();
    out_ += "<img";
    attribute("src", url);
    attribute("alt", collapse_space(document_.attribute(n, "alt")));
    if (document_.has_attribute(n, "title")) attribute("title", collapse_space(document_.attribute(n, "title")));
    out_ += '>';
  }

  void text(NodeId n) {
    const Node& node = document_[n];
    const bool is_reading = is_ruby_reading(document_, node.parent);
    if (node.flags & Node::non_content && !is_reading) return;
    const std::string_view raw = document_.text(n);
    const bool preformatted = frames_.back().preformatted;
    if (!content_.contains(n) && !is_reading && !(preformatted && node.flags & Node::blank)) {
      if (leading_space(raw) > 0 || trim_space(raw).size() < raw.size()) space_ = true;
      return;
    }
    std::string clean;
    if (preformatted) {
      append_verbatim(clean, raw);
      if (fresh_ && clean.starts_with('\n')) out_ += '\n';  // parsers drop the first one after <pre>
      before_inline();
      append_escaped(out_, clean);
      return;
    }
    const std::string_view body = trim_space(raw);
    if (leading_space(raw) > 0) space_ = true;
    if (body.empty()) return;
    append_collapsed(clean, body);
    before_inline();
    append_escaped(out_, clean);
    space_ = body.data() + body.size() < raw.data() + raw.size();
  }

  const Document& document_;
  const NodeSet& content_;
  PageUrls urls_;
  Prefix shown_, blocks_;
  std::vector<Frame> frames_;
  std::string target_;                       // of the <a> being opened
  bool space_ = false, line_break_ = false;  // pending before the next inline content
  bool fresh_ = true;                        // at the start of a block, where nothing pending is written
  std::string out_;
};

}  // namespace

std::string render_html(const Document& document, const NodeSet& content, const std::optional<Url>& base) {
  return HtmlWriter(document, content, base).write();
}

}  // namespace pith
