#include "crawler_adapter/cache/account.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace pith::crawl {
namespace {

constexpr const char* account_names[] = {
#define PITH_ACCOUNT(account, name) name,
#include "crawler_adapter/cache/accounts.def"
#undef PITH_ACCOUNT
    "unknown"};

}  // namespace

const char* name_of(Account account) { return account_names[static_cast<std::size_t>(account)]; }

Account account_named(std::string_view name) {
  const auto at = std::find(std::begin(account_names), std::prev(std::end(account_names)), name);
  return static_cast<Account>(at - std::begin(account_names));
}

Account account_of(Status status) {
  switch (status) {
    case Status::main:
      return Account::main;
    case Status::fallback:
      return Account::fallback;
    case Status::whole:
      return Account::whole;
    case Status::skipped:
      return Account::skipped;
  }
  return Account::skipped;
}

bool is_extracted(Account account) {
  return account == Account::main || account == Account::fallback || account == Account::whole;
}

}  // namespace pith::crawl
