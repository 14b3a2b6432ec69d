#include "crawler_adapter/cache/recapture.h"

namespace pith::crawl {
namespace {

constexpr int not_modified = 304, too_many_requests = 429;

bool is_temporary_error(int status) { return status <= 0 || status == too_many_requests || status >= 500; }

bool says_nothing(const PageReason& reason, const KnownCapture& known) {
  if (reason == PageReason::other_spelling) return !(known.reason == PageReason::other_spelling);
  return known.is_page() && reason == PageReason::redirect_to_itself;
}

}  // namespace

bool is_failed(const CapturedPage& page, std::int64_t known_size) {
  const bool less = page.body.empty() || (page.cut && static_cast<std::int64_t>(page.body.size()) < known_size);
  return is_temporary_error(page.status) || (is_success(page.status) && less);
}

Recapture recapture_of(const CapturedPage& page, const CapturedRecord& record, const KnownCapture& known) {
  if (says_nothing(record.reason, known)) return Recapture::ignored;
  if (page.status == not_modified && known.is_page()) return Recapture::received;
  if (known.is_page() && is_failed(page, known.size)) return Recapture::failed;
  if (known.is_redirect && is_temporary_error(page.status)) return Recapture::failed;
  return Recapture::replaces;
}

}  // namespace pith::crawl
