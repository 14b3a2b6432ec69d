// Which servers the sibling fetch may contact, and the bounds on their answers.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

namespace pith::crawl {

// Which addresses may be connected to (detail/address_check.h).
enum class AddressPolicy {
  global_only,
  also_private,  // private use, loopback and shared too; still not link-local, where machines serve their secrets
  any,           // a person has named the address
};

struct HttpOptions {
  std::string user_agent;
  AddressPolicy addresses = AddressPolicy::global_only;
  long connect_timeout_ms = 10'000;
  long timeout_ms = 30'000;                  // per request in all: it also ends slow trickles
  std::size_t max_body_bytes = 16 << 20;     // unpacked
  std::size_t max_header_bytes = 64 * 1024;  // all headers of one answer
  std::size_t max_ratio = 200;               // of unpacked to received bytes; the first 16 kB received count as 32 kB
  std::vector<std::string> resolve = {};     // "HOST:PORT:ADDRESS[,ADDRESS]...", in place of DNS
  bool verify = true;                        // the certificates of servers
  const std::atomic<bool>* stop = nullptr;   // once set, a request ends within a second, as "interrupted"
};

}  // namespace pith::crawl
