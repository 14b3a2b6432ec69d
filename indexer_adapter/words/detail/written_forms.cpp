#include "indexer_adapter/words/detail/written_forms.h"

#include <algorithm>

namespace pith::index {
namespace {

bool is_ascii_digit(wchar_t c) { return c >= L'0' && c <= L'9'; }

bool is_word_at(std::wstring_view text, std::size_t at) { return at < text.size() && is_word_character(text[at]); }

}  // namespace

std::wstring signed_form(std::wstring_view text, const Token& token) {
  if (token.unspaced || token.folded.empty() || is_ascii_digit(token.folded[0])) return {};
  const std::wstring_view after = text.substr(token.end);
  if (after.starts_with(L"++") && !(is_word_at(after, 2) && !is_ascii_digit(after[2]))) return token.folded + L"++";
  if (after.starts_with(L'#') && !is_word_at(after, 1)) return token.folded + L'#';
  const bool is_dotted = token.begin > 0 && text[token.begin - 1] == L'.';
  if (!is_dotted || (token.begin > 1 && (is_word_at(text, token.begin - 2) || text[token.begin - 2] == L'.')))
    return {};
  return L'.' + token.folded;
}

std::wstring joined_form(std::wstring_view text, const Token& first, const Token& second) {
  constexpr std::size_t longest = 30;
  constexpr std::wstring_view hyphens = L"-\u2010\u2011";
  const bool is_joined = second.begin == first.end + 1 && hyphens.find(text[first.end]) != hyphens.npos;
  if (!is_joined || first.unspaced || second.unspaced || first.folded.empty() || second.folded.empty()) return {};
  if (first.folded.size() + second.folded.size() > longest) return {};
  if (is_ascii_digit(first.folded[0]) || is_ascii_digit(second.folded[0])) return {};
  return first.folded + second.folded;
}

std::wstring_view without_v(std::wstring_view folded) {
  const bool is_version =
      folded.size() > 1 && folded[0] == L'v' && std::all_of(folded.begin() + 1, folded.end(), is_ascii_digit);
  return is_version ? folded.substr(1) : std::wstring_view();
}

}  // namespace pith::index
