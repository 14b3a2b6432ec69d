#include "core/extract/main_content/detail/rules/members.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "core/extract/main_content/detail/view/phrases.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

bool is_line_of_underscores(std::string_view text) {
  constexpr std::size_t least = 10;
  text = trim_ascii(text);
  return text.size() >= least && std::ranges::all_of(text, [](char c) { return c == '_'; });
}

bool is_member_data(const PageView& page, const ViewRun& run) {
  constexpr std::uint32_t most_words = 40;
  constexpr std::size_t least_phrases = 2;
  return run.phrases & bit(Phrase::member) && run.text.digits > 0 && run.text.words <= most_words &&
         count_phrases(Phrase::member, page.runs.words_of(run)) >= least_phrases;
}

}  // namespace

std::vector<RunId> find_member_data(const PageView& page) {
  std::vector<RunId> out;
  for (RunId r = 0; r < page.runs.size(); ++r)
    if (is_member_data(page, page.runs[r])) out.push_back(r);
  return out;
}

NodeSet find_signatures(const Document& page) {
  NodeSet out(page);
  for (NodeId n = 1; n < page.size(); ++n) {
    if (!page[n].is_text() || !is_line_of_underscores(page.text(n))) continue;
    const NodeId end = page.end_of(page[n].parent);
    out.add_range(n, end);
    n = end - 1;
  }
  return out;
}

}  // namespace pith
