// The answer to a request.
#pragma once

#include <string>

namespace pith::http {

struct Answer {
  std::string bytes;   // the whole response
  bool close = false;  // close the connection after it
};

}  // namespace pith::http
