// Density: the region around the page's longest text in which long texts follow each other closely.
//
// J. A. Moreno, K. Deschacht, M.-F. Moens: Language independent content extraction from web pages, 9th Dutch-Belgian
// Information Retrieval Workshop, 2009 (Moreno et al. 2009, §4), with its constants c1 = 0.333 and c2 = 4. "Until no
// more strings can be added" is one sweep in each direction: a string that is near a string of R on the other side of
// s_max, or further out, is also near one in between, which the sweep has already met. Left open and chosen here:
// structural tags are those of block elements (is_block) and <br> (the printed list has lost three tags, one of them to
// a line break; over all data sets it makes no difference, 0.647 with <br> and 0.648 without). An element ends a string
// once, where it begins, as the paper's parser "visits every node"; if each end tag ended one too, c2 = 4 would span
// one paragraph instead of three (mean word F1 over all data sets 0.49 instead of 0.63). Length is counted in
// characters, white space collapsed (source_length); of equally long strings the first is s_max.
#include "core/extract/extractors/detail/density.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/dom/detail/source_tokens.h"
#include "core/extract/detail/chosen_nodes.h"
#include "core/extract/extractor.h"

namespace pith {
namespace density {

std::pair<std::size_t, std::size_t> densest_region(std::span<const std::uint32_t> lengths, double c1, std::size_t c2) {
  const auto longest = std::max_element(lengths.begin(), lengths.end());
  if (longest == lengths.end() || *longest == 0) return {0, 0};
  const double cutoff = *longest * c1;
  const auto start = static_cast<std::size_t>(longest - lengths.begin());
  std::size_t first = start, last = start;
  for (std::size_t i = start; i-- > 0 && first - i < c2;)
    if (lengths[i] > cutoff) first = i;
  for (std::size_t i = start + 1; i < lengths.size() && i - last < c2; ++i)
    if (lengths[i] > cutoff) last = i;
  return {first, last + 1};
}

}  // namespace density

namespace {

bool is_structural(Tag tag) { return is_block(tag) || tag == Tag::br; }

class Density final : public Extractor {
 public:
  explicit Density(const Parameters& p)
      : c1_(parameter<double>(p, "c1")), c2_(static_cast<std::size_t>(parameter<long>(p, "c2"))) {}

  NodeSet choose(const ExtractorInput& input) const override {
    const Document& page = input.page;
    const std::vector<SourceToken> tokens = source_tokens(page);
    std::vector<std::uint32_t> lengths{0}, string_of;
    string_of.reserve(tokens.size());
    for (const SourceToken& token : tokens) {
      if (token.is_text())
        lengths.back() += token.length;
      else if (token.kind == SourceToken::start_tag && is_structural(page[token.node].tag))
        lengths.push_back(0);
      string_of.push_back(static_cast<std::uint32_t>(lengths.size() - 1));
    }
    const auto [begin, end] = density::densest_region(lengths, c1_, c2_);
    std::vector<bool> chosen(page.size());
    for (std::size_t i = 0; i < tokens.size(); ++i)
      if (tokens[i].is_text() && string_of[i] >= begin && string_of[i] < end) chosen[tokens[i].node] = true;
    return content_of(page, chosen);
  }

 private:
  double c1_;
  std::size_t c2_;
};

}  // namespace

ExtractorInfo density_info() {
  return {
      .name = "density",
      .version = 1,
      .site_level = false,
      .summary = "the region around the longest text in which long texts follow each other closely",
      .source = "Moreno, Deschacht, Moens, Language independent content extraction from web pages, 2009, section 4",
      .parameters =
          {
              {.name = "c1",
               .meaning = "share of the longest string's length that a string must exceed",
               .fallback = 0.333,
               .minimum = 0,
               .maximum = 1},
              {.name = "c2",
               .meaning = "strings less than this many places apart belong together",
               .fallback = 4L,
               .minimum = 1,
               .maximum = 1000},
          },
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<Density>(p); },
  };
}

}  // namespace pith
