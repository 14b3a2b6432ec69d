// pith merge
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "core/text/number.h"
#include "plugin/cli/commands.h"
#include "plugin/index/merge_run.h"
#include "plugin/terminal/interrupt.h"
#include "plugin/terminal/progress.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

using index::DocumentKind;
using index::MergedIndex;
using index::MergeStep;

template <typename Counts>
std::int64_t sum_of_counts(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

std::int64_t pages(const std::array<std::int64_t, index::document_kinds>& counts) {
  return counts[static_cast<std::size_t>(DocumentKind::page)];
}

// What each index gave, and all of them.
MergedIndex total_of(const std::vector<MergedIndex>& merged) {
  MergedIndex total;
  for (const MergedIndex& index : merged) {
    for (std::size_t kind = 0; kind < index::document_kinds; ++kind) {
      total.kept[kind] += index.kept[kind];
      total.doubles[kind] += index.doubles[kind];
    }
    total.others += index.others;
    total.deleted += index.deleted;
  }
  return total;
}

nlohmann::ordered_json to_json(const MergedIndex& index) {
  const auto counts = [](const auto& by_kind) {
    const auto of = [&](DocumentKind kind) { return by_kind[static_cast<std::size_t>(kind)]; };
    return nlohmann::ordered_json{{"pages", of(DocumentKind::page)},
                                  {"inbound_texts", of(DocumentKind::inbound_texts)},
                                  {"templates", of(DocumentKind::site_template)}};
  };
  nlohmann::ordered_json json = counts(index.kept);
  json.update({{"others", index.others}, {"doubles", counts(index.doubles)}, {"deleted", index.deleted}});
  return json;
}

std::string in_words(const MergedIndex& index) {
  std::string line =
      fmt::format("{}, {}", counted(pages(index.kept), "page"),
                  counted(sum_of_counts(index.kept) - pages(index.kept) + index.others, "other document"));
  if (sum_of_counts(index.doubles) > 0)
    line += fmt::format("; duplicates dropped: {}, {}", counted(pages(index.doubles), "page"),
                        counted(sum_of_counts(index.doubles) - pages(index.doubles), "other document"));
  if (index.deleted > 0) line += fmt::format("; {} left out", counted(index.deleted, "deleted document"));
  return line;
}

void print_summary(const Context& context, const std::string& output, const std::vector<MergedIndex>& merged) {
  const MergedIndex total = total_of(merged);
  if (context.json) {
    nlohmann::ordered_json json = {{"output", output}};
    json.update(to_json(total));
    auto& indexes = json["indexes"] = nlohmann::ordered_json::array();
    for (const MergedIndex& index : merged) {
      nlohmann::ordered_json& each = indexes.emplace_back(nlohmann::ordered_json{{"index", index.path}});
      each.update(to_json(index));
    }
    fmt::print("{}\n", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  for (const MergedIndex& index : merged) fmt::print("{}: {}\n", one_line(index.path), in_words(index));
  fmt::print("{}: {}\n", styled(Style::bold, one_line(output)), in_words(total));
}

// All files of all segments are open at once.
void allow_many_files() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

const char* name_of(MergeStep step) {
  switch (step) {
    case MergeStep::checking:
      return "checking";
    case MergeStep::comparing:
      return "comparing";
    case MergeStep::writing:
      break;
  }
  return "writing";
}

void merge(Context& context, const pipeline::MergeRequest& request) {
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  allow_many_files();
  const InterruptScope scope;
  Progress progress(context.quiet || context.json);
  std::optional<MergeStep> shown;
  index::MergeHooks hooks;
  hooks.stop = &interrupt_flag();
  hooks.progress = [&](MergeStep step, std::int64_t done, std::int64_t total) {
    if (shown != step) progress.begin(name_of(step));
    shown = step;
    const double part = total == 0 ? 1 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    progress.show_part(0, part, step == MergeStep::comparing ? "" : human_bytes(done));
  };
  const auto merged = pipeline::run_merge(config->settings(), request, hooks);
  progress.finish();
  if (merged) return print_summary(context, request.output, *merged);
  if (merged.error().code != index::merge_stopped) return context.fail(merged.error());
  print_error("interrupted: nothing was written");
  context.exit = Exit::interrupted;
}

}  // namespace

void add_merge(CLI::App& app, Context& context) {
  static pipeline::MergeRequest request;
  CLI::App* command = app.add_subcommand("merge", "One index of several, each of whole sites");
  command->add_option("DIR", request.indexes, "Indexes that `pith index` wrote: what index.path names")
      ->required()
      ->type_name("");
  command->add_option("--output", request.output, "Directory of the new index; empty, or not there yet")
      ->required()
      ->type_name("DIR");
  command->footer(
      "  pith merge machine1/index machine2/index machine3/index --output all\n"
      "  pith search 'query' --set index.path=all\n"
      "  pith serve --set index.path=all\n\n"
      "For a crawl whose sites were spread over several machines, each with its own page cache and index. Searches of\n"
      "the new index have the hits and scores of one index of all pages. The indexes are only read; each is checked "
      "to\n"
      "its last byte. The page caches stay where they are: to go on crawling, index there, and merge again.\n\n"
      "If a URL is in several indexes, the page that was fetched last stays; of pages of the same second, that of the\n"
      "index named first. Deleted documents are left out. The summary says how many of each.\n\n"
      "Indexes made by another version, or with other settings of index.analyzer, index.analyzers, index.fields or\n"
      "index.asides, are refused: run `pith index` there first.\n"
      "The new index appears when it is whole; until then it is in a directory DIR.unfinished. It takes about as much\n"
      "space as the others together.\n"
      "Exit codes: 0 done, 2 an error, 130 interrupted.");
  command->callback([&context] { merge(context, request); });
}

}  // namespace pith::cli
