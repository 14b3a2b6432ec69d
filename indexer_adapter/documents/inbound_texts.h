// What other pages of its site say of a page.
#pragma once

#include <cstdint>
#include <string>

namespace pith::index {

struct InboundTexts {
  std::string url = {};
  std::string language = {};   // of the page
  std::string inbound = {};    // texts of links to it from the main content of other pages, one per line
  std::string ancestors = {};  // titles of the pages above it, one per line, the nearest first
  std::uint32_t links = 0;     // other pages whose main content links to it, and that it does not link to
};

}  // namespace pith::index
