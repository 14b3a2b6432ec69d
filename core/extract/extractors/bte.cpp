// BTE, body text extraction: the stretch of the page with most words inside and most tags outside.
//
// A. Finn, N. Kushmerick, B. Smyth: Fact or fiction: Content classification for digital libraries, DELOS workshop on
// personalisation and recommender systems in digital libraries, 2001. The page is a row of tokens, B_n = 1 for a tag
// and 0 for a word; the result is the span (i, j) that maximises
//   sum of B_n before i + sum of (1 - B_n) from i to j + sum of B_n after j.
// The first and the last sum are all tags except those inside, so this is the span with the largest sum of +1 per word
// and -1 per tag: Kadane's algorithm finds it in one pass, where the original tried all pairs (i, j). Left open by the
// paper and chosen here: words are those of core/text/words.h (so that pages without spaces count too), tags are those
// of core/dom/detail/source_tokens.h, and of equal spans the one that ends first, then the shortest, is chosen.
#include "core/extract/extractors/detail/bte.h"

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/dom/detail/source_tokens.h"
#include "core/extract/detail/chosen_nodes.h"
#include "core/extract/extractor.h"
#include "core/text/words.h"

namespace pith {
namespace bte {

std::pair<std::size_t, std::size_t> best_span(std::span<const std::int64_t> gains) {
  std::pair<std::size_t, std::size_t> best{0, 0};
  std::int64_t best_sum = 0, sum = 0;  // of the best span that ends here
  std::size_t begin = 0;
  for (std::size_t i = 0; i < gains.size(); ++i) {
    if (sum <= 0) {
      sum = 0;
      begin = i;
    }
    sum += gains[i];
    if (sum > best_sum) {
      best_sum = sum;
      best = {begin, i + 1};
    }
  }
  return best;
}

}  // namespace bte

namespace {

class Bte final : public Extractor {
 public:
  NodeSet choose(const ExtractorInput& input) const override {
    const Document& page = input.page;
    const std::vector<SourceToken> tokens = source_tokens(page);
    std::vector<std::int64_t> gains;
    gains.reserve(tokens.size());
    for (const SourceToken& token : tokens)
      gains.push_back(token.is_text() ? static_cast<std::int64_t>(count_words(page.text(token.node))) : -1);
    const auto [begin, end] = bte::best_span(gains);
    std::vector<bool> chosen(page.size());
    for (std::size_t i = begin; i < end; ++i)
      if (tokens[i].is_text()) chosen[tokens[i].node] = true;
    return content_of(page, chosen);
  }
};

}  // namespace

ExtractorInfo bte_info() {
  return {
      .name = "bte",
      .version = 1,
      .site_level = false,
      .summary = "the stretch of the page with most words inside and most tags outside",
      .source = "Finn, Kushmerick, Smyth, Fact or fiction: Content classification for digital libraries, 2001 (BTE)",
      .parameters = {},
      .make = [](const Parameters&) -> std::unique_ptr<Extractor> { return std::make_unique<Bte>(); },
  };
}

}  // namespace pith
