#include "core/extract/main_content/detail/explain/run_reasons.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "core/extract/main_content/detail/explain/signals.h"
#include "core/extract/main_content/detail/features/context.h"
#include "core/extract/main_content/detail/features/features.h"
#include "core/extract/main_content/detail/features/forest.h"
#include "core/extract/main_content/detail/rules/parts.h"

namespace pith {
namespace {

constexpr std::size_t most_reasons = 5;
constexpr std::size_t others_compared = 4;
constexpr float least_weight = 0.1f;  // of a logit: smaller effects are not worth a line

std::size_t context_column(std::string_view name) {
  return features().size() +
         static_cast<std::size_t>(std::ranges::find(context_features(), name, &ContextFeature::name) -
                                  context_features().begin());
}

// The two forests as one function of a row; the first forest's probability for the run follows from the row.
class PageMargin {
 public:
  PageMargin(const Model& model, bool second) : model_(model), second_(second) {}

  float operator()(std::vector<float>& row) const {
    const float first = margin_of_row(model_.first, row);
    if (!second_) return first;
    static const std::size_t own = context_column("p"), over = context_column("p_over_threshold");
    const float threshold = row[own] - row[over];
    row[own] = probability(first);
    row[over] = row[own] - threshold;
    return first + margin_of_row(model_.second, row);
  }

 private:
  const Model& model_;
  bool second_;
};

class Judge {
 public:
  Judge(const Judged& judged, const Model& model)
      : judged_(judged), margin_(model, judged.rows.columns() > features().size()), columns_(judged.rows.columns()) {
    for (const bool taken : {false, true}) choose_others(taken);
  }

  RunJudgement judge(RunId r) const {
    const ViewRun& run = judged_.page.runs[r];
    RunJudgement out{.begin = run.begin, .end = run.end, .probability = judged_.p[r], .reasons = {}};
    if (add_rule(r, out.reasons)) return out;
    std::vector<Reason> weighed;
    add_site(r, weighed);
    if (r < max_weighed) add_signals(r, weighed);
    const float sign = judged_.taken[r] ? 1.f : -1.f;
    std::erase_if(weighed, [&](const Reason& reason) { return sign * reason.weight < least_weight; });
    std::ranges::stable_sort(weighed,
                             [&](const Reason& a, const Reason& b) { return sign * a.weight > sign * b.weight; });
    if (weighed.size() > most_reasons) weighed.resize(most_reasons);
    out.reasons = std::move(weighed);
    if (out.reasons.empty() && r >= max_weighed)
      out.reasons.push_back(
          {"not weighed: it is not among the page's first " + std::to_string(max_weighed) + " texts"});
    else if (out.reasons.empty() && others_[judged_.taken[r] ? 0 : 1].empty())
      out.reasons.push_back({"no other text of the page got a different verdict"});
    return out;
  }

 private:
  // Runs with this decision, evenly spread over those that have rows.
  void choose_others(bool taken) {
    std::vector<RunId> runs;
    for (RunId r = 0; r < judged_.rows.rows(); ++r)
      if ((judged_.taken[r] != 0) == taken && judged_.page.runs[r].text.words > 0) runs.push_back(r);
    const std::size_t count = std::min(runs.size(), others_compared);
    for (std::size_t i = 0; i < count; ++i)
      others_[taken].push_back(row_of(runs[(2 * i + 1) * runs.size() / (2 * count)]));
  }

  std::vector<float> row_of(RunId r) const {
    std::vector<float> row(columns_);
    for (std::size_t c = 0; c < columns_; ++c) row[c] = judged_.rows.at(r, c);
    return row;
  }

