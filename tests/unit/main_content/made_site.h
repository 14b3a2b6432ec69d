// A page among others of its site, from their sources.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/main_content/detail/view/page_summary.h"
#include "tests/support/trees.h"

namespace pith::test {

struct MadeSite {
  // The first page is the one that is looked at. `judge`: how likely a run is content by its page alone.
  using Judge = std::function<float(const PageView&, RunId)>;
  explicit MadeSite(
      const std::vector<std::string>& sources, const Judge& judge = [](const PageView&, RunId) { return 0.5f; })
      : document(html(sources[0])), page(document) {
    for (const std::string& source : sources) {
      const Document other = html(source);
      const PageView view(other);
      std::vector<float> p;
      for (RunId r = 0; r < view.runs.size(); ++r) p.push_back(judge(view, r));
      summaries.push_back(summarise(view, p));
    }
    statistics = statistics_of(summaries);
    own = summaries.data();
    others = std::make_unique<OtherPages>(statistics, std::span(&own, 1));
  }
  MadeSite(const MadeSite&) = delete;

  std::string_view first_words(RunId r) const { return document.text(page.runs[r].begin); }

  // The first words of the runs with a nonzero entry.
  std::vector<std::string> texts(const std::vector<char>& runs) const {
    std::vector<std::string> out;
    for (RunId r = 0; r < runs.size(); ++r)
      if (runs[r]) out.emplace_back(first_words(r));
    return out;
  }

  // Runs that begin with "+".
  std::vector<char> marked() const {
    std::vector<char> out;
    for (RunId r = 0; r < page.runs.size(); ++r) out.push_back(first_words(r).starts_with("+"));
    return out;
  }

  Document document;
  PageView page;
  std::vector<PageSummary> summaries;
  SiteStatistics statistics;
  const PageSummary* own = nullptr;
  std::unique_ptr<OtherPages> others;
};

}  // namespace pith::test
