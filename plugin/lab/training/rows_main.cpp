// Writes the input of plugin/lab/training/train.
//
//   pith_training_rows first OUT SET...
//
// pages.jsonl   one page per line: set, id, site, domain, family, type, and its numbers of runs and gold words
// first.f32     one row of numbers per run: the features of core/extract/main_content/detail/features/features.h
// runs.bin      per run: float label, uint32 words
// texts.txt     one line per run: the beginning of its text, for reading
// words.u32     the words of all runs; golds.u32 those of all golds
//
//   pith_training_rows second OUT MODELS SET...
//
// second.f32    one row per run: the same and core/extract/main_content/detail/features/context.h; the first forest is
// that of
//               MODELS/fold-K.model for the page's fold K, so it was not trained on the page
//
//   pith_training_rows site OUT N MODELS SET...
//
// site-N.f32    one row per run: core/extract/main_content/detail/site/site_features.h, with at most N siblings, or all
//               pages of the site (N: all); zeros for pages without any
//
//   pith_training_rows quality OUT N MODELS SET...
//
// quality-N.f32 one row per page: core/extract/main_content/detail/rules/quality.h for the runs chosen with at most N
//               siblings, then their word F1
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "core/dom/parse.h"
#include "core/extract/main_content/training.h"
#include "core/extract/site/copies.h"
#include "core/extract/site/page_sketch.h"
#include "core/system/digest.h"
#include "core/text/encoding.h"
#include "plugin/lab/cross_validation.h"
#include "plugin/lab/page_set.h"
#include "plugin/lab/sibling_order.h"
#include "plugin/lab/training/labels.h"

using namespace pith;

namespace {

struct PageRows {
  nlohmann::json about;
  std::vector<float> rows;
  std::vector<float> labels;
  std::vector<std::uint32_t> run_words, words, gold;
  std::string texts;
};

std::optional<PageRows> rows_of(const eval::PageSet& set, std::uint32_t p) {
  const auto html = set.html(p);
  const auto gold = set.gold(p);
  if (!html || !gold) return {};
  const auto page = parse_html(decode_html(*html).text);
  if (!page) return {};
  const auto view = view_page(*page);
  const PageWords words = page_words(*view);
  PageRows out;
  out.gold = word_hashes(*gold);
  out.labels = training::label_runs(words, out.gold);
  out.rows = first_rows(*view);
  out.words = words.hashes;
  for (const PageWords::Run& run : words.runs) {
    out.run_words.push_back(run.words);
    std::string text;
    for (NodeId n = run.begin; n < run.end && text.size() < 300; ++n) text += page->text(n);
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    out.texts += text.substr(0, 300) + '\n';
  }
  const eval::LabelledPage& about = set.pages[p];
  out.about = {{"set", set.name},           {"id", about.id},
               {"site", about.site},        {"domain", about.domain},
               {"family", about.family},    {"type", about.type},
               {"runs", words.runs.size()}, {"digest", sha256_hex(*html + *gold)},
               {"words", out.words.size()}, {"gold", out.gold.size()}};
  return out;
}

template <typename T>
void put(std::ofstream& file, const std::vector<T>& values) {
  file.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(T)));
}

int first(const std::string& out, const std::vector<std::string>& directories) {
  std::ofstream pages(out + "/pages.jsonl"), rows(out + "/first.f32"), labels(out + "/labels.f32"),
      run_words(out + "/run_words.u32"), words(out + "/words.u32"), golds(out + "/golds.u32"),
      names(out + "/features.txt"), page_names(out + "/page_features.txt"), texts(out + "/texts.txt");
  for (const auto name : feature_names().first) names << name << '\n';
  for (const auto name : feature_names().page) page_names << name << '\n';
  for (const std::string& directory : directories) {
    const auto set = eval::read_page_set(directory);
    if (!set) {
      std::cerr << set.error().message << '\n';
      return 1;
    }
    const auto n = static_cast<std::uint32_t>(set->pages.size());
    std::vector<std::optional<PageRows>> done(n);
    std::atomic<std::uint32_t> next = 0;
    const auto work = [&] {
      for (std::uint32_t p; (p = next++) < n;) done[p] = rows_of(*set, p);
    };
    std::thread other(work);
    work();
    other.join();
    for (auto& page : done) {
      if (!page) continue;
      pages << page->about.dump() << '\n';
      put(rows, page->rows);
      put(labels, page->labels);
      put(run_words, page->run_words);
      put(words, page->words);
      put(golds, page->gold);
      texts << page->texts;
      page.reset();
    }
    std::cerr << set->name << '\n';
  }
  return 0;
}

