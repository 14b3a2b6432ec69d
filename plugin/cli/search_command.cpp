// pith search
#include <string>
#include <utility>
#include <vector>

#include "indexer_adapter/hits/searcher.h"
#include "indexer_adapter/words/analysis.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/open_index.h"
#include "plugin/cli/search_output.h"
#include "plugin/search/search_log.h"
#include "plugin/search/search_rules.h"
#include "plugin/terminal/terminal.h"
#include "plugin/terminal/usage.h"

namespace pith::cli {
namespace {

// A hint if the site is the reason that nothing was found.
Result<std::string> unknown_site(const index::Searcher& searcher, const std::string& site) {
  const auto pages = searcher.search({.site = site, .limit = 0});
  if (!pages) return pages.error();
  return pages->total > 0 ? "" : "the index has no page of the site " + site + "; `pith stats` lists the sites";
}

void search(Context& context, const index::Query& query, const std::string& log) {
  auto config = context.load();
  if (!config) return context.fail(config.error());
  if (!log.empty())
    if (const auto error = config->set("search.log", log, "--log")) return context.fail(*error);
  const auto searcher = open_index(config->settings());
  if (!searcher) return context.fail(searcher.error());
  const auto rules = pipeline::SearchRules::open(*config);
  if (!rules) return context.fail(rules.error());
  auto hits = searcher->search(query, (*rules)->of_query(query));
  if (!hits) return context.fail(hits.error());
  if (hits->total == 0 && !query.site.empty()) {
    auto hint = unknown_site(*searcher, query.site);
    if (!hint) return context.fail(hint.error());
    if (!hint->empty()) hits->hints.push_back(*std::move(hint));
  }
  if (const config::Search& settings = config->settings().search; !settings.log.empty())
    if (const auto error = pipeline::SearchLog(settings.log, settings.log_max_bytes).add(query, *hits))
      print_warning(error->message);
  if (hits->total == 0) context.exit = Exit::nothing;
  context.json ? print_hits_json(query, *hits) : print_hits(query, *hits);
}

}  // namespace

void add_search(CLI::App& app, Context& context) {
  static std::vector<std::string> words;
  static index::Query query;
  static std::string order(name_of(index::Order::relevance)), log;
  CLI::App* command = app.add_subcommand("search", "Search the index");
  command->add_option("QUERY", words,
                      "What to search for; optional with --site, --host, --lang, --after, --before or --like");
  command->add_option("--site", query.site, "Only pages of this site, as `pith stats` names it, or else of this host");
  command->add_option("--host", query.host,
                      "Only pages of this host: docs.example.org, 127.0.0.1:8802, '*.example.org'");
  command->add_option("--lang", query.lang, "Only pages in this language (two letters)");
  command->add_option("--field", query.field, "Where to search plain words: title, headings, content, ...");
  command->add_option("--after", query.after, "Only pages published in this year, month or day, or later: 2024-05")
      ->type_name("DATE");
  command->add_option("--before", query.before, "Only pages published before it")->type_name("DATE");
  command->add_option("--like", query.like, "Pages that share this page's most characteristic words")->type_name("URL");
  command->add_option("--sort", order, "relevance, newest or oldest, by date of publication; undated pages come last")
      ->check(one_of(std::vector<std::string>(index::order_names.begin(), index::order_names.end())))
      ->type_name("ORDER");
  command->add_flag("--templates", query.templates,
                    "Search the sites' templates, one document per site, instead of pages");
  command->add_flag("--facets", query.facets, "Show how the hits spread over sites, languages and years");
  command->add_flag("--explain", query.explain, "Show how each score came about");
  command->add_option("--log", log, "Append the query to this file if no page has all of its words (search.log)")
      ->type_name("FILE");
  command->add_option("--limit", query.limit, "Hits to print; 0: only their number")
      ->check(whole_number(0, index::max_hits))
      ->capture_default_str();
  command->add_option("--offset", query.offset, "Hits to skip, for the next page")
      ->check(whole_number(0, index::max_hits))
      ->capture_default_str();
  command->footer(
      "Best with all words:   pith search rewrite rule\n"
      "Not without this one:  pith search rewrite +rule\n"
      "Either one:            pith search 'rewrite OR redirect'\n"
      "Not this one:          pith search 'proxy -ftp'\n"
      "Phrase:                pith search '\"virtual host\"'\n"
      "Beginnings, wildcards: pith search 'config* te?t'\n"
      "In a field:            pith search 'title:install headings:\"getting started\" template:copyright'\n"
      "By site, language:     pith search 'install site:example.org lang:en'\n"
      "By host:               pith search 'install host:docs.example.org'        or --host docs.example.org\n"
      "By date:               pith search 'release after:2024-05 before:2025'    or --after 2024-05\n"
      "Newest first:          pith search release --sort newest\n"
      "All of a site:         pith search --site example.org --facets\n"
      "Of the template:       pith search --templates phone\n"
      "More like this:        pith search --like https://example.org/install.html\n"
      "Why in this order:     pith search rewrite rule --explain --limit 2\n"
      "With synonyms:         pith search lift --set search.synonyms=synonyms.txt\n"
      "Exit code 1: no hits.");
  command->callback([&context] {
    query.text.clear();
    query.order = *index::order_of(order);
    for (const std::string& word : words) query.text += (query.text.empty() ? "" : " ") + word;
    query.lang = index::language_in_index(query.lang);
    search(context, query, log);
  });
}

}  // namespace pith::cli
