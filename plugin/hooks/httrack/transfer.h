// What one transfer of HTTrack brought: its URL and its body.
//
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/keyed_hash.h"
#include "core/text/dot_segments.h"
#include "core/text/percent.h"
#include "crawler_adapter/page/captured_page.h"
#include "crawler_adapter/page/content_decoding.h"
#include "crawler_adapter/page/crawl_errors.h"
#include "crawler_adapter/page/http_message.h"
#include "plugin/hooks/httrack/libhttrack.h"

namespace pith::capture {

// HTTrack connects to what follows the last "@" of an address, whatever is before it. Escaped, that cannot be taken for
// another host; and a host with such characters is none.
inline std::string address_of(std::string_view address) {
  const std::size_t at = address.rfind('@');
  const std::string_view user = address.substr(0, at == address.npos ? 0 : at);
  const auto stands = [](char c) {
    return c > ' ' && c < 0x7f && std::string_view("\\/?#@").find(c) == std::string_view::npos;
  };
  const auto is_of_host = [](char c) { return c > ' ' && std::string_view("\\/?#").find(c) == std::string_view::npos; };
  return percent_encoded(user, stands) + percent_encoded(address.substr(user.size()), [&](char c) {
           return is_of_host(c) || static_cast<unsigned char>(c) >= 0x80;
         });
}

// HTTrack passes the address without the scheme for http, and the path with escapes of spaces and of UTF-8 undone. They
// are escaped again as HTTrack does in its requests, so that parse_url takes none for a blank around the URL. "#" and
// "\" never stand for themselves in a request. Dot segments that HTTrack did not resolve were escaped in the link.
inline std::string url_of(const char* address, std::string_view file) {
  std::string_view rest = address;
  const std::size_t scheme = std::min(rest.find("://"), rest.size());
  std::string url = scheme < rest.size() ? std::string(rest.substr(0, scheme)) + "://" : "http://";
  if (scheme < rest.size()) rest.remove_prefix(scheme + 3);
  url += address_of(rest);
  url += percent_encoded(file, [](char c) { return c > ' ' && c < 0x7f && c != '#' && c != '\\'; });
  return with_escaped_dots(url);
}

// The same for every callback about one transfer.
inline std::string transfer_key(const char* address, const char* file) { return std::string(address) + file; }

inline std::size_t transfer_hash(const char* address, const char* file) {
  return KeyedHash()(transfer_key(address, file));
}

// HTTrack follows the Location as it is, and sends even its fragment to the server. The header's value, and a target,
// end before that.
inline void clean_location(lien_back& back) {
  char* const location = back.r.location;
  if (!location) return;
  const std::string_view text = location;
  std::size_t end = std::min(text.find('#'), text.size());
  while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t')) --end;
  if (end > 0) location[end] = 0;
}

// HTTrack takes every interim answer but "100 Continue" for the final one. Of several types in one header ("text/html,
// text/html") it takes the first, with its comma, which is no type to it: it would not read the body.
inline void clean_head(const char* head, htsblk& incoming) {
  constexpr int go_on = 100, switching_protocols = 101, least_final = 200;
  if (incoming.statuscode > switching_protocols && incoming.statuscode < least_final) incoming.statuscode = go_on;
  if (std::string_view(incoming.contenttype).find(',') == std::string_view::npos) return;
  const auto parsed = crawl::parse_http_head(head);
  if (!parsed) return;
  const std::string type = crawl::split_content_type(parsed->fields.all("content-type")).type;
  if (type.size() < sizeof incoming.contenttype) std::ranges::copy(type + '\0', incoming.contenttype);
}

// Of a file, at most `most` bytes. nullopt: HTTrack has written it to a file that cannot be read.
inline std::optional<std::string> body_of(const lien_back& back, std::int64_t most) {
  if (back.r.adr && back.r.size > 0) return std::string(back.r.adr, static_cast<std::size_t>(back.r.size));
  if (!back.r.is_write || back.r.size <= 0) return std::string();
  std::string body(static_cast<std::size_t>(std::min<std::int64_t>(back.r.size, most)), '\0');
  std::ifstream saved(back.url_sav, std::ios::binary);
  saved.read(body.data(), static_cast<std::streamsize>(body.size()));
  if (saved.gcount() <= 0) return std::nullopt;
  body.resize(static_cast<std::size_t>(saved.gcount()));
  return body;
}

// Whether the connection ended before the last chunk. HTTrack notices that only within a chunk.
inline bool lacks_chunks(const lien_back& back) {
  constexpr LLint last = -1;
  return back.is_chunk && back.chunk_blocksize != last;
}

// HTTrack takes what it can decode of a body that is cut for the whole. So in a crawl of Pith's own, where nothing is
// saved, the plugin decodes pages, between HTTrack's receiving and reading them. Use from one thread at a time.
class EncodedBodies {
 public:
  // When the head of a transfer has come: HTTrack will leave its body as it is, if it is a page's. It does so by itself
  // with encodings that it did not ask for.
  void take_over(const char* head, const std::string& transfer, htsblk& incoming) {
    encodings_.erase(transfer);
    if (!crawl::is_html_type(incoming.contenttype)) return;
    const auto parsed = crawl::parse_http_head(head);
    std::string encoding = parsed ? parsed->fields.all("content-encoding") : std::string();
    if (encoding.empty()) return;
    encodings_[transfer] = std::move(encoding);
    incoming.compressed = 0;
  }

  // When the transfer has ended. False if the body is cut or damaged: HTTrack and the cache get what comes before; or
  // if its encoding is not known. Of a body above the limits, they get as much as shows that it is.
  bool decode(lien_back& back, const crawl::DecodingBounds& bounds) {
    const auto encoding = encodings_.extract(transfer_key(back.url_adr, back.url_fil));
    if (!encoding || !back.r.adr || back.r.size <= 0) return true;
    auto decoded =
        crawl::decode_content({back.r.adr, static_cast<std::size_t>(back.r.size)}, encoding.mapped(), bounds);
    if (!decoded && decoded.error().code == crawl::code::unknown_encoding) return false;
    const crawl::Unpacked body =
        decoded ? *std::move(decoded) : crawl::Unpacked{std::string(bounds.max_bytes, ' '), true};
    char* const bytes = static_cast<char*>(hts_malloc(body.bytes.size() + 1));
    if (!bytes) throw std::bad_alloc();
    std::copy_n(body.bytes.c_str(), body.bytes.size() + 1, bytes);
    hts_free(back.r.adr);
    back.r.adr = bytes;
    back.r.size = back.r.totalsize = static_cast<LLint>(body.bytes.size());
    return body.complete;
  }

 private:
  std::unordered_map<std::string, std::string> encodings_;  // Content-Encoding of running transfers
};

}  // namespace pith::capture
