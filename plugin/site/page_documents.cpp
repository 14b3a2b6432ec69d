#include "plugin/site/page_documents.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "config/host_pattern.h"
#include "core/text/url.h"
#include "crawler_adapter/page/crawl_errors.h"
#include "plugin/site/page_clock.h"
#include "plugin/site/run_errors.h"

namespace pith::pipeline {
namespace {

constexpr std::size_t most_kept_bytes = 48 << 20;  // of documents
constexpr std::size_t max_unparsed = 10'000;       // errors of pages

template <std::size_t N>
bool is_one_of(const Error& error, const std::array<std::string_view, N>& codes) {
  return std::ranges::find(codes, error.code) != codes.end();
}

}  // namespace

bool ends_run(const Error& error) {
  return is_one_of(
      error, std::to_array<std::string_view>({crawl::code::busy, crawl::code::io, crawl::code::disk_full,
                                              crawl::code::not_writable, crawl::code::damaged, code::interrupted}));
}

bool is_unread(const Error& error) { return crawl::is_missing_body(error) || error.code == code::no_memory; }

std::string host_of(const crawl::SitePage& page) {
  const auto url = parse_url(page.url);
  return url ? config::host_with_port(*url) : std::string();
}

PageDocuments::PageDocuments(Setups& setups, StopFlag stop, PagesInWork* in_work, bool again)
    : setups_(setups), stop_(stop), in_work_(in_work), again_(again), kept_(most_kept_bytes) {}

Result<std::shared_ptr<const Document>> PageDocuments::parse(crawl::PageBodies& bodies, const crawl::SitePage& page) {
  if (auto known = kept_.find(page.id)) return known;
  if (has_crashed(page))
    return Error{code::crashed, "the page ended an earlier run of pith index; `pith reindex --all` tries it again"};
  {
    const std::lock_guard lock(unparsed_mutex_);
    if (const auto known = unparsed_.find(page.id); known != unparsed_.end()) return known->second;
  }
  const auto setup = setups_.of_host(host_of(page));
  if (!setup) return setup.error();
  const auto body = bodies.body(page.id);
  if (!body) return body.error();
  const PagesInWork::Scope scope(in_work_, page, (*setup)->limits.max_seconds);
  Result<Document> parsed = Error{code::no_memory, "there is not enough memory to parse the page"};
  in_memory([&] { parsed = parse_in_time(*body, page.charset, (*setup)->limits, stop_); });
  if (!parsed) {
    if (ends_run(parsed.error())) return parsed.error();
    const std::lock_guard lock(unparsed_mutex_);
    if (unparsed_.size() >= max_unparsed) unparsed_.clear();
    unparsed_.emplace(page.id, parsed.error());
    return parsed.error();
  }
  auto made = std::make_shared<const Document>(std::move(*parsed));
  kept_.put(page.id, made);
  return std::shared_ptr<const Document>(made);
}

}  // namespace pith::pipeline
