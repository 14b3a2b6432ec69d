// The files of assets/, compiled in: the server reads no files except the index.
#pragma once

#include <string_view>

namespace pith::http::assets {

extern const std::string_view style, script, box, openapi;

}  // namespace pith::http::assets
