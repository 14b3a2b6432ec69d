#include "plugin/serve/search_api.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "plugin/search/hits_json.h"
#include "plugin/serve/assets.h"

namespace pith::http {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

double milliseconds(double seconds) { return std::round(seconds * 1e4) / 10; }

}  // namespace

std::string search_json(const index::Query& query, const index::Hits& hits, double seconds) {
  Json out = pipeline::hits_json(query, hits);
  out["milliseconds"] = milliseconds(seconds);
  return text_of(out);
}

std::string suggestions_json(const index::SuggestQuery& query, const std::vector<index::Suggestion>& suggestions,
                             double seconds) {
  Json out = pipeline::suggestions_json(query, suggestions);
  out["milliseconds"] = milliseconds(seconds);
  return text_of(out);
}

std::string opensearch_suggestions(const index::SuggestQuery& query,
                                   const std::vector<index::Suggestion>& suggestions) {
  Json texts = Json::array(), descriptions = Json::array(), links = Json::array();
  for (const index::Suggestion& suggestion : suggestions) {
    texts.push_back(suggestion.text);
    descriptions.push_back(suggestion.heading ? suggestion.title : "");
    links.push_back(suggestion.link);
  }
  return text_of(Json::array({query.text, std::move(texts), std::move(descriptions), std::move(links)}));
}

std::string status_json(const pipeline::LiveIndex::View& view, const std::string& version) {
  return text_of({{"version", version}, {"pages", view.pages}, {"commit", view.commit}});
}

std::string openapi_json(const std::string& base_path) {
  Json document = Json::parse(assets::openapi);
  if (!base_path.empty()) document["servers"] = {{{"url", base_path}}};
  return text_of(document);
}

std::string error_json(const Error& error) {
  return text_of({{"error", {{"code", error.code}, {"message", error.message}}}});
}

}  // namespace pith::http
