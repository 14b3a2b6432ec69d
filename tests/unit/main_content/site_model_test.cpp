#include "core/extract/site/site_model.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/site_sample.h"
#include "tests/support/trees.h"
#include "tests/unit/main_content/random_pages.h"

using namespace pith;

namespace {

// A page of one of three templates, with its own text.
std::string page_text(const std::string& kind, int number) {
  std::string own;
  for (int i = 0; i < 30; ++i) own += " word" + std::to_string((number * 31 + i * 7) % 997);
  const std::string menu = "<ul class=menu><li><a href=1>Home page</a><li><a href=2>All products</a></ul>";
  if (kind == "story")
    return "<body>" + menu + "<article><h1>Story</h1><div class=text><p>" + own + "<p>more" + own +
           "</div><div class=by><b>Ann</b></div></article>";
  if (kind == "list")
    return "<body>" + menu + "<table class=goods><tr><td class=name>" + own + "<td class=price>12<tr><td class=name>x" +
           own + "</table><span>Sum</span>";
  return "<body>" + menu + "<section class=thread><div class=post><i>Bob</i><pre>" + own +
         "</pre></div><form><label>Reply</label></form></section>";
}

const SiteModel::SiteAnalysers analysers = test::half_analyser();

SiteModel model_of(const std::vector<SampledPage>& sample) { return SiteModel(sample, analysers); }

SampledPage sampled(std::uint64_t id, const Document& page) {
  return test::sampled_page(id, PageView(page), analysers);
}

std::uint64_t digest(const SiteModel& model, const SampledPage& page) { return model.digest(page.id, 0); }

SampledPage sampled(std::uint64_t id, const std::string& kind, int number) {
  return sampled(id, test::html(page_text(kind, number)));
}

// `pages` of each kind, ids counted from 1.
std::vector<SampledPage> site(int pages) {
  std::vector<SampledPage> sample;
  for (const char* kind : {"story", "list", "thread"})
    for (int i = 0; i < pages; ++i) sample.push_back(sampled(sample.size() + 1, kind, static_cast<int>(sample.size())));
  return sample;
}

// The share of common paths among the paths of either page: what the shapes estimate.
float common_paths(const PageView& a, const PageView& b) {
  const auto paths = [](const PageView& view) {
    std::set<std::uint64_t> out;
    for (NodeId n = 0; n < view.page.size(); ++n)
      if (view.page[n].is_element() && view.first_run(n) < view.end_run(n)) out.insert(view.elements[n].path);
    return out;
  };
  const auto of_a = paths(a), of_b = paths(b);
  std::vector<std::uint64_t> both;
  std::ranges::set_intersection(of_a, of_b, std::back_inserter(both));
  const auto all = of_a.size() + of_b.size() - both.size();
  return all ? static_cast<float>(both.size()) / static_cast<float>(all) : 1;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site_model)

BOOST_AUTO_TEST_CASE(shapes_estimate_common_paths) {
  test::RandomPages random(3);
  std::vector<Document> pages;
  for (int i = 0; i < 24; ++i) pages.push_back(random.page(150));
  double squares = 0;
  int pairs = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const PageView a(pages[i]);
    BOOST_TEST(similarity(shape_of(a), shape_of(a)) == 1.0f);
    for (std::size_t j = 0; j < i; ++j) {
      const PageView b(pages[j]);
      const float error = similarity(shape_of(a), shape_of(b)) - common_paths(a, b);
      BOOST_TEST(std::abs(error) < 0.35f);
      squares += error * error;
      ++pairs;
    }
  }
  BOOST_TEST(std::sqrt(squares / pairs) < 0.08);
  const Document empty = test::html("<body><div></div>");
  BOOST_TEST((shape_of(PageView(empty)) == PageShape()));
  const PageShape shape = shape_of(PageView(pages[0]));
  const std::vector<PageShape> both = {shape, PageShape()};
  BOOST_TEST((read_shapes(kept_bytes(both)) == both));
  BOOST_TEST(read_shapes(kept_bytes(std::span<const PageShape>()))->empty());
  BOOST_TEST(!read_shapes("").has_value());
  BOOST_TEST(!read_shapes(kept_bytes(both) + "x").has_value());
  BOOST_TEST(!read_shapes(std::string(PageShape::size, 'x')).has_value(), "kept before there were versions");
}

