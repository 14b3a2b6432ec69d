// What is sent back for a request.
#pragma once

#include <string>

namespace pith::http {

struct Answer {
  std::string bytes;   // the whole response
  bool close = false;  // and then the connection
};

}  // namespace pith::http
