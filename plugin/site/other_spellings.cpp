#include "plugin/site/other_spellings.h"

#include <utility>

namespace pith::pipeline {
namespace {

Url with_other_end(Url url) {
  if (url.path.size() > 1 && url.path.ends_with('/'))
    url.path.pop_back();
  else if (!url.path.ends_with('/'))
    url.path += '/';
  return url;
}

Url with_or_without_index(Url url) {
  constexpr std::string_view index = "index.html";
  if (url.path.ends_with("/" + std::string(index)))
    url.path.resize(url.path.size() - index.size());
  else if (url.path.ends_with('/'))
    url.path += index;
  return url;
}

Url with_other_scheme(Url url) {
  url.scheme = url.scheme == "http" ? "https" : "http";
  return url;
}

Url with_other_host(Url url) {
  constexpr std::string_view www = "www.";
  url.host = url.host.starts_with(www) ? url.host.substr(www.size()) : std::string(www) + url.host;
  return url;
}

}  // namespace

std::vector<std::string> other_spellings(const Url& url) {
  std::vector<std::string> out;
  for (unsigned changes = 1; changes < 16; ++changes) {
    Url other = url;
    if (changes & 1) other = with_other_end(other);
    if (changes & 2) other = with_other_scheme(other);
    if (changes & 4) other = with_other_host(other);
    if (changes & 8) other = with_or_without_index(other);
    if (std::string text = other.str(); text != url.str()) out.push_back(std::move(text));
  }
  return out;
}

}  // namespace pith::pipeline
