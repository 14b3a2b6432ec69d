// From the configuration to the settings that one host's pages are extracted with.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "config/load.h"
#include "config/url_pattern.h"
#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/extract/extract_page.h"
#include "crawler_adapter/cache/sibling_choice.h"

namespace pith::pipeline {

struct SiteSetup {
  ExtractOptions extract;
  Limits limits;
  bool skip = false;
  bool site_level = true;                        // the extractor looks at siblings,
  std::shared_ptr<const SiteAnalyser> analyser;  // or, if it has an analyser, at the site's model
  crawl::Selection selection = crawl::Selection::metrics;
  std::size_t siblings = 4;
  std::uint64_t seed = 1;
  bool fetch_siblings = false;
  bool in_site() const { return site_level && siblings > 0 && !skip; }  // compared with others of the site
  std::string digest;  // of every setting that an extraction or its document depends on
};

// Makes the setup for some settings. Errors are those of make_extractor and Selector::parse.
Result<SiteSetup> make_setup(const config::Settings& settings);

// The setups of all hosts of a run. Hosts with the same settings share one: a crawl has millions of hosts. Thread-safe;
// references stay valid.
class Setups {
 public:
  explicit Setups(const config::Config& config);

  // `host`: with its port, see config::host_with_port.
  Result<const SiteSetup*> of_host(const std::string& host);

  // Whether crawl.exclude or ingest.exclude keeps this page out of the index.
  bool excludes(const Url& url) const { return excluded_.match(url); }

  // A digest of everything that all hosts' setups, and their results, depend on: of Pith's versions, a colon, and of
  // the settings.
  std::string digest() const;
  // A digest of the settings that change a document of the same extraction: the index's fields and analysers.
  std::string document_digest() const;

 private:
  const config::Config& config_;
  const config::UrlPatterns excluded_;
  const std::vector<config::SiteOverrides> overrides_;
  std::mutex mutex_;
  std::map<std::vector<bool>, std::unique_ptr<SiteSetup>> by_overrides_;  // which of them apply
};

}  // namespace pith::pipeline
