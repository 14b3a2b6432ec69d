#include "core/text/url.h"

#include <unicode/uidna.h>
#include <uriparser/Uri.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "core/text/ascii.h"
#include "core/text/percent.h"

namespace pith {
namespace {

// What a URL may contain unescaped after the authority (RFC 3986 §3.3, §3.4): the rest is percent-encoded.
bool may_stand(char c) {
  return is_alphanumeric_ascii(c) || std::string_view("-._~!$&'()*+,;=:@/?").find(c) != std::string_view::npos;
}

// Reads what people write as browsers do: drops outer blanks, inner line ends and the fragment.
std::string trimmed(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  std::string out;
  out.reserve(text.size());
  bool query = false;
  for (const char c : text) {
    if (c == '\t' || c == '\n' || c == '\r') continue;
    if (c == '#') break;
    if (c == '?') query = true;
    out += c == '\\' && !query ? '/' : c;
  }
  return out;
}

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 16);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::optional<char> escape = escape_at(text, i);
    if (escape == '.') {  // a segment of dots is one however it is written
      out += '.';
      i += 2;
    } else if (escape || may_stand(text[i])) {
      out += text[i];
    } else {
      append_escape(out, text[i]);
    }
  }
  return out;
}

// A name with a dot at its end is the same host, but looks different when hosts are compared.
std::string without_dot(std::string host) {
  if (host.ends_with('.')) host.pop_back();
  return host;
}

// Host in ASCII and lower case; empty if it is not a valid host.
std::string ascii_host(std::string_view host) {
  std::string decoded;
  for (std::size_t i = 0; i < host.size(); ++i) {
    const std::optional<char> escape = escape_at(host, i);
    decoded += lower_ascii(escape.value_or(host[i]));
    if (escape) i += 2;
  }
  const bool plain = std::all_of(decoded.begin(), decoded.end(),
                                 [](char c) { return is_alphanumeric_ascii(c) || c == '-' || c == '.' || c == '_'; });
  if (plain) return decoded.find("..") == std::string::npos ? without_dot(std::move(decoded)) : std::string();

  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UIDNA, void (*)(UIDNA*)> idna(
      uidna_openUTS46(UIDNA_CHECK_BIDI | UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_USE_STD3_RULES, &status), uidna_close);
  if (U_FAILURE(status)) return {};
  std::array<char, 512> buffer;
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  const std::int32_t size =
      uidna_nameToASCII_UTF8(idna.get(), decoded.data(), static_cast<std::int32_t>(decoded.size()), buffer.data(),
                             static_cast<std::int32_t>(buffer.size()), &info, &status);
  if (U_FAILURE(status) || info.errors != 0 || size > static_cast<std::int32_t>(buffer.size())) return {};
  return without_dot(std::string(buffer.data(), static_cast<std::size_t>(size)));
}

struct Authority {
  std::string host, port;
};

std::optional<Authority> read_authority(std::string_view text) {
  if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) text.remove_prefix(at + 1);
  Authority out;
  std::string_view port;
  if (text.starts_with('[')) {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    for (const char c : text.substr(0, close + 1)) {
      if (hex_value(c) < 0 && c != ':' && c != '.' && c != '[' && c != ']') return std::nullopt;
      out.host += lower_ascii(c);
    }
    port = text.substr(close + 1);
    if (!port.empty() && port.front() != ':') return std::nullopt;
  } else {
    const std::size_t colon = text.find(':');
    out.host = ascii_host(text.substr(0, colon));
    if (colon != std::string_view::npos) port = text.substr(colon);
  }
  if (out.host.empty() || out.host.size() > 255) return std::nullopt;
  if (!port.empty()) port.remove_prefix(1);
  while (port.size() > 1 && port.front() == '0') port.remove_prefix(1);
  if (port.size() > 5 || !std::all_of(port.begin(), port.end(), is_digit_ascii)) return std::nullopt;
  if (!port.empty() && std::stoi(std::string(port)) > 65535) return std::nullopt;
  out.port = port;
  return out;
}

// Text that uriparser accepts: the authority in ASCII and without user info, everything after it escaped. Empty if the
// authority is invalid.
std::string clean_reference(std::string_view raw) {
  const std::string text = trimmed(raw);
  std::size_t scheme = 0;
  if (!text.empty() && is_letter_ascii(text[0]))
    while (scheme < text.size() &&
           (is_alphanumeric_ascii(text[scheme]) || text[scheme] == '+' || text[scheme] == '-' || text[scheme] == '.'))
      ++scheme;
  const bool has_scheme = scheme > 0 && scheme < text.size() && text[scheme] == ':';
  const std::size_t start = has_scheme ? scheme + 1 : 0;
  if (text.compare(start, 2, "//") != 0) {
    if (has_scheme) return {};  // mailto:, javascript:, and http: without a host
    // A colon in the first segment of a relative reference would be read as a scheme (RFC 3986 §4.2).
    const std::size_t colon = text.find(':');
    const bool guard = colon != std::string::npos && text.find_first_of("/?") > colon;
    return (guard ? "./" : "") + escaped(text);
  }
  const std::size_t end = std::min(text.find_first_of("/?", start + 2), text.size());
  const auto authority = read_authority(std::string_view(text).substr(start + 2, end - start - 2));
  if (!authority) return {};
  std::string out = text.substr(0, start) + "//" + authority->host;
  if (!authority->port.empty()) out += ":" + authority->port;
  return out + escaped(std::string_view(text).substr(end));
}

