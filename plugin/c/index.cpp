// The index by the C interface.
#include <array>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "core/text/mistyped_url.h"
#include "indexer_adapter/hits/searcher.h"
#include "plugin/c/handles.h"
#include "plugin/index/index_options.h"
#include "plugin/search/hits_json.h"
#include "plugin/search/search_request.h"
#include "plugin/search/search_rules.h"
#include "plugin/search/stored_view.h"

using namespace pith;
using namespace pith::c;

struct pith_index {
  index::Searcher searcher;
  std::shared_ptr<pipeline::SearchRules> rules;
};

namespace {

pipeline::Parameters parameters_of(const pith_parameter* parameters, std::size_t count) {
  pipeline::Parameters out;
  for (std::size_t i = 0; i < count; ++i) out.emplace(string_of(parameters[i].name), string_of(parameters[i].value));
  return out;
}

}  // namespace

extern "C" {

pith_index* pith_index_open(const pith_config* config, pith_error* error) {
  return guarded<pith_index*>(error, nullptr, [&]() -> Result<pith_index*> {
    const config::Settings& settings = config->config.settings();
    const auto options = pipeline::index_searcher_options(settings);
    if (!options) return options.error();
    auto rules = pipeline::SearchRules::open(config->config);
    if (!rules) return rules.error();
    auto searcher = index::Searcher::open(settings.index.path, *options);
    if (!searcher) return searcher.error();
    return new pith_index{*std::move(searcher), *std::move(rules)};
  });
}

int pith_index_reopen(pith_index* index, pith_error* error) {
  return guarded<int>(error, -1, [&]() -> Result<int> {
    const auto changed = index->searcher.reopen_if_changed();
    if (!changed) return changed.error();
    return *changed ? 1 : 0;
  });
}

pith_result* pith_index_search(const pith_index* index, const pith_parameter* parameters, size_t count,
                               pith_error* error) {
  return guarded<pith_result*>(error, nullptr, [&]() -> Result<pith_result*> {
    const auto query = pipeline::api_query(parameters_of(parameters, count));
    if (!query) return query.error();
    const auto hits = index->searcher.search(*query, index->rules->of_query(*query));
    if (!hits) return hits.error();
    return result_of(text_of(pipeline::hits_json(*query, *hits)));
  });
}

pith_result* pith_index_suggest(const pith_index* index, const pith_parameter* parameters, size_t count,
                                pith_error* error) {
  return guarded<pith_result*>(error, nullptr, [&]() -> Result<pith_result*> {
    const auto asked = pipeline::suggest_request(parameters_of(parameters, count));
    if (!asked) return asked.error();
    const auto found = index->searcher.suggest(asked->query);
    if (!found) return found.error();
    return result_of(text_of(pipeline::suggestions_json(asked->query, *found)));
  });
}

pith_result* pith_index_get(const pith_index* index, pith_bytes url, pith_view view, pith_error* error) {
  return guarded<pith_result*>(error, nullptr, [&]() -> Result<pith_result*> {
    static constexpr std::array<std::string_view, 4> formats = {"text", "markdown", "html", "json"};
    if (view < 0 || static_cast<std::size_t>(view) >= formats.size())
      return wrong_request("usage", "pith_index_get: the view is text, Markdown, HTML or JSON");
    const auto address = parse_url(view_of(url));
    if (!address) return wrong_request("bad_url", string_of(url) + ": not an http or https URL");
    const auto page = index->searcher.document(address->str());
    if (!page) return page.error();
    if (!*page) return not_found("not_found", address->str() + ": is not in the index");
    auto text = pipeline::stored_view(**page, formats[static_cast<std::size_t>(view)]);
    if (!text) return error_at(address->str(), text.error());
    return result_of(*std::move(text));
  });
}

int64_t pith_index_count(const pith_index* index, pith_error* error) {
  return guarded<int64_t>(error, -1, [&]() -> Result<int64_t> {
    const auto count = index->searcher.count();
    if (!count) return count.error();
    return static_cast<int64_t>(*count);
  });
}

void pith_index_free(pith_index* index) { delete index; }

}  // extern "C"
