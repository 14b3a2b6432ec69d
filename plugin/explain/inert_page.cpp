#include "plugin/explain/inert_page.h"

#include <cstdint>
#include <utility>

#include "core/text/bidi.h"
#include "core/text/html_escape.h"
#include "core/text/white_space.h"

namespace pith::explain {
namespace {

constexpr std::string_view page_style = R"(
body { font: 15px/1.5 system-ui, sans-serif; margin: 12px; color: var(--ink); background: var(--paper); overflow-wrap: break-word; }
body * { max-width: 100%; }
a { text-decoration: underline; } .image { color: var(--soft); border: 1px solid var(--line); border-radius: 3px; padding: 0 4px; font-size: 85%; }
pre { white-space: pre-wrap; } table { border-collapse: collapse; } td, th { border: 1px solid var(--line); padding: 2px 6px; text-align: left; }
figure { margin: 1em 0; } h1 { font-size: 1.5em; } ul, ol { padding-left: 1.6em; }
[data-why] { position: relative; }
[data-why]:focus { outline: 3px solid var(--focus); outline-offset: 1px; }
[data-why]:focus::after { content: attr(data-why); display: block; width: max-content; max-width: min(36em, 90vw); margin: 4px 0; padding: 4px 8px; border-radius: 4px;
  background: var(--ink); color: var(--paper); font: 13px/1.4 system-ui, sans-serif; white-space: normal; }
)";

constexpr std::string_view styles = R"(
:root { color-scheme: light dark; --ink: #1b2330; --soft: #566173; --paper: #fff; --line: #d5dbe3; --focus: #1f5fbf;
  --content: #ddf3e1; --content-edge: #1c7a36; --template: #e3e8f0; --template-edge: #5d6b80; --aside: #fdeccd; --aside-edge: #9a5b00; --out: #fbdfe1; --out-edge: #b3212f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9f0; --soft: #a0acbd; --paper: #12161c; --line: #333d4a; --focus: #7db2ff;
  --content: #143322; --content-edge: #52c278; --template: #27303d; --template-edge: #94a3b8; --aside: #3b2b10; --aside-edge: #e0a24a; --out: #42191e; --out-edge: #f0808a; } }
.v-content { background: var(--content); box-shadow: -4px 0 0 var(--content-edge); }
.v-template { background: var(--template); outline: 1px dashed var(--template-edge); color: var(--soft); }
.v-aside { background: var(--aside); outline: 1px dotted var(--aside-edge); }
.v-marked, .v-excluded, .v-hidden { background: var(--out); outline: 3px double var(--out-edge); outline-offset: -1px; }
.v-template, .v-aside, .v-marked, .v-excluded, .v-hidden { text-decoration-skip-ink: none; }
.v-label::before { content: attr(data-verdict); float: right; margin: 0 0 0 6px; padding: 0 4px; font: 600 10px/1.5 system-ui, sans-serif;
  color: var(--paper); border-radius: 3px; background: var(--template-edge); }
.v-content.v-label::before { background: var(--content-edge); } .v-aside.v-label::before { background: var(--aside-edge); }
.v-marked.v-label::before, .v-excluded.v-label::before, .v-hidden.v-label::before { background: var(--out-edge); }
)";

// The name to write an element with; empty: unwrap it. Boxes stay; controls become what they look like.
std::string_view shown_name(Tag tag) {
  switch (tag) {
    case Tag::div:
    case Tag::span:
    case Tag::section:
    case Tag::article:
    case Tag::nav:
    case Tag::aside:
    case Tag::header:
    case Tag::footer:
    case Tag::main:
    case Tag::address:
    case Tag::hgroup:
      return name_of(tag);
    case Tag::label:
    case Tag::button:
    case Tag::option:
      return "span";
    case Tag::form:
    case Tag::fieldset:
    case Tag::legend:
    case Tag::details:
    case Tag::summary:
    case Tag::dialog:
    case Tag::center:
    case Tag::body:
      return "div";
    default:
      return clean_name(tag);
  }
}

bool is_number(std::string_view value) {
  return !value.empty() && value.size() <= 4 && value.find_first_not_of("0123456789") == std::string_view::npos;
}

class Writer {
 public:
  Writer(const Document& page, const std::vector<ExplainedBlock>& blocks)
      : page_(page), blocks_(blocks), covered_(page.size(), no_block) {
    std::vector<NodeId> texts(page.size() + 1, 0);  // before each node
    for (NodeId n = 0; n < page.size(); ++n) texts[n + 1] = texts[n] + (page[n].is_text() && page[n].is_content());
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      const NodeId node = blocks[b].node, end = page.end_of(node);
      // The only text of its element: tint the whole element.
      if (texts[end] - texts[node] == texts[blocks[b].end] - texts[blocks[b].begin] &&
          !shown_name(page[node].tag).empty())
        covered_[node] = b;
    }
  }

