#include "plugin/cluster/site_records.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include "crawler_adapter/cache/recapture.h"
#include "crawler_adapter/page/crawl_errors.h"

namespace pith::map {

std::optional<Error> SiteRecords::add(crawl::CapturedPage page, crawl::CapturedRecord known) {
  Record record{.known = std::move(known),
                .place = std::move(page.place),
                .status = page.status,
                .fetched = page.fetched,
                .size = static_cast<std::int64_t>(page.body.size()),
                .body = {},
                .payload_digest = page.payload_digest};
  const auto [at, fresh] = by_url_.try_emplace(record.known.url, records_.size());
  if (keeps_revisits_ && record.known.reason != crawl::PageReason::other_spelling)
    note_revisit(at->second, fresh, page, record);
  if (!fresh) {
    ++again_;
    Record& before = records_[at->second];
    if (!page.robots) record.known.robots = before.known.robots;
    const bool is_less = crawl::is_success(page.status) && record.size < before.size && before.body;
    const auto body = is_less ? bodies_.get(*before.body) : std::string();
    if (!body) return body.error();
    const crawl::KnownCapture known{.status = before.status,
                                    .has_body = !before.known.digest.empty(),
                                    .is_redirect = !before.known.redirect_to.empty(),
                                    .reason = before.known.reason,
                                    .size = before.size,
                                    .goes_on = crawl::breaks_off(*body, page.body)};
    const crawl::Recapture what = crawl::recapture_of(page, record.known, known);
    if (what == crawl::Recapture::received) before.fetched = record.fetched;
    if (what != crawl::Recapture::replaces) return std::nullopt;
  }
  const Record* const same =
      fresh || records_[at->second].known.digest != record.known.digest ? nullptr : &records_[at->second];
  if (record.known.state == crawl::PageState::pending && same && same->body) {
    record.body = same->body;
  } else if (record.known.state == crawl::PageState::pending) {
    const auto stored = bodies_.put(page.body);
    if (!stored) return stored.error();
    record.body = *stored;
  }
  if (fresh)
    records_.push_back(std::move(record));
  else
    records_[at->second] = std::move(record);
  return std::nullopt;
}

void SiteRecords::note_revisit(std::size_t at, bool fresh, const crawl::CapturedPage& page, const Record& record) {
  if (page.status == 304 && !page.payload_digest.empty()) {
    if (!fresh && records_[at].body && records_[at].payload_digest == page.payload_digest)
      revisits_.erase(at);  // its own
    else
      revisits_.insert_or_assign(at, record);
  } else if (const auto before = revisits_.find(at); before != revisits_.end()) {
    if (page.status == 304)
      before->second.fetched = record.fetched;
    else if (!crawl::is_failed(page, std::numeric_limits<std::int64_t>::max()))
      revisits_.erase(before);
  }
}

void SiteRecords::resolve_revisits() {
  if (revisits_.empty()) return;
  std::map<std::string_view, const Record*> originals;
  for (const Record& record : records_) {
    if (!record.body || record.payload_digest.empty()) continue;
    const auto [at, fresh] = originals.try_emplace(record.payload_digest, &record);
    if (!fresh && record.known.url < at->second->known.url) at->second = &record;
  }
  for (auto& [at, page] : revisits_) {
    const auto original = originals.find(page.payload_digest);
    if (original == originals.end()) continue;
    const Record& same = *original->second;
    if (page.known.content_type.empty()) {  // the record has no head
      page.known.content_type = same.known.content_type;
      page.known.charset = same.known.charset;
      if (page.known.robots.empty()) page.known.robots = same.known.robots;
    }
    if (!crawl::is_html_type(page.known.content_type)) continue;
    page.known.digest = same.known.digest;
    page.known.state = crawl::PageState::pending;
    page.known.reason = {};
    page.status = same.status;
    page.size = same.size;
    page.body = same.body;
  }
  // Not before all of them have found theirs: one may replace what another repeats.
  for (auto& [at, page] : revisits_)
    if (page.body) records_[at] = std::move(page);
  revisits_.clear();
}

void SiteRecords::sort() {
  std::ranges::sort(records_, {}, [](const Record& record) -> const std::string& { return record.known.url; });
  by_url_.clear();
}

std::vector<crawl::SitePage> SiteRecords::pages() const {
  std::vector<crawl::SitePage> out;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    const Record& record = records_[i];
    if (!record.body && record.known.redirect_to.empty()) continue;
    crawl::SitePage& page = out.emplace_back();
    page.id = static_cast<std::int64_t>(i) + 1;
    page.url = record.known.url;
    if (record.body) page.digest = record.known.digest;
    page.redirect_to = record.known.redirect_to;
    page.charset = record.known.charset;
    page.robots = record.known.robots;
    page.pending = record.body.has_value();
    page.fetched = record.fetched;
  }
  return out;
}

Result<std::string> SiteRecords::body(std::int64_t page) {
  const Record& record = records_.at(static_cast<std::size_t>(page - 1));
  if (!record.body) return Error{crawl::code::no_body, record.known.url + ": has no body"};
  return bodies_.get(*record.body);
}

void SiteRecords::clear() {
  records_.clear();
  by_url_.clear();
  revisits_.clear();
  bodies_.clear();
  again_ = 0;
}

}  // namespace pith::map
