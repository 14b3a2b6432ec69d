// Parameters that several site-level extractors share.
#pragma once

#include <string>
#include <string_view>

#include "core/dom/node_equality.h"
#include "core/extract/extractor.h"

namespace pith {

// "n": siblings to compare with, at most.
inline ParameterInfo siblings_parameter(long fallback) {
  return {
      .name = "n", .meaning = "siblings to compare with, at most", .fallback = fallback, .minimum = 1, .maximum = 64};
}

// "equality": what makes two elements equal (core/dom/node_equality.h).
inline ParameterInfo equality_parameter(std::string_view fallback) {
  return {.name = "equality",
          .meaning = "what makes two elements equal",
          .fallback = std::string(fallback),
          .choices = {"tag", "tag+class", "tag+attributes"}};
}

inline Strictness strictness_of(const Parameters& values) {
  const auto& equality = parameter<std::string>(values, "equality");
  return equality == "tag"         ? Strictness::tag
         : equality == "tag+class" ? Strictness::tag_class
                                   : Strictness::tag_attributes;
}

}  // namespace pith