  std::string write(std::string_view language) {
    out_ = "<!DOCTYPE html>\n<html lang=\"";
    append_escaped(out_, language.empty() ? "und" : language);
    out_ += "\"><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"";
    out_ += content_security_policy;
    out_ += "\"><title>page</title><style>";
    out_ += verdict_style();
    out_ += page_style;
    out_ += "</style></head><body>";
    for (NodeId n = 0; n < page_.size(); ++n) {
      while (!open_.empty() && open_.back().end <= n) close();
      const Node& node = page_[n];
      if (node.flags & Node::space_before) out_ += ' ';
      if (node.flags & Node::non_content || node.tag == Tag::head) {
        n = page_.end_of(n) - 1;
      } else if (node.is_text()) {
        text(n);
      } else if (node.tag == Tag::br || node.tag == Tag::hr) {
        out_ += node.tag == Tag::br ? "<br>" : "<hr>";
      } else if (node.tag == Tag::img || node.tag == Tag::image) {
        image(n);
      } else {
        element(n);
      }
    }
    while (!open_.empty()) close();
    return std::move(out_) + "</body></html>\n";
  }

 private:
  static constexpr std::uint32_t no_block = 0xffffffff;
  struct Open {
    NodeId end;
    std::string_view name;
    bool tinted;
  };

  void close() {
    out_ += "</";
    out_ += open_.back().name;
    out_ += '>';
    tinted_ -= open_.back().tinted;
    open_.pop_back();
  }

  void attribute(std::string_view name, std::string_view value) {
    out_ += ' ';
    out_ += name;
    out_ += "=\"";
    append_escaped(out_, value);
    out_ += '"';
  }

  void verdict(const ExplainedBlock& block, bool first) {
    attribute("class", "v-" + std::string(name_of(block.verdict)) +
                           (first && block.verdict != Verdict::content ? " v-label" : ""));
    if (!first) return;
    const std::string why = std::string(name_of(block.verdict)) + ": " + reasons_text(block);
    attribute("title", why);
    attribute("data-why", why);
    attribute("data-verdict", name_of(block.verdict));
    out_ += " tabindex=\"0\"";
  }

  void element(NodeId n) {
    const std::string_view name = shown_name(page_[n].tag);
    if (name.empty() || page_[n].subtree_size == 1) return;
    out_ += '<';
    out_ += name;
    for (const Document::Attribute& a : page_.attributes(n)) {
      const std::string_view key = page_.name(a), value = page_.value(a);
      if ((key == "colspan" || key == "rowspan" || key == "start") && is_number(value)) attribute(key, value);
      if (key == "dir" && (value == "ltr" || value == "rtl" || value == "auto")) attribute(key, value);
      if (key == "lang" && value.size() <= 35) attribute(key, value);
    }
    const bool tinted = covered_[n] != no_block && is_shown(blocks_[covered_[n]]);
    if (tinted) verdict(blocks_[covered_[n]], true);
    tinted_ += tinted;
    out_ += '>';
    open_.push_back({page_.end_of(n), name, tinted});
  }

  static bool is_shown(const ExplainedBlock& block) { return block.verdict != Verdict::hidden; }

  void text(NodeId n) {
    while (next_ < blocks_.size() && blocks_[next_].end <= n) ++next_;
    const bool in_block = next_ < blocks_.size() && blocks_[next_].begin <= n;
    if (page_[n].flags & Node::hidden && (!in_block || !is_shown(blocks_[next_]))) return;
    if (!in_block || tinted_ > 0) return append_escaped(out_, page_.text(n));
    out_ += "<span";
    verdict(blocks_[next_], blocks_[next_].begin == n);
    out_ += '>';
    append_escaped(out_, page_.text(n));
    out_ += "</span>";
  }

  void image(NodeId n) {
    if (page_[n].flags & Node::hidden) return;
    const std::string alt = collapse_space(page_.attribute(n, "alt"));
    out_ += "<span class=\"image\">image";
    if (!alt.empty()) {
      out_ += ": <bdi>";
      append_escaped(out_, closed_bidi(alt));
      out_ += "</bdi>";
    }
    out_ += "</span>";
  }

  const Document& page_;
  const std::vector<ExplainedBlock>& blocks_;
  std::vector<std::uint32_t> covered_;  // by node: the block that covers all of its text
  std::vector<Open> open_;
  std::size_t next_ = 0;  // block
  int tinted_ = 0;        // open elements that are tinted
  std::string out_;
};

}  // namespace

std::string inert_page(const Document& page, const std::vector<ExplainedBlock>& blocks, std::string_view language) {
  return Writer(page, blocks).write(language);
}

std::string reasons_text(const ExplainedBlock& block) {
  std::string out;
  for (const Reason& reason : block.reasons) out += (out.empty() ? "" : "; ") + reason.text;
  return out;
}

std::string_view verdict_style() { return styles; }

}  // namespace pith::explain