// Whether text after an authority is in normal form already: nothing to escape or to unescape, no fragment, no empty
// segment or one of dots.
bool is_plain(std::string_view text) {
  char before = 0;
  for (const char c : text) {
    if (!may_stand(c)) return false;
    if (before == '/' && (c == '/' || c == '.')) return false;
    before = c;
  }
  return true;
}

// What most links of a page are: paths below the host or the directory, and URLs with a host that needs no care. The
// result is that of the general way; nullopt: go that way.
std::optional<Url> resolve_plain(const Url& base, std::string_view reference) {
  Url url{.scheme = base.scheme, .host = base.host, .port = base.port, .path = {}, .query = std::nullopt};
  std::string_view rest = reference;
  for (const std::string_view scheme : {"https", "http"}) {
    if (!reference.starts_with(scheme) || !reference.substr(scheme.size()).starts_with("://")) continue;
    rest.remove_prefix(scheme.size() + 3);
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view host = rest.substr(0, end);
    const auto is_host = [](char c) { return is_digit_ascii(c) || (c >= 'a' && c <= 'z') || c == '-' || c == '.'; };
    if (host.empty() || host.size() > 255 || !std::ranges::all_of(host, is_host) || host.starts_with('.') ||
        host.ends_with('.') || host.find("..") != host.npos)
      return std::nullopt;
    url.scheme = scheme;
    url.host = host;
    url.port.clear();
    rest.remove_prefix(end);
    if (rest.empty()) rest = "/";
    break;
  }
  if (rest.empty() || !is_plain(rest)) return std::nullopt;
  if (rest.front() != '/') {  // no host was read
    if (rest.front() == '?' || rest.front() == '.' || rest.find(':') != rest.npos) return std::nullopt;
    url.path = base.path.substr(0, base.path.rfind('/') + 1);
    if (!is_plain(url.path) || url.path.empty()) return std::nullopt;
  }
  const std::size_t query = rest.find('?');
  url.path += rest.substr(0, query);
  if (query != rest.npos) url.query = rest.substr(query + 1);
  if (url.host.empty() || url.str().size() > max_url_bytes) return std::nullopt;
  return url;
}

// Whether cleaned text has neither scheme nor authority, and its path does not begin at the root.
bool is_relative(std::string_view clean) {
  const std::size_t first = clean.find_first_of("/?:");
  return !clean.starts_with('/') && (first == clean.npos || clean[first] != ':');
}

// The part of a base's path that no relative reference changes, since each of its segments leaves one directory at
// most. Thousands of links below a path of thousands of segments cost no more than what they say.
std::string_view fixed_part(std::string_view path, std::string_view reference) {
  const auto segments = std::ranges::count(reference, '/') + 2;
  std::size_t end = path.size();
  for (std::ptrdiff_t i = 0; i < segments && end > 0; ++i) end = path.rfind('/', end - 1);
  return path.substr(0, end);
}

class ParsedUri {
 public:
  ParsedUri() = default;
  ParsedUri(const ParsedUri&) = delete;
  ParsedUri& operator=(const ParsedUri&) = delete;
  ~ParsedUri() {
    if (valid_) uriFreeUriMembersA(&uri_);
  }
  bool parse(const std::string& text) {
    const char* error = nullptr;
    return valid_ = uriParseSingleUriExA(&uri_, text.data(), text.data() + text.size(), &error) == URI_SUCCESS;
  }
  bool resolve(const ParsedUri& base, const ParsedUri& reference) {
    return valid_ = uriAddBaseUriExA(&uri_, &reference.uri_, &base.uri_, URI_RESOLVE_STRICTLY) == URI_SUCCESS;
  }
  // Consumes the URI's parts into a Url in normal form.
  std::optional<Url> normalized() {
    if (uriNormalizeSyntaxExA(&uri_, URI_NORMALIZE_SCHEME | URI_NORMALIZE_PATH | URI_NORMALIZE_QUERY) != URI_SUCCESS)
      return std::nullopt;
    const auto text = [](const UriTextRangeA& range) {
      return range.first ? std::string(range.first, range.afterLast) : std::string();
    };
    Url url;
    url.scheme = text(uri_.scheme);
    if (url.scheme != "http" && url.scheme != "https") return std::nullopt;
    url.host = text(uri_.hostText);
    if (uri_.hostData.ip6 || uri_.hostData.ipFuture.first) url.host = "[" + url.host + "]";
    if (url.host.empty()) return std::nullopt;
    url.port = text(uri_.portText);
    if (url.port == (url.scheme == "http" ? "80" : "443")) url.port.clear();
    for (const UriPathSegmentA* segment = uri_.pathHead; segment; segment = segment->next)
      url.path += "/" + text(segment->text);
    if (url.path.empty()) url.path = "/";
    if (uri_.query.first) url.query = text(uri_.query);
    if (url.str().size() > max_url_bytes) return std::nullopt;
    return url;
  }

