// The URL patterns of `crawl.exclude` and `ingest.exclude`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/text/url.h"

namespace pith::config {

// Checks a pattern and gives it the form that url_matches expects: characters that a URL cannot have are
// percent-encoded. Only * is special: it matches any characters, "/" and "?" too. A pattern that begins with "/" is
// compared with the path and the query; one with "://" with the whole URL; any other with the URL without its scheme.
// Errors (code "url_pattern") say what is wrong.
Result<std::string> parse_url_pattern(std::string_view text);

// Whether the whole URL, or path, matches. Case matters: hosts of URLs are in lower case. Worst case O(pattern × URL).
bool url_matches(std::string_view pattern, const Url& url);

// Several patterns, each put into form once. Immutable: thread-safe.
class UrlPatterns {
 public:
  UrlPatterns() = default;
  // Patterns that parse_url_pattern refuses match nothing; the configuration has none.
  explicit UrlPatterns(std::span<const std::string> texts);

  bool empty() const { return patterns_.empty(); }
  // Whether one of them matches.
  bool match(const Url& url) const;

 private:
  std::vector<std::string> patterns_;
};

}  // namespace pith::config
