// The state that a captured page belongs to. Each page is in exactly one, and their sum is the number of captured
// pages.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/extract/extracted_page.h"

namespace pith::crawl {

enum class PageState : std::uint8_t {
#define PITH_PAGE_STATE(state, name) state,
#include "crawler_adapter/cache/page_states.def"
#undef PITH_PAGE_STATE
  // The cache names an unknown state: it is damaged. Counted as skipped, without a reason; `pith doctor` repairs it.
  unknown,
};

// "pending"
const char* name_of(PageState state);
// PageState::unknown if no state has this name.
PageState state_named(std::string_view name);
// The state of a page that was extracted with this status.
PageState state_of(Status status);

// Main, fallback or whole.
bool is_extracted(PageState state);

}  // namespace pith::crawl
