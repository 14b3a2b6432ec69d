#include "plugin/search/hits_json.h"

#include <utility>
#include <vector>

namespace pith::pipeline {
namespace {

using Json = nlohmann::ordered_json;

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

Json json_of(const std::vector<index::Piece>& pieces) {
  Json out = Json::array();
  for (const index::Piece& piece : pieces) out.push_back({{"text", piece.text}, {"hit", piece.highlighted}});
  return out;
}

Json json_of(const index::Query& query, const index::Hit& hit) {
  Json out = {{"url", hit.url},
              {"title", hit.title},
              {"site", hit.site},
              {"lang", hit.lang},
              {"status", hit.status},
              {"type", hit.type},
              {"author", hit.author},
              {"published", hit.published},
              {"description", hit.description},
              {"score", hit.score},
              {"snippet", json_of(hit.snippet)}};
  out["link"] = hit.link;
  out["sections"] = Json::array();
  for (const index::SectionHit& section : hit.sections)
    out["sections"].push_back({{"title", section.title}, {"link", section.link}});
  if (hit.best_bet) out["best_bet"] = true;
  if (!hit.without.empty()) out["without"] = hit.without;
  if (hit.place) out["place"] = json_of(*hit.place);
  if (query.explain) out["explanation"] = json_of(hit.explanation);
  return out;
}

}  // namespace

Json hits_json(const index::Query& query, const index::Hits& hits) {
  Json list = Json::array();
  for (const index::Hit& hit : hits.hits) list.push_back(json_of(query, hit));
  Json out = {{"query", query.text},     {"total", hits.total},  {"complete", hits.complete},
              {"offset", query.offset},  {"limit", query.limit}, {"notes", hits.notes},
              {"hits", std::move(list)}, {"hints", hits.hints},  {"suggestion", hits.suggestion}};
  if (const auto& line = hits.template_line)
    out["template"] = {{"site", line->site}, {"lang", line->lang}, {"line", json_of(line->line)}};
  if (hits.facets)
    out["facets"] = {{"sites", json_of(hits.facets->sites)},
                     {"hosts", json_of(hits.facets->hosts)},
                     {"languages", json_of(hits.facets->languages)},
                     {"years", json_of(hits.facets->years)}};
  return out;
}

nlohmann::ordered_json suggestions_json(const index::SuggestQuery& query,
                                        const std::vector<index::Suggestion>& suggestions) {
  Json list = Json::array();
  for (const index::Suggestion& suggestion : suggestions)
    list.push_back({{"text", suggestion.text},
                    {"kind", suggestion.heading ? "heading" : "title"},
                    {"title", suggestion.title},
                    {"url", suggestion.url},
                    {"link", suggestion.link}});
  return {{"query", query.text}, {"suggestions", std::move(list)}};
}

}  // namespace pith::pipeline
