#include "crawler_adapter/cache/recapture.h"

#include <algorithm>
#include <array>

#include "core/text/ascii.h"

namespace pith::crawl {
namespace {

// Answers about the request, the client or the proxy, or about now, and not about the page. Sorted.
constexpr std::array temporary = {407, 408, 416, 421, 423, 425, 429, 431};
constexpr int least_final = 200, not_modified = 304;

// A page that only redirects to itself wants a cookie or a login. With another spelling of its URL (":80", "/h/../h"),
// it is an alias of the page. Nor does a redirect say anything that does not say where to.
bool leads_nowhere(const CapturedPage& page, const CapturedRecord& record, const KnownCapture& known) {
  if (!known.is_page()) return false;
  if (record.reason == PageReason::redirect_to_itself) return page.url == record.url;
  return page.status >= 300 && page.status < 400 && page.status != not_modified && record.redirect_to.empty();
}

bool says_nothing(const PageReason& reason, const KnownCapture& known) {
  if (reason == PageReason::other_spelling) return !(known.reason == PageReason::other_spelling);
  return known.is_page() && reason == PageReason::redirect_to_itself;
}

}  // namespace

bool breaks_off(std::string_view before, std::string_view now) {
  constexpr std::string_view end = "</html";
  const auto has_end = [&](std::string_view text) {
    const auto is_same = [](char c, char of_end) { return lower_ascii(c) == of_end; };
    return std::search(text.begin(), text.end(), end.begin(), end.end(), is_same) != text.end();
  };
  return now.size() < before.size() && before.starts_with(now) && !has_end(now) && has_end(before);
}

bool is_temporary_error(int status) {
  return status < least_final || status >= 500 || std::ranges::binary_search(temporary, status);
}

bool is_failed(const CapturedPage& page, std::int64_t known_size) {
  const bool less = page.body.empty() || (page.cut && static_cast<std::int64_t>(page.body.size()) < known_size);
  return is_temporary_error(page.status) || (is_success(page.status) && less);
}

Recapture recapture_of(const CapturedPage& page, const CapturedRecord& record, const KnownCapture& known) {
  if (leads_nowhere(page, record, known)) return Recapture::failed;
  if (says_nothing(record.reason, known)) return Recapture::ignored;
  if (page.status == not_modified && known.is_page()) return Recapture::received;
  if (known.is_page() && (is_failed(page, known.size) || known.goes_on)) return Recapture::failed;
  if (known.is_redirect && is_temporary_error(page.status)) return Recapture::failed;
  return Recapture::replaces;
}

}  // namespace pith::crawl
