// Who is answered first.
#pragma once

#include <cstdint>

namespace pith::http {

enum class Lane : std::uint8_t {
  urgent,     // before all others: whoever watches the server must not take a busy one for a dead one
  cheap,      // most
  expensive,  // may take much longer than most: half of the threads are kept free of these
};

}  // namespace pith::http
