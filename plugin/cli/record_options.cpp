#include "plugin/cli/record_options.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <numeric>
#include <vector>

#include "core/system/write_file.h"
#include "core/text/number.h"
#include "plugin/terminal/terminal.h"
#include "plugin/terminal/usage.h"

namespace pith::cli {

void add_record_options(CLI::App& command, map::Sources& sources) {
  std::vector<std::string> inputs;
  for (const ingest::Input* input : ingest::inputs()) inputs.push_back(input->name);
  command.add_option("FILE", sources.paths, "Records; - is standard input")->capture_default_str();
  command.add_option("--type", sources.type, "What the files are, instead of detecting it")->check(one_of(inputs));
  command.add_option("--name", sources.stdin_name, "Where the records of standard input say that they come from")
      ->type_name("FILE");
  add_archives_option(command, sources.archives);
}

void add_archives_option(CLI::App& command, std::string& directory) {
  command.add_option("--archives", directory, "For CDX files: the directory below which the files are that they name")
      ->default_str(".")
      ->type_name("DIR");
}

void add_memory_option(CLI::App& command, std::size_t& memory) {
  command.add_option("--memory", memory, "For pages; beyond, they go to a temporary file in TMPDIR")
      ->transform(CLI::AsSizeValue(false))
      ->type_name("BYTES")
      ->default_str("256MiB");
}

void add_format_option(CLI::App& command, const map::Format*& format) {
  std::vector<std::string> names;
  for (const map::Format* each : map::formats()) names.emplace_back(each->name);
  const auto set = [&format](const std::string& name) { format = map::find_format(name); };
  const std::string usual = "jsonl";
  set(usual);
  command.add_option_function<std::string>("--format", set, "Of the documents")
      ->check(one_of(names))
      ->default_str(usual);
}

std::string format_list() {
  std::string list;
  for (const map::Format* each : map::formats()) list += fmt::format("  {:<8}{}\n", each->name, each->description);
  return list;
}

nlohmann::ordered_json to_json(const map::PageCounts& counts) {
  return {{"pages", counts.pages},
          {"extracted", counts.extracted},
          {"skipped", counts.skipped},
          {"page_words", counts.page_words},
          {"content_words", counts.content_words},
          {"aside_words", counts.aside_words},
          {"template_words", counts.template_words}};
}

std::string described(const map::PageCounts& counts) {
  return fmt::format("{}{}, {} skipped{}", counted(sum_of(counts.extracted), "document"), in_brackets(counts.extracted),
                     human_count(sum_of(counts.skipped)), in_brackets(counts.skipped));
}

nlohmann::ordered_json to_json(const map::ReadSummary& summary) {
  return {{"records", summary.records},
          {"left_out", summary.left_out},
          {"pages", summary.pages},
          {"losses", summary.losses}};
}

std::int64_t sum_of(const std::map<std::string, std::int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0},
                         [](std::int64_t sum, const auto& count) { return sum + count.second; });
}

std::string in_brackets(const std::map<std::string, std::int64_t>& counts) {
  std::string out;
  for (const auto& [name, count] : counts)
    out += fmt::format("{}{} {}", out.empty() ? " (" : ", ", human_count(count), name);
  return out.empty() ? out : out + ")";
}

void print_pages_without_url(std::int64_t pages) {
  if (pages > 0)
    print_error(
        fmt::format("left out: {}, because neither a folder nor a comment gives the URL; "
                    "--url https://HOST/ sets the part before the paths",
                    counted(pages, "page")));
}

void print_loss(const std::string& path, const ingest::Loss& loss) {
  print_error(fmt::format("{}: record {}, {}{}: {}", path == "-" ? "standard input" : path, loss.record,
                          loss.packed ? "in " : "", place_of(loss), one_line(loss.what)));
}

std::optional<Error> write_out(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size()) return std::nullopt;
  return cannot_be_written("standard output", errno);
}

std::optional<Error> flush_out() {
  if (std::fflush(stdout) == 0) return std::nullopt;
  return cannot_be_written("standard output", errno);
}

}  // namespace pith::cli
