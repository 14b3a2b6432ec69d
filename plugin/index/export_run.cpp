#include "plugin/index/export_run.h"

#include <algorithm>
#include <utility>

#include "core/system/digest.h"
#include "indexer_adapter/export/export_errors.h"

namespace pith::sinks {
namespace {

class ExportRun final : public Intake {
 public:
  ExportRun(Sink& sink, const ExportHooks& hooks) : sink_(sink), hooks_(hooks) {}

  bool document(const SinkDocument& document) override {
    return take([&] { summary_.error = sink_.put(document); });
  }
  bool refuse(Refusal refusal) override {
    return take([&] { refusals_.push_back(std::move(refusal)); });
  }
  bool skip() override {
    return take([&] { ++summary_.skipped; });
  }
  bool lose() override {
    return take([&] { ++summary_.unreadable; });
  }

  ExportSummary finish(std::optional<Error> error) {
    if (error && !summary_.error) summary_.error = std::move(error);
    if (!summary_.error && !stopped()) summary_.error = sink_.finish();
    summary_.counts = sink_.counts();
    for (Refusal& refusal : refusals_) summary_.counts.refuse(std::move(refusal));
    summary_.stopped = stopped() || (summary_.error && summary_.error->code == code::stopped);
    if (summary_.stopped) summary_.error.reset();
    return std::move(summary_);
  }

 private:
  bool stopped() const { return hooks_.stop && *hooks_.stop; }

  template <typename Work>
  bool take(const Work& work) {
    if (stopped()) return false;
    ++summary_.pages;
    work();
    if (hooks_.progress) hooks_.progress(summary_.pages);
    return !summary_.error;
  }

  Sink& sink_;
  const ExportHooks& hooks_;
  ExportSummary summary_;
  std::vector<Refusal> refusals_;  // the sink has not seen
};

bool is_of(const std::vector<std::string>& sites, const index::StoredPage& page) {
  const auto site = page.find("site");
  return sites.empty() || (site != page.end() && std::find(sites.begin(), sites.end(), site->second) != sites.end());
}

std::optional<Error> read_index(const index::Searcher& index, const ExportRequest& request, Intake& intake,
                                const std::atomic<bool>* stop) {
  return index.all_documents([&](const index::StoredPage& page) {
    if (stop && *stop) return false;
    if (!is_of(request.sites, page)) return true;
    const auto document = make_sink_document(page, request.structure);
    if (document) return intake.document(*document);
    const auto url = page.find("url");
    const std::string name = url == page.end() ? std::string() : url->second;
    return intake.refuse({sha256_hex(name), name, document.error().message});  // damaged in the index
  });
}

}  // namespace

ExportSummary run_export(const Source& source, Sink& sink, const ExportHooks& hooks) {
  ExportRun run(sink, hooks);
  auto error = source(run);
  return run.finish(std::move(error));
}

ExportSummary run_export(const index::Searcher& index, Sink& sink, const ExportRequest& request,
                         const ExportHooks& hooks) {
  auto summary =
      run_export([&](Intake& intake) { return read_index(index, request, intake, hooks.stop); }, sink, hooks);
  if (!request.prune || !summary.complete() || summary.pages == 0) return summary;
  const auto pruned = sink.prune(request.sites);
  if (pruned)
    summary.pruned = *pruned;
  else
    summary.error = pruned.error();
  return summary;
}

}  // namespace pith::sinks
