#include "core/dom/detail/comment_marks.h"

#include <string>

#include "core/text/ascii.h"

namespace pith {
namespace {

constexpr std::size_t longest = 200;  // bytes

void mark(DocumentBuilder& builder, MarkedRange::Kind kind, bool begins) {
  if (begins)
    builder.begin_range(kind);
  else
    builder.end_range(kind);
}

// `what`: "index", ": snippet, anchor", "".
void google(std::string_view what, bool begins, DocumentBuilder& builder) {
  what = trim_ascii(what);
  if (what.starts_with(':')) what = trim_ascii(what.substr(1));
  each_part(what.empty() ? "all" : what, ",", [&](std::string_view word) {
    if (word == "index" || word == "all") mark(builder, MarkedRange::googleoff_index, begins);
    if (word == "snippet" || word == "all") mark(builder, MarkedRange::googleoff_snippet, begins);
  });
}

}  // namespace

void read_comment_mark(std::string_view comment, DocumentBuilder& builder) {
  if (comment.size() > longest) return;
  const std::string text = lower_ascii(trim_ascii(comment));
  std::string_view word = text;
  if (word.starts_with("googleoff")) return google(word.substr(9), true, builder);
  if (word.starts_with("googleon")) return google(word.substr(8), false, builder);
  const bool ends = word.starts_with('/');
  if (ends) word = trim_ascii(word.substr(1));
  if (word == "htdig_noindex") mark(builder, MarkedRange::htdig, !ends);
  if (word == "udmcomment") mark(builder, MarkedRange::udm_comment, !ends);
}

}  // namespace pith
