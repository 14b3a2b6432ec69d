// The account that a captured page belongs to. Each page is in exactly one, and their sum is the number of captured
// pages.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/extract/extracted_page.h"

namespace pith::crawl {

enum class Account : std::uint8_t {
#define PITH_ACCOUNT(account, name) account,
#include "crawler_adapter/cache/accounts.def"
#undef PITH_ACCOUNT
  // The cache names an unknown account: it is damaged. Counted as skipped, without a reason; `pith doctor` repairs it.
  unknown,
};

// "pending"
const char* name_of(Account account);
// Account::unknown if no account has this name.
Account account_named(std::string_view name);
// The account of a page that was extracted with this status.
Account account_of(Status status);

// Main, fallback or whole.
bool is_extracted(Account account);

}  // namespace pith::crawl
