// pith measure
#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "plugin/cli/commands.h"
#include "plugin/cli/open_cache.h"
#include "plugin/cli/open_index.h"
#include "plugin/index/index_options.h"
#include "plugin/measure/kept_indexes.h"
#include "plugin/measure/logged_queries.h"
#include "plugin/measure/measurement_report.h"
#include "plugin/measure/query_file.h"
#include "plugin/measure/query_maker.h"
#include "plugin/search/search_rules.h"
#include "plugin/terminal/interrupt.h"
#include "plugin/terminal/progress.h"
#include "plugin/terminal/report_file.h"
#include "plugin/terminal/terminal.h"
#include "plugin/terminal/usage.h"

namespace pith::cli {
namespace {

struct MeasureRequest {
  std::string site, file, log, keep, reuse, output, title;
  std::vector<std::string> kinds;
  std::size_t limit = 200;
  std::uint64_t seed = 1;
  bool markdown = false, html = false;
};

// Where the two indexes are: a directory of the user's, or a temporary one.
class IndexPlace {
 public:
  explicit IndexPlace(const std::string& keep) : path_(keep), kept_(!keep.empty()) {}
  IndexPlace(const IndexPlace&) = delete;
  IndexPlace& operator=(const IndexPlace&) = delete;
  ~IndexPlace() {
    std::error_code ignored;
    if (!kept_ && !path_.empty()) std::filesystem::remove_all(path_, ignored);
  }

