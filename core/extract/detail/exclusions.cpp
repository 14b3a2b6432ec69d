#include "core/extract/detail/exclusions.h"

namespace pith {

std::vector<Exclusion> exclusions(const Document& page, std::span<const Selector> exclude, const Keep& keep) {
  std::vector<Exclusion> out;
  for (const Selector& selector : exclude)
    for (const NodeId n : selector.select(page)) out.push_back({n, "extract.exclude"});
  if (keep.tables && keep.code && keep.captions && keep.images) return out;
  for (NodeId n = 0; n < page.size(); ++n) {
    const Tag tag = page[n].tag;
    if (!keep.tables && tag == Tag::table) out.push_back({n, "extract.keep_tables"});
    if (!keep.code && tag == Tag::pre) out.push_back({n, "extract.keep_code"});
    if (!keep.captions && (tag == Tag::figcaption || tag == Tag::caption)) out.push_back({n, "extract.keep_captions"});
    if (!keep.images && (tag == Tag::img || tag == Tag::picture || tag == Tag::image))
      out.push_back({n, "extract.keep_images"});
  }
  return out;
}

}  // namespace pith
