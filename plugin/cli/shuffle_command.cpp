// pith shuffle
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/system/write_file.h"
#include "core/text/number.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/record_options.h"
#include "plugin/cluster/shuffle_run.h"
#include "plugin/terminal/interrupt.h"
#include "plugin/terminal/progress.h"
#include "plugin/terminal/terminal.h"
#include "plugin/terminal/usage.h"

namespace pith::cli {
namespace {

namespace fs = std::filesystem;

struct ShuffleArguments {
  map::ShuffleRequest request;
  std::string output;
};

// The files of the parts. They get their names when all of them are whole.
class Parts {
 public:
  explicit Parts(std::string directory) : directory_(std::move(directory)) {}
  ~Parts() {
    std::error_code ignored;
    for (std::size_t part = 0; part < count_; ++part) fs::remove(path(part, true), ignored);
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  std::optional<Error> begin() const {
    std::error_code error;
    fs::create_directories(directory_, error);
    if (error) return Error{"write", directory_ + ": cannot be created: " + error.message()};
    std::vector<fs::path> left;  // by a run that was killed
    for (const auto& entry : fs::directory_iterator(directory_, error)) {
      if (entry.path().extension() == ".frames")
        return Error{"write", entry.path().string() + ": already exists; take a directory without parts"};
      const std::string name = entry.path().filename().string();
      if (name.starts_with("part-") && name.ends_with(".frames.unfinished")) left.push_back(entry.path());
    }
    for (const fs::path& part : left) fs::remove(part, error);
    return std::nullopt;
  }

  std::optional<Error> write(std::size_t part, std::string_view bytes) {
    if (part >= count_) {
      if (auto error = close()) return error;
      file_.reset(std::fopen(path(part, true).c_str(), "wb"));
      if (!file_) return failed();
      count_ = part + 1;
    }
    return std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size() ? std::nullopt
                                                                                   : std::optional(failed());
  }

  std::optional<Error> end() {
    if (auto error = close()) return error;
    std::error_code error;
    for (std::size_t part = 0; part < count_; ++part) {
      fs::rename(path(part, true), path(part, false), error);
      if (error) return cannot_be_written(path(part, false), error.value());
    }
    count_ = 0;
    return std::nullopt;
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::string path(std::size_t part, bool unfinished) const {
    return fmt::format("{}/part-{:05}.frames{}", directory_, part, unfinished ? ".unfinished" : "");
  }
  Error failed() const { return cannot_be_written(directory_, errno); }
  std::optional<Error> close() {
    std::FILE* const file = file_.release();
    return file && std::fclose(file) != 0 ? std::optional(failed()) : std::nullopt;
  }

  const std::string directory_;
  std::size_t count_ = 0;  // of files with unfinished names
  std::unique_ptr<std::FILE, Close> file_;
};

void print_summary(const Context& context, const map::ShuffleSummary& summary) {
  if (context.json) {
    nlohmann::ordered_json json = cli::to_json(summary);
    json.update(
        {{"sites", summary.sites}, {"bytes", summary.bytes}, {"parts", summary.parts}, {"stopped", summary.stopped}});
    fmt::print(stderr, "{}\n", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  fmt::print(stderr, "{}: {} not pages{}, {} of {}, {} MB, in {}\n", counted(summary.records, "record"),
             human_count(sum_of(summary.left_out)), in_brackets(summary.left_out), counted(summary.pages, "page"),
             counted(summary.sites, "site"), summary.bytes >> 20, counted(summary.parts, "part"));
}

void shuffle(Context& context, const ShuffleArguments& arguments) {
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  if (arguments.output.empty() && arguments.request.parts > 1)
    return context.fail({"usage", "--parts needs --output, a directory for them"});

  const InterruptScope scope;
  std::optional<PromptEnd> prompt;  // nobody may read standard output; files can be tidied up
  if (arguments.output.empty()) prompt.emplace();
  std::signal(SIGPIPE, SIG_DFL);  // ends as other programs do in `pith shuffle | head`
  std::unique_ptr<Parts> parts;
  if (!arguments.output.empty()) {
    parts = std::make_unique<Parts>(arguments.output);
    if (auto error = parts->begin()) return context.fail(*error);
  }
  Progress progress(context.quiet || context.json);
  progress.begin("reading");
  bool writing = false;
  map::ShuffleHooks hooks;
  hooks.stop = &interrupt_flag();
  hooks.lost = print_loss;
  hooks.write = [&](std::size_t part, std::string_view bytes) {
    return parts ? parts->write(part, bytes) : write_out(bytes);
  };
  hooks.progress = [&](const map::ShuffleSummary& summary, std::int64_t written) {
    if (written > 0 && !std::exchange(writing, true)) progress.begin("writing");
    if (writing)
      progress.show(written, summary.pages, counted(summary.sites, "site"));
    else
      progress.show(summary.pages, 0, counted(summary.records, "record"));
  };
  const auto summary = map::run_shuffle(*config, arguments.request, hooks);
  progress.finish();
  if (!summary) {
    context.fail(summary.error());
    if (interrupt_flag()) context.exit = Exit::interrupted;
    return;
  }
  if (!summary->stopped)
    if (auto error = parts ? parts->end() : flush_out()) return context.fail(*error);
  print_summary(context, *summary);
  if (summary->losses > 0) context.exit = Exit::failed;
  if (summary->stopped) {
    print_error(parts ? "interrupted: nothing was written" : "interrupted: the output is cut short");
    context.exit = Exit::interrupted;
  }
}

}  // namespace

void add_shuffle(CLI::App& app, Context& context) {
  static ShuffleArguments arguments;
  CLI::App* command = app.add_subcommand("shuffle", "Sort records by site and URL, for `pith map`");
  add_record_options(*command, arguments.request.sources);
  add_memory_option(*command, arguments.request.memory);
  command->add_option("--output", arguments.output, "For the parts, instead of standard output")->type_name("DIR");
  command->add_option("--parts", arguments.request.parts, "Files to write at most, with whole sites in each")
      ->check(whole_number(1, 100'000))
      ->capture_default_str();
  command->footer(
      "  pith shuffle crawl-*.warc.gz | pith map > documents.jsonl\n"
      "  pith shuffle --parts 64 --output parts crawl-*.warc.gz\n"
      "  parallel 'pith map {} > {.}.jsonl' ::: parts/*.frames\n\n"
      "Reads what `pith ingest` reads, and writes frames: each record with its length before it. What does not fit "
      "into\n"
      "--memory is sorted in a temporary file in TMPDIR, which takes about as much as the compressed pages.\n"
      "Exit codes: 0 all was read, even if there was nothing; 2 an error; 130 interrupted.");
  command->callback([&context] { shuffle(context, arguments); });
}

}  // namespace pith::cli
