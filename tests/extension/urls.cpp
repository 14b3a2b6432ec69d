// URLs: the address of each page on a line, to standard output.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "indexer_adapter/export/sink.h"

namespace pith::sinks {
namespace {

class Urls final : public Sink {
 public:
  std::optional<Error> put(const SinkDocument& document) override {
    if (std::puts(document.url.c_str()) < 0) return Error{"write", "standard output: cannot be written"};
    ++counts_.sent;
    return std::nullopt;
  }
  std::optional<Error> remove(const std::string&) override { return std::nullopt; }
  std::optional<Error> finish() override { return std::nullopt; }
  Result<std::int64_t> prune(const std::vector<std::string>&) override {
    return Error{"usage", "urls: there is nothing to prune"};
  }
};

Result<std::unique_ptr<Sink>> open(const SinkOptions&) { return std::unique_ptr<Sink>(std::make_unique<Urls>()); }

}  // namespace

extern const SinkInfo urls_sink;
const SinkInfo urls_sink{"urls", "the address of each page on a line", false, open};

}  // namespace pith::sinks
