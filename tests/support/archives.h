// Archives as programs write them, record by record, for the tests of inputs.
#pragma once

#include <openssl/evp.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/compress.h"

namespace pith::test {

struct Response {
  std::string url;
  int status = 200;
  std::string headers = "Content-Type: text/html; charset=utf-8\r\n";  // each with its line ending
  std::string body = {};
};

inline std::string http_message(const Response& r) {
  return "HTTP/1.1 " + std::to_string(r.status) + " Reason\r\n" + r.headers + "\r\n" + r.body;
}

inline std::string warc_record(const std::string& type, const std::string& url, const std::string& content_type,
                               const std::string& block, const std::string& more = {},
                               const std::string& version = "1.0") {
  return "WARC/" + version + "\r\nWARC-Type: " + type +
         "\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-11-21T21:35:20Z\r\n" +
         (url.empty() ? "" : "WARC-Target-URI: " + url + "\r\n") + "Content-Type: " + content_type + "\r\n" + more +
         "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
}

inline std::string warc_response(const Response& r) {
  return warc_record("response", r.url, "application/http;msgtype=response", http_message(r));
}

inline std::string warc_info() {
  return warc_record("warcinfo", "", "application/warc-fields", "software: a test\r\n");
}

inline std::string arc_record(const std::string& url, const std::string& block,
                              const std::string& fields = "192.0.2.1 20261121213520 text/html") {
  return url + " " + fields + " " + std::to_string(block.size()) + "\n" + block + "\n";
}

inline std::string arc_response(const Response& r) { return arc_record(r.url, http_message(r)); }

// The version block.
inline std::string arc_begin() {
  return arc_record("filedesc://test.arc", "1 0 A test\nURL IP-address Archive-date Content-type Archive-length\n",
                    "0.0.0.0 20261121213520 text/plain");
}

inline std::string base64(const std::string& bytes) {
  std::string out(bytes.size() / 3 * 4 + 5, '\0');
  const int size =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  out.resize(static_cast<std::size_t>(size));
  return out;
}

// A head and a body with their sizes before them.
inline std::string frame_bytes(const std::string& head, const std::string& body) {
  std::string out;
  for (const std::size_t size : {head.size(), body.size()})
    for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(size >> shift & 0xFF);
  return out + head + body;
}

inline std::string little_endian(std::uint64_t value, int width) {
  std::string out;
  for (int i = 0; i < width; ++i) out += static_cast<char>(i < 8 ? value >> (8 * i) & 255 : 0);
  return out;
}

// One entry of HTTrack's new.zip: a local header whose extra field is the response's head as text.
inline std::string httrack_entry(const Response& r, bool in_cache = true) {
  const std::string kept = in_cache ? r.body : "";
  const std::string packed = deflate_bytes(kept, -15);
  const std::string extra = "HTTP/1.1 " + std::to_string(r.status) +
                            " Reason\r\nX-In-Cache: " + (in_cache ? "1" : "0") +
                            "\r\nX-StatusCode: " + std::to_string(r.status) +
                            "\r\nX-Size: " + std::to_string(r.body.size()) + "\r\n" + r.headers;
  const auto crc = crc32(0, reinterpret_cast<const Bytef*>(kept.data()), static_cast<uInt>(kept.size()));
  return std::string("PK\3\4", 4) + little_endian(20, 2) + little_endian(0, 2) + little_endian(8, 2) +
         little_endian(21 << 11, 2) + little_endian((46 << 9) | (11 << 5) | 21, 2) + little_endian(crc, 4) +
         little_endian(packed.size(), 4) + little_endian(kept.size(), 4) + little_endian(r.url.size(), 2) +
         little_endian(extra.size(), 2) + r.url + extra + packed;
}

// The beginning of the central directory, which follows the entries.
inline std::string zip_end() { return std::string("PK\1\2", 4) + std::string(60, '\0'); }

struct ZipMember {
  std::string name, bytes;
  bool deflated = false;
};

// As programs write them that do not know sizes in advance: the local headers have none, the directory has. `out`: what
// the file begins with.
inline std::string zip_file(const std::vector<ZipMember>& members, std::string out = {}) {
  std::string directory;
  for (const ZipMember& m : members) {
    const std::string packed = m.deflated ? deflate_bytes(m.bytes, -15) : m.bytes;
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(m.bytes.data()), static_cast<uInt>(m.bytes.size()));
    const std::string sizes =
        little_endian(crc, 4) + little_endian(packed.size(), 4) + little_endian(m.bytes.size(), 4);
    const std::string common = little_endian(20, 2) + little_endian(8, 2) + little_endian(m.deflated ? 8 : 0, 2) +
                               little_endian(0, 4);  // version, flags, method, time
    const std::string name_size = little_endian(m.name.size(), 2) + little_endian(0, 2);
    directory += std::string("PK\1\2", 4) + little_endian(20, 2) + common + sizes + name_size + little_endian(0, 10) +
                 little_endian(out.size(), 4) + m.name;
    out += std::string("PK\3\4", 4) + common + little_endian(0, 12) + name_size + m.name + packed +
           std::string("PK\7\10", 4) + sizes;
  }
  return out + directory + std::string("PK\5\6", 4) + little_endian(0, 4) + little_endian(members.size(), 2) +
         little_endian(members.size(), 2) + little_endian(directory.size(), 4) + little_endian(out.size(), 4) +
         little_endian(0, 2);
}

// With one WARC file.
inline std::string wacz_file(const std::string& name, const std::string& warc, bool deflated = false) {
  return zip_file(
      {{"pages/pages.jsonl", "{}\n", true}, {"archive/" + name, warc, deflated}, {"datapackage.json", "{}"}});
}

}  // namespace pith::test
