#include "plugin/cluster/format.h"

namespace pith::map {

#define PITH_FORMAT(name) extern const Format name##_format;
#include "plugin/cluster/formats.def"
#undef PITH_FORMAT

std::vector<const Format*> formats() {
  return {
#define PITH_FORMAT(name) &name##_format,
#include "plugin/cluster/formats.def"
#undef PITH_FORMAT
  };
}

}  // namespace pith::map
