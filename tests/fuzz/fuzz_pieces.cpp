// Models of sites and pages of pieces, as `pith map --learn` and `--models` write them, damaged.
//
// Input: a byte that chooses, then the bytes of a model, or the head of a page's frame.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "crawler_adapter/inputs/frame_bytes.h"
#include "plugin/cluster/mapped_outcome.h"
#include "plugin/site/kept_model.h"
#include "tests/fuzz/check.h"
#include "tests/support/site_sample.h"

using namespace pith;
using namespace pith::fuzz;

namespace {

void check_model(std::string_view bytes) {
  static const SiteModel::SiteAnalysers analysers = test::half_analyser();
  const auto model = pipeline::read_model(bytes, analysers);
  if (!model) {
    require(model.error().code == "bad_model" || model.error().code == "other_version", "errors are known");
    return;
  }
  for (const SiteTemplate& t : (*model)->templates())
    require(!t.members.empty() && t.members.size() <= SiteModel::max_members, "templates have members");
}

void check_outcome(std::string_view head) {
  const auto outcome = map::read_outcome(head);
  if (!outcome) return require(outcome.error().code == "bad_frame", "errors are known");
  const std::string frame = map::frame_of(*outcome, "text");
  const auto sizes = ingest::read_frame_sizes(frame);
  if (!sizes) return;  // a head that is too long
  const auto again = map::read_outcome(std::string_view(frame).substr(ingest::frame_sizes_bytes, sizes->head));
  require(again && map::frame_of(*again, "text") == frame, "what was read, written, is the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = view_of(data, size);
  if (bytes.empty()) return 0;
  if (bytes[0] % 2 == 0)
    check_model(bytes.substr(1));
  else
    check_outcome(bytes.substr(1));
  return 0;
}
