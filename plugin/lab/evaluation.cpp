#include "plugin/lab/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <span>
#include <system_error>
#include <thread>
#include <utility>

#include "core/extract/registry.h"
#include "core/render/blocks.h"
#include "core/system/digest.h"
#include "plugin/lab/gold_nodes.h"
#include "plugin/lab/labelled_site.h"
#include "plugin/lab/site_pages.h"
#include "plugin/lab/tried_ways.h"

namespace pith::eval {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
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

// Pages of one site whose documents a thread holds at once. Their siblings are parsed once for all of them, so more is
// cheaper; fewer keep all threads busy on a large site.
constexpr std::size_t pages_at_once = 16;

// Only the default extractor does (core/extract/keep.h).
bool distinguishes_titles(const System& system) { return system.extractor.starts_with("pith/"); }

// What a system looks at besides the page.
struct Surroundings {
  const Siblings* siblings;
  const LabelledSite* site;  // null: it does not learn from sites
};

Extraction extract(const Extractor& extractor, const LabelledPage& about, const Document& page,
                   const Surroundings& around, bool title) {
  ExtractorInput input{.page = page, .siblings = around.siblings->documents, .keep = {.title = title}};
  if (around.site) input.site = around.site->of(about, *extractor.site_analyser());
  return extractor.extract(input);
}

// SiteAnalysers of the systems that learn from the site of these pages, each once. Usually, all pages of a site have
// the same.
std::vector<const SiteAnalyser*> analysers_of(std::span<const System> systems, const PageSet& set,
                                              const std::vector<std::uint32_t>& pages) {
  std::vector<const SiteAnalyser*> out;
  for (const System& system : systems) {
    if (!system.learns_from_site()) continue;
    for (const std::uint32_t page : pages) {
      const SiteAnalyser* analyser = system.for_page(set.pages[page]).site_analyser();
      if (std::find(out.begin(), out.end(), analyser) == out.end()) out.push_back(analyser);
    }
  }
  return out;
}

// One evaluation: a job is some of a site's selected pages; threads take jobs in turn. If a model of the site is
// needed, a job is the whole site, so that the model is made once.
class Run {
 public:
  Run(Evaluation& evaluation, const Options& options) : evaluation_(evaluation), options_(options) {
    const bool models = std::ranges::any_of(evaluation.systems, &System::learns_from_site);
    for (std::size_t s = 0; s < evaluation.sets.size(); ++s) {
      SetOutcome& set = evaluation.sets[s];
      std::map<std::string, std::vector<std::size_t>> by_site;
      for (std::size_t i = 0; i < set.pages.size(); ++i) by_site[set.set.pages[set.pages[i].page].site].push_back(i);
      for (const auto& [site, pages] : by_site) {
        const std::size_t step = models ? pages.size() : pages_at_once;
        for (std::size_t begin = 0; begin < pages.size(); begin += step) {
          const auto first = pages.begin() + static_cast<std::ptrdiff_t>(begin);
          const auto size = static_cast<std::ptrdiff_t>(std::min(step, pages.size() - begin));
          jobs_.push_back({s, {first, first + size}});
        }
      }
      total_ += set.pages.size();
      digests_.emplace_back(set.pages.size());
      tried_.emplace_back(set.pages.size());
    }
  }

  void work() {
    for (std::size_t i; (i = next_.fetch_add(1)) < jobs_.size();) {
      const Job& job = jobs_[i];
      std::optional<SitePages> pages;
      std::unique_ptr<const LabelledSite> site;
      for (std::size_t p = 0; p < job.pages.size(); ++p) {
        const std::size_t page = job.pages[p];
        if (options_.stop && *options_.stop) return;
        if (p % pages_at_once == 0) pages.emplace(evaluation_.sets[job.set].set);
        try {
          if (!site) site = site_of(job);
          measure(job.set, page, *pages, site.get());
        } catch (const std::exception& error) {  // out of memory, an unreadable file: only this page fails
          tried_[job.set][page].clear();
          evaluation_.sets[job.set].pages[page].skipped = error.what();
        }
        const std::lock_guard lock(mutex_);
        ++done_;
        if (options_.progress) options_.progress(done_, total_);
      }
    }
  }

  // After all work: each system's outcomes in the way that is better on the set.
  void finish() {
    for (std::size_t s = 0; s < tried_.size(); ++s) {
      SetOutcome& set = evaluation_.sets[s];
      choose_ways(set, std::move(tried_[s]), evaluation_.systems.size());
      // A metric that is too expensive for one system's text is left out for all: means are over the same pages.
      for (PageOutcome& page : set.pages)
        for (std::size_t m = 0; m < metric_count; ++m)
          if (std::any_of(page.systems.begin(), page.systems.end(), [&](const Outcome& o) { return !o.scores[m]; }))
            for (Outcome& outcome : page.systems) outcome.scores[m].reset();
    }
    evaluation_.corpus_digest = digest();
  }

 private:
  struct Job {
    std::size_t set;
    std::vector<std::size_t> pages;
  };

