// The default extractor: learned from labelled pages, with all signals of the other extractors.
#include "core/extract/extractors/pith.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/detail/chosen_nodes.h"
#include "core/extract/extractors/detail/site_parameters.h"
#include "core/extract/main_content/detail/features.h"
#include "core/extract/main_content/detail/main_content.h"
#include "core/extract/main_content/detail/parts.h"
#include "core/extract/main_content/detail/run_reasons.h"
#include "core/extract/site/site_model.h"

namespace pith {
namespace {

constexpr std::string_view name = "pith";
constexpr int number = 5;  // of its version

class Pith final : public Extractor, private Learner {
 public:
  Pith(const Model& model, std::size_t siblings, Stages stages) : model_(model), siblings_(siblings), stages_(stages) {}

  Extraction extract(const ExtractorInput& input) const override {
    std::optional<PageView> made;
    const PageView& page = input.view ? *input.view : made.emplace(input.page);
    const std::vector<float> of_page = page_row(page);
    std::optional<FeatureTable> rows;
    const std::vector<float> alone =
        judge_page(page, of_page, model_, stages_, input.judgements ? &rows : nullptr, input.stop);
    if (is_over(input.stop)) return {NodeSet(input.page)};
    const std::shared_ptr<const SiteStatistics> learned = learn_site(page, input);
    if (is_over(input.stop)) return {NodeSet(input.page)};
    static const SiteStatistics nothing;
    const SiteStatistics& site = learned ? *learned : nothing;
    const std::vector<float> p = judge_with_site(page, alone, site, model_);
    const TypeProbabilities types = judge_type(of_page, model_);
    const Choice choice = choose_runs(page, of_page, p, types, site.pages(), model_);
    const PageType type = likeliest(types);
    const std::vector<std::uint8_t> parts = find_parts(page, type);
    std::vector<char> taken = choice.runs;
    pith::apply(input.keep, parts, taken);
    if (input.judgements)
      *input.judgements = {judgements_of({page, *rows, alone, p, site, choice, taken, parts}, model_),
                           choice.threshold};

    std::vector<bool> chosen(input.page.size());
    for (RunId r = 0; r < page.runs.size(); ++r) {
      if (!taken[r]) continue;
      for (NodeId n = page.runs[r].begin; n < page.runs[r].end; ++n) chosen[n] = true;
    }
    choose_images(page, taken, chosen);
    return {content_with_hidden(input.page, chosen), choice.confidence, type, site.pages()};
  }

  const Learner* learner() const override { return this; }

 protected:
  NodeSet choose(const ExtractorInput& input) const override { return extract(input).content; }

 private:
  // Everything a summary depends on: the tables, by the extractor's version, and the passes that judge the page.
  std::string version() const override {
    return std::string(name) + "/" + std::to_string(number) + (stages_.second ? "" : ", first pass") +
           (stages_.site ? "" : ", alone");
  }

  std::string summarise(const PageView& page, Stop* stop) const override {
    if (!stages_.site) return {};
    return to_bytes(pith::summarise(page, judge_page(page, page_row(page), model_, stages_, nullptr, stop)));
  }

  std::shared_ptr<const Summary> read(std::string_view bytes) const override {
    auto summary = from_bytes(bytes);
    return summary ? std::make_shared<const PageSummary>(std::move(*summary)) : nullptr;
  }

  std::shared_ptr<const Knowledge> learn(std::span<const Summary* const> pages) const override {
    std::vector<const PageSummary*> summaries;
    for (const Summary* page : pages) summaries.push_back(static_cast<const PageSummary*>(page));
    return std::make_shared<const SiteStatistics>(summaries);
  }

  std::shared_ptr<const SiteStatistics> learn_site(const PageView& page, const ExtractorInput& input) const {
    if (!stages_.site) return nullptr;
    if (input.site.model) return std::static_pointer_cast<const SiteStatistics>(input.site.knowledge(page));
    const std::vector<std::uint64_t> texts = long_texts(page);
    std::vector<PageSummary> summaries;
    for (const Document* sibling : input.siblings.first(std::min(siblings_, input.siblings.size()))) {
      if (is_over(input.stop)) return nullptr;
      const PageView view(*sibling);
      PageSummary summary =
          pith::summarise(view, judge_page(view, page_row(view), model_, stages_, nullptr, input.stop));
      if (!is_copy(texts, long_texts(view))) summaries.push_back(std::move(summary));
    }
    return std::make_shared<const SiteStatistics>(statistics_of(summaries));
  }

  // An image belongs to the content if the runs before and after it do.
  static void choose_images(const PageView& page, const std::vector<char>& runs, std::vector<bool>& chosen) {
    for (NodeId n = 0; n < page.page.size(); ++n) {
      if (page.page[n].tag != Tag::img || page.page[n].flags & Node::hidden) continue;
      const RunId next = page.before(n).runs;
      chosen[n] = next > 0 && next < runs.size() && runs[next - 1] && runs[next];
    }
  }

  const Model& model_;
  std::size_t siblings_;
  Stages stages_;
};

}  // namespace

std::unique_ptr<Extractor> make_pith(const Model& model, const Parameters& p) {
  return std::make_unique<Pith>(
      model, static_cast<std::size_t>(parameter<long>(p, "n")),
      Stages{.second = parameter<bool>(p, "second_pass"), .site = parameter<bool>(p, "site")});
}

ExtractorInfo pith_info() {
  return {
      .name = name,
      .version = number,
      .site_level = true,
      .summary = "the default: trees learned from labelled pages over text, markup, repetition and siblings",
      .source = "this project; core/extract/main_content",
      .parameters =
          {
              siblings_parameter(8),
              {.name = "second_pass",
               .meaning = "look again, with what the first look gave for the text around",
               .fallback = true},
              {.name = "site", .meaning = "look at siblings", .fallback = true},
          },
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return make_pith(builtin_model(), p); },
  };
}

}  // namespace pith
