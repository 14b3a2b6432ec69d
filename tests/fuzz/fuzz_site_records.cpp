// The records of a site's pages: summaries and shapes as bytes, and the model learned from them.
//
// Input: bytes of pages, each a sketch and a summary, each preceded by its length (2 bytes); whatever does not fit is
// cut.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/extract/main_content/detail/site/site_features.h"
#include "core/extract/site/site_model.h"
#include "tests/fuzz/check.h"
#include "tests/support/site_sample.h"

using namespace pith;
using namespace pith::fuzz;

namespace {

bool is_share(float value) { return value >= 0 && value <= 1; }

std::string_view take_part(std::string_view& bytes) {
  if (bytes.size() < 2) return {};
  const std::size_t length = static_cast<unsigned char>(bytes[0]) + 256u * static_cast<unsigned char>(bytes[1]);
  const std::string_view part = bytes.substr(2, length);
  bytes.remove_prefix(2 + part.size());
  return part;
}

void check_text(const SiteStatistics::Text& text, const OtherPages& others) {
  // Numbers of many pages are rounded.
  require(text.pages >= 0 && text.pages <= others.pages() + 2 && is_share(text.content), "texts are on other pages");
}

// What the other pages tell a page, and what becomes of it.
void check_others(const OtherPages& others, const PageSummary& page) {
  for (const PageSummary::Run& run : page.runs) {
    check_text(others.text(run.hash), others);
    check_text(others.masked_text(run.masked_hash), others);
  }
  for (const PageSummary::Element& element : page.elements) {
    const SiteStatistics::Place place = others.place(element.path);
    require(place.pages >= 0 && place.pages <= others.pages() + 2, "places are on other pages");
    for (const float number : {place.words, place.elements, place.share, place.link_words, place.repeated,
                               place.content, place.expected_f1, place.same, place.deviation})
      require(std::isfinite(number) && number >= 0, "sums are not negative");
  }
  const SiteView view(page, others);
  const auto runs = static_cast<RunId>(page.runs.size());
  for (const float number : site_table(view, {0, runs}).by_row()) require(std::isfinite(number), "numbers are finite");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes = view_of(data, size);
  static const SiteModel::SiteAnalysers analysers = test::half_analyser();
  std::vector<SampledPage> sample;
  std::vector<PageSummary> summaries;
  while (bytes.size() > 4 && sample.size() < 40) {
    const std::string_view sketch_bytes = take_part(bytes), summary_bytes = take_part(bytes);
    auto sketch = read_sketch(sketch_bytes);
    if (sketch) require(kept_bytes(*sketch) == sketch_bytes, "what was read, written, is the same");
    const auto shapes = read_shapes(sketch_bytes);
    if (shapes) require(kept_bytes(*shapes) == sketch_bytes, "shapes, written, read the same");
    auto summary = from_bytes(summary_bytes);
    if (summary) require(to_bytes(*summary) == summary_bytes, "what was read, written, is the same");
    if (!sketch) continue;
    summaries.push_back(summary.value_or(PageSummary()));
    sample.push_back(
        {.id = sample.size() * 7 + 1, .sketch = std::move(*sketch), .summaries = {analysers[0]->read(summary_bytes)}});
  }

  const SiteModel model(sample, analysers);
  require(model.templates().empty() == sample.empty(), "pages have a template");
  std::uint32_t pages = 0;
  for (const SiteTemplate& t : model.templates()) {
    pages += t.pages;
    require(!t.members.empty() && t.members.size() <= SiteModel::max_members, "templates have members");
  }
  require(pages == sample.size() && model.templates().size() <= SiteModel::max_templates, "each page has one template");
  const TextStatistics texts = model.texts_of(0);
  for (const SampledPage& page : sample)
    for (const std::uint64_t text : page.sketch.texts) require(is_share(texts.pages_with(text)), "shares are 0 to 1");
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const SampledPage& page = sample[i];
    const PageShape& shape = page.sketch.shape;
    const auto& texts = page.sketch.long_texts;
    check_others(test::others_in(model, page), summaries[i]);
    const auto repetition = model.repetition(shape, page.id, texts, texts);
    for (const std::uint32_t having : repetition.having) require(having <= repetition.pages, "of the pages looked at");
    const std::uint64_t digest = model.digest(page.id, 0);
    if (i == 0)
      require(digest == SiteModel({sample.rbegin(), sample.rend()}, analysers).digest(page.id, 0),
              "the order of the pages does not matter");
    require(similarity(shape, shape) == 1, "a shape is like itself");
  }
  return 0;
}
