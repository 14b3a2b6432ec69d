#include "crawler_adapter/fetch/detail/address_check.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

using namespace pith::crawl;

namespace {

Ipv4Bytes v4(const std::string& text) {
  Ipv4Bytes bytes;
  if (inet_pton(AF_INET, text.c_str(), bytes.data()) != 1) throw std::runtime_error(text);
  return bytes;
}

Ipv6Bytes v6(const std::string& text) {
  Ipv6Bytes bytes;
  if (inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) throw std::runtime_error(text);
  return bytes;
}

AddressKind kind_of(const std::string& text) {
  return text.find(':') == std::string::npos ? address_kind(v4(text)) : address_kind(v6(text));
}

// Networks from their first to their last address; their outer neighbours have rows of their own.
struct Row {
  std::string first, last;
  AddressKind kind;
};

const std::vector<Row> rows4 = {
    {"0.0.0.0", "0.255.255.255", AddressKind::unspecified},
    {"1.0.0.0", "9.255.255.255", AddressKind::global},
    {"10.0.0.0", "10.255.255.255", AddressKind::private_use},
    {"11.0.0.0", "100.63.255.255", AddressKind::global},
    {"100.64.0.0", "100.127.255.255", AddressKind::shared},
    {"100.128.0.0", "126.255.255.255", AddressKind::global},
    {"127.0.0.0", "127.255.255.255", AddressKind::loopback},
    {"128.0.0.0", "169.253.255.255", AddressKind::global},
    {"169.254.0.0", "169.254.255.255", AddressKind::link_local},
    {"169.255.0.0", "172.15.255.255", AddressKind::global},
    {"172.16.0.0", "172.31.255.255", AddressKind::private_use},
    {"172.32.0.0", "191.255.255.255", AddressKind::global},
    {"192.0.0.0", "192.0.0.255", AddressKind::reserved},
    {"192.0.1.0", "192.0.1.255", AddressKind::global},
    {"192.0.2.0", "192.0.2.255", AddressKind::documentation},
    {"192.0.3.0", "192.88.98.255", AddressKind::global},
    {"192.88.99.0", "192.88.99.255", AddressKind::reserved},
    {"192.88.100.0", "192.167.255.255", AddressKind::global},
    {"192.168.0.0", "192.168.255.255", AddressKind::private_use},
    {"192.169.0.0", "198.17.255.255", AddressKind::global},
    {"198.18.0.0", "198.19.255.255", AddressKind::benchmark},
    {"198.20.0.0", "198.51.99.255", AddressKind::global},
    {"198.51.100.0", "198.51.100.255", AddressKind::documentation},
    {"198.51.101.0", "203.0.112.255", AddressKind::global},
    {"203.0.113.0", "203.0.113.255", AddressKind::documentation},
    {"203.0.114.0", "223.255.255.255", AddressKind::global},
    {"224.0.0.0", "239.255.255.255", AddressKind::multicast},
    {"240.0.0.0", "255.255.255.254", AddressKind::reserved},
    {"255.255.255.255", "255.255.255.255", AddressKind::broadcast},
};

const std::vector<Row> rows6 = {
    {"::", "::", AddressKind::unspecified},
    {"::1", "::1", AddressKind::loopback},
    {"::2", "::00ff:ffff", AddressKind::unspecified},  // IPv4-compatible forms of 0/8
    {"0:0:0:0:1::", "0:0:0:0:fffe:ffff:ffff:ffff", AddressKind::reserved},
    {"64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff", "64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::reserved},
    {"64:ff9b:0:0:0:1::", "64:ff9b:0:ffff:ffff:ffff:ffff:ffff", AddressKind::reserved},
    {"64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", AddressKind::private_use},
    {"64:ff9b:2::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::reserved},
    {"2000::", "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::global},
    {"2001:1::", "2001:1:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::reserved},
    {"2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff", AddressKind::benchmark},
    {"2001:2:1::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::reserved},
    {"2001:200::", "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::global},
    {"2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::documentation},
    {"2001:db9::", "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::global},
    {"2003::", "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::global},
    {"3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::documentation},
    {"3fff:1000::", "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::global},
    {"4000::", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::reserved},
    {"fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::private_use},
    {"fe00::", "fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::reserved},
    {"fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::link_local},
    {"fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::private_use},
    {"ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", AddressKind::multicast},
};

// IPv6 forms of an IPv4 address.
std::vector<Ipv6Bytes> forms_of(const Ipv4Bytes& address) {
  std::vector<Ipv6Bytes> forms;
  const auto put = [&](const std::string& prefix, std::size_t offset, bool inverted = false) {
    Ipv6Bytes form = v6(prefix);
    for (std::size_t i = 0; i < 4; ++i)
      form[offset + i] = inverted ? static_cast<std::uint8_t>(~address[i]) : address[i];
    forms.push_back(form);
  };
  put("::ffff:0:0", 12);               // mapped
  put("::ffff:0:0:0", 12);             // translated
  put("64:ff9b::", 12);                // NAT64
  put("2002::1", 2);                   // 6to4
  put("2001:0:808:808::", 12, true);   // Teredo, client; the server is 8.8.8.8
  put("2001:0::f7f7:f7f7", 4);         // Teredo, server; the client is 8.8.8.8
  if (address[0] != 0) put("::", 12);  // compatible; of 0/8 there are none but "::" and "::1" that mean something
  return forms;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(address_check)

BOOST_AUTO_TEST_CASE(every_network_from_first_to_last) {
  for (const auto* rows : {&rows4, &rows6})
    for (const Row& row : *rows) {
      BOOST_TEST(name_of(kind_of(row.first)) == name_of(row.kind), row.first << " is " << name_of(kind_of(row.first)));
      BOOST_TEST(name_of(kind_of(row.last)) == name_of(row.kind), row.last << " is " << name_of(kind_of(row.last)));
    }
}

BOOST_AUTO_TEST_CASE(the_table_of_ipv4_has_no_gaps) {
  std::uint32_t next = 0;
  for (const Row& row : rows4) {
    std::uint32_t first = 0, last = 0;
    std::memcpy(&first, v4(row.first).data(), 4);
    std::memcpy(&last, v4(row.last).data(), 4);
    BOOST_TEST(ntohl(first) == next, row.first);
    next = ntohl(last) + 1;
  }
  BOOST_TEST(next == 0u);
}

// Every /16 and both ends of every network, in each IPv6 form, has the kind of the IPv4 address.
BOOST_AUTO_TEST_CASE(ipv6_forms_are_what_they_carry) {
  std::vector<Ipv4Bytes> addresses;
  for (unsigned high = 0; high < 65536; ++high)
    addresses.push_back({static_cast<std::uint8_t>(high >> 8), static_cast<std::uint8_t>(high), 3, 4});
  for (const Row& row : rows4) addresses.insert(addresses.end(), {v4(row.first), v4(row.last)});
  std::size_t wrong = 0;
  for (const Ipv4Bytes& address : addresses)
    for (const Ipv6Bytes& form : forms_of(address)) wrong += address_kind(form) != address_kind(address);
  BOOST_TEST(wrong == 0u);
}

BOOST_AUTO_TEST_CASE(policies) {
  const auto permitted = [](AddressPolicy policy) {
    std::string names;
    for (int kind = 0; kind <= static_cast<int>(AddressKind::not_ip); ++kind)
      if (permits(policy, static_cast<AddressKind>(kind)))
        names += std::string(name_of(static_cast<AddressKind>(kind))) + " ";
    return names;
  };
  BOOST_TEST(permitted(AddressPolicy::global_only) == "global ");
  BOOST_TEST(permitted(AddressPolicy::also_private) == "global private loopback shared (carrier-grade NAT) ");
  BOOST_TEST(
      permitted(AddressPolicy::any) ==
      "global private loopback shared (carrier-grade NAT) link-local unspecified multicast broadcast documentation "
      "benchmark reserved ");
}

BOOST_AUTO_TEST_CASE(socket_addresses) {
  sockaddr_in four{};
  four.sin_family = AF_INET;
  std::memcpy(&four.sin_addr, v4("10.1.2.3").data(), 4);
  const auto* address = reinterpret_cast<const sockaddr*>(&four);
  BOOST_TEST(name_of(address_kind(address, sizeof four)) == "private");
  BOOST_TEST(address_text(address, sizeof four) == "10.1.2.3");
  BOOST_TEST(name_of(address_kind(address, sizeof four - 1)) == "not an IP");
  BOOST_TEST(name_of(address_kind(nullptr, 0)) == "not an IP");

  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  std::memcpy(&six.sin6_addr, v6("::ffff:127.0.0.1").data(), 16);
  address = reinterpret_cast<const sockaddr*>(&six);
  BOOST_TEST(name_of(address_kind(address, sizeof six)) == "loopback");
  BOOST_TEST(address_text(address, sizeof six) == "::ffff:127.0.0.1");
  BOOST_TEST(name_of(address_kind(address, sizeof(sockaddr_in))) == "not an IP");

  sockaddr_un local{};
  local.sun_family = AF_UNIX;
  BOOST_TEST(address_text(reinterpret_cast<const sockaddr*>(&local), sizeof local) == "no IP address");
  BOOST_TEST(!permits(AddressPolicy::any, address_kind(reinterpret_cast<const sockaddr*>(&local), sizeof local)));
}

BOOST_AUTO_TEST_SUITE_END()
