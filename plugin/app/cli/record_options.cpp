#include "plugin/app/cli/record_options.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <vector>

#include "plugin/app/cli/terminal.h"

namespace pith::cli {

void add_record_options(CLI::App& command, map::Sources& sources) {
  std::vector<std::string> inputs;
  for (const ingest::Input* input : ingest::inputs()) inputs.push_back(input->name);
  command.add_option("FILE", sources.paths, "Records; - is standard input")->capture_default_str();
  command.add_option("--type", sources.type, "What the files are, instead of detecting it")
      ->check(CLI::IsMember(inputs));
  command.add_option("--name", sources.stdin_name, "Where the records of standard input say that they come from")
      ->type_name("FILE");
}

void add_memory_option(CLI::App& command, std::size_t& memory) {
  command.add_option("--memory", memory, "For pages; beyond, they go to a temporary file in TMPDIR")
      ->transform(CLI::AsSizeValue(false))
      ->type_name("BYTES");
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

void print_loss(const std::string& path, const ingest::Loss& loss) {
  print_error(fmt::format("{}: record {}, byte {}: {}", path == "-" ? "standard input" : path, loss.record, loss.offset,
                          one_line(loss.what)));
}

std::optional<Error> write_out(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size()) return std::nullopt;
  return Error{"write", std::string("standard output: cannot be written: ") + std::strerror(errno)};
}

std::optional<Error> flush_out() {
  if (std::fflush(stdout) == 0) return std::nullopt;
  return Error{"write", std::string("standard output: cannot be written: ") + std::strerror(errno)};
}

}  // namespace pith::cli
