#include "core/render/detail/block_scan.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "core/dom/permalink.h"
#include "core/render/detail/heading_control.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

// What applies to the text at some point of the document: inherited by descendants, restored at an element's end.
struct Context {
  NodeId node = 0;          // innermost block element
  NodeId atomic = no_node;  // heading, <pre> or cell: blocks inside it are lines of one block
  NodeId link = no_node;
  NodeId item = no_node;
  NodeId table = no_node, row = no_node;
  std::uint32_t lists = 0, containers = 0;  // how many are open
  Region region = Region::paragraph;
  std::uint8_t heading = 0, item_depth = 0;
  bool ordered = false, term = false, header_cell = false;
  bool strong = false, emphasis = false, code = false;
};

struct OpenList {
  NodeId node;
  NodeId term = no_node;  // the last <dt>
  std::uint32_t next = 1;
  bool ordered = false;
};

constexpr std::uint32_t max_number = 999'999'999;  // CommonMark's

std::uint32_t number_of(std::string_view text, std::uint32_t fallback) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::min(number, max_number) : fallback;
}

class Scanner {
 public:
  Scanner(const Document& document, const NodeSet& content, const std::function<void(const ScannedBlock&)>& sink)
      : document_(document), content_(content), sink_(sink) {}

  void run() {
    for (NodeId n = 0; n < document_.size(); ++n) {
      while (!frames_.empty() && frames_.back().end <= n) close();
      const Node& node = document_[n];
      if (node.flags & Node::space_before) need(Run::space);
      if (node.is_text()) {
        text(n);
      } else if (node.flags & Node::non_content || is_tool(document_, n)) {
        n = document_.end_of(n) - 1;
      } else {
        element(n);
      }
    }
    while (!frames_.empty()) close();
    flush();
  }

 private:
  struct Frame {
    NodeId end;
    bool breaks;  // a block: what follows it is another block
    Context outer;
  };

  bool in_code() const { return context_.region == Region::code; }
  void need(Run::Gap gap) { gap_ = std::max(gap_, gap); }

  void boundary() {
    if (context_.atomic == no_node) {
      flush();
    } else {
      need(Run::line);
    }
  }

  void close() {
    const Frame frame = frames_.back();
    frames_.pop_back();
    context_ = frame.outer;
    lists_.erase(lists_.begin() + context_.lists, lists_.end());
    containers_.erase(containers_.begin() + context_.containers, containers_.end());
    if (frame.breaks) boundary();
  }

  void element(NodeId n) {
    const Tag tag = document_[n].tag;
    if (tag == Tag::br) return line_break();
    if (tag == Tag::img) return image(n);
    const int level = context_.atomic == no_node ? heading_level_of(document_, n) : 0;
    if (level == 0 && !is_block(tag)) return inline_element(n);

    boundary();
    frames_.push_back({document_.end_of(n), true, context_});
    if (context_.atomic != no_node) return;
    context_.node = n;
    if (level > 0) {
      context_.region = Region::heading;
      context_.heading = static_cast<std::uint8_t>(level);
      context_.atomic = n;
    } else {
      block_element(n, tag);
    }
  }

  void block_element(NodeId n, Tag tag) {
    switch (tag) {
      case Tag::ul:
      case Tag::ol:
      case Tag::dl:
      case Tag::menu:
      case Tag::dir:
        open_list(n, tag == Tag::ol);
        break;
      case Tag::li:
      case Tag::dt:
      case Tag::dd:
        open_item(n, tag);
        break;
      case Tag::blockquote:
        context_.region = Region::quote;
        context_.item = no_node;
        open_container({.node = n});
        break;
      case Tag::figcaption:
      case Tag::caption:
        context_.region = Region::caption;
        break;
      case Tag::pre:
      case Tag::listing:
      case Tag::xmp:
      case Tag::plaintext:
        context_.region = Region::code;
        context_.atomic = n;
        break;
      case Tag::table:
        context_.table = document_[n].flags & Node::data_table ? n : no_node;
        break;
      case Tag::tr:
        context_.row = n;
        break;
      case Tag::td:
      case Tag::th:
        if (context_.table == no_node) break;
        context_.region = Region::table;
        context_.header_cell = tag == Tag::th;
        context_.atomic = n;
        break;
      default:
        break;
    }
  }

