#include "plugin/index/line_diff.h"

#include <algorithm>
#include <dtl/dtl.hpp>

#include "core/base/keyed_hash.h"

namespace pith::pipeline {
namespace {

using LineNumbers = std::vector<std::uint32_t>;

void append_changes(std::vector<Edit>& script, const LineNumbers& old, const LineNumbers& now) {
  if (old.empty() || now.empty() || old.size() + now.size() > max_diff_lines) {
    script.insert(script.end(), old.size(), Edit::remove);
    script.insert(script.end(), now.size(), Edit::add);
    return;
  }
  dtl::Diff<std::uint32_t, LineNumbers> diff(old, now);
  diff.compose();
  const auto edits = diff.getSes().getSequence();
  for (auto at = edits.begin(); at != edits.end();) {
    const auto end = std::find_if(at, edits.end(), [](const auto& e) { return e.second.type == dtl::SES_COMMON; });
    const auto removed = std::count_if(at, end, [](const auto& e) { return e.second.type == dtl::SES_DELETE; });
    script.insert(script.end(), static_cast<std::size_t>(removed), Edit::remove);
    script.insert(script.end(), static_cast<std::size_t>(end - at - removed), Edit::add);
    if (end == edits.end()) break;
    script.push_back(Edit::keep);
    at = end + 1;
  }
}

}  // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<Edit> edit_script(std::span<const std::string_view> old, std::span<const std::string_view> now) {
  const auto first = std::mismatch(old.begin(), old.end(), now.begin(), now.end());
  const auto before = static_cast<std::size_t>(first.first - old.begin());
  const std::size_t shorter = std::min(old.size(), now.size()) - before;
  std::size_t after = 0;
  while (after < shorter && old[old.size() - 1 - after] == now[now.size() - 1 - after]) ++after;

  KeyedMap<std::string_view, std::uint32_t> numbers;
  const auto numbered = [&](std::span<const std::string_view> lines) {
    LineNumbers out;
    for (const std::string_view line : lines.subspan(before, lines.size() - before - after))
      out.push_back(numbers.try_emplace(line, static_cast<std::uint32_t>(numbers.size())).first->second);
    return out;
  };
  std::vector<Edit> script(before, Edit::keep);
  append_changes(script, numbered(old), numbered(now));
  script.insert(script.end(), after, Edit::keep);
  return script;
}

}  // namespace pith::pipeline
