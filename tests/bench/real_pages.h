// Real pages for benchmarks, with what extraction needs of their sites.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/site/site_model.h"
#include "core/text/url.h"

namespace pith::bench {

struct RealPage {
  std::string bytes;   // as served
  std::string source;  // the same in UTF-8
  Url url;
  Document document;
  std::vector<Document> siblings = {};  // four
  std::vector<const Document*> sibling_pointers = {};
  std::unique_ptr<SiteModel> model = {};  // from up to 16 siblings
};

// Up to `per_set` pages of each set of labelled pages in PITH_DATA, spread over the set; pages of tests/pages if that
// is not set. Only pages with four siblings. The same directory gives the same pages. Throws std::runtime_error if a
// file cannot be read.
std::vector<std::unique_ptr<RealPage>> real_pages(std::size_t per_set);

// A page of about this many bytes with as much markup as a list of links: a node for every six bytes or so, the worst
// case for memory. It has no siblings.
std::unique_ptr<RealPage> dense_page(std::size_t bytes);

std::uint64_t bytes_of(const std::vector<std::unique_ptr<RealPage>>& pages);

}  // namespace pith::bench
