#include "plugin/app/eval/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>

#include "core/base/stable_hash.h"
#include "core/dom/parse.h"
#include "core/extract/registry.h"
#include "core/render/blocks.h"
#include "core/text/encoding.h"
#include "crawler_adapter/digest.h"
#include "plugin/app/eval/gold_nodes.h"

namespace pith::eval {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

struct ParsedPage {
  std::optional<Document> document;
  std::string error, digest;
  std::size_t bytes = 0;
  double parse_ms = 0;
};

// The pages of one site, each parsed once.
class SitePages {
 public:
  explicit SitePages(const PageSet& set) : set_(set) {}

  const ParsedPage& get(std::uint32_t page) {
    const auto [at, fresh] = pages_.try_emplace(page);
    if (fresh) load(page, at->second);
    return at->second;
  }

 private:
  void load(std::uint32_t page, ParsedPage& out) const {
    const auto html = set_.html(page);
    if (!html) {
      out.error = "no such file";
      return;
    }
    out.bytes = html->size();
    out.digest = crawl::sha256_hex(*html);
    const auto begin = Clock::now();
    auto parsed = parse_html(decode_html(*html).text);
    out.parse_ms = milliseconds_since(begin);
    if (parsed)
      out.document = std::move(*parsed);
    else
      out.error = parsed.error().code;
  }

  const PageSet& set_;
  std::map<std::uint32_t, ParsedPage> pages_;
};

struct Siblings {
  std::vector<const Document*> documents;
  std::string digests;
  double parse_ms = 0;
};

Siblings choose_siblings(const PageSet& set, std::uint32_t page, SitePages& pages, SiblingMode mode, unsigned n,
                         std::uint64_t seed) {
  Siblings out;
  const ParsedPage& key = pages.get(page);
  std::vector<std::string_view> seen{key.digest};
  for (const std::uint32_t sibling : order_siblings(set, page, *key.document, mode, seed)) {
    if (out.documents.size() == n) break;
    const ParsedPage& parsed = pages.get(sibling);
    if (!parsed.document || std::find(seen.begin(), seen.end(), parsed.digest) != seen.end()) continue;
    seen.push_back(parsed.digest);
    out.documents.push_back(&*parsed.document);
    out.digests += parsed.digest;
    out.parse_ms += parsed.parse_ms;
  }
  return out;
}

std::vector<std::uint32_t> select_pages(const PageSet& set, const Options& options) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < set.pages.size(); ++i) {
    const LabelledPage& page = set.pages[i];
    if (!options.split.empty() && page.split != options.split) continue;
    if (page.siblings.size() < options.min_siblings || page.linked_siblings.size() < options.min_linked) continue;
    if (options.folds > 0) {
      if (fold_of(page, options.folds) + 1 != options.fold) continue;
    }
    std::error_code error;
    if (std::filesystem::is_regular_file(set.directory / "gold" / (page.id + ".txt"), error)) out.push_back(i);
  }
  if (options.limit == 0 || out.size() <= options.limit) return out;
  std::vector<std::uint32_t> sample;
  for (std::size_t i = 0; i < options.limit; ++i) sample.push_back(out[i * out.size() / options.limit]);
  return sample;
}

// Pages of one site that a thread takes at once. Their siblings are parsed once for all of them, so more is cheaper;
// fewer keep all threads busy on a large site.
constexpr std::size_t pages_per_job = 16;

// One evaluation: a job is some of a site's selected pages; threads take jobs in turn.
class Run {
 public:
  Run(Evaluation& evaluation, const Options& options) : evaluation_(evaluation), options_(options) {
    for (std::size_t s = 0; s < evaluation.sets.size(); ++s) {
      SetOutcome& set = evaluation.sets[s];
      std::map<std::string, std::vector<std::size_t>> by_site;
      for (std::size_t i = 0; i < set.pages.size(); ++i) by_site[set.set.pages[set.pages[i].page].site].push_back(i);
      for (const auto& [site, pages] : by_site)
        for (std::size_t begin = 0; begin < pages.size(); begin += pages_per_job) {
          const auto first = pages.begin() + static_cast<std::ptrdiff_t>(begin);
          const auto size = static_cast<std::ptrdiff_t>(std::min(pages_per_job, pages.size() - begin));
          jobs_.push_back({s, {first, first + size}});
        }
      total_ += set.pages.size();
      digests_.emplace_back(set.pages.size());
    }
  }