BOOST_AUTO_TEST_CASE(templates_are_distinguished) {
  const SiteModel model = model_of(site(20));
  BOOST_TEST_REQUIRE(model.templates().size() == 3u);
  for (const SiteTemplate& t : model.templates()) {
    BOOST_TEST(t.pages == 20u);
    BOOST_TEST(t.members.size() == SiteModel::max_members);
  }
  BOOST_TEST(model.templates()[0].leader == 1u);
  BOOST_TEST(model.templates()[1].leader == 21u);
  for (const auto& [kind, number] : {std::pair("story", 0u), std::pair("list", 1u), std::pair("thread", 2u)})
    BOOST_TEST(*model.template_of(sampled(99, kind, 12345).sketch.shape) == number);
  for (const std::uint64_t id : model.like(sampled(99, "list", 12345).sketch.shape)) BOOST_TEST((id > 20 && id <= 40));
}

BOOST_AUTO_TEST_CASE(small_templates_borrow_pages) {
  std::vector<SampledPage> sample;
  for (int i = 0; i < 10; ++i) sample.push_back(sampled(static_cast<std::uint64_t>(i + 1), "story", i));
  sample.push_back(sampled(11, "list", 11));
  const SiteModel model = model_of(sample);
  const PageShape list = sampled(99, "list", 5).sketch.shape;
  BOOST_TEST(model.like(list).size() == SiteModel::few_members);
  BOOST_TEST(model.like(list)[0] == 11u);
}

BOOST_AUTO_TEST_CASE(a_page_learns_from_the_whole_site) {
  std::vector<SampledPage> sample;
  for (int i = 0; i < 10; ++i) sample.push_back(sampled(static_cast<std::uint64_t>(i + 1), "story", i));
  sample.push_back(sampled(11, "list", 11));
  const SiteModel model = model_of(sample);
  const Document page = test::html(page_text("list", 11));
  const PageView view(page);
  BOOST_TEST(test::others_in(model, sample[10]).pages() == 10.0f);
  BOOST_TEST(test::others_in(model, sample[10]).text(view.runs[0].site_hash).pages == 10.0f,
             "the menu, also of stories");
  BOOST_TEST(test::others_in(model, sampled(99, "list", 11)).text(view.runs[0].site_hash).pages == 11.0f,
             "of a page outside of the sample");
}

// A home page is often at "/" and at "/index.html"; its short texts make it no copy.
BOOST_AUTO_TEST_CASE(a_page_at_two_urls_is_one_page) {
  std::vector<SampledPage> sample = site(4);
  const std::string home = "<body><ul class=menu><li><a href=1>Home page</a></ul><h1>Welcome</h1><p>Open till six</p>";
  const std::uint64_t menu = PageView(test::html(home)).runs[0].site_hash;
  for (const std::uint64_t id : {90u, 91u}) {
    sample.push_back(sampled(id, test::html(home)));
    sample.back().body = 7;
  }
  const SampledPage first = sample[sample.size() - 2], second = sample.back();
  const SiteModel at_both = model_of(sample);
  for (const std::size_t gone : {sample.size() - 2, sample.size() - 1}) {
    std::vector<SampledPage> left = sample;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(gone));
    const SiteModel at_one = model_of(left);
    for (const SampledPage& page : left) BOOST_TEST(digest(at_both, page) == digest(at_one, page));
    const auto others = [&](const SiteModel& model) {
      return model.repetition(left.back().sketch.shape, left.back().id, {}, left.back().sketch.texts).having;
    };
    BOOST_TEST(others(at_both) == others(at_one), boost::test_tools::per_element());
  }
  for (const SampledPage& page : {first, second}) {
    BOOST_TEST(at_both.is_taught_by(page.id, 0));
    BOOST_TEST(test::others_in(at_both, page).text(menu).pages == 12.0f);
  }
  // With other bytes, it is another page.
  sample.back().body = 8;
  BOOST_TEST(digest(model_of(sample), first) != digest(at_both, first));
}

