// Metadata above a page's Markdown, as static site generators and note programs read it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::pipeline {

// YAML between lines of "---", and an empty line: one line a value, in this order, texts in quotes. Values that are
// empty are left out.
std::string front_matter(const std::vector<std::pair<std::string_view, std::string>>& values);

}  // namespace pith::pipeline
