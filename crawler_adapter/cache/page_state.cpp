#include "crawler_adapter/cache/page_state.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace pith::crawl {
namespace {

constexpr const char* state_names[] = {
#define PITH_PAGE_STATE(state, name) name,
#include "crawler_adapter/cache/page_states.def"
#undef PITH_PAGE_STATE
    "unknown"};

}  // namespace

const char* name_of(PageState state) { return state_names[static_cast<std::size_t>(state)]; }

PageState state_named(std::string_view name) {
  const auto at = std::find(std::begin(state_names), std::prev(std::end(state_names)), name);
  return static_cast<PageState>(at - std::begin(state_names));
}

PageState state_of(Status status) {
  switch (status) {
    case Status::main:
      return PageState::main;
    case Status::fallback:
      return PageState::fallback;
    case Status::whole:
      return PageState::whole;
    case Status::skipped:
      return PageState::skipped;
  }
  return PageState::skipped;
}

bool is_extracted(PageState state) {
  return state == PageState::main || state == PageState::fallback || state == PageState::whole;
}

}  // namespace pith::crawl