  // Of the bytes of all pages that were read, in order.
  std::string digest() const {
    std::string all;
    for (std::size_t s = 0; s < digests_.size(); ++s) {
      all += evaluation_.sets[s].set.digest;
      for (const std::string& page : digests_[s]) all += page;
    }
    return sha256_hex(all);
  }

  // Null if no system learns from sites.
  std::unique_ptr<const LabelledSite> site_of(const Job& job) const {
    const SetOutcome& set = evaluation_.sets[job.set];
    std::vector<std::uint32_t> pages;
    for (const std::size_t page : job.pages) pages.push_back(set.pages[page].page);
    auto analysers = analysers_of(evaluation_.systems, set.set, pages);
    if (analysers.empty()) return nullptr;
    return std::make_unique<const LabelledSite>(set.set, set.set.pages[pages.front()].site, std::move(analysers),
                                                options_.stop);
  }

  void measure(std::size_t set_number, std::size_t number, SitePages& pages, const LabelledSite* site) {
    SetOutcome& set = evaluation_.sets[set_number];
    PageOutcome& out = set.pages[number];
    const ParsedPage& key = pages.get(out.page);
    const std::string gold_text = set.set.gold(out.page).value_or("");
    digests_[set_number][number] =
        key.digest + sha256_hex(gold_text) + sha256_hex(set.set.gold_nodes(out.page).value_or(""));
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
      if (fresh && n > 0) siblings->second = choose_siblings(pages, out.page, system.mode, n, options_.seed);
      const Surroundings around{&siblings->second, system.learns_from_site() ? site : nullptr};
      tried_[set_number][number].push_back(try_ways(system, set.set.pages[out.page], key, around, gold, gold_nodes));
    }
    for (const auto& [which, siblings] : chosen) digests_[set_number][number] += siblings.digests;
    if (site) digests_[set_number][number] += site->digest();
  }

  TriedWays try_ways(const System& system, const LabelledPage& about, const ParsedPage& key, const Surroundings& around,
                     const GoldText& gold, const std::optional<GoldNodes>& gold_nodes) const {
    TriedWays out;
    std::vector<NodeSet> contents;  // of the outcomes
    std::array<std::optional<Outcome>, 2> unscored;
    std::array<std::optional<NodeSet>, 2> chosen;  // without titles, with them
    for (std::size_t w = 0; w < (options_.both_ways ? all_ways.size() : 1); ++w) {
      const Way way = options_.both_ways ? way_of(about, all_ways[w]) : all_ways[w];
      const bool title = way.title || !distinguishes_titles(system);
      if (!chosen[title]) {
        const auto begin = Clock::now();
        Extraction extraction = extract(system.for_page(about), about, *key.document, around, title);
        Outcome& outcome = unscored[title].emplace();
        outcome.extract_ms = milliseconds_since(begin);
        outcome.parse_ms = key.parse_ms + around.siblings->parse_ms;
        outcome.siblings =
            around.site ? extraction.compared.value_or(0) : static_cast<unsigned>(around.siblings->documents.size());
        outcome.confidence = extraction.confidence;
        outcome.type = extraction.type;
        chosen[title] = std::move(extraction.content);
      }
      NodeSet content = *chosen[title];
      if (!way.captions) remove_captions(*key.document, content);
      const auto same = std::find(contents.begin(), contents.end(), content);
      out.by_way[w] = static_cast<std::uint8_t>(same - contents.begin());
      if (same != contents.end()) continue;
      Outcome& outcome = out.outcomes.emplace_back(*unscored[title]);
      outcome.scores = gold.compare(read_blocks(*key.document, content).text);
      if (gold_nodes)
        outcome.scores[static_cast<std::size_t>(Metric::nodes)] = node_score(*key.document, content, gold_nodes->nodes);
      contents.push_back(std::move(content));
    }
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
  std::vector<TriedPages> tried_;  // by set
  std::atomic<std::size_t> next_{0};
  std::size_t done_ = 0, total_ = 0;
  std::mutex mutex_;
};

}  // namespace

const Extractor& System::for_page(const LabelledPage& page) const {
  return by_fold.empty() ? *instance : *by_fold[fold_of(page, by_fold.size())];
}

bool System::learns_from_site() const { return site_level && mode == SiblingMode::site && instance->site_analyser(); }

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
  if (out.site_level && mode != SiblingMode::none && !out.learns_from_site()) {
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
  run.finish();
  return evaluation;
}

std::string extract_text(const PageSet& set, std::uint32_t page, const System& system, Way way, std::uint64_t seed) {
  SitePages pages(set);
  const ParsedPage& key = pages.get(page);
  if (!key.document) return {};
  const LabelledPage& about = set.pages[page];
  const Siblings siblings = system.n > 0 ? choose_siblings(pages, page, system.mode, system.n, seed) : Siblings{};
  std::optional<LabelledSite> site;
  if (system.learns_from_site()) site.emplace(set, about.site, analysers_of({&system, 1}, set, {page}));
  NodeSet content =
      extract(system.for_page(about), about, *key.document, {&siblings, site ? &*site : nullptr}, way.title).content;
  if (!way.captions) remove_captions(*key.document, content);
  return read_blocks(*key.document, content).text;
}

}  // namespace pith::eval