  std::optional<Error> make() {
    if (kept_) return std::nullopt;
    std::error_code failed;
    std::string pattern = (std::filesystem::temp_directory_path(failed) / "pith-measure-XXXXXX").string();
    if (failed || mkdtemp(pattern.data()) == nullptr)
      return Error{"io", pattern + ": cannot be created; --keep DIR or TMPDIR=DIR writes the indexes elsewhere"};
    path_ = pattern;
    return std::nullopt;
  }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  const bool kept_;
};

std::vector<measure::QueryKind> kinds_of(const std::vector<std::string>& names) {
  std::vector<measure::QueryKind> kinds;
  for (const measure::QueryKind kind : measure::generated_kinds)
    if (names.empty() || std::find(names.begin(), names.end(), measure::name_of(kind)) != names.end())
      kinds.push_back(kind);
  return kinds;
}

std::vector<measure::QueryKind> empty_kinds(std::vector<measure::QueryKind> kinds,
                                            const std::vector<measure::QueryOutcome>& outcomes) {
  std::erase_if(kinds, [&](measure::QueryKind kind) {
    return std::ranges::any_of(outcomes, [&](const measure::QueryOutcome& o) { return o.query.kind == kind; });
  });
  return kinds;
}

Result<std::string> read_text(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();  // a directory, like an empty file, sets failbit; iterators would throw
  if (!in.is_open() || text.fail()) return Error{"io", file + ": cannot be read, or is empty"};
  return text.str();
}

Result<std::vector<measure::TestQuery>> read_queries(const std::string& file) {
  const auto text = read_text(file);
  if (!text) return text.error();
  return measure::parse_query_file(*text, file);
}

void stop_measuring(Context& context) {
  print_error("interrupted: nothing was measured; cache and index are as they were");
  context.exit = Exit::interrupted;
}

// What has become of the queries that no page answered.
void ask_log(Context& context, const MeasureRequest& request) {
  constexpr std::size_t shown = 20;  // queries with an answer, and without one
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  const auto rules = pipeline::SearchRules::open(*config);
  if (!rules) return context.fail(rules.error());
  const auto text = read_text(request.log);
  if (!text) return context.fail(text.error());
  auto log = measure::parse_search_log(*text, request.log);
  if (!log) return context.fail(log.error());
  ReportFile file(request.output);
  if (auto error = file.open()) return context.fail(*error);
  const auto searcher = open_index(config->settings());
  if (!searcher) return context.fail(searcher.error());
  const InterruptScope scope;
  const PromptEnd prompt;
  const auto asked = measure::ask_again(
      std::move(*log), [&](const index::Query& query) { return searcher->search(query, (*rules)->of_query(query)); },
      &interrupt_flag());
  if (!asked) return context.fail(asked.error());
  if (asked->stopped) return stop_measuring(context);
  std::string out;
  for (const eval::Table& table : measure::log_tables(*asked, shown))
    out += request.markdown ? to_markdown(table) : printable(to_text(table));
  file.deliver(context, context.json ? measure::log_json(*asked) + "\n" : out);
}

std::string text_of(const Context& context, const MeasureRequest& request, const measure::Measurement& measurement) {
  measure::ReportOptions options;
  if (!request.title.empty()) options.title = request.title;
  if (context.json) return measure::report_json(measurement, options) + "\n";
  if (request.html) return measure::report_html(measurement, options);
  std::string out = (request.markdown ? "## " : "") + options.title + "\n\n";
  for (const std::string& line : measure::preface(measurement)) out += line + "\n";
  out += "\n";
  for (const eval::Table& table : measure::report_tables(measurement, options))
    out += request.markdown ? to_markdown(table) : printable(to_text(table));
  return out;
}

// Also makes `queries` of the pages if there are none.
Result<measure::TwoIndexes> build_indexes(const config::Config& config, const MeasureRequest& request,
                                          IndexPlace& place, std::vector<measure::TestQuery>& queries,
                                          Progress& progress) {
  if (auto error = place.make()) return *std::move(error);
  progress.begin("indexing twice");
  measure::QueryMaker maker({.kinds = kinds_of(request.kinds), .limit = request.limit, .seed = request.seed});
  pipeline::IndexHooks building;
  building.stop = &interrupt_flag();
  building.progress = [&](const pipeline::IndexProgress& p) {
    progress.show(p.examined, p.pages, fmt::format("site {}/{} {}", p.site, p.sites, p.site_name));
  };
  auto indexes = measure::build_two_indexes(config, request.site, place.path(), maker, building);
  progress.finish();
  if (!indexes || indexes->stopped) return indexes;
  if (!request.keep.empty())
    if (auto error = measure::keep(*indexes, request.keep)) return *std::move(error);
  if (request.file.empty()) queries = maker.make([&](const std::string& url) { return indexes->place_of(url); });
  return indexes;
}

void no_page_of(Context& context, const MeasureRequest& request) {
  print_error(request.file +
              ": none of its pages is in the index; `pith cache ls` shows the URLs, and what became of "
              "them");
  context.exit = Exit::nothing;
}

// Whether the page cache has a page that the queries name: better asked now than after building two indexes.
Result<bool> knows_a_page(crawl::CacheReader& cache, const std::vector<measure::TestQuery>& queries) {
  for (const measure::TestQuery& query : queries)
    for (const measure::RelevantPage& page : query.relevant) {
      const auto found = cache.find(page.url);
      if (!found) return found.error();
      if (*found) return true;
    }
  return false;
}

void run_measure(Context& context, const MeasureRequest& request) {
  if (!request.log.empty()) return ask_log(context, request);
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  const auto options = pipeline::index_searcher_options(config->settings());
  if (!options) return context.fail(options.error());
  std::vector<measure::TestQuery> queries;
  if (!request.file.empty()) {
    auto read = read_queries(request.file);
    if (!read) return context.fail(read.error());
    queries = std::move(*read);
    if (request.reuse.empty()) {
      auto cache = open_cache(context);
      if (!cache) return;
      const auto known = knows_a_page(*cache, queries);
      if (!known) return context.fail(known.error());
      if (!*known) return no_page_of(context, request);
    }
  }
  ReportFile file(request.output);
  if (auto error = file.open()) return context.fail(*error);
  const InterruptScope scope;  // first: removes unfinished indexes last
  const PromptEnd prompt;
  IndexPlace place(request.keep);
  Progress progress(context.quiet);
  auto indexes = request.reuse.empty() ? build_indexes(*config, request, place, queries, progress)
                                       : measure::kept_indexes(request.reuse);
  if (!indexes) return context.fail(indexes.error());
  if (indexes->stopped) return stop_measuring(context);

  progress.begin("searching", "queries");
  const measure::MeasureHooks searching{.progress =
                                            [&](std::size_t done, std::size_t total) {
                                              progress.show(static_cast<std::int64_t>(done),
                                                            static_cast<std::int64_t>(total), "queries");
                                            },
                                        .stop = &interrupt_flag()};
  auto measurement = measure::measure(std::move(*indexes), std::move(queries), *options, searching);
  progress.finish();
  if (!measurement) return context.fail(measurement.error());
  if (measurement->stopped) return stop_measuring(context);
  if (measurement->outcomes.empty()) {
    if (!request.file.empty()) return no_page_of(context, request);
    print_error(
        "no query could be made from these pages: titles and headings must be unique and have two words, paragraphs "
        "need rare words; other --kinds may have some, and --queries FILE asks yours");
    context.exit = Exit::nothing;
    return;
  }
  if (request.file.empty()) measurement->empty_kinds = empty_kinds(kinds_of(request.kinds), measurement->outcomes);
  file.deliver(context, text_of(context, request, *measurement));
}

}  // namespace

void add_measure(CLI::App& app, Context& context) {
  static MeasureRequest request;
  CLI::App* command =
      app.add_subcommand("measure", "Measure how much better searches get on this crawl by indexing only main content");
  CLI::Option* file =
      command
          ->add_option("--queries", request.file,
                       "Your own queries: query, tab, URLs that answer it, optionally tab, grade (0 to 10)")
          ->type_name("FILE");
  CLI::Option* log = command
                         ->add_option("--from-log", request.log,
                                      "Ask your index the queries that search.log has kept: which have an answer now")
                         ->type_name("FILE")
                         ->excludes(file);
  command
      ->add_option("--kinds", request.kinds,
                   "Queries to make from the pages: title, heading, phrase, menu; default: all")
      ->delimiter(',')
      ->check(one_of({"title", "heading", "phrase", "menu"}))
      ->excludes(file)
      ->excludes(log);
  command->add_option("--limit", request.limit, "Queries of each kind")
      ->check(whole_number(1, 100'000))
      ->capture_default_str()
      ->excludes(file)
      ->excludes(log);
  command->add_option("--seed", request.seed, "Seed for the choice of queries")
      ->capture_default_str()
      ->excludes(file)
      ->excludes(log);
  command->add_option("--site", request.site, "Only pages of this site, as `pith stats` names it")->excludes(log);
  command->add_option("--keep", request.keep, "Keep the two indexes: DIR/whole and DIR/main")
      ->type_name("DIR")
      ->excludes(log);
  command->add_option("--reuse", request.reuse, "Ask the indexes that --keep DIR has left, instead of building them")
      ->type_name("DIR")
      ->needs(file)
      ->excludes("--keep")
      ->excludes("--site");
  command->add_option("--title", request.title, "Title of the report")->type_name("TEXT")->excludes(log);
  command->add_flag("--markdown", request.markdown, "Print Markdown");
  command->add_flag("--html", request.html, "Print a self-contained page with plots")->excludes(log);
  command->add_option("-o,--output", request.output, "Write to a file")->type_name("FILE");
  command->footer(
      "Reads the page cache, writes two indexes of the same pages beside yours, one of whole pages and one of main "
      "content,\n"
      "asks both the same queries, and shows the figures side by side. Cache and index do not change.\n"
      "  pith measure                              queries made from the pages themselves\n"
      "  pith measure --kinds menu --limit 50      words of the menu: on whole pages, each finds every page\n"
      "  pith measure --queries ours.tsv           yours: virtual host<TAB>https://example.org/vhosts.html\n"
      "  pith measure --set siblings.n=0           what a setting gains\n"
      "  pith measure --queries ours.tsv --reuse DIR --set search.k1=2   another ranking, by the indexes of --keep "
      "DIR\n"
      "  pith measure --html -o gain.html          a page to look at\n"
      "  pith measure --from-log queries.jsonl     what people searched for in vain, and what has an answer now\n"
      "Queries made from pages:\n"
      "  title     a title that one page has, without the name of the site; the fields title, anchors, inbound and\n"
      "            ancestors do not count\n"
      "  heading   a heading that one page has; the field headings does not count\n"
      "  phrase    3 or 4 rare words of a sentence\n"
      "  menu      the text of a link that most pages have; the answer is where it leads; the fields anchors and\n"
      "            inbound do not count\n"
      "They come from the whole page, never from extracted text, so that they also ask for what extraction loses.\n"
      "MRR: mean of 1 / rank of the first page that answers. success@1: no page answers better than the first hit.\n"
      "nDCG@10, precision@10: how good the first ten hits are. judged@10: how many of them the file judges; only if "
      "it\n"
      "has pages of grade 0, which somebody found to be no answer.\n"
      "Exit code 1: there was nothing to ask.");
  command->callback([&context] { run_measure(context, request); });
}

}  // namespace pith::cli
