// pith search
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/language.h"
#include "indexer_adapter/searcher.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/terminal.h"
#include "plugin/pipeline/index_options.h"

namespace pith::cli {
namespace {

void print_json(const index::Query& query, const index::Hits& hits) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const index::Hit& hit : hits.hits) {
    nlohmann::ordered_json snippet = nlohmann::ordered_json::array();
    for (const index::Piece& piece : hit.snippet) snippet.push_back({{"text", piece.text}, {"hit", piece.highlighted}});
    list.push_back({{"url", hit.url},
                    {"title", hit.title},
                    {"site", hit.site},
                    {"lang", hit.lang},
                    {"status", hit.status},
                    {"author", hit.author},
                    {"published", hit.published},
                    {"score", hit.score},
                    {"snippet", snippet}});
  }
  const nlohmann::ordered_json out = {{"query", query.text},   {"total", hits.total}, {"offset", query.offset},
                                      {"hits", list},          {"hints", hits.hints}, {"suggestion", hits.suggestion}};
  fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_hits(const index::Query& query, const index::Hits& hits) {
  std::size_t number = query.offset;
  for (const index::Hit& hit : hits.hits) {
    if (query.templates) {
      fmt::print("{:>3}. {}\n", ++number, styled(Style::bold, printable("template of " + hit.site)));
    } else {
      fmt::print("{:>3}. {}\n     {}\n", ++number,
                 styled(Style::bold, printable(hit.title.empty() ? hit.url : hit.title)),
                 styled(Style::green, printable(hit.url)));
    }
    std::string snippet;
    for (const index::Piece& piece : hit.snippet) {
      std::string text = printable(piece.text);
      for (char& c : text)
        if (c == '\n') c = ' ';
      // Without colours the matches are marked as Markdown marks them.
      snippet += !piece.highlighted ? text : colours() ? styled(Style::yellow, text) : "**" + text + "**";
    }
    if (!snippet.empty()) fmt::print("     {}\n", snippet);
    fmt::print("\n");
  }
  const std::size_t shown = query.offset + hits.hits.size();
  fmt::print("{} of {} hits\n", hits.hits.empty() ? std::string("0") : fmt::format("{}–{}", query.offset + 1, shown),
             human_count(static_cast<std::int64_t>(hits.total)));
  if (shown < hits.total) fmt::print("next: --offset {}\n", shown);
}

void search(Context& context, const index::Query& query) {
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  const auto options = pipeline::index_searcher_options(config->settings());
  if (!options) return context.fail(options.error());
  const auto searcher = index::Searcher::open(config->settings().index.path, *options);
  if (!searcher && searcher.error().code == "index_missing")
    return context.fail({"index_missing", searcher.error().message + "; `pith crawl URL` or `pith index` makes one"});
  if (!searcher) return context.fail(searcher.error());
  const auto hits = searcher->search(query);
  if (!hits) return context.fail(hits.error());
  if (hits->total == 0) context.exit = Exit::nothing;
  if (context.json) return print_json(query, *hits);
  print_hits(query, *hits);
  for (const std::string& hint : hits->hints) fmt::print("{}\n", printable(hint));
  if (!hits->suggestion.empty()) fmt::print("did you mean: {}\n", styled(Style::bold, printable(hits->suggestion)));
}

}  // namespace

void add_search(CLI::App& app, Context& context) {
  static std::vector<std::string> words;
  static index::Query query;
  CLI::App* command = app.add_subcommand("search", "Search the index");
  command->add_option("QUERY", words, "What to look for")->required();
  command->add_option("--site", query.site, "Only pages of this site");
  command->add_option("--lang", query.lang, "Only pages in this language (two letters)");
  command->add_option("--field", query.field, "Where plain words are looked for: title, headings, content, ...");
  command->add_flag("--templates", query.templates, "What the sites' templates say, a document a site, instead of pages");
  command->add_option("--limit", query.limit, "Hits to print")->capture_default_str();
  command->add_option("--offset", query.offset, "Hits to pass over, for the next page")->capture_default_str();
  command->footer(
      "All words are wanted: rewrite rule\n"
      "Either one:            rewrite OR redirect\n"
      "Not this one:          proxy -ftp\n"
      "Phrase:                \"virtual host\"\n"
      "Beginnings, wildcards: config* te?t\n"
      "In a field:            title:install headings:\"getting started\" template:copyright\n"
      "Of the template:       --templates 'phone OR address'\n"
      "Exit code 1: no hits.");
  command->callback([&context] {
    query.text.clear();
    for (const std::string& word : words) query.text += (query.text.empty() ? "" : " ") + word;
    // The index holds "de" for de-AT.
    if (const std::string primary = primary_language(query.lang); !primary.empty()) query.lang = primary;
    search(context, query);
  });
}

}  // namespace pith::cli
