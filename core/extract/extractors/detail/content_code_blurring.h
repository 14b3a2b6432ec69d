// Content Code Blurring: what ccb, tccb and accb share.
//
// T. Gottron: Content Code Blurring: A new approach to content extraction, DEXA workshops (TIR), 2008, 29-33; summed up
// in Moreno et al. 2009, §2. A page is a vector of content (1) and code (0), with one element per character or per
// token. The vector is blurred: each element becomes the mean of its neighbourhood, weighted by a Gaussian, again and
// again until the values stabilise. What is then above a threshold has much text and little code around it, and is the
// main content.
//
// The paper leaves open, or we do not know, what it does here; our choices:
// - The Gaussian is approximated by three running means, so a round is linear in the page whatever the radius.
//   The radius is the reach of all three together, three standard deviations of the Gaussian.
// - "Stabilise" means that no element changes by more than `change` in a round; there are at most max_blur_rounds.
//   Without such a bound the blur would only end in a constant; it was chosen by measurement over all data sets.
// - There are no elements beyond the page's ends; means near them are over fewer elements.
// - A text node is chosen if more than half of its elements reach the threshold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/dom/detail/source_tokens.h"
#include "core/extract/extractor.h"

namespace pith {

inline constexpr int max_blur_rounds = 20;

struct Blurring {
  std::size_t radius;
  double threshold, change;
};

std::vector<ParameterInfo> blurring_parameters(long radius, double threshold);

// How many elements of the vector a token of the page has.
using TokenSize = std::uint32_t (*)(const Document& page, const SourceToken& token);

// An extractor that blurs the page in this way. `values` are of the parameters that blurring_parameters describes.
std::unique_ptr<Extractor> make_blurring(const Parameters& values, TokenSize size);

// Blurs until the values stabilise. At most max_blur_rounds, each O(values).
void blur(std::vector<float>& values, std::size_t radius, double change);

// The text that is main content when token i has sizes[i] elements of the vector; a token without elements is ignored.
NodeSet blurred_content(const Document& page, const std::vector<SourceToken>& tokens,
                        const std::vector<std::uint32_t>& sizes, const Blurring& blurring);

}  // namespace pith
