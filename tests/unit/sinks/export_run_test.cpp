#include "plugin/index/export_run.h"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/structures.h"
#include "tests/unit/index/pages.h"

using namespace pith;
using namespace pith::sinks;

namespace {

// Records its calls, and fails on demand.
class Notes final : public Sink {
 public:
  std::optional<Error> put(const SinkDocument& document) override {
    if (fail_at == static_cast<int>(urls.size())) return Error{"unreachable", "gone"};
    urls.push_back(document.url);
    if (document.url == refused)
      counts_.refuse({document.id, document.url, "no"});
    else
      ++counts_.sent;
    return std::nullopt;
  }
  std::optional<Error> remove(const std::string&) override { return Error{"usage", "never asked for"}; }
  std::optional<Error> finish() override {
    ++finished;
    return std::nullopt;
  }
  Result<std::int64_t> prune(const std::vector<std::string>& sites) override {
    ++pruned;
    pruned_sites = sites;
    return std::int64_t{7};
  }

  int fail_at = -1, finished = 0, pruned = 0;
  std::string refused;
  std::vector<std::string> urls, pruned_sites;
};

struct Index {
  index::IndexDirectory directory;
  index::Searcher searcher;

  Index() : searcher(make(directory.path())) {}

  static index::Searcher make(const std::string& path) {
    ExtractedPage odd = index::page_of("Odd");
    odd.structure = test::packed(R"([{"region":"list","begin":0,"end":4}])");
    return index::index_of(path, {{index::record_of("a"), index::page_of("One")},
                                  {index::record_of("b", "other.example"), index::page_of("Two")},
                                  {index::record_of("c"), index::page_of("Three")},
                                  {index::record_of("odd", "odd.example"), odd}});
  }
};

const std::string a = "https://example.org/a", b = "https://other.example/b", c = "https://example.org/c";

}  // namespace

BOOST_AUTO_TEST_SUITE(export_run)

BOOST_AUTO_TEST_CASE(pages_of_the_sites_and_no_others) {
  const Index index;
  Notes one, both;
  std::int64_t told = 0;
  const auto summary = run_export(index.searcher, one, {.sites = {"example.org"}},
                                  {.progress = [&](std::int64_t pages) { told = pages; }});
  BOOST_TEST((one.urls == std::vector<std::string>{a, c}));
  BOOST_TEST(summary.pages == 2);
  BOOST_TEST(told == 2);
  BOOST_TEST(summary.counts.sent == 2);
  BOOST_TEST(summary.complete());
  BOOST_TEST(one.finished == 1);
  BOOST_TEST(one.pruned == 0);
  run_export(index.searcher, both, {.sites = {"example.org", "other.example"}});
  BOOST_TEST((both.urls == std::vector<std::string>{a, b, c}));
}

BOOST_AUTO_TEST_CASE(pruning_follows_a_whole_export) {
  const Index index;
  Notes sink;
  const auto summary = run_export(index.searcher, sink, {.sites = {"example.org"}, .prune = true});
  BOOST_TEST(sink.pruned == 1);
  BOOST_TEST((sink.pruned_sites == std::vector<std::string>{"example.org"}));
  BOOST_TEST(summary.pruned.value_or(0) == 7);
}

BOOST_AUTO_TEST_CASE(nothing_is_pruned_after_a_loss) {
  const Index index;
  const ExportRequest request{.sites = {"example.org", "other.example"}, .prune = true};
  Notes refusing, failing, stopped, empty, damaged;
  refusing.refused = b;
  const auto refused = run_export(index.searcher, refusing, request);
  BOOST_TEST(refusing.pruned == 0);
  BOOST_TEST(refused.counts.refused == 1);
  BOOST_TEST(!refused.complete());

  failing.fail_at = 1;
  const auto failed = run_export(index.searcher, failing, request);
  BOOST_TEST(failing.pruned + failing.finished == 0);
  BOOST_REQUIRE(failed.error.has_value());
  BOOST_TEST(failed.error->message == "gone");

  std::atomic<bool> stop = false;
  const auto halted = run_export(index.searcher, stopped, request,
                                 {.stop = &stop, .progress = [&](std::int64_t pages) { stop = pages == 2; }});
  BOOST_TEST((stopped.urls == std::vector<std::string>{a, b}));
  BOOST_TEST(stopped.pruned + stopped.finished == 0);
  BOOST_TEST(halted.stopped);
  BOOST_TEST(!halted.error.has_value());

  const auto none = run_export(index.searcher, empty, {.sites = {"nobody.example"}, .prune = true});
  BOOST_TEST(none.pages == 0);
  BOOST_TEST(empty.pruned == 0);

  // A page with a damaged structure in the index is not sent, but named.
  const auto whole = run_export(index.searcher, damaged, {.prune = true});
  BOOST_TEST(whole.pages == 4);
  BOOST_TEST(whole.counts.sent == 3);
  BOOST_REQUIRE(whole.counts.first_refusals.size() == 1u);
  BOOST_TEST(whole.counts.first_refusals[0].url == "https://odd.example/odd");
  BOOST_TEST(damaged.pruned == 0);
}

BOOST_AUTO_TEST_CASE(each_page_of_a_source_is_in_one_account) {
  const auto document = [](const std::string& name) {
    return std::vector{SinkDocument{.id = name, .url = name, .fields = {{"id", name}}}};
  };
  Notes sink, failing;
  sink.refused = "two";
  failing.fail_at = 1;
  bool wanted = true;
  const auto source = [&](Intake& intake) -> std::optional<Error> {
    wanted = intake.documents(document("one")) && intake.skip() && intake.documents(document("two")) && intake.lose() &&
             intake.refuse({"three", "three", "odd"}) && intake.documents(document("four"));
    return std::nullopt;
  };
  const auto summary = run_export(source, sink);
  BOOST_TEST(wanted);
  BOOST_TEST(summary.pages == 6);
  BOOST_TEST(summary.skipped == 1);
  BOOST_TEST(summary.unreadable == 1);
  BOOST_TEST(summary.counts.sent == 2);
  BOOST_TEST(summary.counts.refused == 2);
  BOOST_TEST(sink.finished == 1);
  BOOST_TEST(!summary.complete());

  const auto failed = run_export(source, failing);
  BOOST_TEST(!wanted);
  BOOST_REQUIRE(failed.error.has_value());
  BOOST_TEST(failing.finished == 0);

  Notes half;
  const auto broken = run_export(
      [&](Intake& intake) {
        intake.documents(document("one"));
        return std::optional(Error{"no_input", "is gone"});
      },
      half);
  BOOST_REQUIRE(broken.error.has_value());
  BOOST_TEST(broken.error->message == "is gone");
  BOOST_TEST(half.finished == 0);
}

BOOST_AUTO_TEST_SUITE_END()
