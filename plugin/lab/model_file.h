// Tables of the default extractor from a file, to measure tables that were trained without some sites.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "core/extract/main_content/model.h"

namespace pith::eval {

// Owns the tables of a model.
class StoredModel {
 public:
  // Reads what plugin/lab/training/train writes: "PITHMODEL1\n", then the forests in the order of Model. A forest is,
  // in the machine's byte order (little-endian), the number of its trees and of its splits (4 bytes each) and its base
  // (a float), first_split (2 bytes per tree, and 2), splits (8 bytes each), leaves (4 bytes each: one more per tree
  // than splits). Error bad_model if the file holds anything else, to the last byte, or if a forest breaks the rules of
  // core/extract/main_content/detail/features/forest.h or refers to a feature that does not exist: a model that is
  // returned can be used. no_model if the file cannot be read. Errors name the file.
  static Result<std::shared_ptr<const StoredModel>> read(const std::filesystem::path& file);

  const Model& model() const { return model_; }

 private:
  struct Tables {
    std::vector<ForestSplit> splits;
    std::vector<std::uint16_t> first_split;
    std::vector<float> leaves;
  };
  std::vector<Tables> tables_;
  Model model_;
};

// By the fold of pages that they did not see.
using FoldModels = std::vector<std::shared_ptr<const StoredModel>>;

}  // namespace pith::eval
