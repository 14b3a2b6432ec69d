#include "plugin/cluster/site_models.h"

#include <fmt/format.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <new>
#include <system_error>

#include "core/system/digest.h"
#include "core/system/write_file.h"
#include "crawler_adapter/page/content_decoding.h"
#include "plugin/site/kept_model.h"

namespace pith::map {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "pith model 3\n";
constexpr int level = 9;
constexpr std::size_t most_bytes = 64 << 20;  // unpacked: more than the largest site teaches one analyser

std::string packed(std::string_view bytes) {
  const std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
  if (!context) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress2(context.get(), out.data(), out.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size)) throw std::bad_alloc();  // the buffer is large enough: only memory can fail
  out.resize(size);
  return out;
}

}  // namespace

std::string SiteModels::path_of(const std::string& site) const {
  return directory_ + "/" + sha256_hex(site) + ".model";
}

std::optional<Error> SiteModels::write(const std::string& site, std::string_view model) const {
  const std::string path = path_of(site), unfinished = fmt::format("{}.{}", path, ::getpid());
  std::error_code error;
  fs::create_directories(directory_, error);
  if (auto failure = write_file(unfinished, std::string(magic) + packed(model))) return failure;
  fs::rename(unfinished, path, error);
  if (!error) return std::nullopt;
  auto failure = cannot_be_written(path, error.value());
  fs::remove(unfinished, error);
  return failure;
}

Result<std::shared_ptr<const SiteModel>> SiteModels::read(const std::string& site,
                                                          const SiteModel::SiteAnalysers& analysers) const {
  const std::string path = path_of(site);
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return Error{"no_model", path + ": cannot be read: the model of " + site + ", which `pith map --learn` writes"};
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  if (!bytes.starts_with(magic)) return Error{"bad_model", path + ": is not a model"};
  auto model = crawl::decode_content(bytes.substr(magic.size()), "zstd",
                                     {.max_bytes = most_bytes * std::max<std::size_t>(analysers.size(), 1)});
  if (!model || !model->complete) return Error{"bad_model", path + ": the model is damaged"};
  auto read = pipeline::read_model(model->bytes, analysers);
  if (!read) return error_at(path, read.error());
  return read;
}

}  // namespace pith::map
