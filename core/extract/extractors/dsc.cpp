// DSC: the text where the document slope curve hardly rises.
//
// D. Pinto, M. Branstein, R. Coleman, W. B. Croft, M. King: QuASM: a system for question answering using
// semi-structured data, JCDL 2002, 46-55; summarised in Moreno et al. 2009, §2. The page is a row of tokens, 1 for a
// tag that does not indicate content and 0 for everything else; the curve at a token is the sum so far. Long,
// low-sloping regions are content.
// Left open, or not known to us, and chosen here:
// - The slope at a token is that of the window around it, and is low if it is at most a share of the whole page's.
//   Window and share were chosen by measurement over all data sets.
// - Tags that indicate content are those of text level except links, and <p> and <br>, which occur within texts
//   (without <p> the mean word F1 over all data sets is 0.015 lower, with <a> too 0.02 lower).
// - A text node is chosen if more than half of its words (core/text/words.h) are in a low region.
#include "core/extract/extractors/detail/dsc.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/dom/detail/source_tokens.h"
#include "core/dom/tag_set.h"
#include "core/extract/detail/chosen_nodes.h"
#include "core/extract/extractor.h"
#include "core/text/words.h"

namespace pith {
namespace dsc {

std::vector<bool> low_slope(const std::vector<bool>& vector, std::size_t window, double share) {
  const std::size_t size = vector.size(), reach = window / 2;
  const auto tags = static_cast<std::size_t>(std::count(vector.begin(), vector.end(), true));
  const double limit = share * static_cast<double>(tags) / static_cast<double>(std::max<std::size_t>(size, 1));
  std::vector<bool> low(size);
  std::size_t begin = 0, end = 0, inside = 0;  // the window and the tags in it
  for (std::size_t i = 0; i < size; ++i) {
    while (end < std::min(i + reach + 1, size)) inside += vector[end++];
    while (begin + reach < i) inside -= vector[begin++];
    low[i] = static_cast<double>(inside) <= limit * static_cast<double>(end - begin);
  }
  return low;
}

}  // namespace dsc

namespace {

constexpr TagSet content_tags = {Tag::abbr,  Tag::acronym, Tag::b,      Tag::bdi,    Tag::bdo, Tag::big,  Tag::br,
                                 Tag::cite,  Tag::code,    Tag::del,    Tag::dfn,    Tag::em,  Tag::font, Tag::i,
                                 Tag::ins,   Tag::kbd,     Tag::mark,   Tag::p,      Tag::q,   Tag::s,    Tag::samp,
                                 Tag::small, Tag::span,    Tag::strike, Tag::strong, Tag::sub, Tag::sup,  Tag::tt,
                                 Tag::u,     Tag::var,     Tag::wbr};

class Dsc final : public Extractor {
 public:
  explicit Dsc(const Parameters& p)
      : window_(static_cast<std::size_t>(parameter<long>(p, "window"))), share_(parameter<double>(p, "share")) {}

  NodeSet choose(const ExtractorInput& input) const override {
    const Document& page = input.page;
    const std::vector<SourceToken> tokens = source_tokens(page);
    std::vector<bool> vector;
    std::vector<std::size_t> ends;  // where each token ends in the vector: a text has one entry per word
    ends.reserve(tokens.size());
    for (const SourceToken& token : tokens) {
      const std::size_t size = token.is_text() ? count_words(page.text(token.node)) : 1;
      vector.insert(vector.end(), size, !token.is_text() && !content_tags.contains(page[token.node].tag));
      ends.push_back(vector.size());
    }
    const std::vector<bool> low = dsc::low_slope(vector, window_, share_);
    std::vector<bool> chosen(page.size());
    std::size_t at = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const std::size_t size = ends[i] - at;
      std::size_t in_low = 0;
      for (; at < ends[i]; ++at) in_low += low[at];
      if (tokens[i].is_text()) chosen[tokens[i].node] = 2 * in_low > size;
    }
    return content_of(page, chosen);
  }

 private:
  std::size_t window_;
  double share_;
};

}  // namespace

ExtractorInfo dsc_info() {
  return {
      .name = "dsc",
      .version = 1,
      .site_level = false,
      .summary = "text where the document slope curve, the count of tags so far, hardly rises",
      .source = "Pinto et al., QuASM: a system for question answering using semi-structured data, 2002",
      .parameters =
          {
              {.name = "window",
               .meaning = "tokens over which a slope is measured",
               .fallback = 50L,
               .minimum = 1,
               .maximum = 10'000},
              {.name = "share",
               .meaning = "a slope is low if it is at most this share of the page's",
               .fallback = 0.5,
               .minimum = 0,
               .maximum = 1},
          },
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<Dsc>(p); },
  };
}

}  // namespace pith