std::optional<Document> parsed(const eval::PageSet& set, std::uint32_t p) {
  const auto html = set.html(p);
  if (!html) return {};
  auto page = parse_html(decode_html(*html).text);
  if (!page) return {};
  return std::move(*page);
}

// Summaries of a set's pages by the model of their fold, each computed once.
class Summaries {
 public:
  Summaries(const eval::PageSet& set, const eval::FoldModels& models)
      : set_(set), models_(models), pages_(set.pages.size()), ready_(set.pages.size()) {
    for (std::uint32_t p = 0; p < set.pages.size(); ++p) sites_[set.pages[p].site].pages.push_back(p);
  }

  const Model& model(std::uint32_t p) const { return models_[eval::fold_of(set_.pages[p], models_.size())]->model(); }

  struct Summed {
    std::shared_ptr<const SiteAnalyser::Summary> summary;
    std::vector<std::uint64_t> long_texts;
  };
  const Summed* get(std::uint32_t p) {
    std::call_once(ready_[p], [&] {
      if (const auto page = parsed(set_, p)) {
        const auto view = view_page(*page);
        pages_[p] = {page_summary(*view, model(p)), long_texts(*view)};
      }
    });
    return pages_[p] ? &*pages_[p] : nullptr;
  }

  // What the pages of a page's site teach, itself included, copies excluded; the labelled sites fit into a sample.
  std::shared_ptr<const SiteAnalyser::Statistics> of_site(std::uint32_t p) {
    Site& site = sites_.at(set_.pages[p].site);
    std::call_once(site.ready, [&] {
      std::vector<std::shared_ptr<const SiteAnalyser::Summary>> teachers;
      std::vector<const Summed*> pages;
      std::vector<std::span<const std::uint64_t>> texts;
      for (const std::uint32_t page : site.pages)
        if (const Summed* summed = get(page)) {
          pages.push_back(summed);
          texts.emplace_back(summed->long_texts);
        }
      const std::vector<char> copies = copies_of_earlier(texts);
      for (std::size_t i = 0; i < pages.size(); ++i)
        if (!copies[i]) teachers.push_back(pages[i]->summary);
      site.statistics = learn_site(teachers);
      site.teachers = {teachers.begin(), teachers.end()};
    });
    return site.statistics;
  }
  // The page's summary if its site's statistics have it.
  std::shared_ptr<const SiteAnalyser::Summary> own(std::uint32_t p) {
    of_site(p);
    const Summed* summed = get(p);
    return summed && sites_.at(set_.pages[p].site).teachers.contains(summed->summary) ? summed->summary : nullptr;
  }

 private:
  const eval::PageSet& set_;
  const eval::FoldModels& models_;
  std::vector<std::optional<Summed>> pages_;
  std::vector<std::once_flag> ready_;
  struct Site {
    std::vector<std::uint32_t> pages;
    std::once_flag ready;
    std::shared_ptr<const SiteAnalyser::Statistics> statistics;
    std::set<std::shared_ptr<const SiteAnalyser::Summary>> teachers;
  };
  std::map<std::string, Site> sites_;
};

// A page that rows are made from.
struct TrainingPage {
  const eval::PageSet& set;
  std::uint32_t number;
  const Document& page;
  const PageView& view;
  Summaries& summaries;

  const Model& model() const { return summaries.model(number); }
};

using SummaryList = std::vector<std::shared_ptr<const SiteAnalyser::Summary>>;

SiteOfPage nearest_pages(const TrainingPage& key, unsigned at_most) {
  const std::vector<std::uint64_t> own_texts = long_texts(key.view);
  SummaryList found;
  std::vector<std::span<const std::uint64_t>> texts{own_texts};
  for (const std::uint32_t other : eval::order_siblings(key.set, key.number, key.page, eval::SiblingMode::nearest, 1)) {
    if (found.size() == at_most) break;
    if (const auto* summed = key.summaries.get(other)) {
      found.push_back(summed->summary);
      texts.emplace_back(summed->long_texts);
    }
  }
  const std::vector<char> copies = copies_of_earlier(texts);
  std::size_t number = 0;
  std::erase_if(found, [&](const auto&) { return copies[++number]; });
  const auto* own = key.summaries.get(key.number);
  if (!own) return {.others = learn_site(found)};
  found.push_back(own->summary);  // a text that two pages have is then known, though only one is another page
  return {.others = learn_site(found), .own = own->summary};
}

