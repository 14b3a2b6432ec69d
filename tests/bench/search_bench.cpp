#include "tests/bench/search_bench.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "indexer_adapter/searcher.h"
#include "indexer_adapter/writer.h"
#include "tests/bench/word_model.h"
#include "tests/support/temporary.h"

namespace pith::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t seed = 6;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void must(const std::optional<Error>& error) {
  if (error) throw std::runtime_error(error->message);
}

// A title, some headings, and 10 to 40 sentences: what is left of a page.
void put_page(index::Writer& writer, std::uint32_t number) {
  Random random(seed, number);
  ExtractedPage page;
  page.status = Status::main;
  page.reason = "ok";
  page.extractor = "pith/1";
  page.metadata.language = "en";
  add_heading(random, page.metadata.title);
  page.metadata.published =
      std::to_string(2010 + random.below(15)) + "-0" + std::to_string(1 + random.below(9)) + "-15";
  const auto add_block = [&page](Region region, const auto& add) {
    Block block{};
    block.region = region;
    block.begin = block.begin_chars = static_cast<std::uint32_t>(page.blocks.text.size());
    add();
    block.end = block.end_chars = static_cast<std::uint32_t>(page.blocks.text.size());
    page.blocks.blocks.push_back(block);
    page.blocks.text += '\n';
  };
  for (std::uint32_t sections = 1 + random.below(4); sections-- > 0;) {
    add_block(Region::heading, [&] { add_heading(random, page.blocks.text); });
    add_block(Region::paragraph, [&] {
      for (std::uint32_t sentences = 10; sentences-- > 0; page.blocks.text += ' ')
        add_sentence(random, page.blocks.text);
    });
  }
  for (std::uint32_t links = random.below(10); links-- > 0; page.anchors += '\n') add_words(random, 3, page.anchors);
  const std::string site = "site" + std::to_string(number % 50) + ".example";
  must(writer.put({"https://" + site + "/docs/" + std::to_string(number) + ".html", site, "2025-01-01T00:00:00Z", ""},
                  page));
}

class Index {
 public:
  explicit Index(std::uint32_t pages) : pages_(pages) {
    index::Writer writer = open();
    for (std::uint32_t i = 0; i < pages; ++i) put_page(writer, i);
    must(writer.close());
  }

  index::Writer open() const {
    auto writer = index::Writer::open(directory_.path(), {});
    if (!writer) throw std::runtime_error(writer.error().message);
    return std::move(*writer);
  }
  index::Searcher searcher() const {
    auto searcher = index::Searcher::open(directory_.path(), {.timeout = 0});
    if (!searcher) throw std::runtime_error(searcher.error().message);
    return std::move(*searcher);
  }
  std::uint32_t pages() const { return pages_; }

 private:
  const std::uint32_t pages_;
  test::TemporaryDirectory directory_;
};

const Index& index_of(const benchmark::State& state) {
  static const Index index(static_cast<std::uint32_t>(state.range(0)));
  return index;
}

void report(benchmark::State& state, std::vector<double> times, const std::string& prefix = "") {
  if (times.empty()) return;
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  state.counters[prefix + "p50_ms"] = at(0.5);
  state.counters[prefix + "p99_ms"] = at(0.99);
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
  Random random(seed, 1u << 31);
  // What stays with the open index: arrays, averages.
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
  report(state, std::move(times));
}

// One thread writes 200 pages at a time and commits; this one searches, and looks for a new commit before each search.
void search_while_writing(benchmark::State& state, const MakeQuery& make) {
  const Index& index = index_of(state);
  index::Searcher searcher = index.searcher();
  std::atomic<bool> done = false;
  std::atomic<std::uint32_t> commits = 0;
  std::thread writing([&] {
    index::Writer writer = index.open();
    for (std::uint32_t page = 0; !done; ++page) {
      put_page(writer, page % index.pages());  // in the place of what is there
      if (page % 200 != 199) continue;
      must(writer.commit());
      ++commits;
    }
    must(writer.close());
  });
  Random random(seed, 1u << 30);
  std::vector<double> searches, reopenings;
  for (auto _ : state) {
    const auto start = Clock::now();
    if (*searcher.reopen_if_changed()) reopenings.push_back(milliseconds_since(start));
    searches.push_back(timed_search(searcher, {.text = make(random), .facets = true}));
  }
  done = true;
  writing.join();
  state.counters["commits"] = commits.load();
  report(state, std::move(searches));
  report(state, std::move(reopenings), "reopen_");
}

std::string content_word(Random& random) {
  std::string word;
  add_content_word(random, word);
  return word;
}

std::string pair_of_words(Random& random) { return content_word(random) + " " + content_word(random); }

// Two words that stand side by side in some page's text.
std::string phrase(Random& random) {
  Random page(seed, random.below(1000));
  std::string title;
  add_heading(page, title);
  return "\"" + title.substr(0, title.find(' ', title.find(' ') + 1)) + "\"";
}

}  // namespace

void register_search_benchmarks() {
  constexpr std::int64_t pages = 100'000;
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
          ->Arg(pages)
          ->Iterations(500)
          ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("search, two words, facets, while writing",
                               [](benchmark::State& state) { search_while_writing(state, pair_of_words); })
      ->Arg(pages)
      ->Iterations(1000)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace pith::bench
