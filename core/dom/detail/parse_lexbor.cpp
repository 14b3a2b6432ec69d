#include "core/dom/detail/parse_lexbor.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/dom/detail/document_builder.h"
#include "core/dom/detail/lexbor_copy.h"
#include "core/dom/detail/lexbor_tree.h"
#include "core/dom/detail/parser.h"
#include "core/dom/detail/parser_memory.h"
#include "core/text/ascii.h"
#include "core/text/encoding.h"

namespace pith {
namespace {

constexpr unsigned tokens_per_stop = 256;
constexpr unsigned steps_per_look = 16, looks_per_stop = 256;  // of the tokenizer, within a token
constexpr std::uint32_t options_with_events = 1000;

constexpr CopyAhead by_density{.least = std::size_t{1} << 20, .times_page = 2, .times_read = 8, .tokens = 256};
constexpr CopyAhead never{.least = std::numeric_limits<std::size_t>::max()};

// One run of lexbor. It asks for memory and hands over tokens through C functions: we leave it by a jump from there
// when a limit is reached. All that it owns is in `memory`. Nothing with a destructor may live in a frame that is
// jumped over.
struct Run {
  Run(std::string_view page, const Limits& limits, Stop* stop, bool repairs, const CopyAhead& ahead, LexborCopy& copy)
      : page(page),
        limits(limits),
        stop(stop),
        repairs_title(repairs),
        ahead(ahead),
        copy(copy),
        counted(page.data()) {}

  // `changed`, `refused`: LexborCopy::Outcome.
  enum End { begun, over, full, deep, attributes, open_title, changed, refused };
  ParserMemory memory;
  const std::string_view page;
  const Limits& limits;
  Stop* const stop;
  const bool repairs_title;
  const CopyAhead& ahead;
  LexborCopy& copy;
  std::size_t title = 0;  // of `open_title`: where its content begins
  End end = begun;
  std::jmp_buf way_out{};

  lxb_html_tree_t* tree = nullptr;
  lxb_html_tokenizer_token_f build = nullptr;  // lexbor's own function for tokens
  unsigned looks = 0, tokens = 0, next_copy = 0;
  const lxb_char_t* attribute = nullptr;  // where the last one of the tag being read begins, and how many
  std::uint32_t attributes_seen = 0;      // looks have found another one there
  std::uint32_t attributes_of_roots = 0, options = 0;
  bool may_copy = true;           // before the end
  std::size_t held_at_first = 0;  // memory that lexbor takes for any page
  // Lines are counted up to here.
  const char* counted;
  std::uint32_t line = 1;

