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
#include "core/extract/main_content/detail/explain/run_reasons.h"
#include "core/extract/main_content/detail/features/features.h"
#include "core/extract/main_content/detail/main_content.h"
#include "core/extract/main_content/detail/rules/accordions.h"
#include "core/extract/main_content/detail/rules/completion.h"
#include "core/extract/main_content/detail/rules/disguised_thread.h"
#include "core/extract/main_content/detail/rules/entries.h"
#include "core/extract/main_content/detail/rules/fields.h"
#include "core/extract/main_content/detail/rules/footnotes.h"
#include "core/extract/main_content/detail/rules/headline.h"
#include "core/extract/main_content/detail/rules/members.h"
#include "core/extract/main_content/detail/rules/names_of_site.h"
#include "core/extract/main_content/detail/rules/parts.h"
#include "core/extract/main_content/detail/rules/roles.h"
#include "core/extract/main_content/detail/rules/section_tools.h"
#include "core/extract/main_content/detail/rules/server_messages.h"
#include "core/extract/main_content/detail/site/bare_page.h"
#include "core/extract/main_content/detail/site/own_region.h"
#include "core/extract/main_content/detail/site/shared_text.h"
#include "core/extract/main_content/detail/site/site_completion.h"
#include "core/extract/main_content/detail/site/unproven_losses.h"
#include "core/extract/site/copies.h"
#include "core/extract/site/site_model.h"
#include "core/page/unseen_text.h"

namespace pith {
namespace {

constexpr std::string_view name = "pith";
constexpr int number = 23;  // of its version

class Pith final : public Extractor, private SiteAnalyser {
 public:
  Pith(const Model& model, std::size_t siblings, Stages stages) : model_(model), siblings_(siblings), stages_(stages) {}

  Extraction extract(const ExtractorInput& input) const override {
    std::optional<PageView> made;
    const PageView& page = input.view ? *input.view : made.emplace(input.page);
    std::optional<FeatureTable> rows;
    std::optional<PageFeatures> made_features;
    const auto* features = input.judgements ? nullptr : static_cast<const PageFeatures*>(input.features);
    if (!features || features->alone.size() != page.runs.size())  // they may be of the page as it was a moment ago
      features = &made_features.emplace(page, model_, stages_, input.stop, input.judgements ? &rows : nullptr);
    const std::vector<float>&of_page = features->of_page, &alone = features->alone;
    if (is_over(input.stop)) return {NodeSet(input.page)};
    const Learned learned = learn_site(page, alone, input);
    if (is_over(input.stop)) return {NodeSet(input.page)};
    const OtherPages site = others_of(learned);
    const std::vector<float> p = judge_with_site(page, alone, site, model_, stages_);
    const TypeProbabilities types = judge_type(page, of_page, model_);
    Choice choice = choose_runs(page, of_page, p, types, site.count(), model_, stages_);
    PageType type = likeliest(types);
    if (stages_.rules) add_posts(page, site, type, choice.runs);
    if (stages_.rules) complete_by_site(page, p, site, choice.runs);
    const RunId headline = find_headline(page, choice.runs, site);
    if (stages_.rules && site.pages() > 0) {
      const Choice by_itself = choose_runs(page, of_page, alone, types, 0, model_, stages_);
      keep_shared_text(page, by_itself, site, headline, choice.runs);
      keep_unproven_losses(page, by_itself, alone, p, choice);
      complete_runs(page, p, choice.runs);
    }
    if (stages_.rules) {
      complete(page, p, site, headline, type, choice.runs);
      fill_bare_page(page, p, site, headline, choice.runs);
      complete_facts(page, p, choice.runs);
      drop_bare_headings(page, p, headline, choice.runs);
      drop_shared_headings(page, p, site, headline, choice.runs);
    }
    const std::vector<Parts> parts = find_parts(page, type, headline, site, choice.runs);
    std::vector<char> taken = choice.runs;
    pith::apply(input.keep, parts, taken);
    if (input.judgements)
      *input.judgements = {judgements_of({page, *rows, alone, p, site, choice, taken, parts}, model_),
                           choice.threshold};

    std::vector<bool> chosen(input.page.size());
    NodeSet left_out = find_section_tools(input.page);
    left_out.add_all(find_server_messages(input.page));
    left_out.add_all(unseen_text(input.page));
    if (type == PageType::thread && !input.keep.author_boxes) left_out.add_all(find_signatures(input.page));
    for (RunId r = 0; r < page.runs.size(); ++r) {
      if (!taken[r]) continue;
      for (NodeId n = page.runs[r].begin; n < page.runs[r].end; ++n) chosen[n] = !left_out.contains(n);
    }
    choose_images(page, taken, chosen);
    // What `keep` removes was found to be content, so it is the page's own.
    std::vector<char> own = own_runs(page, parts, site);
    for (RunId r = 0; r < page.runs.size(); ++r) own[r] = own[r] || choice.runs[r];
    return {content_with_hidden(input.page, chosen), choice.confidence, type, site.count(), nodes_of(page, own),
            names_of_site(input.page, site)};
  }

  std::optional<NodeSet> own_text(const ExtractorInput& input) const override {
    std::optional<PageView> made;
    const PageView& page = input.view ? *input.view : made.emplace(input.page);
    const PageFeatures features(page, model_, stages_, input.stop);
    const Learned learned = learn_site(page, features.alone, input);
    if (is_over(input.stop)) return std::nullopt;
    const PageType type = likeliest(judge_type(page, features.of_page, model_));
    const OtherPages site = others_of(learned);
    const RunId headline = find_headline(page, std::vector<char>(), site);
    return nodes_of(page, own_runs(page, find_parts(page, type, headline, site), site));
  }

  const SiteAnalyser* site_analyser() const override { return this; }

