// Errors, results and configurations of the C interface.
#include <cstdlib>
#include <utility>

#include "plugin/c/handles.h"

using namespace pith;
using namespace pith::c;

extern "C" {

const char* pith_version(void) { return PITH_VERSION; }

void pith_error_clear(pith_error* error) {
  if (!error) return;
  std::free(error->code);
  std::free(error->message);
  *error = {nullptr, nullptr};
}

pith_bytes pith_result_bytes(const pith_result* result) {
  return result ? bytes_of(result->bytes) : pith_bytes{nullptr, 0};
}

void pith_result_free(pith_result* result) { delete result; }

pith_config* pith_config_open(pith_bytes path, pith_error* error) {
  return guarded<pith_config*>(error, nullptr, [&]() -> Result<pith_config*> {
    if (path.size == 0) return pith_config::make(config::Config());
    auto loaded = config::load(string_of(path));
    if (!loaded) return loaded.error();
    return pith_config::make(*std::move(loaded));
  });
}

pith_config* pith_config_parse(pith_bytes yaml, pith_error* error) {
  return guarded<pith_config*>(error, nullptr, [&]() -> Result<pith_config*> {
    auto loaded = config::load_text(view_of(yaml), "configuration");
    if (!loaded) return loaded.error();
    return pith_config::make(*std::move(loaded));
  });
}

int pith_config_set(pith_config* config, pith_bytes key, pith_bytes value, pith_error* error) {
  return guarded<int>(error, -1, [&]() -> Result<int> {
    if (auto wrong = config->config.set(view_of(key), view_of(value), "pith_config_set")) return *std::move(wrong);
    return 0;
  });
}

void pith_config_free(pith_config* config) {
  if (config) config->free();
}

}  // extern "C"
