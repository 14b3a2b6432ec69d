#include "plugin/index/export_run.h"

#include <algorithm>
#include <utility>

#include "core/system/digest.h"
#include "indexer_adapter/export/chunk_documents.h"
#include "indexer_adapter/export/export_errors.h"

namespace pith::sinks {
namespace {

class ExportRun final : public Intake {
 public:
  ExportRun(Sink& sink, const ExportHooks& hooks) : sink_(sink), hooks_(hooks) {}

  bool documents(std::span<const SinkDocument> of_page) override {
    return take([&] {
      for (const SinkDocument& document : of_page)
        if (!summary_.error) summary_.error = sink_.put(document);
    });
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
  bool remove(const std::string& id) override {
    if (stopped()) return false;
    summary_.error = sink_.remove(id);
    return !summary_.error;
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

Result<std::vector<SinkDocument>> documents_of(const index::StoredPage& page, const ExportRequest& request) {
  if (request.chunks) return make_chunk_documents(page, *request.chunks);
  auto document = make_sink_document(page, request.structure);
  if (!document) return document.error();
  return std::vector<SinkDocument>{*std::move(document)};
}

std::optional<Error> read_index(const index::Searcher& index, const ExportRequest& request, Intake& intake,
                                const std::atomic<bool>* stop) {
  return index.all_documents([&](const index::StoredPage& page) {
    if (stop && *stop) return false;
    if (!is_of(request.sites, page)) return true;
    const auto documents = documents_of(page, request);
    if (documents) return intake.documents(*documents);
    const auto url = page.find("url");
    const std::string name = url == page.end() ? std::string() : url->second;
    return intake.refuse({sha256_hex(name), name, documents.error().message});  // damaged in the index
  });
}

// The first pass of an export of changes.
class Survey final : public Intake {
 public:
  explicit Survey(ExportState& state) : state_(state) {}
  bool documents(std::span<const SinkDocument> of_page) override {
    ++pages;
    for (const SinkDocument& document : of_page) state_.see(document);
    return true;
  }
  bool refuse(Refusal) override {
    is_whole = false;
    return true;
  }
  bool skip() override { return true; }
  bool lose() override { return true; }
  bool remove(const std::string&) override { return true; }

  std::int64_t pages = 0;
  bool is_whole = true;

 private:
  ExportState& state_;
};

// The second.
class Changes final : public Intake {
 public:
  Changes(const ExportState& state, Intake& intake) : state_(state), intake_(intake) {}
  bool documents(std::span<const SinkDocument> of_page) override {
    std::vector<SinkDocument> changed;
    for (const SinkDocument& document : of_page)
      if (state_.wants(document.id)) changed.push_back(document);
    return intake_.documents(changed);
  }
  bool refuse(Refusal refusal) override { return intake_.refuse(std::move(refusal)); }
  bool skip() override { return intake_.skip(); }
  bool lose() override { return intake_.lose(); }
  bool remove(const std::string& id) override { return intake_.remove(id); }

 private:
  const ExportState& state_;
  Intake& intake_;
};

ExportSummary summary_of(std::optional<Error> error, bool stopped) {
  ExportSummary summary;
  if (!stopped) summary.error = std::move(error);
  summary.stopped = stopped;
  return summary;
}

}  // namespace

ExportSummary run_export(const Source& source, Sink& sink, const ExportHooks& hooks) {
  ExportRun run(sink, hooks);
  auto error = source(run);
  return run.finish(std::move(error));
}

namespace {

ExportSummary export_changes(const index::Searcher& index, Sink& sink, const ExportRequest& request,
                             const ExportHooks& hooks) {
  ExportState& state = *request.since;
  Survey survey(state);
  std::optional<Error> error = read_index(index, request, survey, hooks.stop);
  const bool stopped = hooks.stop && *hooks.stop;
  if (!survey.is_whole || survey.pages == 0) state.keep_unseen();
  if (!error && !stopped && state.changes() > 0) error = state.announce();
  if (error || stopped) return summary_of(std::move(error), stopped);
  const auto changes = [&](Intake& intake) -> std::optional<Error> {
    Changes changed(state, intake);
    if (auto failed = read_index(index, request, changed, hooks.stop)) return failed;
    for (const std::string& id : state.gone())
      if (!intake.remove(id)) break;
    return std::nullopt;
  };
  auto summary = run_export(changes, sink, hooks);
  if (!summary.error && !summary.stopped) summary.error = state.conclude(summary.counts.refused_ids);
  return summary;
}

}  // namespace

ExportSummary run_export(const index::Searcher& index, Sink& sink, const ExportRequest& request,
                         const ExportHooks& hooks) {
  if (request.since) return export_changes(index, sink, request, hooks);
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
