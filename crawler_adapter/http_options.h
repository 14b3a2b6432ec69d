// Whom the sibling fetch may ask, and the bounds on what comes back.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace pith::crawl {

// Addresses that one may connect to (detail/address_check.h).
enum class AddressPolicy {
  global_only,
  also_private,  // private use, loopback and shared as well; still not link-local, where machines keep their secrets
  any,           // a person has named the address
};

struct HttpOptions {
  std::string user_agent;
  AddressPolicy addresses = AddressPolicy::global_only;
  long connect_timeout_ms = 10'000;
  long timeout_ms = 30'000;                  // of a request in all: a server that trickles is ended by it
  std::size_t max_body_bytes = 16 << 20;     // unpacked
  std::size_t max_header_bytes = 64 * 1024;  // all headers of an answer
  std::size_t max_ratio = 200;               // of unpacked to received bytes; the first 16 kB received count as 32 kB
  std::vector<std::string> resolve;          // "HOST:PORT:ADDRESS[,ADDRESS]...", in place of DNS
};

}  // namespace pith::crawl
