#include "plugin/app/http/search_api.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "plugin/app/pipeline/hits_json.h"

namespace pith::http {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace

std::string search_json(const index::Query& query, const index::Hits& hits, double seconds) {
  Json out = pipeline::hits_json(query, hits);
  out["milliseconds"] = std::round(seconds * 1e4) / 10;
  return text_of(out);
}

std::string status_json(const LiveIndex::View& view, const std::string& version) {
  return text_of({{"version", version}, {"pages", view.pages}, {"commit", view.commit}});
}

std::string error_json(const Error& error) {
  return text_of({{"error", {{"code", error.code}, {"message", error.message}}}});
}

}  // namespace pith::http