  void inline_element(NodeId n) {
    Context inner = context_;
    switch (document_[n].tag) {
      case Tag::a:
        if (!document_.has_attribute(n, "href")) return;
        inner.link = n;
        break;
      case Tag::b:
      case Tag::strong:
        inner.strong = true;
        break;
      case Tag::em:
      case Tag::i:
        inner.emphasis = true;
        break;
      case Tag::code:
        if (in_code() && follows_code(n)) need(Run::line);
        [[fallthrough]];
      case Tag::kbd:
      case Tag::samp:
      case Tag::tt:
        inner.code = true;
        break;
      default:
        return;
    }
    frames_.push_back({document_.end_of(n), false, context_});
    context_ = inner;
  }

  // Whether nothing comes between the element and a <code> before it: alternatives, of which a reader sees one.
  bool follows_code(NodeId n) const {
    NodeId before = n - 1;
    while (before != document_[n].parent && document_[before].parent != document_[n].parent)
      before = document_[before].parent;
    return document_[before].tag == Tag::code && before != document_[n].parent;
  }

  void open_list(NodeId n, bool ordered) {
    OpenList list{.node = n, .ordered = ordered};
    if (ordered) list.next = number_of(document_.attribute(n, "start"), 1);
    lists_.push_back(list);
    ++context_.lists;
  }

  // An item without a list around it belongs to its parent, as if that were a list.
  void open_item(NodeId n, Tag tag) {
    Container item{.node = n, .list = document_[n].parent};
    if (!lists_.empty()) {
      OpenList& list = lists_.back();
      item.list = list.node;
      item.ordered = list.ordered;
      if (tag == Tag::dt) list.term = n;
      if (tag == Tag::dd && list.term != no_node) item.node = list.term;
      if (tag == Tag::li && list.ordered) {
        item.number = number_of(document_.attribute(n, "value"), list.next);
        list.next = std::min(item.number + 1, max_number);
      }
    }
    if (context_.item_depth < 255) ++context_.item_depth;
    context_.ordered = item.ordered;
    context_.region = Region::list;
    context_.item = item.node;
    context_.term = tag == Tag::dt && can_be_linked(n);
    open_container(item);
  }

  // Whether the element, or one of the first inside, is what a link can lead to.
  bool can_be_linked(NodeId n) const {
    constexpr NodeId most = 16;
    for (const NodeId end = std::min(document_.end_of(n), n + most); n < end; ++n)
      if (!document_.attribute(n, "id").empty() ||
          (document_[n].tag == Tag::a && !document_.attribute(n, "name").empty()))
        return true;
    return false;
  }

  void open_container(const Container& container) {
    if (containers_.size() >= max_containers) return;
    containers_.push_back(container);
    ++context_.containers;
  }

  void line_break() {
    if (in_code()) {
      out_.text += '\n';
    } else {
      need(Run::line);
    }
  }

  void image(NodeId n) {
    if (in_code() || !content_.contains(n)) return;
    begin_block();
    Run run = formatted();
    run.image = n;
    run.begin = run.end = static_cast<std::uint32_t>(out_.text.size());
    if (!out_.runs.empty()) run.gap = gap_;
    out_.runs.push_back(run);
    need(Run::space);
  }

  void text(NodeId n) {
    const Node& node = document_[n];
    if (node.flags & Node::non_content) return;
    const std::string_view raw = document_.text(n);
    const bool blank = node.flags & Node::blank;
    if (!content_.contains(n) && !(blank && in_code())) {
      if (leading_space(raw) > 0 || trim_space(raw).size() < raw.size()) need(Run::space);
      return;
    }
    if (in_code()) return code_text(raw);
    collapsed_text(raw);
  }

  void code_text(std::string_view raw) {
    begin_block();
    if (gap_ == Run::line && !out_.text.empty() && out_.text.back() != '\n') out_.text += '\n';
    gap_ = Run::none;
    append_verbatim(out_.text, raw);
  }

