#include "plugin/lab/cross_validation.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "core/extract/extractors/pith.h"

namespace pith::eval {

Result<FoldModels> read_fold_models(const std::string& directory) {
  FoldModels out;
  for (;;) {
    const auto file = std::filesystem::path(directory) / ("fold-" + std::to_string(out.size()) + ".model");
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) break;
    auto model = StoredModel::read(file);
    if (!model) return model.error();
    out.push_back(std::move(*model));
  }
  if (out.size() < 2)
    return Error{
        "no_model",
        directory + ": expected fold-0.model, fold-1.model and so on; make them with plugin/lab/training/train"};
  return out;
}

bool cross_validate(System& system, const FoldModels& models) {
  if (!system.extractor.starts_with("pith/")) return false;
  system.models = models;
  for (const auto& model : models) system.by_fold.push_back(make_pith(model->model(), system.parameters));
  system.label += " (cv)";
  return true;
}

}  // namespace pith::eval
