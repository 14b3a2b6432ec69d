#include <lexbor/dom/dom.h>
#include <lexbor/html/html.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/keyed_hash.h"
#include "core/dom/detail/comment_marks.h"
#include "core/dom/detail/document_builder.h"
#include "core/dom/detail/parser.h"
#include "core/dom/detail/parser_memory.h"
#include "core/text/ascii.h"
#include "core/text/encoding.h"

namespace pith {
namespace {

constexpr unsigned tokens_per_stop = 256;

// One run of lexbor. It asks for memory and hands over tokens through C functions: we leave it by a jump from there
// when a limit is reached. All that it owns is in `memory`. Nothing with a destructor may live in a frame that is
// jumped over.
struct Run {
  Run(std::string_view page, const Limits& limits, Stop* stop, bool repairs)
      : page(page), limits(limits), stop(stop), repairs_title(repairs), counted(page.data()) {}

  enum End { begun, over, full, deep, attributes, open_title };
  ParserMemory memory;
  const std::string_view page;
  const Limits& limits;
  Stop* const stop;
  const bool repairs_title;
  std::size_t title = 0;  // of `open_title`: where its content begins
  std::jmp_buf way_out{};

  lxb_html_tree_t* tree = nullptr;
  lxb_html_tokenizer_token_f build = nullptr;  // lexbor's own function for tokens
  unsigned tokens = 0;
  // Lines are counted up to here.
  const char* counted;
  std::uint32_t line = 1;

  [[noreturn]] void leave(End end) { std::longjmp(way_out, end); }

