// What people get wrong about a URL: the slash or the "index.html" at its end, http or https, www.
#pragma once

#include <string>
#include <vector>

#include "core/text/url.h"

namespace pith::pipeline {

// The URL with and without these, nearest first, without itself.
std::vector<std::string> other_spellings(const Url& url);

}  // namespace pith::pipeline