  [[noreturn]] void leave(End why) {
    end = why;
    std::longjmp(way_out, 1);
  }

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

// lexbor takes an <option selected> in SVG for one of HTML, and sets a flag behind the smaller element. With room
// behind the pieces that it makes elements of, that is memory which it has.
constexpr std::size_t with_room(std::size_t size) {
  constexpr std::size_t piece = 4096, room = 16;
  return size < piece ? size : size + room;
}

void* allocate(std::size_t size) {
  if (!running) return std::malloc(size);
  if (size > running->limits.max_memory || running->memory.held() > running->limits.max_memory - size)
    running->leave(Run::full);
  return running->memory.take(with_room(size));
}
void* allocate_more(void* data, std::size_t size) {
  if (!running) return std::realloc(data, size);
  if (size > running->limits.max_memory || running->memory.held() > running->limits.max_memory - size)
    running->leave(Run::full);
  return running->memory.take_more(data, with_room(size));
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

// How many attributes the tag has. Leaves the run if they are too many.
std::uint32_t check_attributes(Run& run, const lxb_html_token_t& token) {
  std::uint32_t count = 0;
  for (const auto* a = token.attr_first; a; a = a->next)
    if (++count > run.limits.max_attributes) run.leave(Run::attributes);
  return count;
}

// Within a token. lexbor compares each attribute, also of an end tag, with all before it, and drops repeated ones.
void look_within(Run& run, const lxb_html_token_t& token) {
  if (++run.looks % looks_per_stop == 0 && is_over(run.stop)) run.leave(Run::over);
  const lxb_char_t* const begin = token.attr_last ? token.attr_last->name_begin : nullptr;
  if (begin == run.attribute) return;
  run.attribute = begin;
  run.attributes_seen = begin ? run.attributes_seen + 1 : 0;
  if (run.attributes_seen > run.limits.max_attributes) run.leave(Run::attributes);
}

// As lxb_html_tokenizer_chunk, which is left only between tokens, and one may be as long as the page. A step takes time
// linear in the bytes that it reads.
lxb_status_t tokenize(Run& run, lxb_html_tokenizer_t& tokenizer) {
  const auto* at = reinterpret_cast<const lxb_char_t*>(run.page.data());
  const lxb_char_t* const end = at + run.page.size();
  tokenizer.is_eof = false;
  tokenizer.status = LXB_STATUS_OK;
  tokenizer.last = end;
  while (at < end) {
    for (unsigned i = 0; i < steps_per_look && at < end; ++i) at = tokenizer.state(&tokenizer, at, end);
    if (!tokenizer.token) break;  // an error
    look_within(run, *tokenizer.token);
  }
  return tokenizer.status;
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

void copy_ahead(Run& run, const lxb_html_token_t& token) {
  run.next_copy = run.tokens + run.ahead.tokens;
  if (!run.may_copy) return;
  const std::size_t held = run.memory.held() - run.held_at_first, size = run.page.size();
  if (held < run.ahead.least + run.ahead.times_page * size) return;
  const auto read = static_cast<std::size_t>(reinterpret_cast<const char*>(token.begin) - run.page.data());
  if (read > size || (!run.copy.begun() && held < run.ahead.times_read * read)) return;
  switch (run.copy.copy_finished(*run.tree, static_cast<double>(read) / static_cast<double>(size))) {
    case LexborCopy::copied:
      return;
    case LexborCopy::changed:
      run.leave(Run::changed);
    case LexborCopy::refused:
      run.leave(Run::refused);
  }
}

// Before a start tag is built.
void check_copy(Run& run, lxb_tag_id_t tag) {
  // It may change the first of its kind, which is copied.
  const bool changes = tag == LXB_TAG_HTML || tag == LXB_TAG_BODY;
  // In SVG and MathML, lexbor writes into memory behind the element: see allocate().
  const bool overflows = tag == LXB_TAG_OPTION && run.tree->open_elements->length > 0 &&
                         lxb_html_tree_current_node(run.tree)->ns != LXB_NS_HTML;
  if (run.copy.begun() && (changes || overflows)) run.leave(Run::changed);
  run.may_copy = run.may_copy && !overflows;
}

lxb_html_token_t* on_token(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token, void* context) {
  Run& run = *static_cast<Run*>(context);
  lxb_html_tree_t* const tree = run.tree;
  if (++run.tokens % tokens_per_stop == 0 && is_over(run.stop)) run.leave(Run::over);
  if (run.tokens >= run.next_copy) copy_ahead(run, *token);
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
  const std::uint32_t attributes = check_attributes(run, *token);
  if (tag == LXB_TAG_HTML || tag == LXB_TAG_BODY) {  // later ones are merged into the first
    run.attributes_of_roots += attributes;
    if (run.attributes_of_roots > run.limits.max_attributes) run.leave(Run::attributes);
  }
  // For each option, lexbor asks all others of its <select> which is selected, to copy that into a <selectedcontent>.
  if (tag == LXB_TAG_OPTION && ++run.options > options_with_events)
    tree->document->dom_document.options |= LXB_DOM_DOCUMENT_OPT_WO_EVENTS;
  check_copy(run, tag);
  token = run.build(tokenizer, token, tree);
  if (!token) return token;
  if (tag == LXB_TAG__EM_COMMENT || tag == LXB_TAG__EM_DOCTYPE || tag == LXB_TAG__END_OF_FILE) return token;
  if (lxb_dom_node_t* const node = made_by(tree, tag)) set_place(node, {line, 0});
  if (tag == LXB_TAG__TEXT) return token;
  check_depth(run);
  if (tag == LXB_TAG_TITLE && run.repairs_title) check_title(run, *token);
  return token;
}

// lexbor's tables of names never grow.
void widen(lexbor_hash_t* names, std::size_t page_size) {
  constexpr std::size_t bytes_a_name = 32, most = std::size_t{1} << 17;
  const std::size_t size = std::min(page_size / bytes_a_name, most);
  if (size <= names->table_size || lexbor_dobject_allocated(names->entries) > 0) return;
  lexbor_free(names->table);
  names->table = static_cast<lexbor_hash_entry_t**>(lexbor_calloc(size, sizeof(lexbor_hash_entry_t*)));
  names->table_size = size;
}

lxb_html_document_t* build_document(Run& run) {
  lxb_html_parser_t* const parser = lxb_html_parser_create();
  if (lxb_html_parser_init(parser) != LXB_STATUS_OK) run.leave(Run::full);
  lxb_html_document_t* const document = lxb_html_parse_chunk_begin(parser);
  if (!document) run.leave(Run::full);
  run.held_at_first = run.memory.held();
  run.tree = parser->tree;
  run.build = parser->tkz->callback_token_done;
  lxb_html_tokenizer_callback_token_done_set(parser->tkz, on_token, &run);
  widen(document->dom_document.tags, run.page.size());
  widen(document->dom_document.attrs, run.page.size());
  // Without a list, lexbor keeps no errors: there may be one for every byte.
  parser->tkz->parse_errors = parser->tree->parse_errors = nullptr;
  if (tokenize(run, *parser->tkz) != LXB_STATUS_OK || lxb_html_parse_chunk_end(parser) != LXB_STATUS_OK)
    run.leave(Run::full);
  return document;
}

// Null if it was left, and run.end says why. C++ allows setjmp's value in a condition only.
lxb_html_document_t* run_lexbor(Run& run) {
  if (setjmp(run.way_out) != 0) return nullptr;
  return build_document(run);
}

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

Result<Document> parse(std::string_view utf8, const Limits& limits, Stop* stop, const CopyAhead& ahead,
                       bool repairs_title) {
  DocumentBuilder builder;
  builder.reserve(utf8.size() / 2, utf8.size() / 48);
  LexborCopy copy(builder, limits);
  Run run(utf8, limits, stop, repairs_title, ahead, copy);
  const Running scope(&run);
  if (lxb_html_document_t* const document = run_lexbor(run)) {
    const auto outcome = copy.copy_rest(lxb_dom_interface_node(document));
    if (outcome == LexborCopy::changed) run.end = Run::changed;
    if (outcome == LexborCopy::refused) run.end = Run::refused;
  }
  switch (run.end) {
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
      return parse(with_title_closed(utf8, run.title), limits, stop, ahead, false);
    case Run::changed:
      return parse(utf8, limits, stop, never, repairs_title);
    case Run::refused:
      return copy.error();
  }
  if (is_over(stop)) return too_slow();
  return builder.finish();
}

}  // namespace

Result<Document> parse_with_lexbor(std::string_view utf8, const Limits& limits, Stop* stop) {
  return parse_with_lexbor(utf8, limits, stop, by_density);
}

Result<Document> parse_with_lexbor(std::string_view utf8, const Limits& limits, Stop* stop, const CopyAhead& ahead) {
  static std::once_flag once;
  std::call_once(once, [] { lexbor_memory_setup(allocate, allocate_more, allocate_zeroed, release); });
  std::string changed;
  if (!is_valid_utf8(utf8)) utf8 = changed = sanitize_utf8(utf8);
  if (std::string wanted = without_unwanted(utf8); !wanted.empty()) utf8 = changed = std::move(wanted);
  return parse(utf8, limits, stop, ahead, true);
}

}  // namespace pith
