# Headers that most sources include, parsed once: half of the time of a build without them. A source includes what it uses
# all the same; -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without, and tests/structure/includes checks the standard ones.
set(headers
  <algorithm> <array> <atomic> <charconv> <chrono> <cmath> <cstddef> <cstdint> <cstring> <filesystem> <fstream> <functional>
  <limits> <map> <memory> <mutex> <optional> <set> <span> <string> <string_view> <system_error> <thread> <unordered_map>
  <unordered_set> <utility> <variant> <vector> <fmt/format.h> <nlohmann/json.hpp>)
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cpp CONTENT "")

# They count for all only if all define what they depend on.
get_target_property(definitions fmt::fmt INTERFACE_COMPILE_DEFINITIONS)
add_compile_definitions(${definitions})

# pith_precompiled(NAME HEADER...): a target whose precompiled headers others reuse. They have to have its flags.
function(pith_precompiled name)
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
  target_link_libraries(${name} PRIVATE fmt::fmt nlohmann_json::nlohmann_json)
  target_precompile_headers(${name} PRIVATE ${headers} ${ARGN})
endfunction()
pith_precompiled(pith_precompiled)
set(PITH_PRECOMPILED pith_precompiled)  # what libraries reuse
pith_precompiled(pith_light_precompiled)  # of pith_light_library
target_compile_options(pith_light_precompiled PRIVATE -O1)
