// What the functions of the C interface share: handles, errors, and the border that no exception crosses.
#pragma once

#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "config/load.h"
#include "core/base/result.h"
#include "core/render/chunks.h"
#include "core/text/url.h"
#include "crawler_adapter/page/content_decoding.h"
#include "crawler_adapter/page/http_message.h"
#include "plugin/c/pith.h"
#include "plugin/site/site_setup.h"

// Lives as long as the handle, and what was made with it.
struct pith_config : std::enable_shared_from_this<pith_config> {
  static pith_config* make(pith::config::Config loaded) {
    auto made = std::make_shared<pith_config>();
    made->config = std::move(loaded);
    made->self_ = made;
    return made.get();
  }
  void free() { const auto last = std::move(self_); }

  // Made when they are first needed: from then on the configuration stays as it is.
  pith::pipeline::Setups& setups() const {
    std::call_once(once_, [this] { setups_ = std::make_unique<pith::pipeline::Setups>(config); });
    return *setups_;
  }
  pith::config::Config config;

 private:
  std::shared_ptr<pith_config> self_;  // until free()
  mutable std::once_flag once_;
  mutable std::unique_ptr<pith::pipeline::Setups> setups_;
};

struct pith_result {
  std::string bytes;
};

namespace pith::c {

inline std::string_view view_of(pith_bytes bytes) {
  return bytes.size > 0 ? std::string_view(bytes.data, bytes.size) : std::string_view();
}
inline std::string string_of(pith_bytes bytes) { return std::string(view_of(bytes)); }
inline pith_bytes bytes_of(std::string_view text) { return {text.data(), text.size()}; }

// Without memory for it, the error stays empty.
inline void fill(pith_error* error, const char* code, const char* message) noexcept {
  if (!error) return;
  pith_error_clear(error);
  error->code = ::strdup(code);
  error->message = ::strdup(message);
}

// Calls make(), which returns a Result<T>. Returns its value, or `failed` with the error filled.
template <typename T, typename Make>
T guarded(pith_error* error, T failed, const Make& make) noexcept {
  try {
    Result<T> made = make();
    if (made) return *std::move(made);
    fill(error, made.error().code.c_str(), made.error().message.c_str());
  } catch (const std::bad_alloc&) {
    fill(error, "no_memory", "there is not enough memory");
  } catch (const std::exception& e) {
    fill(error, "failed", e.what());
  } catch (...) {
    fill(error, "failed", "unknown exception");
  }
  return failed;
}

inline pith_result* result_of(std::string bytes) { return new pith_result{std::move(bytes)}; }
inline std::string text_of(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// A page of the caller's, its URL and headers read. As long as the page.
struct ReceivedPage {
  std::optional<Url> url;  // nullopt: not known
  std::string name;        // the URL, normalised; or empty
  crawl::ContentType type;
  std::string robots;
  std::string_view body;  // decoded

  // Errors: "bad_url", "not_html", and those of decode_content.
  static Result<ReceivedPage> read(const pith_config& config, const pith_page& page);

 private:
  std::shared_ptr<const std::string> decoded_;
};

// NULL: the defaults.
inline ChunkSize size_of(const pith_chunk_size* size) {
  ChunkSize out;
  if (size && size->tokens > 0) out.tokens = size->tokens;
  if (size) out.overlap = size->overlap;
  if (size && size->per_word > 0) out.per_word = size->per_word;
  return out;
}

crawl::DecodingBounds decoding_bounds(const pith_config& config);

}  // namespace pith::c
