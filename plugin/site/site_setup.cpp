#include "plugin/site/site_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <variant>
#include <vector>

#include "config/host_pattern.h"
#include "config/schema.h"
#include "core/extract/registry.h"
#include "core/system/digest.h"
#include "plugin/capture/options.h"
#include "plugin/site/versions.h"

namespace pith::pipeline {
namespace {

struct ValuePrinter {
  std::string operator()(bool v) const { return v ? "true" : "false"; }
  std::string operator()(long v) const { return fmt::format("{}", v); }
  std::string operator()(double v) const { return fmt::format("{}", v); }
  std::string operator()(const std::string& v) const { return fmt::format("{}:{}", v.size(), v); }
  std::string operator()(const ParameterValue& v) const { return std::visit(ValuePrinter{}, v); }
  std::string operator()(const std::vector<std::string>& v) const {
    std::string out;
    for (const std::string& text : v) out += (*this)(text) + ",";
    return out;
  }
  template <typename T>
  std::string operator()(const std::map<std::string, T>& v) const {
    std::string out;
    for (const auto& [key, value] : v) out += (*this)(key) + "=" + (*this)(value) + ",";
    return out;
  }
  template <typename T>
  std::string operator()(const std::map<std::string, T, std::less<>>& v) const {
    std::string out;
    for (const auto& [key, value] : v) out += (*this)(key) + "=" + (*this)(value) + ",";
    return out;
  }
};

// The values of the keys that affect one of these.
std::string print_values(const config::Settings& settings, std::initializer_list<config::Affects> affecting) {
  std::string out;
  for (const config::Key& key : config::keys())
    if (std::ranges::find(affecting, key.affects) != affecting.end())
      out += fmt::format("{}={}\n", key.path, std::visit(ValuePrinter{}, config::get(settings, key)));
  return out;
}

std::string print_relevant(const config::Settings& settings) {
  return print_values(settings, {config::Affects::documents, config::Affects::extraction});
}

Result<std::vector<Selector>> parse_selectors(const std::vector<std::string>& texts) {
  std::vector<Selector> out;
  for (const std::string& text : texts) {
    auto selector = Selector::parse(text);
    if (!selector) return selector.error();
    out.push_back(std::move(*selector));
  }
  return out;
}

}  // namespace

Result<SiteSetup> make_setup(const config::Settings& settings) {
  const std::string& name = settings.extract.extractor;
  const auto parameters = settings.extract.parameters.find(name);
  auto extractor =
      make_extractor(name, parameters == settings.extract.parameters.end() ? Parameters() : parameters->second);
  if (!extractor) return extractor.error();
  auto include = parse_selectors(settings.extract.include);
  if (!include) return include.error();
  auto exclude = parse_selectors(settings.extract.exclude);
  if (!exclude) return exclude.error();
  const ExtractorInfo& info = *find_extractor(name);

  SiteSetup setup;
  setup.extract.extractor_name = info.versioned_name();
  setup.extract.extractor = std::move(*extractor);
  setup.extract.include = std::move(*include);
  setup.extract.exclude = std::move(*exclude);
  setup.extract.keep = settings.extract.keep;
  setup.extract.marks = settings.extract.marks;
  setup.extract.want_markdown = false;
  setup.limits = settings.extract.limits;
  setup.extract.max_words = setup.limits.max_words;
  setup.skip = settings.extract.skip;
  setup.site_level = info.site_level;
  if (const SiteAnalyser* analyser = setup.extract.extractor->site_analyser())
    setup.analyser = {setup.extract.extractor, analyser};
  setup.siblings = static_cast<std::size_t>(settings.siblings.n);
  setup.selection = settings.siblings.selection == "random"  ? crawl::Selection::random
                    : settings.siblings.selection == "store" ? crawl::Selection::store
                                                             : crawl::Selection::metrics;
  setup.fetch_siblings = settings.siblings.fetch;
  setup.seed = static_cast<std::uint64_t>(settings.siblings.seed);
  setup.digest = sha256_hex(print_relevant(settings) + info.versioned_name());
  return setup;
}

Setups::Setups(const config::Config& config)
    : config_(config), excluded_(capture::excluded_pages(config.settings())), overrides_(config.sites()) {}

Result<const SiteSetup*> Setups::of_host(const std::string& host) {
  std::vector<bool> applying;
  for (const config::SiteOverrides& site : overrides_) applying.push_back(config::host_matches(site.pattern, host));
  const std::lock_guard lock(mutex_);
  auto& slot = by_overrides_[std::move(applying)];
  if (!slot) {
    auto made = make_setup(config_.for_host(host));
    if (!made) return made.error();
    slot = std::make_unique<SiteSetup>(std::move(*made));
  }
  return slot.get();
}

std::string Setups::document_digest() const {
  return sha256_hex(print_values(config_.settings(), {config::Affects::documents}));
}

std::string Setups::digest() const {
  std::string all = print_relevant(config_.settings()) + print_values(config_.settings(), {config::Affects::choice}) +
                    config_.settings().index.duplicates + "\n";
  for (const config::SiteOverrides& site : overrides_) {
    config::Settings settings = config_.settings();
    for (const config::Assignment& assignment : site.assignments)
      config::put(settings, *assignment.key, assignment.value);
    all += site.pattern + "\n" + print_relevant(settings);
  }
  std::string versions;
  for (const ExtractorInfo& info : extractors()) versions += info.versioned_name() + "\n";
  for (const char* version : {pipeline_version, document_version, template_version, inbound_texts_version})
    versions += std::string(version) + "\n";
  versions += structure_digest();
  return sha256_hex(versions).substr(0, 16) + ":" + sha256_hex(all);
}

}  // namespace pith::pipeline
