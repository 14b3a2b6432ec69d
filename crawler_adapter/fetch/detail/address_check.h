// Which network an address belongs to, so that no page can make Pith fetch from inside its user's network.
//
// Pure functions of address bytes, used after name resolution: call them with the address of the connection being made,
// not with one from an earlier lookup (DNS rebinding). The spelling of addresses (decimal, octal, hexadecimal, short)
// does not matter here, because the resolver has already read it.
//
// Follows the IANA special-purpose registries (RFC 6890 and its successors). IPv6 is treated cautiously: an address is
// global only if it is in the global unicast range (2000::/3) and not reserved within it. Addresses that carry an IPv4
// address (IPv4-mapped, -compatible and -translated, 6to4, NAT64, Teredo) have the kind of that address.
#pragma once

#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <string>

#include "crawler_adapter/fetch/http_options.h"

namespace pith::crawl {

enum class AddressKind {
  global,
  private_use,    // 10/8, 172.16/12, 192.168/16; fc00::/7, fec0::/10, 64:ff9b:1::/48
  loopback,       // 127/8, ::1
  shared,         // 100.64/10, between a provider and its customers
  link_local,     // 169.254/16 (cloud metadata lives here), fe80::/10
  unspecified,    // 0/8, ::
  multicast,      // 224/4, ff00::/8
  broadcast,      // 255.255.255.255
  documentation,  // 192.0.2/24, 198.51.100/24, 203.0.113/24; 2001:db8::/32, 3fff::/20
  benchmark,      // 198.18/15, 2001:2::/48
  reserved,       // everything else that is not for hosts
  not_ip,         // a UNIX socket, a truncated address
};

using Ipv4Bytes = std::array<std::uint8_t, 4>;  // network order, as in in_addr and in6_addr
using Ipv6Bytes = std::array<std::uint8_t, 16>;

AddressKind address_kind(const Ipv4Bytes& address);
AddressKind address_kind(const Ipv6Bytes& address);
AddressKind address_kind(const sockaddr* address, socklen_t size);

// Whether the policy permits connections to it.
bool permits(AddressPolicy policy, AddressKind kind);

// For messages: "loopback", "link-local".
const char* name_of(AddressKind kind);
// "192.0.2.1", "2001:db8::1"; "no IP address" if it is not one.
std::string address_text(const sockaddr* address, socklen_t size);

}  // namespace pith::crawl
