#include "core/extract/extractors/detail/content_code_blurring.h"

#include <algorithm>
#include <cmath>

#include "core/extract/detail/chosen_nodes.h"

namespace pith {
namespace {

// out[i] = mean of in[i - reach] to in[i + reach], as far as they exist.
void running_mean(const std::vector<float>& in, std::vector<float>& out, std::size_t reach) {
  const std::size_t size = in.size();
  double sum = 0;
  for (std::size_t i = 0; i < std::min(reach, size); ++i) sum += in[i];
  std::size_t count = std::min(reach, size), i = 0;
  // Where the window is cut off at one end of the page or at both.
  const auto cut = [&](std::size_t end) {
    for (; i < end; ++i) {
      if (i + reach < size) sum += in[i + reach], ++count;
      if (i > reach) sum -= in[i - reach - 1], --count;
      out[i] = static_cast<float>(sum / static_cast<double>(count));
    }
  };
  cut(std::min(reach + 1, size));
  if (size > reach) {
    const double share = 1 / static_cast<double>(2 * reach + 1);
    for (; i < size - reach; ++i) {
      sum += static_cast<double>(in[i + reach]) - static_cast<double>(in[i - reach - 1]);
      out[i] = static_cast<float>(sum * share);
    }
  }
  cut(size);
}

}  // namespace

void blur(std::vector<float>& values, std::size_t radius, double change) {
  std::vector<float> one(values.size()), two(values.size());
  // Three reaches, as equal as possible, that add up to the radius.
  const std::size_t first = (radius + 2) / 3, second = (radius + 1) / 3, third = radius / 3;
  for (int round = 0; round < max_blur_rounds; ++round) {
    running_mean(values, one, first);
    running_mean(one, two, second);
    running_mean(two, one, third);
    float largest = 0;
    for (std::size_t i = 0; i < values.size(); ++i) largest = std::max(largest, std::abs(one[i] - values[i]));
    values.swap(one);
    if (largest <= static_cast<float>(change)) break;
  }
}

NodeSet blurred_content(const Document& page, const std::vector<SourceToken>& tokens,
                        const std::vector<std::uint32_t>& sizes, const Blurring& blurring) {
  std::size_t total = 0;
  for (const std::uint32_t size : sizes) total += size;
  std::vector<float> values;
  values.reserve(total);
  for (std::size_t i = 0; i < tokens.size(); ++i)
    values.insert(values.end(), sizes[i], tokens[i].is_text() ? 1.0f : 0.0f);
  blur(values, blurring.radius, blurring.change);
  std::vector<bool> chosen(page.size());
  const auto threshold = static_cast<float>(blurring.threshold);
  auto at = values.begin();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto end = at + sizes[i];
    if (tokens[i].is_text() && sizes[i] > 0)
      chosen[tokens[i].node] = 2 * std::count_if(at, end, [&](float v) { return v >= threshold; }) > sizes[i];
    at = end;
  }
  return content_of(page, chosen);
}

std::vector<ParameterInfo> blurring_parameters(long radius, double threshold) {
  return {
      {.name = "radius",
       .meaning = "elements of the vector to either side that count as an element's neighbourhood",
       .fallback = radius,
       .minimum = 1,
       .maximum = 10'000},
      {.name = "threshold",
       .meaning = "blurred value, 0 code to 1 content, from which on an element is main content",
       .fallback = threshold,
       .minimum = 0,
       .maximum = 1},
      {.name = "change",
       .meaning = "values have stabilised when none changes by more than this in a round of blurring",
       .fallback = 0.03,
       .minimum = 0,
       .maximum = 1},
  };
}

namespace {

class BlurringExtractor final : public Extractor {
 public:
  BlurringExtractor(const Parameters& values, TokenSize size)
      : blurring_{static_cast<std::size_t>(parameter<long>(values, "radius")), parameter<double>(values, "threshold"),
                  parameter<double>(values, "change")},
        size_(size) {}

  NodeSet choose(const ExtractorInput& input) const override {
    const std::vector<SourceToken> tokens = source_tokens(input.page);
    std::vector<std::uint32_t> sizes;
    sizes.reserve(tokens.size());
    for (const SourceToken& token : tokens) sizes.push_back(size_(input.page, token));
    return blurred_content(input.page, tokens, sizes, blurring_);
  }

 private:
  Blurring blurring_;
  TokenSize size_;
};

}  // namespace

std::unique_ptr<Extractor> make_blurring(const Parameters& values, TokenSize size) {
  return std::make_unique<BlurringExtractor>(values, size);
}

}  // namespace pith
