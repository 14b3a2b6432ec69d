#include "plugin/index/mention_writer.h"

#include <cstddef>
#include <functional>
#include <optional>

#include "plugin/site/site_mentions.h"

namespace pith::pipeline {
namespace {

constexpr std::size_t documents_per_commit = 20'000;
// The space that a document is assumed to need in the index.
constexpr std::uintmax_t document_bytes = 200, bytes_of_text = 2;

constexpr const char* unknown_digest = "unknown";  // no document has it

}  // namespace

std::optional<Error> MentionWriter::write(const std::string& site) {
  const SiteMentions::Rows rows = [&](const std::function<void(crawl::MentionRow &&)>& visit) {
    return cache_.visit_mentions(site, visit);
  };
  const auto mentions = SiteMentions::read(rows, settings_);
  if (!mentions) return mentions.error();
  if (mentions->changes() == 0) return std::nullopt;
  return mentions->visit_changes(
      rows, [&](PageMentions&& page) { return put(std::move(page.mentions), page.page, std::move(page.digest)); });
}

std::optional<Error> MentionWriter::put(index::Mentions mentions, std::int64_t page, std::string digest) {
  if (uncommitted_.size() >= documents_per_commit)
    if (auto error = commit()) return error;
  const std::uintmax_t text = mentions.inbound.size() + mentions.ancestors.size();
  const bool removed = text == 0 && mentions.links == 0;
  const std::uintmax_t needed = removed ? 0 : document_bytes + bytes_of_text * (mentions.url.size() + text);
  if (needed > 0 && !room_.take(needed)) {
    if (auto error = commit()) return error;
    room_.measure();
    if (!room_.take(needed)) return room_.full();
  }
  if (auto error = writer_.put_mentions(mentions)) return error;
  uncommitted_.emplace_back(page, std::move(digest));
  ++written_;
  return std::nullopt;
}

std::optional<Error> MentionWriter::commit() {
  if (uncommitted_.empty()) return std::nullopt;
  std::vector<std::pair<std::int64_t, std::string>> forgotten;
  for (const auto& [page, digest] : uncommitted_) forgotten.emplace_back(page, unknown_digest);
  if (auto error = cache_.save_mentions(forgotten)) return error;
  if (auto error = writer_.commit()) return error;
  if (auto error = cache_.save_mentions(uncommitted_)) return error;
  uncommitted_.clear();
  room_.measure();
  return std::nullopt;
}

}  // namespace pith::pipeline
