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

const Format* find_format(std::string_view name) {
  for (const Format* format : formats())
    if (format->name == name) return format;
  return nullptr;
}

}  // namespace pith::map
