#include "crawler_adapter/inputs/folder_url.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>

#include "core/text/ascii.h"
#include "core/text/percent.h"
#include "crawler_adapter/page/http_message.h"

namespace pith::ingest {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view added = ".html";

// ".html" after an extension of pages, or after a query.
bool extension_was_added(std::string_view name, bool query) {
  if (!name.ends_with(added)) return false;
  if (query) return true;
  name.remove_suffix(added.size());
  for (const std::string_view extension :
       {".php", ".asp", ".aspx", ".jsp", ".cgi", ".pl", ".cfm", ".do", ".py", ".shtml"})
    if (name.ends_with(extension)) return true;
  return false;
}

// The last name of a path, as it is in the URL.
std::string url_name(std::string_view name) {
  std::size_t query = name.find('?');
  std::size_t mark = 1;
  if (query == std::string_view::npos) {
    query = std::min(name.find("%3F"), name.find("%3f"));
    mark = 3;
  }
  if (query == std::string_view::npos) {  // wget --restrict-file-names=windows
    const std::size_t at = name.find('@');
    if (at != std::string_view::npos && name.find('=', at) != std::string_view::npos) query = at;
    mark = 1;
  }
  if (extension_was_added(name, query != std::string_view::npos)) name.remove_suffix(added.size());
  std::string_view file = name.substr(0, query);
  if (file == "index.html" || file == "index.htm") file = {};
  std::string out(file);
  if (query != std::string_view::npos) out.append("?").append(name.substr(query + mark));
  return out;
}

}  // namespace

// No top-level domain has "_" or "+": what follows it is a port.
std::string host_of_folder(std::string_view name) {
  std::string host(name);
  const std::size_t mark = host.find_last_of("_+:");
  const bool port = mark != std::string::npos && mark + 1 < host.size() &&
                    std::all_of(host.begin() + static_cast<long>(mark) + 1, host.end(), is_digit_ascii);
  if (port) host[mark] = ':';
  const std::string_view bare = std::string_view(host).substr(0, port ? mark : std::string::npos);
  const bool dotted = bare.find('.') != std::string_view::npos && bare.front() != '.' && bare.back() != '.';
  return dotted || bare == "localhost" || port ? host : std::string();
}

std::string host_of_folder_at(const std::string& path) {
  std::error_code error;
  return host_of_folder(fs::canonical(path, error).filename().string());
}

std::string host_folder_in(const std::string& path, std::string_view but) {
  for (const char* scheme : {"", "http", "https"}) {
    std::error_code error;
    for (fs::directory_iterator entry(fs::path(path) / scheme, error), end; !error && entry != end;
         entry.increment(error)) {
      std::error_code ignored;
      std::string host = host_of_folder(entry->path().filename().string());
      if (!host.empty() && host != but && entry->is_directory(ignored)) return host;
    }
  }
  return {};
}

std::optional<Url> url_of_path(std::string_view path, std::string_view prefix) {
  std::string out(prefix);
  if (prefix.empty()) {
    out = "http://";
    for (const std::string_view scheme : {"http/", "https/"})
      if (path.starts_with(scheme)) {
        out = std::string(scheme.substr(0, scheme.size() - 1)) + "://";
        path.remove_prefix(scheme.size());
        break;
      }
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const std::string host = host_of_folder(path.substr(0, slash));
    if (host.empty()) return std::nullopt;
    out += host;
    path.remove_prefix(slash);
  } else {
    if (out.back() != '/') out += '/';
    const auto base = parse_url(out);
    const std::size_t slash = path.find('/');
    if (base && base->path == "/" && slash != std::string_view::npos &&
        host_of_folder(path.substr(0, slash)) == base->host + (base->port.empty() ? "" : ":" + base->port))
      path.remove_prefix(slash + 1);
  }
  const std::size_t last = path.rfind('/') + 1;  // npos + 1 is 0
  std::string rest(path.substr(0, last));
  rest += url_name(path.substr(last));
  out += percent_encoded(rest, [](char c) { return static_cast<unsigned char>(c) > ' ' && c != '#'; });
  return parse_url(out);
}

std::optional<Url> url_of_comment(std::string_view page) {
  page = page.substr(0, 16 << 10);
  constexpr std::string_view httrack = "<!-- Mirrored from ", by = " by HTTrack", browser = "<!-- saved from url=(";
  if (const std::size_t begin = page.find(httrack); begin != std::string_view::npos) {
    const std::string_view rest = page.substr(begin + httrack.size());
    const std::string_view comment = rest.substr(0, rest.find("-->"));
    const std::size_t end = comment.find(by);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string url(comment.substr(0, end));
    return parse_url(url.find("://") == std::string::npos ? "http://" + url : url);
  }
  if (const std::size_t begin = page.find(browser); begin != std::string_view::npos) {
    const std::string_view rest = page.substr(begin + browser.size());
    const std::string_view comment = rest.substr(0, rest.find("-->"));
    const std::size_t close = comment.find(')');
    if (close != std::string_view::npos) return parse_url(comment.substr(close + 1));
  }
  return std::nullopt;
}

}  // namespace pith::ingest
