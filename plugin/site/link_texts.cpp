#include "plugin/site/link_texts.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/little_endian.h"
#include "core/base/stable_hash.h"
#include "core/page/breadcrumb.h"
#include "core/text/ascii.h"
#include "core/text/white_space.h"
#include "core/text/words.h"
#include "crawler_adapter/cache/site.h"
#include "plugin/site/url_hierarchy.h"

namespace pith::pipeline {
namespace {

constexpr char version = 1;
constexpr std::size_t max_words = 40;  // of a text, for its key

static_assert(max_said_bytes < 256 && max_breadcrumb_names < 256 && max_breadcrumb_name_bytes <= max_said_bytes);

std::string_view without(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

// "https://www.example.org/a/" → "example.org/a"
std::string bare_address(std::string_view url) {
  std::string lower = lower_ascii(url);
  std::string_view bare = without(without(without(lower, "https:"), "http:"), "//");
  bare = without(bare, "www.");
  while (bare.ends_with('/')) bare.remove_suffix(1);
  return std::string(bare);
}

bool is_address(std::string_view text, std::string_view target) {
  if (text.find(' ') != std::string_view::npos) return false;
  const std::string lower = lower_ascii(text.substr(0, 8));
  return lower.starts_with("http://") || lower.starts_with("https://") || lower.starts_with("www.") ||
         bare_address(text) == bare_address(target);
}

void put_text(std::string& out, std::string_view text) {
  const std::string_view kept = cut_utf8(text, max_said_bytes);
  out += static_cast<char>(kept.size());
  out += kept;
}

// Takes fields off the front of bytes that may be anything.
class Taker {
 public:
  explicit Taker(std::string_view bytes) : rest_(bytes) {}

  bool empty() const { return rest_.empty(); }

  bool number(std::uint64_t& value) {
    if (rest_.size() < sizeof value) return false;
    value = take_little_endian<std::uint64_t>(rest_);
    return true;
  }
  bool size(std::size_t& value, std::size_t at_most) {
    if (rest_.empty()) return false;
    value = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return value <= at_most;
  }
  bool text(std::string& value) {
    std::size_t bytes = 0;
    if (!size(bytes, max_said_bytes) || bytes > rest_.size()) return false;
    value = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return true;
  }

 private:
  std::string_view rest_;
};

}  // namespace

std::uint64_t key_of_text(std::string_view text) {
  std::vector<std::uint64_t> words;
  append_word_hashes(words, text, max_words);
  if (words.empty()) return 0;
  std::uint64_t key = hash_seed;
  for (const std::uint64_t word : words) key = mix(key, word);
  for (const char c : text)
    if (c == '+' || c == '#') key = mix(key, static_cast<unsigned char>(c));
  return std::max<std::uint64_t>(key, 1);
}

LinkTexts link_texts_of(const ExtractedPage& page, const Url& url) {
  LinkTexts out;
  out.title = cut_utf8(page.metadata.title, max_said_bytes);
  out.language = cut_utf8(page.metadata.language, max_said_bytes);
  for (const std::string& name : page.breadcrumb) out.breadcrumb.emplace_back(cut_utf8(name, max_said_bytes));
  const std::string site = crawl::site_of(url, crawl::SiteMode::domain);
  const std::uint64_t own = address_key(url);
  std::set<std::pair<std::uint64_t, std::uint64_t>> known;
  for (const ContentLink& link : page.links) {
    const std::string text(cut_utf8(link.text, max_said_bytes));
    const std::uint64_t key = key_of_text(text);
    const auto target = key == 0 || is_address(text, link.url) ? std::nullopt : parse_url(link.url);
    if (!target) continue;
    const std::uint64_t address = address_key(*target);
    if (address == own || (target->host != url.host && crawl::site_of(*target, crawl::SiteMode::domain) != site))
      continue;
    if (known.emplace(address, key).second) out.links.push_back({address, text});
  }
  return out;
}

std::string to_bytes(const LinkTexts& texts) {
  std::string out(1, version);
  put_text(out, texts.title);
  put_text(out, texts.language);
  const std::size_t names = std::min(texts.breadcrumb.size(), max_breadcrumb_names);
  out += static_cast<char>(names);
  for (std::size_t i = 0; i < names; ++i) put_text(out, texts.breadcrumb[i]);
  for (const LinkTexts::Link& link : texts.links) {
    if (out.size() + sizeof link.target + 1 + max_said_bytes > max_link_texts_bytes) break;
    put_little_endian(out, link.target);
    put_text(out, link.text);
  }
  return out;
}

std::optional<LinkTexts> link_texts_from_bytes(std::string_view bytes) {
  if (bytes.empty() || bytes.front() != version || bytes.size() > max_link_texts_bytes) return std::nullopt;
  Taker taker(bytes.substr(1));
  LinkTexts out;
  std::size_t names = 0;
  if (!taker.text(out.title) || !taker.text(out.language) || !taker.size(names, max_breadcrumb_names))
    return std::nullopt;
  for (; names > 0; --names)
    if (!taker.text(out.breadcrumb.emplace_back())) return std::nullopt;
  while (!taker.empty()) {
    LinkTexts::Link& link = out.links.emplace_back();
    if (!taker.number(link.target) || !taker.text(link.text)) return std::nullopt;
  }
  return out;
}

}  // namespace pith::pipeline