BOOST_AUTO_TEST_CASE(a_page_learns_nothing_from_itself_or_its_copies) {
  std::vector<SampledPage> sample = site(2);
  const SampledPage first = sample[0];
  const Document page = test::html(page_text("story", 0));
  const PageView view(page);
  const auto own = std::ranges::find_if(view.runs, [](const ViewRun& run) { return run.text.words > 20; });
  BOOST_TEST_REQUIRE((own != view.runs.end()));
  const SiteModel model = model_of(sample);
  BOOST_TEST(test::others_in(model, first).text(own->site_hash).pages == 0.0f);
  BOOST_TEST_REQUIRE(model.is_taught_by(first.id, 0));
  // A copy in the sample teaches nothing: neither the page nor others nor itself.
  for (const std::uint64_t id : {50u, 51u}) sample.push_back(sampled(id, "story", 0));
  const SiteModel with_copies = model_of(sample);
  BOOST_TEST(!with_copies.is_taught_by(50, 0));
  for (const SampledPage& one : site(2)) BOOST_TEST(digest(with_copies, one) == digest(model, one));
  for (const std::uint64_t id : {std::uint64_t{1}, std::uint64_t{50}})
    BOOST_TEST(test::others_in(with_copies, sampled(id, "story", 0)).text(own->site_hash).pages == 0.0f);
  BOOST_TEST(with_copies.digest(50, 0) == with_copies.digest(77, 0), "what a page outside of the sample learns");
  // The first copy teaches in place of a page that is gone.
  sample.erase(sample.begin());
  BOOST_TEST(model_of(sample).is_taught_by(50, 0));
  BOOST_TEST(!model_of(sample).is_taught_by(51, 0));
}

BOOST_AUTO_TEST_CASE(depends_on_the_sample_only) {
  std::vector<SampledPage> sample = site(12);
  const SiteModel model = model_of(sample);
  const SampledPage other = sampled(1000, "story", 444);
  std::mt19937 random(1);
  for (int round = 0; round < 3; ++round) {
    std::ranges::shuffle(sample, random);
    const SiteModel again = model_of(sample);
    for (const SampledPage& page : sample) BOOST_TEST(digest(again, page) == digest(model, page));
    BOOST_TEST(digest(again, other) == digest(model, other));
  }
  // Removing an added page restores the model.
  sample.push_back(other);
  sample.pop_back();
  BOOST_TEST(digest(model_of(sample), other) == digest(model, other));
}

BOOST_AUTO_TEST_CASE(an_edit_of_one_pages_text_changes_nothing_for_the_others) {
  std::vector<SampledPage> sample = site(12);
  const SiteModel before = model_of(sample);
  sample[4] = sampled(sample[4].id, "story", 900);  // the same number of words, other words
  const SiteModel after = model_of(sample);
  for (const SampledPage& page : sample) BOOST_TEST(digest(after, page) == digest(before, page));
  // Another menu on all pages of a template does change it, for all pages: texts count for the whole site.
  for (int i = 0; i < 12; ++i) {
    std::string text = page_text("story", i);
    text.replace(text.find("All products"), 12, "Our products");
    sample[static_cast<std::size_t>(i)] = sampled(static_cast<std::uint64_t>(i + 1), test::html(text));
  }
  const SiteModel redesigned = model_of(sample);
  BOOST_TEST(digest(redesigned, sample[0]) != digest(before, sample[0]));
  BOOST_TEST(digest(redesigned, sample[13]) != digest(before, sample[13]));
}

BOOST_AUTO_TEST_CASE(the_digest_tells_whether_the_page_itself_is_subtracted) {
  const SiteModel model = model_of(site(3));
  BOOST_TEST(model.digest(1, 0) == model.digest(2, 0));
  BOOST_TEST(model.digest(98, 0) == model.digest(99, 0));
  BOOST_TEST(model.digest(1, 0) != model.digest(99, 0));
  BOOST_TEST(model.digest(1, 1) == 0u, "there is no second analyser");
}

