// The page around a report's tables and plots.
#pragma once

#include <string>

namespace pith::eval {

// A whole, self-contained HTML document, light and dark. `body` is markup; tables of table.h and plots of svg_plot.h
// find their styles. Class `note` is small text, `wide` scrolls what is too wide, `words` wraps long cells.
std::string html_page(const std::string& title, const std::string& body);

}  // namespace pith::eval
