#include "core/extract/main_content/detail/rules/copied_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/keyed_hash.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

constexpr std::uint32_t copied_text = 12;  // words: shorter ones may be repeated on purpose

bool in_code(const PageView& page, RunId r) { return page.around[r].is_in(Place::code); }

// An answer is hard to understand without what it quotes.
bool in_quotation(const PageView& page, RunId r) {
  if (page.around[r].is_in(Place::quote)) return true;
  constexpr int steps = 4;
  NodeId n = page.runs[r].block;
  constexpr std::size_t longest = 100;  // of a class attribute: many texts may ask
  for (int step = 0; step < steps && n != no_node; ++step, n = page.page[n].parent)
    if (lower_ascii(page.page.attribute(n, "class").substr(0, longest)).find("quot") != std::string::npos) return true;
  return false;
}

void drop_copied_runs(const PageView& page, bool is_thread, std::vector<char>& runs) {
  KeyedMap<std::uint64_t, RunId> taken;
  RunId last = 0;
  for (RunId r = 0; r < page.runs.size(); ++r) {
    const ViewRun& run = page.runs[r];
    if (!runs[r] || run.text.words < copied_text || in_code(page, r) || (is_thread && in_quotation(page, r))) continue;
    const auto [at, fresh] = taken.emplace(run.hash, r);
    const ViewRun& before = page.runs[at->second];
    const bool same_path = page.paths.by_run[at->second] == page.paths.by_run[r];
    const bool alike = same_path && before.hidden == run.hidden;
    const bool better = before.hidden && !run.hidden;
    if (!fresh && !(alike && page.runs[last].hash != run.hash)) runs[better ? at->second : r] = false;
    if (better) at->second = r;
    last = r;
  }
}

class CopiedLists {
 public:
  CopiedLists(const PageView& page, std::vector<char>& runs) : page_(page), runs_(runs) {
    for (RunId r = 0; r < page.runs.size(); ++r)
      if (runs[r]) chosen_.push_back(r);
  }

  void drop() {
    KeyedMap<std::uint64_t, std::size_t> taken;
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      const auto [at, fresh] = taken.emplace(run(i).hash, i);
      if (fresh) continue;
      const std::size_t from = at->second, length = chosen_in(branch(from, i), i);
      if (length == 0 || !are_same(from, i, length)) continue;
      const bool better = run(from).hidden && !run(i).hidden;
      for (std::size_t k = 0; k < length; ++k) runs_[chosen_[better ? from + k : i + k]] = false;
      i += length - 1;
    }
  }

 private:
  const ViewRun& run(std::size_t i) const { return page_.runs[chosen_[i]]; }

  // The largest element around the second one that is not around the first one.
  NodeId branch(std::size_t from, std::size_t i) const {
    NodeId n = run(i).block;
    while (page_.page[n].parent != no_node && page_.page[n].parent > run(from).begin) n = page_.page[n].parent;
    return n;
  }

  // How many are chosen in the element; 0 if any is before this one.
  std::size_t chosen_in(NodeId n, std::size_t i) const {
    if (i > 0 && chosen_[i - 1] >= page_.first_run(n)) return 0;
    const auto begin = chosen_.begin() + static_cast<std::ptrdiff_t>(i);
    return static_cast<std::size_t>(std::lower_bound(begin, chosen_.end(), page_.end_run(n)) - begin);
  }

  bool are_same(std::size_t from, std::size_t i, std::size_t length) const {
    constexpr std::size_t fewest = 3;
    if (length < fewest || from + length > i) return false;
    std::uint32_t words = 0;
    for (std::size_t k = 0; k < length; ++k) {
      const RunId a = chosen_[from + k], b = chosen_[i + k];
      const bool alike = page_.paths.by_run[a] == page_.paths.by_run[b] && page_.runs[a].hidden == page_.runs[b].hidden;
      if (page_.around[a].is_in(Place::table) != page_.around[b].is_in(Place::table)) return false;  // an overview
      if (alike || page_.runs[a].hash != page_.runs[b].hash || in_code(page_, b)) return false;
      words += page_.runs[b].text.words;
    }
    return words >= copied_text;
  }

  const PageView& page_;
  std::vector<char>& runs_;
  std::vector<RunId> chosen_;
};

}  // namespace

void drop_copies(const PageView& page, bool is_thread, std::vector<char>& runs) {
  drop_copied_runs(page, is_thread, runs);
  if (!is_thread) CopiedLists(page, runs).drop();
}

}  // namespace pith