 protected:
  NodeSet choose(const ExtractorInput& input) const override { return extract(input).content; }

 private:
  struct PageFeatures final : Features {
    PageFeatures(const PageView& page, const Model& model, Stages stages, Stop* stop,
                 std::optional<FeatureTable>* rows = nullptr)
        : of_page(page_row(page)), alone(judge_page(page, of_page, model, stages, rows, stop)) {}
    std::size_t bytes() const override { return sizeof(float) * (of_page.size() + alone.size()); }

    const std::vector<float> of_page, alone;
  };

  static void add_posts(const PageView& page, const OtherPages& site, PageType& type, std::vector<char>& runs) {
    const std::vector<char> posts = find_disguised_posts(page, site);
    if (posts.empty()) return;
    type = PageType::thread;
    for (RunId r = 0; r < runs.size(); ++r) runs[r] = runs[r] || posts[r];
  }

  static void complete(const PageView& page, std::span<const float> p, const OtherPages& site, RunId headline,
                       PageType type, std::vector<char>& runs) {
    complete_fields(page, site, headline, type, runs);
    if (type != PageType::article) complete_region(page, p, site, headline, runs);
    complete_accordions(page, site, headline, runs);
    complete_lead_caption(page, headline, runs);
    complete_entries(page, site, headline, runs);
    complete_footnotes(page, runs);
  }

  // Everything a summary depends on: the tables, by the extractor's version, and the passes that judge the page.
  std::string version() const override {
    return std::string(name) + "/" + std::to_string(number) + (stages_.second ? "" : ", first pass") +
           (stages_.site ? "" : ", alone");
  }

  std::shared_ptr<const Features> features(const PageView& page, Stop* stop) const override {
    return std::make_shared<const PageFeatures>(page, model_, stages_, stop);
  }

  std::string summarise(const PageView& page, const Features* features) const override {
    if (!stages_.site) return {};
    return to_bytes(pith::summarise(page, static_cast<const PageFeatures*>(features)->alone));
  }

  std::shared_ptr<const Summary> read(std::string_view bytes) const override {
    auto summary = from_bytes(bytes);
    return summary ? std::make_shared<const PageSummary>(std::move(*summary)) : nullptr;
  }

  std::shared_ptr<const Statistics> learn(std::span<const Summary* const> pages) const override {
    std::vector<const PageSummary*> summaries;
    for (const Summary* page : pages) summaries.push_back(static_cast<const PageSummary*>(page));
    return std::make_shared<const SiteStatistics>(summaries);
  }

  std::shared_ptr<const Statistics> read_statistics(std::string_view bytes) const override {
    auto statistics = SiteStatistics::read(bytes);
    return statistics ? std::make_shared<const SiteStatistics>(*std::move(statistics)) : nullptr;
  }

  struct Learned {
    std::shared_ptr<const SiteStatistics> site;
    std::shared_ptr<const PageSummary> own = nullptr;  // of the page itself
    bool is_known = false;                             // the statistics hold it
  };
  // `alone`: judge_page. The page is among its siblings: a text that it shares with one of them is on two pages.
  Learned learn_site(const PageView& page, std::span<const float> alone, const ExtractorInput& input) const {
    static const auto nothing = std::make_shared<const SiteStatistics>();
    if (!stages_.site) return {.site = nothing};
    if (input.site.model) {
      const auto known = std::static_pointer_cast<const SiteStatistics>(input.site.statistics());
      if (!known) return {.site = nothing};
      return {known, std::make_shared<const PageSummary>(pith::summarise(page, alone)), input.site.is_known()};
    }
    if (std::min(siblings_, input.siblings.size()) == 0) return {.site = nothing};
    std::vector<std::vector<std::uint64_t>> texts{long_texts(page)};
    std::vector<PageSummary> summaries;
    for (const Document* sibling : input.siblings.first(std::min(siblings_, input.siblings.size()))) {
      if (is_over(input.stop)) return {.site = nothing};
      const PageView view(*sibling);
      summaries.push_back(
          pith::summarise(view, judge_page(view, page_row(view), model_, stages_, nullptr, input.stop)));
      texts.push_back(long_texts(view));
    }
    const std::vector<char> copies =
        copies_of_earlier(std::vector<std::span<const std::uint64_t>>(texts.begin(), texts.end()));
    std::size_t number = 0;
    std::erase_if(summaries, [&](const PageSummary&) { return copies[++number]; });
    const auto own = std::make_shared<const PageSummary>(pith::summarise(page, alone));
    std::vector<const PageSummary*> pages{own.get()};
    for (const PageSummary& summary : summaries) pages.push_back(&summary);
    return {std::make_shared<const SiteStatistics>(pages), own, true};
  }

  // `learned` outlives the result.
  static OtherPages others_of(const Learned& learned) {
    const PageSummary* const own = learned.own.get();
    return {*learned.site, std::span(&own, learned.is_known ? 1 : 0), own};
  }

  static NodeSet nodes_of(const PageView& page, const std::vector<char>& runs) {
    NodeSet nodes(page.page);
    for (RunId r = 0; r < page.runs.size(); ++r)
      if (runs[r]) nodes.add_range(page.runs[r].begin, page.runs[r].end);
    return nodes;
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
  return std::make_unique<Pith>(model, static_cast<std::size_t>(parameter<long>(p, "n")),
                                Stages{.second = parameter<bool>(p, "second_pass"),
                                       .site = parameter<bool>(p, "site"),
                                       .rules = parameter<bool>(p, "rules")});
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
              {.name = "rules",
               .meaning = "apply what is known of templates to what the trees choose",
               .fallback = true},
          },
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return make_pith(builtin_model(), p); },
  };
}

}  // namespace pith
