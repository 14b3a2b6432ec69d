// Models of sites in a directory, a file each: learned by `pith map --learn`, used by `pith map --models`, so that a
// site's records can be cut into pieces.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/extract/site/site_model.h"

namespace pith::map {

// Thread-safe; several processes may share the directory.
class SiteModels {
 public:
  explicit SiteModels(std::string directory) : directory_(std::move(directory)) {}

  // `model`: of pipeline::kept_model. The file gets its name when it is whole. Error "write".
  std::optional<Error> write(const std::string& site, std::string_view model) const;

  // Errors: "no_model", and those of pipeline::read_model.
  Result<std::shared_ptr<const SiteModel>> read(const std::string& site,
                                                const SiteModel::SiteAnalysers& analysers) const;

  // SHA-256 of the site's name, and ".model".
  std::string path_of(const std::string& site) const;

 private:
  const std::string directory_;
};

}  // namespace pith::map
