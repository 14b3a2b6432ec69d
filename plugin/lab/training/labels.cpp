#include "plugin/lab/training/labels.h"

#include <algorithm>
#include <unordered_set>

namespace pith::training {
namespace {

enum Step : std::uint8_t { skip_page = 0, skip_gold = 1, pair = 2, steps = 3, goes_on = 4 };

std::vector<bool> aligned(std::span<const std::uint32_t> page, std::span<const std::uint32_t> gold) {
  const std::size_t columns = gold.size() + 1;
  std::vector<std::uint8_t> choices((page.size() + 1) * columns, 0);
  // best: for any end; ending: for alignments whose last pair is this cell. One row of each, and the row before.
  std::vector<std::int32_t> best(columns, 0), best_before(columns, 0), ending(columns, -1), ending_before(columns, -1);
  for (std::size_t i = 1; i <= page.size(); ++i) {
    std::swap(best, best_before);
    std::swap(ending, ending_before);
    best[0] = 0;
    ending[0] = -1;
    std::uint8_t* const row = &choices[i * columns];
    for (std::size_t j = 1; j < columns; ++j) {
      std::int32_t value = best_before[j];
      std::uint8_t choice = skip_page;
      if (best[j - 1] > value) {
        value = best[j - 1];
        choice = skip_gold;
      }
      ending[j] = -1;
      if (page[i - 1] == gold[j - 1]) {
        std::int32_t paired = best_before[j - 1] + 2;
        std::uint8_t on = 0;
        if (ending_before[j - 1] >= 0 && ending_before[j - 1] + 3 > paired) {
          paired = ending_before[j - 1] + 3;
          on = goes_on;
        }
        ending[j] = paired;
        choice |= on;
        if (paired >= value) {
          value = paired;
          choice = static_cast<std::uint8_t>(pair | on);
        }
      }
      best[j] = value;
      row[j] = choice;
    }
  }
  std::vector<bool> out(page.size());
  std::size_t i = page.size(), j = gold.size();
  bool forced = false;
  while (i > 0 && j > 0) {
    const std::uint8_t choice = choices[i * columns + j];
    if (forced || (choice & steps) == pair) {
      out[i - 1] = true;
      forced = choice & goes_on;
      --i;
      --j;
    } else if ((choice & steps) == skip_gold) {
      --j;
    } else {
      --i;
    }
  }
  return out;
}

}  // namespace

std::vector<float> label_runs(const PageWords& page, std::span<const std::uint32_t> gold, std::size_t max_cells) {
  std::vector<bool> common;
  if ((page.hashes.size() + 1) * (gold.size() + 1) <= max_cells) {
    common = aligned(page.hashes, gold);
  } else {
    const std::unordered_set<std::uint32_t> known(gold.begin(), gold.end());
    common.resize(page.hashes.size());
    for (std::size_t i = 0; i < common.size(); ++i) common[i] = known.contains(page.hashes[i]);
  }
  std::vector<float> labels;
  for (const PageWords::Run& run : page.runs) {
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < run.words; ++i) found += common[run.first_word + i];
    labels.push_back(run.words == 0 ? 0 : static_cast<float>(found) / static_cast<float>(run.words));
  }
  return labels;
}

}  // namespace pith::training
