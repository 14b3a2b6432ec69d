#include "plugin/site/site_template.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>

#include "config/host_pattern.h"
#include "core/base/keyed_hash.h"
#include "core/extract/main_content/view_page.h"
#include "core/extract/site/template_text.h"
#include "core/page/marks.h"
#include "core/system/digest.h"
#include "core/text/site_area.h"
#include "core/text/url.h"
#include "crawler_adapter/cache/site_sample.h"
#include "plugin/site/site_survey.h"
#include "plugin/site/versions.h"

namespace pith::pipeline {
namespace {

constexpr std::size_t most_sources = 8;  // any few pages have nearly all that most pages have

// The area whose template is the site's: the only one, or the one above all others. If there is none, nobody may speak
// for all.
std::string main_area(std::span<const crawl::SitePage> pages) {
  std::set<std::string> areas;
  for (const crawl::SitePage& page : pages)
    if (!page.digest.empty()) areas.insert(area_of(page.url));
  for (const std::string& area : areas)
    if (std::ranges::all_of(areas, [&](const auto& other) { return other == area || is_area_above(area, other); }))
      return area;
  return {};
}

}  // namespace

Result<TemplateSources> TemplateSources::choose(const SiteModel& model, std::span<const crawl::SitePage> pages,
                                                Setups& setups) {
  const std::string speaker = main_area(pages);
  KeyedMap<std::uint64_t, const crawl::SitePage*> by_id;
  for (const crawl::SitePage& page : pages)
    if (!page.digest.empty() && area_of(page.url) == speaker) by_id.emplace(model_id(page), &page);
  const std::uint64_t area = crawl::hash_url(speaker);
  TemplateSources out;
  out.statistics_ = model.texts_of(area);
  std::string inputs = template_version + ("\n" + std::to_string(out.statistics_.digest()));
  for (const std::uint64_t id : model.pages_of(area)) {
    const auto page = by_id.find(id);
    if (page == by_id.end() || out.sources_.size() == most_sources) continue;
    const auto url = parse_url(page->second->url);
    const auto setup = setups.of_host(url ? config::host_with_port(*url) : std::string());
    if (!setup) return setup.error();
    if ((*setup)->skip) continue;
    out.sources_.push_back({page->second, *setup});
    inputs += "\n" + page->second->digest + " " + page->second->charset + " " + (*setup)->digest + " " +
              std::to_string(page->second->robots.size()) + ":" + page->second->robots;
  }
  out.inputs_ = sha256_hex(inputs);
  return out;
}

Result<SiteTemplateText> TemplateSources::read(const Parsed& parsed,
                                               const std::function<bool(const Error&)>& ends_run) const {
  TemplateText text;
  for (const Source& source : sources_) {
    const auto document = parsed(*source.page);
    if (!document && ends_run(document.error())) return document.error();
    if (!document) continue;
    Marks marks = read_marks(**document, source.page->robots, source.setup->extract.marks);
    if (marks.noindex || marks.nosnippet) continue;
    marks.excluded.add_all(marks.unshown);
    text.add(*view_page(**document), statistics_, marks.excluded);
  }
  return SiteTemplateText{inputs_, text.text()};
}

}  // namespace pith::pipeline