// `pages` as a number, or all of the site.
SiteOfPage site_of(const TrainingPage& key, const std::string& pages) {
  if (pages != "all") return nearest_pages(key, static_cast<unsigned>(std::stoul(pages)));
  return {.others = key.summaries.of_site(key.number), .own = key.summaries.own(key.number)};
}

// Word F1 of the chosen runs.
float f1_of(const PageWords& page, std::span<const char> chosen, const std::vector<std::uint32_t>& gold) {
  std::unordered_map<std::uint32_t, std::int64_t> left;
  for (const std::uint32_t word : gold) ++left[word];
  std::size_t taken = 0, common = 0;
  for (std::size_t r = 0; r < chosen.size(); ++r) {
    if (!chosen[r]) continue;
    for (const std::uint32_t word : page.words_of(page.runs[r])) {
      ++taken;
      common += left[word]-- > 0;
    }
  }
  return taken + gold.size() == 0 ? 1 : 2 * static_cast<float>(common) / static_cast<float>(taken + gold.size());
}

std::vector<float> quality_row(const TrainingPage& key, const std::string& pages) {
  JudgedChoice choice = judged_choice(key.view, key.model(), site_of(key, pages));
  choice.row.push_back(f1_of(page_words(key.view), choice.runs, word_hashes(*key.set.gold(key.number))));
  return choice.row;
}

template <typename F>
int write_rows(const std::string& file, const std::string& models, const std::vector<std::string>& directories,
               F&& rows_of_page) {
  const auto folds = eval::read_fold_models(models);
  if (!folds) {
    std::cerr << folds.error().message << '\n';
    return 1;
  }
  std::ofstream out(file);
  for (const std::string& directory : directories) {
    const auto set = eval::read_page_set(directory);
    if (!set) {
      std::cerr << set.error().message << '\n';
      return 1;
    }
    Summaries summaries(*set, *folds);
    const auto n = static_cast<std::uint32_t>(set->pages.size());
    std::vector<std::vector<float>> done(n);
    std::atomic<std::uint32_t> next = 0;
    const auto work = [&] {
      for (std::uint32_t p; (p = next++) < n;) {
        if (!set->gold(p)) continue;
        if (const auto page = parsed(*set, p))
          done[p] = rows_of_page(TrainingPage{*set, p, *page, *view_page(*page), summaries});
      }
    };
    std::thread other(work);
    work();
    other.join();
    for (auto& page : done) {
      put(out, page);
      page = {};
    }
  }
  return 0;
}

void put_names(const std::string& file, std::span<const std::string_view> names) {
  std::ofstream out(file);
  for (const auto name : names) out << name << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() >= 3 && arguments[0] == "first")
    return first(arguments[1], {arguments.begin() + 2, arguments.end()});
  if (arguments.size() >= 4 && arguments[0] == "second") {
    put_names(arguments[1] + "/context_features.txt", feature_names().second);
    return write_rows(arguments[1] + "/second.f32", arguments[2], {arguments.begin() + 3, arguments.end()},
                      [](const TrainingPage& key) { return second_rows(key.view, key.model()); });
  }
  if (arguments.size() >= 5 && (arguments[0] == "site" || arguments[0] == "quality")) {
    put_names(arguments[1] + "/site_features.txt", feature_names().site);
    put_names(arguments[1] + "/quality_features.txt", feature_names().quality);
    return write_rows(arguments[1] + "/" + arguments[0] + "-" + arguments[2] + ".f32", arguments[3],
                      {arguments.begin() + 4, arguments.end()}, [&](const TrainingPage& key) {
                        return arguments[0] == "quality" ? quality_row(key, arguments[2])
                                                         : site_rows(key.view, key.model(), site_of(key, arguments[2]));
                      });
  }
  std::cerr << "use: pith_training_rows first OUT SET...\n     pith_training_rows second OUT MODELS SET...\n"
               "     pith_training_rows site|quality OUT N MODELS SET...\n";
  return 2;
}
