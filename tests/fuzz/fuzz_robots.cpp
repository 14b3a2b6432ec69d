// robots.txt: any bytes; matching against its definition; simple files against libwget's parser.
//
// Input: a line that becomes the path, then the file.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "crawler_adapter/fetch/detail/robots.h"
#include "tests/support/wget_robots.h"

using pith::crawl::Robots;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// Maps every byte to one of these characters, which are the same in every form of a URL.
std::string as_one_of(std::string_view characters, std::string_view bytes) {
  std::string out;
  for (const char byte : bytes) out += characters[static_cast<unsigned char>(byte) % characters.size()];
  return out;
}

// RFC 9309 §2.2.3, taken literally: the positions in the path where the pattern read so far may end.
bool matches(std::string_view pattern, std::string_view path) {
  std::vector<bool> ends(path.size() + 1, false);
  ends[0] = true;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '$' && i + 1 == pattern.size()) return ends[path.size()];
    std::vector<bool> next(path.size() + 1, false);
    for (std::size_t at = 0; at <= path.size(); ++at) {
      if (!ends[at]) continue;
      if (pattern[i] == '*')
        std::fill(next.begin() + static_cast<std::ptrdiff_t>(at), next.end(), true);
      else if (at < path.size() && path[at] == pattern[i])
        next[at + 1] = true;
    }
    ends = std::move(next);
  }
  return std::find(ends.begin(), ends.end(), true) != ends.end();
}

bool allows(const Robots& robots, std::string_view path) {
  std::size_t longest_allow = 0, longest_disallow = 0;
  for (const Robots::Rule& rule : robots.rules()) {
    std::size_t& longest = rule.allow ? longest_allow : longest_disallow;
    if (matches(rule.pattern, path)) longest = std::max(longest, rule.pattern.size());
  }
  return longest_allow >= longest_disallow;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t line = std::min(bytes.find('\n'), bytes.size());
  const std::string path = "/" + as_one_of("ab/", bytes.substr(0, line));
  const std::string_view file = bytes.substr(line);

  for (const std::string& text : {std::string(file), "User-agent: *\nDisallow: /" + std::string(file)}) {
    const Robots robots = Robots::parse(text, "pith");
    require(robots.allows(path) == allows(robots, path));
    require(robots.crawl_delay() >= 0);
    robots.allows(file);
    pith::test::wget_forbidden_prefixes(text, "pith");
  }

  // Both understand one group with prefixes only.
  std::string simple = "User-agent: *\nDisallow: /";
  for (const char c : as_one_of("ab/\n", file)) simple += c == '\n' ? std::string("\nDisallow: /") : std::string(1, c);
  const std::vector<std::string> prefixes = pith::test::wget_forbidden_prefixes(simple, "pith");
  const bool forbidden = std::any_of(prefixes.begin(), prefixes.end(),
                                     [&](const std::string& prefix) { return path.starts_with(prefix); });
  require(Robots::parse(simple, "pith").allows(path) == !forbidden);
  return 0;
}
