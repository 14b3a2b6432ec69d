#include "tests/bench/search_bench.h"

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <stdexcept>
#include <thread>
#include <vector>

#include "indexer_adapter/hits/searcher.h"
#include "tests/bench/index_pages.h"
#include "tests/bench/latencies.h"
#include "tests/bench/word_model.h"
#include "tests/support/temporary.h"

namespace pith::bench {
namespace {

class Index {
 public:
  explicit Index(std::uint32_t pages) : pages_(pages) {
    index::Writer writer = open_writer(directory_.path());
    for (std::uint32_t i = 0; i < pages; ++i) put_page(writer, i);
    must(writer.close());
  }

  index::Searcher searcher() const {
    auto searcher = index::Searcher::open(directory_.path(), {.timeout = 0});
    if (!searcher) throw std::runtime_error(searcher.error().message);
    return std::move(*searcher);
  }
  std::uint32_t pages() const { return pages_; }
  const std::string& directory() const { return directory_.path(); }

 private:
  const std::uint32_t pages_;
  test::TemporaryDirectory directory_;
};

const Index& index_of(const benchmark::State& state) {
  static std::map<std::int64_t, Index> indexes;
  return indexes.try_emplace(state.range(0), static_cast<std::uint32_t>(state.range(0))).first->second;
}

using MakeQuery = std::function<std::string(Random&)>;

double timed_search(const index::Searcher& searcher, index::Query query) {
  const auto start = Clock::now();
  const auto hits = searcher.search(query);
  if (!hits) throw std::runtime_error(hits.error().message);
  return milliseconds_since(start);
}

void search(benchmark::State& state, const MakeQuery& make, bool facets) {
  const index::Searcher searcher = index_of(state).searcher();
  Random random(index_seed, 1u << 31);
  // Data kept with the open index: arrays, averages.
  timed_search(searcher, {.text = "the", .order = index::Order::newest, .facets = true});
  std::vector<double> times;
  double found = 0;
  for (auto _ : state) {
    const index::Query query{.text = make(random), .facets = facets};
    times.push_back(timed_search(searcher, query));
    state.PauseTiming();
    found += static_cast<double>(searcher.search({.text = query.text, .limit = 0})->total);
    state.ResumeTiming();
  }
  state.counters["hits"] = found / static_cast<double>(times.size());
  report_latencies(state, std::move(times));
}

// One thread writes 200 pages at a time and commits; this one searches, and looks for a new commit before each search.
void search_while_writing(benchmark::State& state, const MakeQuery& make) {
  const Index& index = index_of(state);
  index::Searcher searcher = index.searcher();
  std::atomic<bool> done = false;
  std::atomic<std::uint32_t> commits = 0;
  std::thread writing([&] {
    index::Writer writer = open_writer(index.directory());
    for (std::uint32_t page = 0; !done; ++page) {
      put_page(writer, page % index.pages());  // replaces the old one
      if (page % 200 != 199) continue;
      must(writer.commit());
      ++commits;
    }
    must(writer.close());
  });
  Random random(index_seed, 1u << 30);
  std::vector<double> searches, reopenings;
  for (auto _ : state) {
    const auto start = Clock::now();
    if (*searcher.reopen_if_changed()) reopenings.push_back(milliseconds_since(start));
    searches.push_back(timed_search(searcher, {.text = make(random), .facets = true}));
  }
  done = true;
  writing.join();
  state.counters["commits"] = commits.load();
  report_latencies(state, std::move(searches));
  report_latencies(state, std::move(reopenings), "reopen_");
}

void suggest(benchmark::State& state, const MakeQuery& make) {
  const index::Searcher searcher = index_of(state).searcher();
  Random random(index_seed, 1u << 29);
  const auto timed = [&](const std::string& text) {
    const auto start = Clock::now();
    const auto suggestions = searcher.suggest({.text = text});
    if (!suggestions) throw std::runtime_error(suggestions.error().message);
    return std::pair(milliseconds_since(start), suggestions->size());
  };
  timed("a");  // data kept with the open index
  std::vector<double> times;
  double found = 0;
  for (auto _ : state) {
    const auto [time, count] = timed(make(random));
    times.push_back(time);
    found += static_cast<double>(count);
  }
  state.counters["suggestions"] = found / static_cast<double>(times.size());
  report_latencies(state, std::move(times));
}

// From the start of `pith search` to its end, with the index in the system's cache.
void first_answer(benchmark::State& state, const MakeQuery& make) {
  const Index& index = index_of(state);
  const std::string program = (std::filesystem::canonical("/proc/self/exe").parent_path() / "pith").string();
  const std::string path = "index.path=" + index.directory();
  posix_spawn_file_actions_t silent;
  posix_spawn_file_actions_init(&silent);
  posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  Random random(index_seed, 1u << 28);
  std::vector<double> times;
  for (auto _ : state) {
    std::string word = make(random);
    const char* const arguments[] = {program.c_str(), "--set", path.c_str(), "search", word.c_str(), nullptr};
    const auto start = Clock::now();
    pid_t pid = 0;
    int status = 0;
    if (posix_spawn(&pid, program.c_str(), &silent, nullptr, const_cast<char* const*>(arguments), environ) != 0 ||
        waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status) > 1)
      throw std::runtime_error(program + " search " + word + " failed");
    times.push_back(milliseconds_since(start));
  }
  posix_spawn_file_actions_destroy(&silent);
  report_latencies(state, std::move(times));
}

std::string content_word(Random& random) {
  std::string word;
  add_content_word(random, word);
  return word;
}

std::string pair_of_words(Random& random) { return content_word(random) + " " + content_word(random); }

std::string title_of_page(Random& random) {
  Random page(index_seed, random.below(1000));
  std::string title;
  add_heading(page, title);
  return title;
}

// Two adjacent words from some page's text.
std::string phrase(Random& random) {
  const std::string title = title_of_page(random);
  return "\"" + title.substr(0, title.find(' ', title.find(' ') + 1)) + "\"";
}

// As somebody types some page's title, at a letter of its first three words.
std::string typed_title(Random& random) {
  const std::string title = title_of_page(random);
  const std::size_t three = title.find(' ', title.find(' ', title.find(' ') + 1) + 1);
  return title.substr(0, 1 + random.below(std::min(three, title.size())));
}

}  // namespace