BOOST_AUTO_TEST_CASE(templates_are_bounded) {
  test::RandomPages random(11);
  std::vector<SampledPage> sample;
  for (std::uint64_t i = 0; i < 120; ++i) {
    const Document page = random.page(60);
    if (const PageView view(page); !view.runs.empty()) sample.push_back(sampled(i + 1, page));
  }
  const SiteModel model = model_of(sample);
  BOOST_TEST(model.templates().size() <= SiteModel::max_templates);
  std::uint32_t pages = 0;
  for (const SiteTemplate& t : model.templates()) {
    pages += t.pages;
    BOOST_TEST(t.members.size() <= SiteModel::max_members);
    BOOST_TEST(!t.members.empty());
  }
  BOOST_TEST(pages == sample.size());
}

BOOST_AUTO_TEST_CASE(without_pages_nothing_is_learned) {
  const SiteModel model = model_of({});
  const Document page = test::html(page_text("story", 1));
  const PageView view(page);
  BOOST_TEST(!model.template_of(shape_of(view)).has_value());
  BOOST_TEST(!model.statistics(0));
  BOOST_TEST(!model.is_taught_by(1, 0));
  BOOST_TEST(model.digest(1, 0) == 0u);
  BOOST_TEST(model.like(shape_of(view)).empty());
}

BOOST_AUTO_TEST_CASE(repetition_counts_the_pages_of_the_template) {
  const std::vector<SampledPage> sample = site(12);
  const SiteModel model = model_of(sample);
  for (const SampledPage& key : sample) {
    std::vector<std::uint64_t> texts = {1};  // on no page
    texts.insert(texts.end(), key.sketch.texts.begin(), key.sketch.texts.end());
    const SiteModel::Repetition found = model.repetition(key.sketch.shape, key.id, key.sketch.long_texts, texts);
    std::uint32_t pages = 0;
    std::vector<std::uint32_t> having(texts.size());
    for (const SampledPage& other : sample) {
      if (other.id == key.id || similarity(other.sketch.shape, key.sketch.shape) < SiteModel::alike) continue;
      ++pages;
      for (std::size_t t = 0; t < texts.size(); ++t)
        having[t] += std::ranges::find(other.sketch.texts, texts[t]) != other.sketch.texts.end();
    }
    BOOST_TEST(found.pages == pages);
    BOOST_TEST(found.having == having, boost::test_tools::per_element());
    BOOST_TEST(pages == 11u);
    BOOST_TEST(found.same_template);
  }
  const std::vector<SampledPage> few = site(2);
  const SiteModel::Repetition helped =
      model_of(few).repetition(few[0].sketch.shape, few[0].id, few[0].sketch.long_texts, {});
  BOOST_TEST(helped.pages == 5u, "the members of other templates that help out");
  BOOST_TEST(!helped.same_template);
  BOOST_TEST(model_of({}).repetition({}, 1, {}, std::vector<std::uint64_t>{5}).pages == 0u);
}

BOOST_AUTO_TEST_CASE(a_page_of_no_template_is_compared_with_all_pages) {
  test::RandomPages random(11);
  std::vector<SampledPage> sample;
  for (std::uint64_t i = 0; i < 12; ++i) {
    const Document page = random.page(60);
    if (const PageView view(page); !view.runs.empty()) sample.push_back(sampled(i + 1, page));
  }
  const SiteModel model = model_of(sample);
  std::size_t alone = 0;
  for (const SampledPage& key : sample) {
    const SiteModel::Repetition found =
        model.repetition(key.sketch.shape, key.id, key.sketch.long_texts, key.sketch.texts);
    BOOST_TEST(found.pages > 0u);
    if (found.same_template) continue;
    ++alone;
    BOOST_TEST(found.pages < sample.size());
  }
  BOOST_TEST(alone > 0u);
}