  void work() {
    for (std::size_t i; (i = next_.fetch_add(1)) < jobs_.size();) {
      SitePages pages(evaluation_.sets[jobs_[i].set].set);
      for (const std::size_t page : jobs_[i].pages) {
        if (options_.stop && *options_.stop) return;
        try {
          measure(jobs_[i].set, page, pages);
        } catch (const std::exception& error) {  // out of memory, an unreadable file: only this page fails
          PageOutcome& out = evaluation_.sets[jobs_[i].set].pages[page];
          out.systems.clear();
          out.skipped = error.what();
        }
        const std::lock_guard lock(mutex_);
        ++done_;
        if (options_.progress) options_.progress(done_, total_);
      }
    }
  }

  std::string digest() const {
    std::string all;
    for (std::size_t s = 0; s < digests_.size(); ++s) {
      all += evaluation_.sets[s].set.digest;
      for (const std::string& page : digests_[s]) all += page;
    }
    return crawl::sha256_hex(all);
  }

 private:
  struct Job {
    std::size_t set;
    std::vector<std::size_t> pages;
  };

  void measure(std::size_t set_number, std::size_t number, SitePages& pages) {
    SetOutcome& set = evaluation_.sets[set_number];
    PageOutcome& out = set.pages[number];
    const ParsedPage& key = pages.get(out.page);
    const std::string gold_text = set.set.gold(out.page).value_or("");
    digests_[set_number][number] =
        key.digest + crawl::sha256_hex(gold_text) + crawl::sha256_hex(set.set.gold_nodes(out.page).value_or(""));
    out.bytes = key.bytes;
    out.parse_ms = key.parse_ms;
    if (!key.document) {
      out.skipped = key.error;
      return;
    }
    const GoldText gold(gold_text, evaluation_.metrics);
    out.gold_words = gold.words();
    if (out.gold_words == 0) {
      out.skipped = "empty gold";
      return;
    }
    const std::optional<GoldNodes> gold_nodes = read_gold_nodes(set, out.page, *key.document, gold_text);
    std::map<std::pair<SiblingMode, unsigned>, Siblings> chosen;
    for (const System& system : evaluation_.systems) {
      const unsigned n = system.site_level ? system.n : 0;
      const auto [siblings, fresh] = chosen.try_emplace({system.mode, n});
      if (fresh && n > 0) siblings->second = choose_siblings(set.set, out.page, pages, system.mode, n, options_.seed);
      out.systems.push_back(run(system.for_page(set.set.pages[out.page]), key, siblings->second, gold, gold_nodes));
    }
    for (const auto& [which, siblings] : chosen) digests_[set_number][number] += siblings.digests;
    // A metric that is too expensive for one system's text is left out for all: means are over the same pages.
    for (std::size_t m = 0; m < metric_count; ++m)
      if (std::any_of(out.systems.begin(), out.systems.end(), [&](const Outcome& o) { return !o.scores[m]; }))
        for (Outcome& outcome : out.systems) outcome.scores[m].reset();
  }

  Outcome run(const Extractor& extractor, const ParsedPage& key, const Siblings& siblings, const GoldText& gold,
              const std::optional<GoldNodes>& gold_nodes) const {
    Outcome out;
    out.siblings = static_cast<unsigned>(siblings.documents.size());
    out.parse_ms = key.parse_ms + siblings.parse_ms;
    const auto begin = Clock::now();
    const Extraction extraction = extractor.extract({*key.document, siblings.documents});
    out.extract_ms = milliseconds_since(begin);
    out.confidence = extraction.confidence;
    out.type = extraction.type;
    out.scores = gold.compare(read_blocks(*key.document, extraction.content).text);
    if (gold_nodes)
      out.scores[static_cast<std::size_t>(Metric::nodes)] =
          node_score(*key.document, extraction.content, gold_nodes->nodes);
    return out;
  }

