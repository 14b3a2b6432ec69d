#include "plugin/http/search_api.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace pith::http {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json json_of(const index::Explanation& explanation) {
  Json parts = Json::array();
  for (const index::Explanation& part : explanation.parts) parts.push_back(json_of(part));
  return {{"value", explanation.value}, {"text", explanation.text}, {"parts", parts}};
}

Json json_of(const index::Facet& facet) {
  Json values = Json::array();
  for (const index::FacetValue& value : facet.values)
    values.push_back({{"value", value.value}, {"count", value.count}});
  return {{"values", values}, {"others", facet.others}};
}

Json json_of(const index::Place& place) {
  return {{"trail", place.trail},
          {"path", place.path},
          {"region", place.region},
          {"begin", place.begin},
          {"end", place.end}};
}

Json json_of(const index::Query& query, const index::Hit& hit) {
  Json snippet = Json::array();
  for (const index::Piece& piece : hit.snippet) snippet.push_back({{"text", piece.text}, {"hit", piece.highlighted}});
  Json out = {{"url", hit.url},       {"title", hit.title},           {"site", hit.site},
              {"lang", hit.lang},     {"status", hit.status},         {"type", hit.type},
              {"author", hit.author}, {"published", hit.published},   {"description", hit.description},
              {"score", hit.score},   {"snippet", std::move(snippet)}};
  if (hit.place) out["place"] = json_of(*hit.place);
  if (query.explain) out["explanation"] = json_of(hit.explanation);
  return out;
}

}  // namespace

std::string search_json(const index::Query& query, const index::Hits& hits, double seconds) {
  Json list = Json::array();
  for (const index::Hit& hit : hits.hits) list.push_back(json_of(query, hit));
  Json out = {{"query", query.text},
              {"total", hits.total},
              {"offset", query.offset},
              {"limit", query.limit},
              {"milliseconds", std::round(seconds * 1e4) / 10},
              {"hits", std::move(list)},
              {"hints", hits.hints},
              {"suggestion", hits.suggestion}};
  if (hits.facets)
    out["facets"] = {{"sites", json_of(hits.facets->sites)},
                     {"languages", json_of(hits.facets->languages)},
                     {"years", json_of(hits.facets->years)}};
  return text_of(out);
}

std::string status_json(const LiveIndex::View& view, const std::string& version) {
  return text_of({{"version", version}, {"pages", view.pages}, {"commit", view.commit}});
}

std::string error_json(const Error& error) {
  return text_of({{"error", {{"code", error.code}, {"message", error.message}}}});
}

}  // namespace pith::http
