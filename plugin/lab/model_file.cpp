#include "plugin/lab/model_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/extract/main_content/training.h"

namespace pith::eval {
namespace {

constexpr std::string_view magic = "PITHMODEL1\n";

class Bytes {
 public:
  explicit Bytes(std::string bytes) : bytes_(std::move(bytes)) {}
  template <typename T>
  bool read(std::vector<T>& out, std::size_t count) {
    if (count > bytes_.size() || count * sizeof(T) > bytes_.size() - at_) return false;
    out.resize(count);
    if (count > 0) std::memcpy(out.data(), bytes_.data() + at_, count * sizeof(T));
    at_ += count * sizeof(T);
    return true;
  }
  template <typename T>
  bool read(T& out) {
    std::vector<T> one;
    if (!read(one, 1)) return false;
    out = one[0];
    return true;
  }
  bool skip(std::string_view text) {
    if (!std::string_view(bytes_).substr(at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

// Sums of such numbers are finite, so probabilities can be ordered.
bool is_summand(float value) { return std::abs(value) < 1e30f; }

// Whether margins_of may walk the forest over rows with so many columns: every walk advances and ends at a leaf of its
// tree.
bool is_well_formed(const Forest& forest, std::size_t columns) {
  constexpr std::size_t leaf = 0x80;
  if (forest.first_split.front() != 0 || forest.first_split.back() != forest.splits.size()) return false;
  if (!is_summand(forest.base) || !std::ranges::all_of(forest.leaves, is_summand)) return false;
  for (std::size_t t = 0; t < forest.trees(); ++t) {
    const std::size_t begin = forest.first_split[t], end = forest.first_split[t + 1];
    if (begin >= end || end > forest.splits.size()) return false;
    const std::size_t count = end - begin;
    std::array<bool, 2 * leaf> is_child{};
    for (std::size_t s = 0; s < count; ++s) {
      const ForestSplit& split = forest.splits[begin + s];
      if (split.feature >= columns || !std::isfinite(split.threshold)) return false;
      for (const std::size_t child : {split.left, split.right}) {
        if (child & leaf ? (child & ~leaf) > count : child <= s || child >= count) return false;
        if (std::exchange(is_child[child], true)) return false;
      }
    }
  }
  return true;
}

}  // namespace

Result<std::shared_ptr<const StoredModel>> StoredModel::read(const std::filesystem::path& file) {
  const Error damaged{"bad_model",
                      file.string() + " is not a model of this version; make one with plugin/lab/training/train"};
  std::ifstream in(file, std::ios::binary);
  if (!in) return Error{"no_model", "cannot read " + file.string()};
  Bytes bytes(std::string(std::istreambuf_iterator<char>(in), {}));
  if (!bytes.skip(magic)) return damaged;
  auto out = std::make_shared<StoredModel>();
  std::vector<Forest*> forests = {&out->model_.first, &out->model_.second, &out->model_.site, &out->model_.quality};
  const FeatureNames& names = feature_names();
  std::vector<std::size_t> columns = {names.first.size(), names.first.size() + names.second.size(), names.site.size(),
                                      names.quality.size() + names.page.size()};
  for (Forest& type : out->model_.types) {
    forests.push_back(&type);
    columns.push_back(names.page.size());
  }
  out->tables_.resize(forests.size());
  for (std::size_t f = 0; f < forests.size(); ++f) {
    Tables& tables = out->tables_[f];
    std::uint32_t trees = 0, splits = 0;
    float base = 0;
    if (!bytes.read(trees) || !bytes.read(splits) || trees > 0xffff || splits > 0xffff || !bytes.read(base) ||
        !bytes.read(tables.first_split, trees + std::size_t{1}) || !bytes.read(tables.splits, splits) ||
        !bytes.read(tables.leaves, splits + std::size_t{trees}))
      return damaged;
    forests[f]->splits = tables.splits;
    forests[f]->first_split = tables.first_split;
    forests[f]->leaves = tables.leaves;
    forests[f]->base = base;
    if (!is_well_formed(*forests[f], columns[f])) return damaged;
    // Only now: numbers that cannot be ordered have been refused.
    *forests[f] = Forest(tables.splits, tables.first_split, tables.leaves, base);
  }
  if (!bytes.at_end()) return damaged;
  return std::shared_ptr<const StoredModel>(std::move(out));
}

}  // namespace pith::eval