  void collapsed_text(std::string_view raw) {
    const std::string_view body = trim_space(raw);
    if (leading_space(raw) > 0) need(Run::space);
    if (body.empty()) return;
    begin_block();
    Run run = formatted();
    if (!out_.runs.empty()) run.gap = gap_;
    if (run.gap != Run::none && !out_.text.empty()) out_.text += run.gap == Run::line ? '\n' : ' ';
    run.begin = static_cast<std::uint32_t>(out_.text.size());
    append_collapsed(out_.text, body);
    run.end = static_cast<std::uint32_t>(out_.text.size());
    gap_ = body.data() + body.size() < raw.data() + raw.size() ? Run::space : Run::none;

    if (!out_.runs.empty()) {
      Run& last = out_.runs.back();
      if (last.image == no_node && last.link == run.link && last.strong == run.strong &&
          last.emphasis == run.emphasis && last.code == run.code) {
        last.end = run.end;
        return;
      }
    }
    out_.runs.push_back(run);
  }

  Run formatted() const {
    return {.link = context_.link, .strong = context_.strong, .emphasis = context_.emphasis, .code = context_.code};
  }

  // Records where the block is, at its first run.
  void begin_block() {
    if (begun_) return;
    begun_ = true;
    gap_ = Run::none;
    out_.block = Block{.node = context_.node, .region = context_.region};
    out_.item = out_.row = out_.table = no_node;
    switch (context_.region) {
      case Region::heading:
        out_.block.level = context_.heading;
        break;
      case Region::list:
        out_.block.level = context_.item_depth;
        out_.block.ordered = context_.ordered;
        out_.block.term = context_.term;
        out_.item = context_.item;
        break;
      case Region::table:
        out_.block.header_cell = context_.header_cell;
        out_.row = context_.row;
        out_.table = context_.table;
        break;
      default:
        break;
    }
    out_.containers = containers_;
  }

  void flush() {
    gap_ = Run::none;
    if (!begun_) {
      out_.text.clear();
      return;
    }
    begun_ = false;
    if (out_.block.region == Region::code) {
      const auto last = out_.text.find_last_not_of(" \t\n\f");
      out_.text.erase(last == std::string::npos ? 0 : last + 1);
      out_.text.erase(0, std::min(out_.text.find_first_not_of('\n'), out_.text.size()));
      if (!out_.text.empty()) out_.runs.push_back({.end = static_cast<std::uint32_t>(out_.text.size())});
    }
    if (!out_.runs.empty()) sink_(out_);
    out_.runs.clear();
    out_.text.clear();
  }

  const Document& document_;
  const NodeSet& content_;
  const std::function<void(const ScannedBlock&)>& sink_;
  Context context_;
  std::vector<Frame> frames_;
  std::vector<OpenList> lists_;
  std::vector<Container> containers_;
  Run::Gap gap_ = Run::none;
  bool begun_ = false;
  ScannedBlock out_;
};

}  // namespace

void scan_blocks(const Document& document, const NodeSet& content,
                 const std::function<void(const ScannedBlock&)>& sink) {
  Scanner(document, content, sink).run();
}

int heading_level_of(const Document& document, NodeId n) {
  constexpr NodeId max_nodes = 200;
  constexpr std::size_t max_bytes = 500;
  const Node& node = document[n];
  int level = heading_level(node.tag);
  if (level == 0) {
    if (node.data_size == 0 || document.attribute(n, "role") != "heading") return 0;
    level = static_cast<int>(std::clamp(number_of(document.attribute(n, "aria-level"), 2), 1u, 6u));
  }
  if (node.subtree_size > max_nodes) return 0;
  std::size_t bytes = 0;
  for (NodeId i = n; i < document.end_of(n); ++i) {
    if (!document[i].is_text() || !document[i].is_content()) continue;
    if (document[i].data_size > 4 * max_bytes) return 0;
    bytes += trim_space(document.text(i)).size();
  }
  return bytes <= max_bytes ? level : 0;
}

bool is_tool(const Document& document, NodeId n) {
  if (is_heading_control(document, n) || is_permalink(document, n)) return true;
  return document[n].tag == Tag::button && (document[n].flags & Node::preformatted) != 0;
}

}  // namespace pith