// An area learns what it would learn without the others.
BOOST_AUTO_TEST_CASE(areas_know_nothing_of_each_other) {
  std::vector<SampledPage> sample = site(24), own;
  for (SampledPage& page : sample) {
    page.area = 1 + page.id % 3;
    if (page.area == 2) own.push_back(page);
  }
  const SiteModel model = model_of(sample), alone = model_of(own);
  const SampledPage& key = own[1];
  const auto& texts = key.sketch.texts;
  BOOST_TEST(model.digest(key.id, 0, 2) == alone.digest(key.id, 0, 2));
  BOOST_TEST(model.is_taught_by(key.id, 0, 2));
  BOOST_TEST(!model.is_taught_by(key.id, 0, 1));
  BOOST_TEST(!model.statistics(0, 4));
  BOOST_TEST(model.pages_of(2) == alone.pages_of(2), boost::test_tools::per_element());
  BOOST_TEST(model.pages_of(2).size() == 24u);
  BOOST_TEST(model.texts_of(2).digest() == alone.texts_of(2).digest());
  const auto having = [&](const SiteModel& known) {
    return known.repetition(key.sketch.shape, key.id, key.sketch.long_texts, texts, 2).having;
  };
  BOOST_TEST(having(model) == having(alone), boost::test_tools::per_element());
  for (const std::uint64_t id : model.like(key.sketch.shape, 2)) BOOST_TEST(id % 3 == 1u);
}

BOOST_AUTO_TEST_CASE(statistics_are_by_analyser) {
  // Two analysers; the second summarises only stories.
  class Stories final : public SiteAnalyser {
    struct Seen final : Summary {};
    struct Count final : Statistics {
      explicit Count(std::size_t n) : pages(n) {}
      std::uint64_t digest() const override { return pages; }
      std::string bytes() const override { return std::to_string(pages); }
      std::size_t pages;
    };
    std::string version() const override { return "stories/1"; }
    std::string summarise(const PageView& page, const Features*) const override {
      return page.elements.h1s ? "story" : "";
    }
    std::shared_ptr<const Summary> read(std::string_view bytes) const override {
      return bytes == "story" ? std::make_shared<const Seen>() : nullptr;
    }
    std::shared_ptr<const Statistics> learn(std::span<const Summary* const> pages) const override {
      return std::make_shared<const Count>(pages.size());
    }
    std::shared_ptr<const Statistics> read_statistics(std::string_view) const override { return nullptr; }
  };
  SiteModel::SiteAnalysers both = analysers;
  both.push_back(std::make_shared<const Stories>());
  std::vector<SampledPage> sample;
  for (const char* kind : {"story", "list"})
    for (int i = 0; i < 10; ++i)
      sample.push_back(test::sampled_page(
          sample.size() + 1, PageView(test::html(page_text(kind, static_cast<int>(sample.size())))), both));
  const SiteModel model(sample, both);
  BOOST_TEST_REQUIRE(model.statistics(1) != nullptr);
  BOOST_TEST(model.statistics(1)->digest() == 10u);
  BOOST_TEST(model.digest(1, 1) != model.digest(15, 1), "a story and a list, which adds nothing");
  BOOST_TEST(model.digest(15, 1) == model.digest(99, 1));
  BOOST_TEST(!model.is_taught_by(15, 1));
  BOOST_TEST(
      test::others_in(model, test::sampled_page(99, PageView(test::html(page_text("list", 99))), both)).pages() ==
          20.0f,
      boost::test_tools::tolerance(0.1f));
  BOOST_TEST(!model.statistics(2), "there is no third");
  BOOST_TEST(!model.is_taught_by(1, 2));
  std::erase_if(sample, [](const SampledPage& page) { return page.id <= 10; });
  const SiteModel lists(sample, both);
  BOOST_TEST(!lists.statistics(1), "lists teach it nothing");
  BOOST_TEST(lists.digest(99, 1) == 0u);
}

BOOST_AUTO_TEST_CASE(a_sketch_survives_as_bytes) {
  test::RandomPages random(5);
  for (int i = 0; i < 20; ++i) {
    const Document page = random.page(80);
    const PageSketch sketch = sketch_of(PageView(page));
    const std::string bytes = kept_bytes(sketch);
    BOOST_TEST((read_sketch(bytes) == sketch));
    for (std::size_t size = 0; size < bytes.size(); ++size) BOOST_TEST(!read_sketch(bytes.substr(0, size)));
    BOOST_TEST(!read_sketch(bytes + "x"));
    std::string older = bytes;
    --older[0];
    BOOST_TEST(!read_sketch(older), "of another structure version");
  }
}

BOOST_AUTO_TEST_SUITE_END()