  std::optional<GoldNodes> read_gold_nodes(SetOutcome& set, std::uint32_t page, const Document& document,
                                           const std::string& gold_text) {
    if (!evaluation_.metrics[static_cast<std::size_t>(Metric::nodes)]) return std::nullopt;
    const auto json = set.set.gold_nodes(page);
    if (!json) return std::nullopt;
    auto mapped = map_gold_nodes(document, *json, gold_text);
    const std::lock_guard lock(mutex_);
    ++set.node_golds;
    if (mapped) {
      set.node_labels += mapped->labels;
      set.node_labels_unmapped += mapped->unmapped;
    }
    if (!mapped || mapped->nodes.empty() || mapped->unmapped * 2 > mapped->labels) {
      ++set.node_golds_unmapped;
      return std::nullopt;
    }
    return std::move(*mapped);
  }

  Evaluation& evaluation_;
  const Options& options_;
  std::vector<Job> jobs_;
  std::vector<std::vector<std::string>> digests_;
  std::atomic<std::size_t> next_{0};
  std::size_t done_ = 0, total_ = 0;
  std::mutex mutex_;
};

}  // namespace

const Extractor& System::for_page(const LabelledPage& page) const {
  return by_fold.empty() ? *instance : *by_fold[fold_of(page, by_fold.size())];
}

Result<System> parse_system(std::string_view spec, SiblingMode mode, unsigned n) {
  System out;
  out.label = spec;
  const std::string_view name = spec.substr(0, spec.find(':'));
  Parameters parameters;
  std::string_view rest = spec.substr(name.size());
  const ExtractorInfo* info = find_extractor(name);
  while (info && !rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view setting = rest.substr(0, rest.find(':'));
    rest.remove_prefix(setting.size());
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos)
      return Error{"usage", fmt::format("{}: expected name:parameter=value, for example conex:threshold=1", spec)};
    const std::string key(setting.substr(0, equals)), text(setting.substr(equals + 1));
    ParameterValue value = text;
    for (const ParameterInfo& parameter : info->parameters) {
      if (parameter.name != key) continue;
      const auto read = parse_value(parameter, text);
      if (read) value = *read;
    }
    parameters[key] = value;
  }
  // A site-level extractor uses as many siblings as it is given.
  if (info && info->site_level)
    for (const ParameterInfo& parameter : info->parameters)
      if (parameter.name == "n" && !parameters.contains("n"))
        parameters["n"] = std::clamp(static_cast<long>(n), static_cast<long>(parameter.minimum),
                                     static_cast<long>(parameter.maximum));
  auto made = make_extractor(name, parameters);
  if (!made) return made.error();
  out.instance = std::move(*made);
  out.parameters = *complete_parameters(*info, parameters);
  out.extractor = info->versioned_name();
  out.site_level = info->site_level;
  out.mode = out.site_level ? mode : SiblingMode::none;
  out.n = 0;
  if (out.site_level && mode != SiblingMode::none) {
    out.n = n;
    if (const auto limit = parameters.find("n"); limit != parameters.end())
      out.n = std::min(n, static_cast<unsigned>(std::get<long>(limit->second)));
  }
  return out;
}

Result<Evaluation> evaluate(const std::vector<std::string>& directories, std::vector<System> systems,
                            const Options& options) {
  Evaluation evaluation;
  evaluation.systems = std::move(systems);
  evaluation.metrics = options.metrics;
  for (const std::string& directory : directories) {
    auto set = read_page_set(directory);
    if (!set) return set.error();
    SetOutcome& out = evaluation.sets.emplace_back();
    out.set = std::move(*set);
    for (const std::uint32_t page : select_pages(out.set, options)) out.pages.emplace_back().page = page;
  }
  Run run(evaluation, options);
  std::vector<std::thread> threads;
  const unsigned count = options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  for (unsigned i = 0; i < count; ++i) threads.emplace_back([&] { run.work(); });
  for (std::thread& thread : threads) thread.join();
  if (options.stop && *options.stop) return Error{interrupted_code, "interrupted"};
  evaluation.corpus_digest = run.digest();
  return evaluation;
}

std::string extract_text(const PageSet& set, std::uint32_t page, const System& system, std::uint64_t seed) {
  SitePages pages(set);
  const ParsedPage& key = pages.get(page);
  if (!key.document) return {};
  const Siblings siblings = system.n > 0 ? choose_siblings(set, page, pages, system.mode, system.n, seed) : Siblings{};
  return read_blocks(*key.document,
                     system.for_page(set.pages[page]).extract({*key.document, siblings.documents}).content)
      .text;
}

}  // namespace pith::eval
