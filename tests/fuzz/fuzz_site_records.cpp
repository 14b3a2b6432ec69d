// What is kept of a site's pages: summaries and shapes as bytes, and the model that is learned from them.
//
// Input: bytes of pages, each a length (2 bytes), a shape and a summary; what does not fit is cut.
#include "core/extract/main_content/site_model.h"
#include "tests/fuzz/check.h"

using namespace pith;
using namespace pith::fuzz;

namespace {

bool is_share(float value) { return value >= 0 && value <= 1; }

void check_statistics(const SiteStatistics& statistics, const PageSummary& page) {
  for (const PageSummary::Run& run : page.runs) {
    require(is_share(statistics.pages_with_text(run.hash)) && is_share(statistics.pages_with_masked(run.masked_hash)),
            "shares are 0 to 1");
    const SiteStatistics::Place& place = statistics.run_place(run.path);
    require(is_share(place.pages) && place.words >= 0, "places are on some of the pages");
    require(place.content == -1 || place.content >= 0, "content is a share or unknown");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes = view_of(data, size);
  std::vector<SampledPage> sample;
  while (bytes.size() > 2 && sample.size() < 40) {
    const std::size_t length = static_cast<unsigned char>(bytes[0]) + 256u * static_cast<unsigned char>(bytes[1]);
    std::string_view record = bytes.substr(2, length);
    bytes.remove_prefix(2 + record.size());
    const auto shape = shape_from_bytes(record.substr(0, PageShape::size));
    record.remove_prefix(std::min(record.size(), PageShape::size));
    auto summary = from_bytes(record);
    if (summary) require(to_bytes(*summary) == record, "what was read, written, is the same");
    if (!shape || !summary) continue;
    require(shape_from_bytes(to_bytes(*shape)) == shape, "a shape, written, reads the same");
    sample.push_back({.id = sample.size() * 7 + 1, .shape = *shape, .summary = std::move(*summary)});
  }

  const SiteModel model(sample);
  require(model.templates().empty() == sample.empty(), "pages have a template");
  std::uint32_t pages = 0;
  for (const SiteTemplate& t : model.templates()) {
    pages += t.pages;
    require(!t.members.empty() && t.members.size() <= SiteModel::max_members, "templates have members");
  }
  require(pages == sample.size() && model.templates().size() <= SiteModel::max_templates, "each page has one template");
  for (const SampledPage& page : sample) {
    const auto texts = long_texts(page.summary);
    check_statistics(model.statistics(page.shape, page.id, texts), page.summary);
    const auto repetition = model.repetition(page.shape, page.id, texts, texts);
    for (const std::uint32_t having : repetition.having) require(having <= repetition.pages, "of the pages looked at");
    static_cast<void>(model.digest(page.shape, page.id));
    require(similarity(page.shape, page.shape) == 1, "a shape is like itself");
  }
  return 0;
}
