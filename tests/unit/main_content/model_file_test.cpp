#include "plugin/lab/model_file.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "core/extract/main_content/detail/features/features.h"
#include "core/extract/main_content/detail/features/forest.h"
#include "core/extract/main_content/detail/main_content.h"
#include "tests/support/temporary.h"
#include "tests/support/trees.h"

using namespace pith;
using eval::StoredModel;

namespace {

constexpr std::string_view magic = "PITHMODEL1\n";

struct Tables {
  std::vector<ForestSplit> splits;
  std::vector<std::uint16_t> first_split = {0};
  std::vector<float> leaves;
  float base = 0;
};

template <typename T>
void append(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string bytes_of(const Tables& t) {
  std::string out;
  append(out, static_cast<std::uint32_t>(t.first_split.size() - 1));
  append(out, static_cast<std::uint32_t>(t.splits.size()));
  append(out, t.base);
  for (const std::uint16_t first : t.first_split) append(out, first);
  for (const ForestSplit& split : t.splits) append(out, split);
  for (const float leaf : t.leaves) append(out, leaf);
  return out;
}

// Two trees, with one split and three, over the first few features, which all forests have.
Tables small_forest(float base) {
  return {.splits = {{1.5f, 0, 0x80, 0x81}, {0.5f, 2, 1, 2}, {-1.0f, 1, 0x80, 0x81}, {7.0f, 3, 0x82, 0x83}},
          .first_split = {0, 1, 4},
          .leaves = {-1, 1, 0.1f, 0.2f, 0.3f, 0.4f},
          .base = base};
}

constexpr std::size_t forests = 4 + page_type_names.size() - 1;

std::string model_bytes(const std::vector<Tables>& tables) {
  std::string out(magic);
  for (const Tables& t : tables) out += bytes_of(t);
  return out;
}

std::vector<Tables> small_model() {
  std::vector<Tables> tables;
  for (std::size_t f = 0; f < forests; ++f) tables.push_back(small_forest(static_cast<float>(f)));
  tables[2] = {};  // as from a training that did not get that far
  return tables;
}

class File {
 public:
  Result<std::shared_ptr<const StoredModel>> read(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary) << bytes;
    return StoredModel::read(path_);
  }
  std::filesystem::path path() const { return path_; }

 private:
  test::TemporaryDirectory directory_;
  std::filesystem::path path_ = directory_ / "some.model";
};

void check_bad(const File& file, const std::string& bytes, std::string_view what) {
  const auto model = file.read(bytes);
  BOOST_TEST_REQUIRE(!model.ok(), what);
  BOOST_TEST(model.error().code == "bad_model", what);
  BOOST_TEST(model.error().message.find(file.path().string()) != std::string::npos, what);
}

// The model with one thing changed in its second forest.
template <typename F>
std::string damaged(F&& damage) {
  std::vector<Tables> tables = small_model();
  damage(tables[1]);
  return model_bytes(tables);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(model_file)

BOOST_AUTO_TEST_CASE(a_written_model_is_read_back) {
  const File file;
  const auto stored = file.read(model_bytes(small_model()));
  BOOST_TEST_REQUIRE(stored.ok(), (stored.ok() ? "" : stored.error().message));
  const Model& m = (*stored)->model();
  std::vector<const Forest*> found = {&m.first, &m.second, &m.site, &m.quality};
  for (const Forest& type : m.types) found.push_back(&type);
  const std::vector<Tables> expected = small_model();
  for (std::size_t f = 0; f < forests; ++f) {
    BOOST_TEST_CONTEXT("forest " << f) {
      BOOST_TEST(found[f]->base == expected[f].base);
      BOOST_TEST(found[f]->trees() == expected[f].first_split.size() - 1);
      BOOST_TEST(found[f]->first_split == expected[f].first_split, boost::test_tools::per_element());
      BOOST_TEST(found[f]->leaves == expected[f].leaves, boost::test_tools::per_element());
      BOOST_TEST_REQUIRE(found[f]->splits.size() == expected[f].splits.size());
      BOOST_TEST((expected[f].splits.empty() || std::memcmp(found[f]->splits.data(), expected[f].splits.data(),
                                                            expected[f].splits.size() * sizeof(ForestSplit)) == 0));
    }
  }
  const std::vector<float> row = {2, 0, 1, 8};
  BOOST_TEST(margin_of_row(m.second, row) == 1 + 1 + 0.4f);
}

BOOST_AUTO_TEST_CASE(a_file_cut_anywhere_is_damaged) {
  const File file;
  const std::string whole = model_bytes(small_model());
  for (std::size_t size = 0; size < whole.size(); ++size)
    check_bad(file, whole.substr(0, size), "cut at " + std::to_string(size));
  check_bad(file, whole + '\0', "one byte more");
  check_bad(file, whole + whole, "twice");
}

BOOST_AUTO_TEST_CASE(other_files_are_not_models) {
  const File file;
  std::string other = model_bytes(small_model());
  other[9] = '2';
  check_bad(file, other, "another version");
  check_bad(file, "\n" + model_bytes(small_model()), "not at the beginning");
  check_bad(file, "<html>", "a page");
  const auto missing = StoredModel::read(file.path().parent_path() / "missing.model");
  BOOST_TEST_REQUIRE(!missing.ok());
  BOOST_TEST(missing.error().code == "no_model");
  BOOST_TEST(missing.error().message.find("missing.model") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(absurd_counts_are_refused_before_allocation) {
  const File file;
  for (const std::uint32_t trees : {0u, 1u, 3u, 0xffffu, 0x10000u, 0x7fffffffu, 0xffffffffu}) {
    for (const std::uint32_t splits : {0u, 1u, 4u, 0xffffu, 0x20000000u, 0x80000000u, 0xffffffffu}) {
      std::string bytes(magic), rest = model_bytes(small_model()).substr(magic.size() + 8);
      append(bytes, trees);
      append(bytes, splits);
      check_bad(file, bytes + rest, std::to_string(trees) + " trees, " + std::to_string(splits) + " splits");
    }
  }
}

BOOST_AUTO_TEST_CASE(tables_whose_walks_leave_them_are_damaged) {
  const File file;
  BOOST_TEST_REQUIRE(file.read(damaged([](Tables&) {})).ok());
  const auto bad = [&](std::string_view what, auto&& damage) { check_bad(file, damaged(damage), what); };
  bad("a child behind the tree", [](Tables& t) { t.splits[1].left = 3; });
  bad("a child far away", [](Tables& t) { t.splits[0].right = 0x7f; });
  bad("a split that is its own child", [](Tables& t) { t.splits[0].left = 0; });
  bad("a walk in a circle", [](Tables& t) { t.splits[3].right = 1; });
  bad("a leaf of another tree", [](Tables& t) { t.splits[0].left = 0x82; });
  bad("a leaf behind all", [](Tables& t) { t.splits[3].right = 0x84; });
  bad("the last leaf there can be", [](Tables& t) { t.splits[3].right = 0xff; });
  bad("a leaf with two parents", [](Tables& t) { t.splits[0].right = 0x80; });
  bad("a split with two parents", [](Tables& t) { t.splits[1].left = 2; });
  bad("no such feature", [](Tables& t) { t.splits[2].feature = 0xffff; });
  bad("trees that begin elsewhere", [](Tables& t) { t.first_split = {1, 1, 4}; });
  bad("a tree without splits", [](Tables& t) { t.first_split = {0, 4, 4}; });
  bad("trees that go back", [](Tables& t) { t.first_split = {0, 5, 4}; });
  bad("splits that are no tree's", [](Tables& t) { t.first_split = {0, 1, 3}; });
  bad("more splits than there are", [](Tables& t) { t.first_split = {0, 1, 5}; });
  for (const float value : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    bad("a leaf that is no number", [&](Tables& t) { t.leaves[3] = value; });
    bad("a threshold that is no number", [&](Tables& t) { t.splits[2].threshold = value; });
    bad("a base that is no number", [&](Tables& t) { t.base = value; });
  }
  bad("leaves whose sum is no number", [](Tables& t) { t.leaves[0] = t.leaves[2] = 3e38f; });
}

BOOST_AUTO_TEST_CASE(features_are_those_of_the_forest) {
  const File file;
  const auto with_feature = [](std::size_t forest, std::size_t feature) {
    std::vector<Tables> tables = small_model();
    tables[forest].splits[0].feature = static_cast<std::uint16_t>(feature);
    return model_bytes(tables);
  };
  BOOST_TEST(file.read(with_feature(0, features().size() - 1)).ok());
  check_bad(file, with_feature(0, features().size()), "first");
  BOOST_TEST(file.read(with_feature(1, features().size())).ok());
  BOOST_TEST(file.read(with_feature(4, page_features().size() - 1)).ok());
  check_bad(file, with_feature(4, page_features().size()), "the first type");
  check_bad(file, with_feature(forests - 1, page_features().size()), "the last type");
}

BOOST_AUTO_TEST_CASE(any_single_byte_may_be_wrong) {
  // The file is refused, or gives a usable model.
  const File file;
  const Document page = test::html("<title>One</title><body><h1>One</h1><p>two three four</p><p>five</p>");
  const PageView view(page);
  const std::string whole = model_bytes(small_model());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char flip : {'\x01', '\x80', '\xff'}) {
      std::string bytes = whole;
      bytes[at] ^= flip;
      const auto model = file.read(bytes);
      if (!model.ok()) continue;
      const std::vector<float> of_page = page_row(view), p = judge_page(view, of_page, (*model)->model());
      BOOST_TEST_REQUIRE(p.size() == view.runs.size());
      for (const float value : p) BOOST_TEST((value >= 0.0f && value <= 1.0f), "byte " << at);
      choose_runs(view, of_page, p, judge_type(view, of_page, (*model)->model()), 0, (*model)->model());
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
