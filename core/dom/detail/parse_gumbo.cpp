#include <gumbo.h>

#include <algorithm>
#include <csetjmp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/dom/detail/comment_marks.h"
#include "core/dom/detail/document_builder.h"
#include "core/dom/detail/markup_scan.h"
#include "core/dom/detail/parser.h"
#include "core/dom/detail/parser_memory.h"

namespace pith {
namespace {

constexpr unsigned asks_per_stop = 256;
// Text asks for memory only when its buffer doubles: seldom, but for much. So a stop takes at most twice its time.
constexpr std::size_t much = 1024;

// One run of gumbo, which is C and has no way to stop: we leave it by a jump when it asks for memory. All that it owns
// is in `memory`.
struct Run {
  Run(const Limits& limits, Stop* stop) : max_memory(limits.max_memory), stop(stop) {}

  enum End { begun, over, full };
  ParserMemory memory;
  const std::size_t max_memory;
  Stop* const stop;
  unsigned asks = 0;
  std::jmp_buf way_out{};
};

void* allocate(void* data, std::size_t size) {
  Run& run = *static_cast<Run*>(data);
  if ((size >= much || ++run.asks % asks_per_stop == 0) && is_over(run.stop)) std::longjmp(run.way_out, Run::over);
  if (size > run.max_memory || run.memory.held() > run.max_memory - size) std::longjmp(run.way_out, Run::full);
  return run.memory.take(size);
}
void release(void* data, void* gone) { static_cast<Run*>(data)->memory.give_back(gone); }

// Null if it was left, and `end` says why. Nothing with a destructor may live in here.
const GumboOutput* run_gumbo(Run& run, std::string_view utf8, Run::End& end) {
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = allocate;
  options.deallocator = release;
  options.userdata = &run;
  options.max_errors = 0;
  switch (setjmp(run.way_out)) {
    case Run::begun:
      return gumbo_parse_with_options(&options, utf8.data(), utf8.size());
    case Run::over:
      end = Run::over;
      break;
    default:
      end = Run::full;
      break;
  }
  return nullptr;
}

// The page with "&#xFFFD;" for numeric references beyond Unicode: gumbo's number overflows on some of them, and its
// output is not UTF-8 then. Empty if the page has no such references. O(bytes).
std::string without_long_references(std::string_view utf8) {
  std::string out;
  std::size_t copied = 0;
  for (std::size_t at = 0; (at = utf8.find("&#", at)) != std::string_view::npos;) {
    std::size_t i = at + 2;
    const bool hex = i < utf8.size() && (utf8[i] == 'x' || utf8[i] == 'X');
    i += hex;
    const std::string_view digits = hex ? "0123456789abcdefABCDEF" : "0123456789";
    const std::size_t first = std::min(utf8.find_first_not_of('0', i), utf8.size());
    const std::size_t end = std::min(utf8.find_first_not_of(digits, first), utf8.size());
    if (end - first > (hex ? 6 : 7)) {
      out.append(utf8.substr(copied, at - copied))
          .append("&#xFFFD")
          .append(end < utf8.size() && utf8[end] == ';' ? "" : ";");
      copied = end;
    }
    at = end;
  }
  if (copied > 0) out.append(utf8.substr(copied));
  return out;
}

// gumbo has no tag id for SVG and custom elements: their name is in the source.
std::string_view element_name(const GumboElement& element) {
  if (element.tag != GUMBO_TAG_UNKNOWN) return gumbo_normalized_tagname(element.tag);
  GumboStringPiece piece = element.original_tag;
  if (!piece.data) return "unknown";
  gumbo_tag_from_original_text(&piece);
  return {piece.data, piece.length};
}

void open_element(DocumentBuilder& builder, const GumboNode& node) {
  const GumboElement& element = node.v.element;
  // Copies of unclosed formatting elements know the original's place; they are not in the source themselves.
  constexpr int copied = GUMBO_INSERTION_RECONSTRUCTED_FORMATTING_ELEMENT | GUMBO_INSERTION_ADOPTION_AGENCY_CLONED;
  const bool in_source = element.original_tag.length > 0 && !(node.parse_flags & copied);
  builder.open(element_name(element), in_source ? element.start_pos.line : 0);
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const auto* a = static_cast<const GumboAttribute*>(element.attributes.data[i]);
    builder.attribute(a->name, a->value);
  }
}

// Walks gumbo's tree without recursion. Returns false if it is nested deeper than `most`.
bool copy_tree(const GumboNode* root, DocumentBuilder& builder, std::size_t most) {
  struct Level {
    const GumboElement* element;
    unsigned next;
  };
  std::vector<Level> stack;
  open_element(builder, *root);
  stack.push_back({&root->v.element, 0});
  while (!stack.empty()) {
    Level& level = stack.back();
    if (level.next == level.element->children.length) {
      builder.close(level.element->original_end_tag.length > 0 ? level.element->end_pos.line : 0);
      stack.pop_back();
      continue;
    }
    const auto* child = static_cast<const GumboNode*>(level.element->children.data[level.next++]);
    switch (child->type) {
      case GUMBO_NODE_ELEMENT:
      case GUMBO_NODE_TEMPLATE:
        if (stack.size() >= most) return false;
        open_element(builder, *child);
        stack.push_back({&child->v.element, 0});
        break;
      case GUMBO_NODE_TEXT:
      case GUMBO_NODE_CDATA:
      case GUMBO_NODE_WHITESPACE:
        builder.text(child->v.text.text, child->v.text.start_pos.line);
        break;
      case GUMBO_NODE_COMMENT:
        read_comment_mark(child->v.text.text, builder);
        break;
      default:
        break;
    }
  }
  return true;
}

// There may be comments before and after the root, too.
bool copy_document(const GumboOutput& output, DocumentBuilder& builder, std::size_t most) {
  const GumboVector& children = output.document->v.document.children;
  for (unsigned i = 0; i < children.length; ++i) {
    const auto* child = static_cast<const GumboNode*>(children.data[i]);
    if (child->type == GUMBO_NODE_COMMENT)
      read_comment_mark(child->v.text.text, builder);
    else if (child == output.root && !copy_tree(child, builder, most))
      return false;
  }
  return true;
}

}  // namespace

Result<Document> parse_with_gumbo(std::string_view utf8, const Limits& limits, Stop* stop) {
  const std::string rewritten = without_long_references(utf8);
  if (!rewritten.empty()) utf8 = rewritten;
  MarkupScan scan = scan_markup(utf8, limits);
  std::string repaired;
  if (scan.unclosed_title != std::string_view::npos) {
    repaired = with_title_closed(utf8, scan.unclosed_title);
    utf8 = repaired;
    scan = scan_markup(utf8, limits);  // the rest was not scanned yet
  }
  if (scan.error) return *std::move(scan.error);

  Run run(limits, stop);
  Run::End end = Run::begun;
  const GumboOutput* output = run_gumbo(run, utf8, end);
  if (end == Run::over) return too_slow();
  if (end == Run::full) return too_much_memory(limits);

  DocumentBuilder builder;
  builder.reserve(utf8.size() / 2, utf8.size() / 48);
  if (!copy_document(*output, builder, most_levels(limits))) return tree_too_deep(limits);
  if (builder.size() > limits.max_nodes) return too_many_nodes(builder.size(), limits);
  if (is_over(stop)) return too_slow();
  return builder.finish();
}

}  // namespace pith
