#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plugin/site/site_source.h"

namespace pith::pipeline {
namespace {

class CachedSites final : public SiteSource {
 public:
  CachedSites(crawl::CacheLedger cache, std::uint64_t content_key, bool read_only, Setups& setups)
      : cache_(std::move(cache)), content_key_(content_key), read_only_(read_only), setups_(setups) {}

  crawl::PageBodies& bodies() override { return cache_; }
  crawl::SiteMode site_mode() const override { return cache_.options().site_mode; }
  std::uint64_t content_key() const override { return content_key_; }

  Result<std::shared_ptr<SiteWork>> read(const std::string& site) override {
    return SiteWork::read(cache_, setups_, site);
  }

  Result<std::vector<crawl::SampleSummary>> sample(const SiteWork& site) override { return cache_.sample(site.name()); }

  Result<std::optional<SiteTemplateText>> keep(const SiteWork& site, const SiteSurvey& survey, PageDocuments& documents,
                                               bool always) override {
    if (!read_only_)
      if (auto error = survey.save(cache_, *site.model())) return *std::move(error);
    const auto known = cache_.template_inputs(site.name());
    if (!known) return known.error();
    const auto sources = TemplateSources::choose(*site.model(), site.pages(), setups_);
    if (!sources) return sources.error();
    if (!always && sources->inputs() == *known) return std::optional<SiteTemplateText>();
    auto text = sources->read([&](const crawl::SitePage& page) { return documents.parse(cache_, page); }, ends_run);
    if (!text) return text.error();
    return std::optional(std::move(*text));
  }

 private:
  crawl::CacheLedger cache_;
  const std::uint64_t content_key_;
  const bool read_only_;
  Setups& setups_;
};

}  // namespace

OpenSource open_cached_sites(const crawl::CacheOptions& cache, Setups& setups) {
  return [cache, &setups]() -> Result<std::unique_ptr<SiteSource>> {
    auto ledger = crawl::CacheLedger::open_existing(cache);
    if (!ledger) return ledger.error();
    const auto content_key = ledger->content_key();
    if (!content_key) return content_key.error();
    return std::unique_ptr<SiteSource>(
        std::make_unique<CachedSites>(*std::move(ledger), *content_key, cache.read_only, setups));
  };
}

}  // namespace pith::pipeline
