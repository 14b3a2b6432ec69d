#include "core/extract/main_content/detail/rules/server_messages.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/dom/tag.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

constexpr std::string_view kinds[] = {
    "Notice", "Warning", "Deprecated", "Fatal error", "Parse error", "Strict Standards", "Recoverable fatal error"};

// By id: Joomla, Django, Nette, Yii, CodeIgniter, WordPress (Query Monitor). By class: Symfony, Laravel, Rails.
constexpr std::string_view toolbars[] = {
    "system-debug", "djDebug", "tracy-debug", "yii-debug-toolbar", "query-monitor-main", "codeigniter_profiler"};
constexpr std::string_view classes_of_toolbars[] = {"sf-toolbar", "phpdebugbar", "profiler-results"};

class Messages {
 public:
  explicit Messages(const Document& page) : page_(page), out_(page) {}

  NodeSet find() {
    NodeSet read(page_);  // elements whose children were
    for (NodeId n = 1; n < page_.size(); ++n) {
      const NodeId parent = page_[n].parent;
      if (page_[n].tag == Tag::b && !read.contains(parent) && is_kind(text_in(n))) {
        read.add(parent);
        read_children(parent);
      } else if (page_[n].tag == Tag::div && is_toolbar(n)) {
        out_.add_subtree(page_, n);
        n = page_.end_of(n) - 1;
      }
    }
    return std::move(out_);
  }

 private:
  bool is_toolbar(NodeId n) const {
    const std::string_view classes = page_.attribute(n, "class"), first = classes.substr(0, classes.find(' '));
    return std::ranges::find(toolbars, page_.attribute(n, "id")) != std::end(toolbars) ||
           std::ranges::find(classes_of_toolbars, first) != std::end(classes_of_toolbars);
  }

  // Of an element with nothing else.
  std::string_view text_in(NodeId n) const {
    return page_[n].subtree_size == 2 && page_[n + 1].is_text() ? trim_ascii(page_.text(n + 1)) : std::string_view();
  }

  static bool is_kind(std::string_view text) {
    return std::ranges::any_of(kinds, [&](std::string_view kind) { return text.ends_with(kind); });
  }

  static bool is_number(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit_ascii); }

  void read_children(NodeId parent) {
    NodeId begin = no_node;  // of a message, perhaps
    bool before_number = false, has_number = false;
    const auto end_line = [&](NodeId end) {
      if (begin != no_node && has_number) out_.add_range(begin, end);
      begin = no_node;
      before_number = has_number = false;
    };
    for (NodeId n = parent + 1; n < page_.end_of(parent); n = page_.end_of(n)) {
      if (page_[n].is_element() && (page_[n].tag == Tag::br || is_block(page_[n].tag))) {
        end_line(n);
      } else if (page_[n].is_text()) {
        before_number = trim_ascii(page_.text(n)).ends_with("on line");
      } else if (page_[n].tag == Tag::b) {
        if (begin == no_node && is_kind(text_in(n))) begin = n;
        has_number = has_number || (before_number && is_number(text_in(n)));
      }
    }
    end_line(page_.end_of(parent));
  }

  const Document& page_;
  NodeSet out_;
};

}  // namespace

NodeSet find_server_messages(const Document& page) { return Messages(page).find(); }

}  // namespace pith
