#include "plugin/app/sinks/export_run.h"

#include <algorithm>

#include "crawler_adapter/digest.h"
#include "plugin/app/sinks/error_codes.h"

namespace pith::sinks {
namespace {

bool is_of(const std::vector<std::string>& sites, const index::StoredPage& page) {
  const auto site = page.find("site");
  return sites.empty() || (site != page.end() && std::find(sites.begin(), sites.end(), site->second) != sites.end());
}

}  // namespace

ExportSummary run_export(const index::Searcher& index, Sink& sink, const ExportRequest& request,
                         const ExportHooks& hooks) {
  ExportSummary summary;
  std::vector<Refusal> unfit;  // damaged in the index
  const auto stopped = [&] { return hooks.stop && *hooks.stop; };
  const auto unreadable = index.all_documents([&](const index::StoredPage& page) {
    if (stopped()) return false;
    if (!is_of(request.sites, page)) return true;
    ++summary.pages;
    const auto document = make_sink_document(page, request.structure);
    if (document) {
      summary.error = sink.put(*document);
    } else {
      const auto url = page.find("url");
      const std::string name = url == page.end() ? std::string() : url->second;
      unfit.push_back({crawl::sha256_hex(name), name, document.error().message});
    }
    if (hooks.progress) hooks.progress(summary.pages);
    return !summary.error;
  });
  if (unreadable && !summary.error) summary.error = unreadable;
  if (!summary.error && !stopped()) summary.error = sink.finish();
  summary.account = sink.account();
  for (Refusal& refusal : unfit) summary.account.refuse(std::move(refusal));
  summary.stopped = stopped() || (summary.error && summary.error->code == code::stopped);
  if (summary.stopped) summary.error.reset();
  if (!request.prune || !summary.complete() || summary.pages == 0) return summary;
  const auto pruned = sink.prune(request.sites);
  if (pruned)
    summary.pruned = *pruned;
  else
    summary.error = pruned.error();
  return summary;
}

}  // namespace pith::sinks