void register_search_benchmarks() {
  const std::pair<const char*, MakeQuery> kinds[] = {
      {"word", content_word},
      {"two words", pair_of_words},
      {"either of two words", [](Random& random) { return content_word(random) + " OR " + content_word(random); }},
      {"phrase", phrase},
      {"prefix of three letters", [](Random& random) { return content_word(random).substr(0, 3) + "*"; }},
      {"in every page", [](Random&) { return std::string("the of"); }},
  };
  for (const auto& [name, make] : kinds)
    for (const bool facets : {false, true})
      benchmark::RegisterBenchmark((std::string("search, ") + name + (facets ? ", facets" : "")).c_str(),
                                   [make = make, facets](benchmark::State& state) { search(state, make, facets); })
          ->Arg(1'000)
          ->Arg(100'000)
          ->Iterations(500)
          ->Unit(benchmark::kMillisecond);
  const std::pair<const char*, MakeQuery> typed[] = {
      {"one letter", [](Random& random) { return std::string(1, static_cast<char>('a' + random.below(26))); }},
      {"two letters", [](Random& random) { return content_word(random).substr(0, 2); }},
      {"a title as it is typed", typed_title},
      {"a word and a letter", [](Random& random) { return content_word(random) + " " + content_word(random)[0]; }},
  };
  for (const auto& [name, make] : typed)
    benchmark::RegisterBenchmark((std::string("search, suggestions, ") + name).c_str(),
                                 [make = make](benchmark::State& state) { suggest(state, make); })
        ->Arg(1'000)
        ->Arg(100'000)
        ->Iterations(1000)
        ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("search, a word, by a new process",
                               [](benchmark::State& state) { first_answer(state, content_word); })
      ->Arg(1'000)
      ->Arg(100'000)
      ->Iterations(50)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("search, two words, facets, while writing",
                               [](benchmark::State& state) { search_while_writing(state, pair_of_words); })
      ->Arg(1'000)
      ->Arg(100'000)
      ->Iterations(1000)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace pith::bench
