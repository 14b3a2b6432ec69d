#include "indexer_adapter/export/batch_sink.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "indexer_adapter/export/export_errors.h"

namespace pith::sinks {
namespace {

// A server that refuses this many and has accepted none does not know Pith's documents at all.
constexpr std::int64_t hopeless_refusals = 100;

}  // namespace

std::optional<Error> BatchSink::put(const SinkDocument& document) {
  return add({document.id, document.url, to_line(fields_of(document))});
}

std::optional<Error> BatchSink::remove(const std::string& id) { return add({id, {}, {}}); }

std::optional<Error> BatchSink::add(Action action) {
  // Each id is in a batch only once: a retry must not arrive after its replacement.
  const bool full = batch_.size() >= options_.batch_documents ||
                    batch_bytes_ + action.body.size() > options_.batch_bytes || ids_.contains(action.id);
  if (!batch_.empty() && (full || batch_.front().body.empty() != action.body.empty()))
    if (auto error = flush()) return error;
  batch_bytes_ += action.body.size();
  ids_.insert(action.id);
  batch_.push_back(std::move(action));
  return std::nullopt;
}

std::optional<Error> BatchSink::flush() {
  Actions actions;
  for (const Action& action : batch_) actions.push_back(&action);
  auto error = actions.empty() ? std::nullopt : send(std::move(actions));
  batch_.clear();
  ids_.clear();
  batch_bytes_ = 0;
  return error;
}

std::optional<Error> BatchSink::settle(const Action& action, const Outcome& outcome) {
  if (outcome.fate == Fate::refused) {
    counts_.refuse({action.id, action.url, outcome.why});
    if (counts_.refused < hopeless_refusals || counts_.sent > 0) return std::nullopt;
    return Error{code::refused, fmt::format("{}: {} accepts none of {} documents: {}", session_.url(),
                                            options_.collection, counts_.refused, outcome.why)};
  }
  if (action.body.empty()) {
    ++counts_.removed;
  } else {
    ++counts_.sent;
    counts_.bytes += static_cast<std::int64_t>(action.body.size());
  }
  return std::nullopt;
}

std::optional<Error> BatchSink::send(Actions actions) {
  Backoff tries = session_.backoff();
  bool any_settled = false;
  while (true) {
    const int waits = tries.waits();
    const auto answer = session_.ask(request_of(actions), tries);
    counts_.retried += static_cast<std::int64_t>(actions.size()) * (tries.waits() - waits);
    if (!answer) return answer.error();
    const auto outcomes = outcomes_of(*answer, actions);
    if (!outcomes && outcomes.error().code == code::split) return split(actions, outcomes.error().message);
    if (!outcomes) return outcomes.error();

    Actions again;
    std::string why;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      if ((*outcomes)[i].fate == Fate::again) {
        again.push_back(actions[i]);
        why = (*outcomes)[i].why;
        continue;
      }
      any_settled = true;
      if (auto error = settle(*actions[i], (*outcomes)[i])) return error;
    }
    if (again.empty()) return std::nullopt;
    const auto error = tries.wait({"busy", fmt::format("{}: {} documents: {}", session_.url(), again.size(), why)});
    if (error && (error->code == code::stopped || !any_settled)) return error;
    actions = std::move(again);
    if (error) {
      for (const Action* action : actions)
        if (auto hopeless = settle(*action, {Fate::refused, why})) return hopeless;
      return std::nullopt;
    }
    counts_.retried += static_cast<std::int64_t>(actions.size());
  }
}

std::optional<Error> BatchSink::split(const Actions& actions, const std::string& why) {
  if (actions.size() == 1) return settle(*actions.front(), {Fate::refused, why});
  const auto middle = actions.begin() + static_cast<std::ptrdiff_t>(actions.size() / 2);
  counts_.retried += static_cast<std::int64_t>(actions.size());
  if (auto error = send(Actions(actions.begin(), middle))) return error;
  return send(Actions(middle, actions.end()));
}

std::optional<Error> BatchSink::finish() {
  if (auto error = flush()) return error;
  return commit();
}

Result<std::int64_t> BatchSink::prune(const std::vector<std::string>& sites) {
  // In an index with somebody else's fields, a query by them may fail to match. Then it would remove what was just
  // written.
  const auto found = count(sites, true);
  if (!found) return found.error();
  if (*found != counts_.sent)
    return Error{"prune", fmt::format("{}: {} finds {} of the {} documents that were just written, by their fields "
                                      "`generator`, `export` and `site`; nothing was removed. These must be indexed as "
                                      "one term each, and no other export may run",
                                      session_.url(), options_.collection, *found, counts_.sent)};
  return remove_others(sites);
}

Error BatchSink::bad_answer(const HttpAnswer& answer) const {
  return {"bad_answer", fmt::format("{}: the answer ({}) is not what was asked for: {}", session_.url(), answer.status,
                                    excerpt(answer.body))};
}

}  // namespace pith::sinks
