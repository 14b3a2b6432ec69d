#include "plugin/app/pipeline/kept_model.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/little_endian.h"
#include "core/extract/site/page_sketch.h"
#include "crawler_adapter/site_sample.h"
#include "plugin/app/pipeline/stored_parts.h"

namespace pith::pipeline {
namespace {

// Of one learner: the ids of the pages, and its knowledge.
struct KeptLesson {
  std::vector<std::uint64_t> pages;
  std::string_view knowledge;  // empty: nothing
};

std::optional<KeptLesson> take_lesson(std::string_view& bytes) {
  auto ids = take_part(bytes);
  const auto knowledge = take_part(bytes);
  if (!ids || !knowledge || ids->size() % sizeof(std::uint64_t) != 0 ||
      ids->size() / sizeof(std::uint64_t) > crawl::sample_pages)
    return std::nullopt;
  KeptLesson out{.pages = {}, .knowledge = *knowledge};
  while (!ids->empty()) out.pages.push_back(take_little_endian<std::uint64_t>(*ids));
  if (!std::ranges::is_sorted(out.pages) || out.pages.empty() != out.knowledge.empty()) return std::nullopt;
  return out;
}

}  // namespace

// The version of structures, then of each learner its version, the pages and its knowledge.
std::string kept_model(const SiteModel& model, const SiteModel::Learners& learners) {
  std::string out;
  put_part(out, structure_digest());
  for (std::size_t learner = 0; learner < learners.size(); ++learner) {
    const SiteLesson& lesson = model.lessons()[learner];
    std::string ids;
    for (const std::uint64_t id : lesson.pages) put_little_endian(ids, id);
    put_part(out, learners[learner]->version());
    put_part(out, ids);
    put_part(out, lesson.knowledge ? lesson.knowledge->bytes() : std::string());
  }
  return out;
}

Result<std::shared_ptr<const SiteModel>> read_model(std::string_view bytes, const SiteModel::Learners& learners) {
  const Error damaged{"bad_model", "the model is damaged"};
  const Error other{"other_version", "the model was made by another version of Pith, or with other settings"};
  const auto structure = take_part(bytes);
  if (!structure) return damaged;
  if (*structure != structure_digest()) return other;
  std::map<std::string_view, KeptLesson> kept;  // by the learner's version
  while (!bytes.empty()) {
    const auto version = take_part(bytes);
    auto lesson = version ? take_lesson(bytes) : std::nullopt;
    if (!lesson) return damaged;
    kept.insert_or_assign(*version, *std::move(lesson));
  }
  std::vector<SiteLesson> lessons;
  for (const auto& learner : learners) {
    const auto found = kept.find(learner->version());
    if (found == kept.end()) return other;
    SiteLesson& lesson = lessons.emplace_back(SiteLesson{.knowledge = nullptr, .pages = found->second.pages});
    if (found->second.knowledge.empty()) continue;
    lesson.knowledge = learner->read_knowledge(found->second.knowledge);
    if (!lesson.knowledge) return damaged;
  }
  return std::make_shared<const SiteModel>(std::move(lessons));
}

}  // namespace pith::pipeline
