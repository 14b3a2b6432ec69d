// URLs: normal form, references, sites, and URLs made from file names. Input: a URL, a line feed, a reference.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "crawler_adapter/cache/site.h"
#include "crawler_adapter/inputs/folder_url.h"
#include "tests/fuzz/check.h"

using namespace pith;
using namespace pith::fuzz;

namespace {

void check_url(const Url& url) {
  const std::string text = url.str();
  const auto again = parse_url(text);
  require(again.has_value() && *again == url && again->str() == text, "a normal form is its own", text);
  require(std::all_of(text.begin(), text.end(), [](char c) { return c > 0x20 && c < 0x7f; }),
          "a URL is printable ASCII", text);
  require(url.scheme == "http" || url.scheme == "https", "the scheme is http or https", text);
  require(!url.host.empty() && url.host.find_first_of("/?#@\\") == std::string::npos, "a host is one", text);
  require(url.path.starts_with('/') && (url.path + "/").find("/../") == std::string::npos, "a path has no way out",
          text);
  require(url.path.find_first_of("?#") == std::string::npos, "a path ends before the query", text);

  for (const auto mode : {crawl::SiteMode::domain, crawl::SiteMode::host}) {
    const std::string site = crawl::site_of(url, mode);
    require(!site.empty() && site.find_first_of("/?#@\\ ") == std::string::npos && site != "." && site != "..",
            "a site is a name", site);
    const std::string host = url.port.empty() ? url.host : url.host + ":" + url.port;
    require(host.ends_with(site) || url.host.ends_with(site), "a site is the end of the host", text + " " + site);
  }
  for (const std::string_view segment : directory_segments(url))
    require(segment != ".." && segment.find('/') == std::string_view::npos, "segments are names", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes = view_of(data, size);
  const std::string_view address = take_until(bytes, '\n');

  const auto url = parse_url(address);
  if (url) check_url(*url);
  static const auto fallback = parse_url("https://example.org/a/b?c");
  const Url& base = url ? *url : *fallback;
  if (const auto target = resolve(base, bytes)) {
    check_url(*target);
    require(resolve(base, target->str()) == target, "an absolute reference is itself", target->str());
  }
  require(resolve(base, "") == base, "an empty reference is the base", base.str());

  if (const auto named = ingest::url_of_path(bytes, "")) check_url(*named);
  if (const auto named = ingest::url_of_path(bytes, "http://folder.example/docs/")) {
    check_url(*named);
    require(named->host == "folder.example" && named->port.empty(), "a file is of its folder's host", named->str());
  }
  if (const auto told = ingest::url_of_comment(view_of(data, size))) check_url(*told);
  return 0;
}
