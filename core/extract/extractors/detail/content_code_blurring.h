// Content Code Blurring: what ccb, tccb and accb share.
//
// T. Gottron: Content Code Blurring: A new approach to content extraction, DEXA workshops (TIR), 2008, 29-33; summed up
// in Moreno et al. 2009, §2. A page is a vector of content (1) and code (0), one element a character or one a token.
// The vector is blurred: each element takes the mean of its neighbourhood, weighted by a Gaussian, again and again
// until the values stabilise. What is then above a threshold stands where there is much text and little code, and is
// the main content.
//
// Left open, or not known to us, and chosen here:
// - The Gaussian is approximated by three running means, so a round is linear in the page whatever the radius.
//   The radius is the reach of all three together, three standard deviations of the Gaussian.
// - "Stabilise" is: no element changes by more than `change` in a round, at most max_blur_rounds. Without such a
//   bound the blur would only end in a constant; it was chosen by measurement over all data sets.
// - Beyond the page's ends is nothing, so a mean there is over what there is.
// - A text node is taken if more than half of its elements reach the threshold.
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

// How many elements of the vector a token of the page is.
using TokenSize = std::uint32_t (*)(const Document& page, const SourceToken& token);

// An extractor that blurs the page so. `values` are those of the parameters that blurring_parameters describes.
std::unique_ptr<Extractor> make_blurring(const Parameters& values, TokenSize size);

// Blurs until the values stabilise. O(values) for each of at most max_blur_rounds.
void blur(std::vector<float>& values, std::size_t radius, double change);

// The text that is main content when token i takes sizes[i] elements of the vector; one without any takes no part.
NodeSet blurred_content(const Document& page, const std::vector<SourceToken>& tokens,
                        const std::vector<std::uint32_t>& sizes, const Blurring& blurring);

}  // namespace pith