  // Whether a rule decided against the probability.
  bool add_rule(RunId r, std::vector<Reason>& out) const {
    const bool likely = judged_.p[r] >= judged_.choice.threshold;
    const bool chosen = judged_.choice.runs[r] != 0, taken = judged_.taken[r] != 0;
    if (likely && !chosen && !taken) {
      out.push_back({"the same text is kept from another place of the page"});
      return true;
    }
    if (!likely && chosen && taken) {
      const bool heading = heading_level(judged_.page.page[judged_.page.runs[r].block].tag) > 0;
      out.push_back({heading ? "it is the heading of something kept" : "the text around it is kept"});
      return true;
    }
    if (chosen == taken) return false;
    static constexpr struct {
      Part part;
      std::string_view what, key;
    } rules[] = {{Part::title, "the headline", "extract.keep_title"},
                 {Part::reply, "a reply", "extract.keep_replies"},
                 {Part::comment, "readers' comments", "extract.keep_comments"},
                 {Part::related, "other pages", "extract.keep_related"},
                 {Part::read_more, "a link to another page", "extract.keep_related"},
                 {Part::share_bar, "a share bar", "extract.keep_share_bars"},
                 {Part::author_box, "about the author", "extract.keep_author_boxes"},
                 {Part::member, "about a member", "extract.keep_author_boxes"}};
    for (const auto& rule : rules) {
      if (!(judged_.parts[r] & bit(rule.part))) continue;
      out.push_back({std::string(rule.what) + ": " + std::string(rule.key) + (taken ? " is on" : " is off")});
    }
    return true;
  }

  void add_site(RunId r, std::vector<Reason>& out) const {
    if (judged_.site.pages() == 0) return;
    const ViewRun& run = judged_.page.runs[r];
    const float change = margin_of(judged_.p[r]) - margin_of(judged_.alone[r]);
    if (change > 0) {
      out.push_back({"other pages of the site have content in this place", change});
    } else if (judged_.site.text(run.site_hash).pages > 0) {
      out.push_back({"is on other pages of the site", change, true});
    } else if (judged_.site.place(judged_.page.elements[run.top].path).pages > 0) {
      out.push_back({"other pages of the site have hardly any content in this place", change});
    } else {
      out.push_back({"other pages of the site repeat what is around it", change});
    }
  }

  void add_signals(RunId r, std::vector<Reason>& out) const {
    const std::vector<std::vector<float>>& others = others_[judged_.taken[r] ? 0 : 1];
    if (others.empty()) return;
    const std::vector<float> own = row_of(r);
    std::vector<float> row = own;
    const float own_margin = margin_(row);
    std::vector<float> other_margins;
    for (const std::vector<float>& other : others) {
      row = other;
      other_margins.push_back(margin_(row));
    }
    for (const Signal& signal : signals()) {
      float change = 0;
      for (std::size_t o = 0; o < others.size(); ++o) {
        const std::vector<float>& other = others[o];
        const auto differs = [&](std::size_t c) { return c < columns_ && own[c] != other[c]; };
        if (std::ranges::none_of(signal.columns, differs)) continue;
        const auto with = [&](const std::vector<float>& base, const std::vector<float>& exchanged) {
          row = base;
          for (const std::size_t c : signal.columns)
            if (c < columns_) row[c] = exchanged[c];
          return margin_(row);
        };
        change += (own_margin - with(own, other) + with(other, own) - other_margins[o]) / 2;
      }
      const float weight = change / static_cast<float>(others.size());
      if (std::abs(weight) >= least_weight)
        out.push_back({signal.phrase(judged_.page, r, judged_.alone, signal.columns.front()), weight});
    }
  }

  const Judged& judged_;
  PageMargin margin_;
  std::size_t columns_;
  std::vector<std::vector<float>> others_[2];  // rows, by whether chosen
};

}  // namespace

std::vector<RunJudgement> judgements_of(const Judged& judged, const Model& model) {
  std::vector<RunJudgement> out;
  if (judged.page.runs.empty()) return out;
  const Judge judge(judged, model);
  for (RunId r = 0; r < judged.page.runs.size(); ++r) out.push_back(judge.judge(r));
  return out;
}

}  // namespace pith
