#include "plugin/site/kept_model.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/little_endian.h"
#include "core/extract/site/page_sketch.h"
#include "crawler_adapter/cache/site_sample.h"
#include "plugin/site/stored_parts.h"

namespace pith::pipeline {
namespace {

struct KeptLesson {
  std::uint64_t area = 0;
  std::vector<std::uint64_t> pages;
  std::string_view statistics;  // empty: nothing
};

std::optional<KeptLesson> take_lesson(std::string_view& bytes) {
  auto area = take_part(bytes);
  auto ids = take_part(bytes);
  const auto statistics = take_part(bytes);
  if (!area || area->size() != sizeof(std::uint64_t) || !ids || !statistics ||
      ids->size() % sizeof(std::uint64_t) != 0 || ids->size() / sizeof(std::uint64_t) > crawl::sample_pages)
    return std::nullopt;
  KeptLesson out{.area = take_little_endian<std::uint64_t>(*area), .pages = {}, .statistics = *statistics};
  while (!ids->empty()) out.pages.push_back(take_little_endian<std::uint64_t>(*ids));
  if (!std::ranges::is_sorted(out.pages) || out.pages.empty() != out.statistics.empty()) return std::nullopt;
  return out;
}

}  // namespace

// The version of structures, then of each lesson the analyser's version, the area, the pages and the statistics.
std::string kept_model(const SiteModel& model, const SiteModel::SiteAnalysers& analysers) {
  std::string out;
  put_part(out, structure_digest());
  for (const SiteLesson& lesson : model.lessons()) {
    std::string area, ids;
    put_little_endian(area, lesson.area);
    for (const std::uint64_t id : lesson.pages) put_little_endian(ids, id);
    put_part(out, analysers[lesson.analyser]->version());
    put_part(out, area);
    put_part(out, ids);
    put_part(out, lesson.statistics ? lesson.statistics->bytes() : std::string());
  }
  return out;
}

Result<std::shared_ptr<const SiteModel>> read_model(std::string_view bytes, const SiteModel::SiteAnalysers& analysers) {
  const Error damaged{"bad_model", "the model is damaged"};
  const Error other{"other_version", "the model was made by another version of Pith, or with other settings"};
  const auto structure = take_part(bytes);
  if (!structure) return damaged;
  if (*structure != structure_digest()) return other;
  std::map<std::string_view, std::map<std::uint64_t, KeptLesson>> kept;  // by the analyser's version, and by area
  while (!bytes.empty()) {
    const auto version = take_part(bytes);
    auto lesson = version ? take_lesson(bytes) : std::nullopt;
    if (!lesson) return damaged;
    kept[*version].insert_or_assign(lesson->area, *std::move(lesson));
  }
  std::vector<SiteLesson> lessons;
  for (std::size_t analyser = 0; analyser < analysers.size(); ++analyser) {
    const auto found = kept.find(analysers[analyser]->version());
    if (found == kept.end()) return other;
    for (const auto& [area, of_area] : found->second) {
      SiteLesson& lesson = lessons.emplace_back(SiteLesson{analyser, area, nullptr, of_area.pages});
      if (of_area.statistics.empty()) continue;
      lesson.statistics = analysers[analyser]->read_statistics(of_area.statistics);
      if (!lesson.statistics) return damaged;
    }
  }
  return std::make_shared<const SiteModel>(std::move(lessons));
}

}  // namespace pith::pipeline