 private:
  UriUriA uri_{};
  bool valid_ = false;
};

}  // namespace

std::string Url::str() const {
  std::string out = scheme + "://" + host;
  if (!port.empty()) out += ":" + port;
  out += path;
  if (query) out += "?" + *query;
  return out;
}

std::optional<Url> parse_url(std::string_view text) {
  if (text.size() > max_url_bytes) return std::nullopt;
  if (auto plain = resolve_plain({}, text)) return plain;
  const std::string clean = clean_reference(text);
  ParsedUri uri;
  if (clean.empty() || !uri.parse(clean)) return std::nullopt;
  return uri.normalized();
}

std::optional<Url> resolve(const Url& base, std::string_view reference) {
  if (reference.size() > max_url_bytes) return std::nullopt;
  if (auto plain = resolve_plain(base, reference)) return plain;
  if (trimmed(reference).empty()) return base;
  const std::string clean = clean_reference(reference);
  Url near = base;
  const std::string_view fixed = is_relative(clean) ? fixed_part(base.path, clean) : std::string_view();
  near.path.erase(0, fixed.size());
  const std::string base_text = near.str();
  ParsedUri base_uri, reference_uri, absolute;
  if (clean.empty() || !reference_uri.parse(clean) || !base_uri.parse(base_text)) return std::nullopt;
  if (!absolute.resolve(base_uri, reference_uri)) return std::nullopt;
  auto out = absolute.normalized();
  if (!out) return std::nullopt;
  out->path.insert(0, fixed);
  if (out->str().size() > max_url_bytes) return std::nullopt;
  return out;
}

std::string url_escaped(std::string_view text) { return percent_encoded(text, is_unreserved); }

std::vector<std::string_view> directory_segments(const Url& url) {
  std::vector<std::string_view> segments;
  std::string_view rest = url.path;
  rest = rest.substr(0, rest.rfind('/') + 1);
  while (rest.size() > 1) {
    rest.remove_prefix(1);
    const std::size_t end = rest.find('/');
    segments.push_back(rest.substr(0, end));
    rest.remove_prefix(end);
  }
  return segments;
}

bool is_loopback_host(std::string_view host) {
  const bool is_address = host.find_first_not_of("0123456789.") == host.npos;
  return host == "localhost" || host.ends_with(".localhost") || host == "[::1]" || host == "::1" ||
         (is_address && host.starts_with("127."));
}

bool is_obvious_non_page(const Url& url) {
  static constexpr std::string_view extensions[] = {
      "7z",   "aac",  "apk",   "atom", "avi",  "avif", "bin",  "bmp",     "bz2", "css",  "csv",  "deb",  "dmg",  "doc",
      "docx", "eot",  "eps",   "epub", "exe",  "flac", "flv",  "gif",     "gz",  "ico",  "iso",  "jar",  "jpeg", "jpg",
      "js",   "json", "m4a",   "m4v",  "map",  "mid",  "mjs",  "mkv",     "mov", "mp3",  "mp4",  "mpeg", "mpg",  "msi",
      "odp",  "ods",  "odt",   "ogg",  "ogv",  "otf",  "pdf",  "png",     "ppt", "pptx", "ps",   "rar",  "rpm",  "rss",
      "rtf",  "svg",  "swf",   "tar",  "tgz",  "tif",  "tiff", "torrent", "ttf", "txt",  "wasm", "wav",  "webm", "webp",
      "wmv",  "woff", "woff2", "xls",  "xlsx", "xml",  "xz",   "zip",     "zst"};
  const std::string_view path = url.path;
  const std::size_t dot = path.find_last_of("./");
  if (dot == std::string_view::npos || path[dot] == '/' || path.size() - dot > 9) return false;
  const std::string extension = lower_ascii(path.substr(dot + 1));
  return std::find(std::begin(extensions), std::end(extensions), extension) != std::end(extensions);
}

}  // namespace pith
