#include "crawler_adapter/fetch/detail/address_check.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>

namespace pith::crawl {
namespace {

// Whether the first `bits` bits of the bytes equal those of the prefix.
template <std::size_t N>
bool within(const std::array<std::uint8_t, N>& address, const std::array<std::uint8_t, N>& prefix, unsigned bits) {
  const std::size_t whole = bits / 8;
  if (!std::equal(prefix.begin(), prefix.begin() + whole, address.begin())) return false;
  const unsigned rest = bits % 8;
  return rest == 0 || ((address[whole] ^ prefix[whole]) >> (8 - rest)) == 0;
}

template <std::size_t N>
struct Network {
  std::array<std::uint8_t, N> prefix;
  unsigned bits;
  AddressKind kind;
};

// The first match counts.
constexpr Network<4> networks4[] = {
    {{0, 0, 0, 0}, 8, AddressKind::unspecified},
    {{10, 0, 0, 0}, 8, AddressKind::private_use},
    {{100, 64, 0, 0}, 10, AddressKind::shared},
    {{127, 0, 0, 0}, 8, AddressKind::loopback},
    {{169, 254, 0, 0}, 16, AddressKind::link_local},
    {{172, 16, 0, 0}, 12, AddressKind::private_use},
    {{192, 0, 0, 0}, 24, AddressKind::reserved},  // IETF protocol assignments
    {{192, 0, 2, 0}, 24, AddressKind::documentation},
    {{192, 88, 99, 0}, 24, AddressKind::reserved},  // 6to4 relays, withdrawn
    {{192, 168, 0, 0}, 16, AddressKind::private_use},
    {{198, 18, 0, 0}, 15, AddressKind::benchmark},
    {{198, 51, 100, 0}, 24, AddressKind::documentation},
    {{203, 0, 113, 0}, 24, AddressKind::documentation},
    {{224, 0, 0, 0}, 4, AddressKind::multicast},
    {{255, 255, 255, 255}, 32, AddressKind::broadcast},
    {{240, 0, 0, 0}, 4, AddressKind::reserved},
};

constexpr Network<16> networks6[] = {
    {{0x00, 0x64, 0xff, 0x9b, 0x00, 0x01}, 48, AddressKind::private_use},  // local-use NAT64 (RFC 8215)
    {{0x20, 0x01, 0x00, 0x02, 0x00, 0x00}, 48, AddressKind::benchmark},
    {{0x20, 0x01, 0x0d, 0xb8}, 32, AddressKind::documentation},
    {{0x20, 0x01, 0x00}, 23, AddressKind::reserved},  // IETF protocol assignments; Teredo is checked earlier
    {{0x3f, 0xff, 0x00}, 20, AddressKind::documentation},
    {{0xfc}, 7, AddressKind::private_use},
    {{0xfe, 0x80}, 10, AddressKind::link_local},
    {{0xfe, 0xc0}, 10, AddressKind::private_use},  // site-local, withdrawn
    {{0xff}, 8, AddressKind::multicast},
    {{0x20}, 3, AddressKind::global},
};

struct Carrier {
  Ipv6Bytes prefix;
  unsigned bits;
  std::size_t offset;  // of the IPv4 address
};
constexpr Carrier carriers[] = {
    {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 96, 12},  // IPv4-mapped
    {{0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 96, 12},        // IPv4-translated (RFC 2765)
    {{}, 96, 12},                                          // IPv4-compatible
    {{0x00, 0x64, 0xff, 0x9b}, 96, 12},                    // NAT64 (RFC 6052)
    {{0x20, 0x02}, 16, 2},                                 // 6to4
};
constexpr Ipv6Bytes teredo = {0x20, 0x01, 0x00, 0x00};

Ipv4Bytes carried(const Ipv6Bytes& address, std::size_t offset) {
  Ipv4Bytes out;
  std::copy_n(address.begin() + offset, out.size(), out.begin());
  return out;
}

template <std::size_t N, std::size_t Count>
std::optional<AddressKind> look_up(const Network<N> (&networks)[Count], const std::array<std::uint8_t, N>& address) {
  for (const Network<N>& network : networks)
    if (within(address, network.prefix, network.bits)) return network.kind;
  return std::nullopt;
}

}  // namespace

AddressKind address_kind(const Ipv4Bytes& address) { return look_up(networks4, address).value_or(AddressKind::global); }

AddressKind address_kind(const Ipv6Bytes& address) {
  // "::" and "::1" come before the IPv4-compatible addresses, which they resemble.
  if (within(address, Ipv6Bytes{}, 120) && address[15] <= 1)
    return address[15] == 0 ? AddressKind::unspecified : AddressKind::loopback;
  for (const Carrier& carrier : carriers)
    if (within(address, carrier.prefix, carrier.bits)) return address_kind(carried(address, carrier.offset));
  if (within(address, teredo, 32)) {
    // The server's address is in plain form, the client's with all bits inverted: traffic goes to both.
    Ipv4Bytes client = carried(address, 12);
    for (std::uint8_t& byte : client) byte = static_cast<std::uint8_t>(~byte);
    const AddressKind server_kind = address_kind(carried(address, 4));
    return server_kind == AddressKind::global ? address_kind(client) : server_kind;
  }
  return look_up(networks6, address).value_or(AddressKind::reserved);
}

AddressKind address_kind(const sockaddr* address, socklen_t size) {
  if (address && address->sa_family == AF_INET && size >= sizeof(sockaddr_in)) {
    sockaddr_in whole;
    std::memcpy(&whole, address, sizeof whole);
    Ipv4Bytes bytes;
    std::memcpy(bytes.data(), &whole.sin_addr, bytes.size());
    return address_kind(bytes);
  }
  if (address && address->sa_family == AF_INET6 && size >= sizeof(sockaddr_in6)) {
    sockaddr_in6 whole;
    std::memcpy(&whole, address, sizeof whole);
    Ipv6Bytes bytes;
    std::memcpy(bytes.data(), &whole.sin6_addr, bytes.size());
    return address_kind(bytes);
  }
  return AddressKind::not_ip;
}

bool permits(AddressPolicy policy, AddressKind kind) {
  if (kind == AddressKind::not_ip) return false;
  if (policy == AddressPolicy::any || kind == AddressKind::global) return true;
  return policy == AddressPolicy::also_private &&
         (kind == AddressKind::private_use || kind == AddressKind::loopback || kind == AddressKind::shared);
}

const char* name_of(AddressKind kind) {
  switch (kind) {
    case AddressKind::global:
      return "global";
    case AddressKind::private_use:
      return "private";
    case AddressKind::loopback:
      return "loopback";
    case AddressKind::shared:
      return "shared (carrier-grade NAT)";
    case AddressKind::link_local:
      return "link-local";
    case AddressKind::unspecified:
      return "unspecified";
    case AddressKind::multicast:
      return "multicast";
    case AddressKind::broadcast:
      return "broadcast";
    case AddressKind::documentation:
      return "documentation";
    case AddressKind::benchmark:
      return "benchmark";
    case AddressKind::reserved:
      return "reserved";
    case AddressKind::not_ip:
      break;
  }
  return "not an IP";
}

std::string address_text(const sockaddr* address, socklen_t size) {
  char text[INET6_ADDRSTRLEN] = "";
  if (address_kind(address, size) == AddressKind::not_ip) return "no IP address";
  const void* bytes = address->sa_family == AF_INET
                          ? static_cast<const void*>(&reinterpret_cast<const sockaddr_in*>(address)->sin_addr)
                          : &reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
  inet_ntop(address->sa_family, bytes, text, sizeof text);
  return text;
}

}  // namespace pith::crawl
