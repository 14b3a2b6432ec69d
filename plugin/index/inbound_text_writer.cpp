#include "plugin/index/inbound_text_writer.h"

#include <cstddef>
#include <functional>
#include <optional>

#include "plugin/site/site_inbound_texts.h"

namespace pith::pipeline {
namespace {

constexpr std::size_t documents_per_commit = 20'000;
// The space that a document is assumed to need in the index.
constexpr std::uintmax_t document_bytes = 200, bytes_of_text = 2;

constexpr const char* unknown_digest = "unknown";  // no document has it

}  // namespace

std::optional<Error> InboundTextWriter::write(const std::string& site) {
  const SiteInboundTexts::Rows rows = [&](const std::function<void(crawl::InboundRow &&)>& visit) {
    return cache_.visit_inbound_rows(site, visit);
  };
  const auto inbound_texts = SiteInboundTexts::read(rows, settings_);
  if (!inbound_texts) return inbound_texts.error();
  if (inbound_texts->changes() == 0) return std::nullopt;
  return inbound_texts->visit_changes(rows, [&](PageInboundTexts&& page) {
    return put(std::move(page.inbound_texts), page.page, std::move(page.digest));
  });
}

std::optional<Error> InboundTextWriter::put(index::InboundTexts inbound_texts, std::int64_t page, std::string digest) {
  if (uncommitted_.size() >= documents_per_commit)
    if (auto error = commit()) return error;
  const std::uintmax_t text = inbound_texts.inbound.size() + inbound_texts.ancestors.size();
  const bool removed = text == 0 && inbound_texts.links == 0;
  const std::uintmax_t needed = removed ? 0 : document_bytes + bytes_of_text * (inbound_texts.url.size() + text);
  if (needed > 0 && !room_.take(needed)) {
    if (auto error = commit()) return error;
    room_.measure();
    if (!room_.take(needed)) return room_.full();
  }
  if (auto error = writer_.put_inbound_texts(inbound_texts)) return error;
  uncommitted_.emplace_back(page, std::move(digest));
  ++written_;
  return std::nullopt;
}

std::optional<Error> InboundTextWriter::commit() {
  if (uncommitted_.empty()) return std::nullopt;
  std::vector<std::pair<std::int64_t, std::string>> forgotten;
  for (const auto& [page, digest] : uncommitted_) forgotten.emplace_back(page, unknown_digest);
  if (auto error = cache_.save_inbound_digests(forgotten)) return error;
  if (auto error = writer_.commit()) return error;
  if (auto error = cache_.save_inbound_digests(uncommitted_)) return error;
  uncommitted_.clear();
  room_.measure();
  return std::nullopt;
}

}  // namespace pith::pipeline