  std::uint32_t line_of(const lxb_char_t* at) {
    const auto* to = reinterpret_cast<const char*>(at);
    if (to > counted && to <= page.data() + page.size()) {
      while ((counted = static_cast<const char*>(std::memchr(counted, '\n', static_cast<std::size_t>(to - counted))))) {
        ++line;
        ++counted;
      }
      counted = to;
    }
    return line;
  }
};

// lexbor's functions for memory have no argument for it.
thread_local Run* running = nullptr;

void* allocate(std::size_t size) {
  if (!running) return std::malloc(size);
  if (size > running->limits.max_memory || running->memory.held() > running->limits.max_memory - size)
    running->leave(Run::full);
  return running->memory.take(size);
}
void* allocate_more(void* data, std::size_t size) {
  if (!running) return std::realloc(data, size);
  if (size > running->limits.max_memory || running->memory.held() > running->limits.max_memory - size)
    running->leave(Run::full);
  return running->memory.take_more(data, size);
}
void* allocate_zeroed(std::size_t count, std::size_t size) {
  if (!running) return std::calloc(count, size);
  if (size > 0 && count > SIZE_MAX / size) running->leave(Run::full);
  return std::memset(allocate(count * size), 0, count * size);
}
void release(void* gone) {
  if (!running) return std::free(gone);
  running->memory.give_back(gone);
}

// Where a node is in the source: the lines of its beginning and its end tag, from 1; 0: unknown. lexbor leaves `user`
// to us. Without it, the node is not in the source, or its place is not known yet.
struct Place {
  std::uint32_t line = 0, end_line = 0;
};
Place place_of(const lxb_dom_node_t* node) {
  const auto bits = reinterpret_cast<std::uintptr_t>(node->user);
  return {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
}
void set_place(lxb_dom_node_t* node, Place place) {
  node->user = reinterpret_cast<void*>(std::uintptr_t{place.end_line} << 32 | place.line);
}

bool is_template(const lxb_dom_node_t* node) { return node->local_name == LXB_TAG_TEMPLATE && node->ns == LXB_NS_HTML; }

lxb_dom_node_t* content_of(lxb_dom_node_t* node) {
  return is_template(node) ? lxb_dom_interface_node(lxb_html_interface_template(node)->content) : node;
}

bool is_fresh(const lxb_dom_node_t* node, lxb_tag_id_t tag) { return node && node->local_name == tag && !node->user; }

// The node that the token just made, or null: it is open now, or the last child of an open element, or it was put
// before a table or into the head.
lxb_dom_node_t* made_by(lxb_html_tree_t* tree, lxb_tag_id_t tag) {
  if (tree->open_elements->length == 0) return nullptr;
  lxb_dom_node_t* const current = lxb_html_tree_current_node(tree);
  if (is_fresh(current, tag)) return current;
  if (lxb_dom_node_t* const last = content_of(current)->last_child; is_fresh(last, tag)) return last;
  if (lxb_html_head_element_t* const head = tree->document->head)
    if (lxb_dom_node_t* const last = lxb_dom_interface_node(head)->last_child; is_fresh(last, tag)) return last;
  for (std::size_t i = tree->open_elements->length; i-- > 0;) {
    const auto* open = static_cast<const lxb_dom_node_t*>(tree->open_elements->list[i]);
    if (open->local_name != LXB_TAG_TABLE) continue;
    return is_fresh(open->prev, tag) ? open->prev : nullptr;
  }
  return nullptr;
}

// The innermost open element with the tag; its place in the stack, or npos.
std::size_t innermost(const lxb_html_tree_t* tree, lxb_tag_id_t tag) {
  for (std::size_t i = tree->open_elements->length; i-- > 0;)
    if (static_cast<const lxb_dom_node_t*>(tree->open_elements->list[i])->local_name == tag) return i;
  return std::string_view::npos;
}

// Elements of HTML by lexbor's numbers for them.
Tag known_tag(lxb_tag_id_t id) {
  static const std::array<Tag, LXB_TAG__LAST_ENTRY> tags = [] {
    std::array<Tag, LXB_TAG__LAST_ENTRY> made{};
    for (std::size_t i = 0; i < made.size(); ++i) {
      std::size_t size = 0;
      const lxb_char_t* const name = lxb_tag_name_by_id(i, &size);
      made[i] = name ? tag_of({reinterpret_cast<const char*>(name), size}) : Tag::unknown;
    }
    return made;
  }();
  return id < tags.size() ? tags[id] : Tag::unknown;
}

void check_depth(Run& run) {
  const lexbor_array_t& open = *run.tree->open_elements;
  if (open.length <= run.limits.max_depth) return;
  std::uint32_t depth = 0;
  for (std::size_t i = 0; i < open.length; ++i) {
    const auto* node = static_cast<const lxb_dom_node_t*>(open.list[i]);
    depth += node->ns != LXB_NS_HTML || nesting_of(known_tag(node->local_name)) != Nesting::none;
  }
  if (depth > run.limits.max_depth || open.length > most_levels(run.limits)) run.leave(Run::deep);
}

void check_attributes(Run& run, const lxb_html_token_t& token) {
  std::uint32_t count = 0;
  for (const auto* a = token.attr_first; a; a = a->next)
    if (++count > run.limits.max_attributes) run.leave(Run::attributes);
}

// Leaves the run at a <title> that is never closed.
void check_title(Run& run, const lxb_html_token_t& token) {
  const lxb_dom_node_t* const current = lxb_html_tree_current_node(run.tree);
  if (current->local_name != LXB_TAG_TITLE || current->ns != LXB_NS_HTML) return;
  const auto begin = static_cast<std::size_t>(reinterpret_cast<const char*>(token.end) - run.page.data());
  for (std::size_t at = begin; (at = run.page.find("</", at)) != std::string_view::npos; ++at)
    if (equals_ignoring_case(run.page.substr(at + 2, 5), "title")) return;
  run.title = begin;
  run.leave(Run::open_title);
}

lxb_html_token_t* on_token(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token, void* context) {
  Run& run = *static_cast<Run*>(context);
  lxb_html_tree_t* const tree = run.tree;
  if (++run.tokens % tokens_per_stop == 0 && is_over(run.stop)) run.leave(Run::over);
  tree->parse_errors->length = tokenizer->parse_errors->length = 0;
  const lxb_tag_id_t tag = token->tag_id;
  const bool closes = token->type & LXB_HTML_TOKEN_TYPE_CLOSE;
  const std::uint32_t line = run.line_of(token->begin);
  if (closes) {
    const std::size_t at = innermost(tree, tag);
    auto* const closed =
        at == std::string_view::npos ? nullptr : static_cast<lxb_dom_node_t*>(tree->open_elements->list[at]);
    token = run.build(tokenizer, token, tree);
    const bool is_closed = closed && (tree->open_elements->length <= at || tree->open_elements->list[at] != closed);
    if (is_closed || (closed && (tag == LXB_TAG_BODY || tag == LXB_TAG_HTML)))
      set_place(closed, {place_of(closed).line, line});
    return token;
  }
  check_attributes(run, *token);
  token = run.build(tokenizer, token, tree);
  if (!token) return token;
  if (tag == LXB_TAG__EM_COMMENT || tag == LXB_TAG__EM_DOCTYPE || tag == LXB_TAG__END_OF_FILE) return token;
  if (lxb_dom_node_t* const node = made_by(tree, tag)) set_place(node, {line, 0});
  if (tag == LXB_TAG__TEXT) return token;
  check_depth(run);
  if (tag == LXB_TAG_TITLE && run.repairs_title) check_title(run, *token);
  return token;
}

// Null if it was left, and `end` says why.
lxb_html_document_t* run_lexbor(Run& run, Run::End& end) {
  end = static_cast<Run::End>(setjmp(run.way_out));
  if (end != Run::begun) return nullptr;
  lxb_html_parser_t* const parser = lxb_html_parser_create();
  if (lxb_html_parser_init(parser) != LXB_STATUS_OK) run.leave(Run::full);
  lxb_html_document_t* const document = lxb_html_parse_chunk_begin(parser);
  if (!document) run.leave(Run::full);
  run.tree = parser->tree;
  run.build = parser->tkz->callback_token_done;
  lxb_html_tokenizer_callback_token_done_set(parser->tkz, on_token, &run);
  const auto* bytes = reinterpret_cast<const lxb_char_t*>(run.page.data());
  if (lxb_html_parse_chunk_process(parser, bytes, run.page.size()) != LXB_STATUS_OK ||
      lxb_html_parse_chunk_end(parser) != LXB_STATUS_OK)
    run.leave(Run::full);
  return document;
}

std::string_view view_of(const lexbor_str_t& text) { return {reinterpret_cast<const char*>(text.data), text.length}; }

// Copies lexbor's tree, without recursion.
class Copy {
 public:
  Copy(DocumentBuilder& builder, const Limits& limits) : builder_(builder), limits_(limits) {}

  std::optional<Error> document(lxb_dom_node_t* document) {
    // There may be comments before and after the root, too.
    for (lxb_dom_node_t* node = document->first_child; node; node = node->next) {
      if (node->type == LXB_DOM_NODE_TYPE_COMMENT) comment(node);
      if (node->type == LXB_DOM_NODE_TYPE_ELEMENT)
        if (auto error = subtree(node)) return error;
    }
    return std::nullopt;
  }

 private:
  std::optional<Error> subtree(lxb_dom_node_t* root) {
    std::size_t level = 1;
    for (lxb_dom_node_t* node = root;;) {
      if (node->type == LXB_DOM_NODE_TYPE_ELEMENT) {
        if (builder_.size() >= limits_.max_nodes) return too_many_nodes(builder_.size() + 1, limits_);
        if (!open(node)) return too_many_attributes(limits_);
        if (lxb_dom_node_t* const child = content_of(node)->first_child) {
          if (++level > most_levels(limits_)) return tree_too_deep(limits_);
          node = child;
          continue;
        }
        builder_.close(place_of(node).end_line);
      } else if (node->type == LXB_DOM_NODE_TYPE_TEXT || node->type == LXB_DOM_NODE_TYPE_CDATA_SECTION) {
        builder_.text(view_of(lxb_dom_interface_character_data(node)->data), place_of(node).line);
      } else if (node->type == LXB_DOM_NODE_TYPE_COMMENT) {
        comment(node);
      }
      while (node != root && !node->next) {
        lxb_dom_node_t* up = node->parent;
        if (up->type == LXB_DOM_NODE_TYPE_DOCUMENT_FRAGMENT)
          up = lxb_dom_interface_node(lxb_dom_interface_document_fragment(up)->host);
        node = up;
        --level;
        builder_.close(place_of(node).end_line);
      }
      if (node == root) return std::nullopt;
      node = node->next;
    }
  }

  void comment(lxb_dom_node_t* node) {
    read_comment_mark(view_of(lxb_dom_interface_character_data(node)->data), builder_);
  }

  // False if it has too many attributes.
  bool open(lxb_dom_node_t* node) {
    const Tag tag = known_tag(node->local_name);
    std::string_view name;
    if (tag == Tag::unknown) {
      std::size_t size = 0;
      const lxb_char_t* const bytes = lxb_tag_name_by_id(node->local_name, &size);
      name = {reinterpret_cast<const char*>(bytes), size};
    }
    builder_.open(tag, name, place_of(node).line);
    std::uint32_t count = 0;
    for (const lxb_dom_attr_t* a = lxb_dom_interface_element(node)->first_attr; a; a = a->next) {
      if (++count > limits_.max_attributes) return false;
      builder_.attribute(name_of_attribute(a->node.local_name), a->value ? view_of(*a->value) : std::string_view());
    }
    return true;
  }

  // Names that lexbor knows have small numbers; those of others are addresses.
  const DocumentBuilder::AttributeName& name_of_attribute(lxb_dom_attr_id_t id) {
    DocumentBuilder::AttributeName& made = id < known_names_.size() ? known_names_[id] : other_names_[id];
    if (made.size == 0) {
      const lxb_dom_attr_data_t* const data = lxb_dom_attr_data_by_id(nullptr, id);
      const lxb_char_t* const bytes = lexbor_hash_entry_str(&data->entry);
      made = builder_.attribute_name({reinterpret_cast<const char*>(bytes), data->entry.length});
    }
    return made;
  }

  DocumentBuilder& builder_;
  const Limits& limits_;
  std::array<DocumentBuilder::AttributeName, LXB_DOM_ATTR__LAST_ENTRY> known_names_{};
  KeyedMap<std::uintptr_t, DocumentBuilder::AttributeName> other_names_;
};

// The size of the control character (but white space and NUL) or noncharacter at `i`, or 0.
std::size_t unwanted_at(std::string_view utf8, std::size_t i) {
  const auto at = [&](std::size_t j) { return j < utf8.size() ? static_cast<unsigned char>(utf8[j]) : 0; };
  const int a = at(i), b = at(i + 1), c = at(i + 2);
  if (a < 0x80) return (a < 0x20 && a != 0 && !is_space_ascii(utf8[i])) || a == 0x7F ? 1 : 0;
  if (a < 0xE0) return a == 0xC2 && b < 0xA0 ? 2 : 0;
  if (a < 0xF0)  // U+FDD0 to U+FDEF, U+FFFE, U+FFFF
    return a == 0xEF && ((b == 0xB7 && c >= 0x90 && c <= 0xAF) || (b == 0xBF && c >= 0xBE)) ? 3 : 0;
  return (b & 0x0F) == 0x0F && c == 0xBF && at(i + 3) >= 0xBE ? 4 : 0;
}

// First bytes of what unwanted_at may find.
constexpr std::array<bool, 256> suspects = [] {
  std::array<bool, 256> made{};
  for (std::size_t i = 1; i < made.size(); ++i)
    made[i] = (i < 0x20 && !is_space_ascii(static_cast<char>(i))) || i == 0x7F || i == 0xC2 || i == 0xEF || i >= 0xF0;
  return made;
}();

// The first of them at or after `i`, or the size. Eight bytes at a time where nothing is below U+0020 or beyond ASCII.
std::size_t find_unwanted(std::string_view utf8, std::size_t i) {
  constexpr std::uint64_t ones = 0x0101010101010101, high = 0x8080808080808080;
  for (std::uint64_t word = 0; i < utf8.size();) {
    if (i + sizeof word <= utf8.size()) {
      std::memcpy(&word, utf8.data() + i, sizeof word);
      const std::uint64_t deleted = word ^ 0x7F * ones;  // a byte of 0 for each 0x7F
      if (!(((word - 0x20 * ones) | word | (deleted - ones)) & high)) {
        i += sizeof word;
        continue;
      }
    }
    const std::size_t end = std::min(i + sizeof word, utf8.size());
    for (; i < end; ++i)
      if (suspects[static_cast<unsigned char>(utf8[i])] && unwanted_at(utf8, i)) return i;
  }
  return utf8.size();
}

// The page with U+FFFD for each of them, as gumbo has it: they would be orders to a terminal, and readers see nothing.
// Empty if there are none.
std::string without_unwanted(std::string_view utf8) {
  std::string out;
  std::size_t copied = 0;
  for (std::size_t i = 0; (i = find_unwanted(utf8, i)) < utf8.size();) {
    out.append(utf8.substr(copied, i - copied)).append("\xEF\xBF\xBD");
    copied = i += unwanted_at(utf8, i);
  }
  if (copied > 0) out.append(utf8.substr(copied));
  return out;
}

struct Running {
  explicit Running(Run* run) { running = run; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() { running = nullptr; }
};

Result<Document> parse(std::string_view utf8, const Limits& limits, Stop* stop, bool repairs_title) {
  Run run(utf8, limits, stop, repairs_title);
  const Running scope(&run);
  Run::End end = Run::begun;
  lxb_html_document_t* const document = run_lexbor(run, end);
  switch (end) {
    case Run::begun:
      break;
    case Run::over:
      return too_slow();
    case Run::full:
      return too_much_memory(limits);
    case Run::deep:
      return too_deep(limits);
    case Run::attributes:
      return too_many_attributes(limits);
    case Run::open_title:
      return parse(with_title_closed(utf8, run.title), limits, stop, false);
  }
  DocumentBuilder builder;
  builder.reserve(utf8.size() / 2, utf8.size() / 48);
  if (auto error = Copy(builder, limits).document(lxb_dom_interface_node(document))) return *std::move(error);
  if (is_over(stop)) return too_slow();
  return builder.finish();
}

}  // namespace

Result<Document> parse_with_lexbor(std::string_view utf8, const Limits& limits, Stop* stop) {
  static std::once_flag once;
  std::call_once(once, [] { lexbor_memory_setup(allocate, allocate_more, allocate_zeroed, release); });
  std::string changed;
  if (!is_valid_utf8(utf8)) utf8 = changed = sanitize_utf8(utf8);
  if (std::string wanted = without_unwanted(utf8); !wanted.empty()) utf8 = changed = std::move(wanted);
  return parse(utf8, limits, stop, true);
}

}  // namespace pith
