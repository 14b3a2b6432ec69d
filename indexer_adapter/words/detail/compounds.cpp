#include "indexer_adapter/words/detail/compounds.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pith::index {
namespace {

constexpr std::array<std::string_view, 7> compounding = {"da", "de", "fi", "hu", "nl", "no", "sv"};
constexpr std::array<std::wstring_view, 5> joints = {L"s", L"n", L"e", L"en", L"es"};
constexpr std::size_t shortest_part = 3, longest_word = 60;

}  // namespace

bool writes_compounds(std::span<const std::string> languages) {
  return std::ranges::any_of(languages, [](const std::string& language) {
    return std::ranges::find(compounding, language) != compounding.end();
  });
}

std::vector<std::wstring> split_compound(std::wstring_view word, const DocumentsWith& documents) {
  if (word.size() > longest_word) return {};
  std::vector<std::wstring> best;
  double best_value = 0;
  const auto offer = [&](std::wstring_view first, std::wstring_view second, int of_second) {
    if (first.size() < shortest_part) return;
    const int of_first = documents(first);
    if (of_first == 0) return;
    // Short words are found in many others by accident.
    const double value = std::log1p(of_first) * static_cast<double>(first.size()) +
                         std::log1p(of_second) * static_cast<double>(second.size());
    if (value <= best_value) return;
    best_value = value;
    best = {std::wstring(first), std::wstring(second)};
  };
  for (std::size_t at = shortest_part; at + shortest_part <= word.size(); ++at) {
    const std::wstring_view first = word.substr(0, at), second = word.substr(at);
    const int of_second = documents(second);
    if (of_second == 0) continue;
    offer(first, second, of_second);
    for (const std::wstring_view joint : joints)
      if (first.ends_with(joint)) offer(first.substr(0, first.size() - joint.size()), second, of_second);
  }
  return best;
}

}  // namespace pith::index
