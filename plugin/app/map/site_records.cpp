#include "plugin/app/map/site_records.h"

#include <algorithm>
#include <utility>

#include "crawler_adapter/error_codes.h"

namespace pith::map {

std::optional<Error> SiteRecords::add(crawl::CapturedPage page, crawl::CapturedRecord known) {
  if (known.redirect_to == known.url) {  // only the spelling was redirected: the page itself follows
    ++again_;
    return std::nullopt;
  }
  Record record{.known = std::move(known),
                .place = std::move(page.place),
                .status = page.status,
                .fetched = page.fetched,
                .size = static_cast<std::int64_t>(page.body.size()),
                .body = {}};
  const auto [at, fresh] = by_url_.try_emplace(record.known.url, records_.size());
  if (!fresh) {
    ++again_;
    Record& before = records_[at->second];
    if (!page.robots) record.known.robots = before.known.robots;
    const bool had_page = crawl::is_success(before.status) && !before.known.digest.empty();
    if (had_page && page.status == 304) {
      before.fetched = record.fetched;
      return std::nullopt;
    }
    if (had_page && crawl::is_lost(page, before.size)) return std::nullopt;
  }
  const Record* const same =
      fresh || records_[at->second].known.digest != record.known.digest ? nullptr : &records_[at->second];
  if (record.known.account == crawl::Account::pending && same && same->body) {
    record.body = same->body;
  } else if (record.known.account == crawl::Account::pending) {
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
  bodies_.clear();
  again_ = 0;
}

}  // namespace pith::map
