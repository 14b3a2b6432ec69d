// Tables of the default extractor from a file: to measure it with tables that were trained without some sites.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "core/main_content/model.h"
#include "core/result.h"

namespace pith::eval {

// Owns the tables of a model.
class StoredModel {
 public:
  // Reads what tests/quality/train writes. Errors name the file.
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

// By fold of the pages that they did not see.
using FoldModels = std::vector<std::shared_ptr<const StoredModel>>;

}  // namespace pith::eval
