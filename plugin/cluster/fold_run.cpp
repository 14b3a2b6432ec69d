#include "plugin/cluster/fold_run.h"

#include <utility>

#include "core/base/keyed_hash.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/captured_record.h"
#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/frame_bytes.h"
#include "plugin/cluster/site_documents.h"

namespace pith::map {
namespace {

class FoldRun {
 public:
  FoldRun(const FoldRequest& request, const FoldHooks& hooks, bool fold)
      : request_(request), hooks_(hooks), fold_(fold), documents_(request.memory, request.together) {}

  std::optional<Error> read(const std::string& path) {
    auto in = ingest::ByteStream::open(path, hooks_.stop);
    if (!in) return in.error();
    while (!stopped()) {
      auto frame = ingest::take_frame(*in);
      if (!frame) return error_at(path, frame.error());
      if (!*frame) break;
      auto outcome = read_outcome((*frame)->head);
      if (!outcome) return error_at(path, outcome.error());
      if (auto error = add(*std::move(outcome), (*frame)->body)) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> end_site() {
    if (documents_.size() == 0 || stopped()) return std::nullopt;
    ended_.insert(crawl::hash_url(site_));
    ++summary_.sites;
    return write();
  }

  FoldSummary take_summary() {
    summary_.stopped = stopped();
    return std::move(summary_);
  }

 private:
  bool stopped() const { return hooks_.stop && *hooks_.stop; }

  std::optional<Error> add(PageOutcome outcome, std::string_view document) {
    if (outcome.record.site == crawl::no_site) {  // among those of any site, as `pith map` takes them
      SiteDocuments one(0);
      if (auto error = one.add(std::move(outcome), document)) return error;
      return one.write(*request_.format, summary_.counts, hooks_.write);
    }
    if (outcome.record.site != site_) {
      if (auto error = end_site()) return error;
      site_ = outcome.record.site;
      if (ended_.contains(crawl::hash_url(site_)))
        return Error{"not_sorted", outcome.record.url + ": other sites have come since the last page of " + site_ +
                                       "; sort the pages by site"};
    }
    if (documents_.is_full())
      if (auto error = write()) return error;
    return documents_.add(std::move(outcome), document);
  }

  std::optional<Error> write() {
    documents_.fold(fold_);
    auto error = documents_.write(*request_.format, summary_.counts, hooks_.write);
    documents_.clear();
    if (hooks_.progress) hooks_.progress(summary_);
    return error;
  }

  const FoldRequest& request_;
  const FoldHooks& hooks_;
  const bool fold_;
  FoldSummary summary_;
  std::string site_;
  SiteDocuments documents_;
  KeyedSet<std::uint64_t> ended_;  // hashes of sites
};

}  // namespace

Result<FoldSummary> run_fold(const config::Config& config, const FoldRequest& request, const FoldHooks& hooks) {
  FoldRun run(request, hooks, config.settings().index.duplicates == "fold");
  if (const std::string head = request.format->head(); !head.empty())
    if (auto error = hooks.write(head)) return *error;
  for (const std::string& path : request.paths)
    if (auto error = run.read(path)) return *error;
  if (auto error = run.end_site()) return *error;
  return run.take_summary();
}

}  // namespace pith::map
