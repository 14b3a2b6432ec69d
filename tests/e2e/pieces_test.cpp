// A site that is cut into pieces, in any way, has the documents that it has as a whole.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/e2e/crawl_records.h"
#include "tests/e2e/project.h"

using namespace pith::test;
using nlohmann::json;

namespace {

const Project& project() {
  static const Project project;
  static const bool once = (write_file(project / "in.jsonl", sorted_records(all_sites())),
                            project.must({"map", "--learn", "models", "in.jsonl"}), true);
  static_cast<void>(once);
  return project;
}

// Each site's records by piece: captures of one URL stay together.
std::vector<std::string> pieces_of(std::size_t count, std::mt19937& random) {
  std::vector<std::string> out(count);
  for (const int number : all_sites()) {
    std::map<std::string, std::size_t> pieces;
    auto records = records_of(number);
    std::ranges::stable_sort(records, {}, [](const json& each) { return each.at("url").get<std::string>(); });
    for (const json& each : records) {
      const auto [at, fresh] = pieces.try_emplace(each.at("url"), random() % count);
      out[at->second] += each.dump() + "\n";
    }
  }
  return out;
}

// Frames sorted by site, as an engine would sort them.
std::string sorted_by_site(const std::vector<std::string>& frames) {
  std::vector<std::pair<std::string, std::string>> all;
  const auto number_at = [](const std::string& bytes, std::size_t at) {
    std::size_t number = 0;
    for (std::size_t i = at; i < at + 4; ++i) number = number << 8 | static_cast<unsigned char>(bytes[i]);
    return number;
  };
  for (const std::string& bytes : frames)
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t head = number_at(bytes, at), size = 8 + head + number_at(bytes, at + 4);
      all.emplace_back(json::parse(bytes.substr(at + 8, head)).at("site"), bytes.substr(at, size));
      at += size;
    }
  std::ranges::stable_sort(all, {}, [](const auto& each) { return each.first; });
  std::string out;
  for (const auto& [site, frame] : all) out += frame;
  return out;
}

std::string model_of(const std::string& site) {
  for (const auto& file : std::filesystem::directory_iterator(project() / "models"))
    if (holds(project().pith({"map", "--models", "nowhere", site + ".jsonl"}).err, file.path().filename()))
      return file.path();
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pieces)

BOOST_AUTO_TEST_CASE(pieces_make_no_difference) {
  std::mt19937 random(26);
  for (const std::string format : {"jsonl", "columns"}) {
    const auto expected = read_lines(project().must({"map", "--structure", "--format", format, "in.jsonl"}));
    for (const std::size_t count : {1, 2, 3, 7}) {
      std::vector<std::string> frames;
      for (const std::string& piece : pieces_of(count, random)) {
        write_file(project() / "piece.jsonl", piece);
        frames.push_back(
            project().must({"map", "--models", "models", "--structure", "--format", format, "piece.jsonl"}));
      }
      write_file(project() / "pages.frames", sorted_by_site(frames));
      const Outcome folded = project().pith({"--json", "fold", "--format", format, "pages.frames"});
      BOOST_REQUIRE(folded.code == 0);
      BOOST_TEST((read_lines(folded.out) == expected), count << " pieces, " << format);
      const json counts = json::parse(folded.err);
      BOOST_TEST(counts.at("pages").get<std::size_t>() == expected.size());
      BOOST_TEST(counts.at("pages").get<std::int64_t>() ==
                 sum_of(counts.at("extracted")) + sum_of(counts.at("skipped")));
      BOOST_TEST(counts.at("sites") == sites);
    }
  }
}

// Learned in any order: most of its pages are not in the sample, and some are read for it in vain.
BOOST_AUTO_TEST_CASE(a_site_may_be_larger_than_its_sample) {
  std::mt19937 random(27);
  std::vector<json> records;
  for (int i = 0; i < 700; ++i) {
    const std::string number = std::to_string(i), kind = i % 3 == 0 ? "shop" : "news";
    std::string body =
        "<title>" + kind + " " + number + "</title><ul><li>Home<li>About us</ul><h1>" + kind + " " + number + "</h1>";
    for (int p = 0; p < 4; ++p) {
      body += "<p>";
      for (int w = 0; w < 30; ++w) body += "word" + std::to_string(random() % 900) + " ";
    }
    body += "<div class=more>Read also: what " + std::to_string(i / 5) + " has</div><footer>All rights</footer>";
    records.push_back(record("http://large.example/" + kind + "/" + number + ".html", body, i % 40 == 7 ? 404 : 200));
  }
  const Project& at = project();
  write_file(at / "large.jsonl", lines_of(records));
  const auto expected = read_lines(at.must({"map", "--structure", "large.jsonl"}));
  std::ranges::shuffle(records, random);
  write_file(at / "large.jsonl", lines_of(records));
  at.must({"map", "--learn", "large", "large.jsonl"});
  for (const auto& model : std::filesystem::directory_iterator(at / "large"))
    BOOST_TEST(std::filesystem::file_size(model.path()) < 100'000u);
  write_file(at / "pages.frames", at.must({"map", "--models", "large", "--structure", "large.jsonl"}));
  BOOST_TEST((read_lines(at.must({"fold", "pages.frames"})) == expected));
}

BOOST_AUTO_TEST_CASE(learning_writes_a_model_of_each_site_and_nothing_else) {
  const Outcome outcome = project().pith({"--json", "map", "--learn", "again", "in.jsonl"});
  BOOST_TEST(outcome.code == 0);
  BOOST_TEST(outcome.out.empty());
  BOOST_TEST(json::parse(outcome.err).at("sites") == sites);
  std::size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator(project() / "again")) {
    ++count;
    BOOST_TEST(file.path().extension() == ".model");
    // The same bytes each time.
    BOOST_TEST((read_file(file.path()) == read_file(project() / "models/" + file.path().filename().string())));
  }
  BOOST_TEST(count == static_cast<std::size_t>(sites));
}

BOOST_AUTO_TEST_CASE(wrong_models_are_errors) {
  write_file(project() / "site2.example.jsonl", sorted_records({2}));
  const std::string path = model_of("site2.example");
  BOOST_REQUIRE(!path.empty());
  const std::string model = read_file(path);
  const auto with = [&](const std::string& bytes) {
    std::filesystem::create_directories(project() / "wrong");
    write_file(project() / "wrong/" + std::filesystem::path(path).filename().string(), bytes);
    return project().pith({"map", "--models", "wrong", "site2.example.jsonl"});
  };
  BOOST_TEST(with(model).code == 0);
  std::mt19937 random(3);
  for (int i = 0; i < 20; ++i) {
    std::string damaged = model;
    damaged[random() % damaged.size()] ^= static_cast<char>(1 << random() % 8);
    const Outcome outcome = with(i % 2 ? damaged : model.substr(0, random() % model.size()));
    BOOST_TEST(outcome.code == 2);
    BOOST_TEST(holds(outcome.err, ".model"), outcome.err);
  }
  // Made for another extractor: its analyser is not in the model.
  const Outcome other =
      project().pith({"--set", "extract.extractor=plain", "map", "--learn", "other", "site2.example.jsonl"});
  BOOST_TEST(other.code == 0);
  const Outcome used = project().pith({"map", "--models", "other", "site2.example.jsonl"});
  BOOST_TEST(used.code == 2);
  BOOST_TEST(holds(used.err, "other settings"), used.err);
  // Compares pages with siblings, which may be in other pieces.
  const Outcome siblings =
      project().pith({"--set", "extract.extractor=conex", "map", "--models", "models", "site2.example.jsonl"});
  BOOST_TEST(siblings.code == 2);
  BOOST_TEST(holds(siblings.err, "without --models"), siblings.err);
  BOOST_TEST(project().pith({"map", "--models", "models", "--learn", "models", "site2.example.jsonl"}).code == 2);
}

// There is nothing to learn from.
BOOST_AUTO_TEST_CASE(a_site_of_which_no_page_has_a_body) {
  write_file(project() / "gone.jsonl", record("http://gone.example/1", "<p>Gone", 404).dump());
  project().must({"map", "--learn", "none", "gone.jsonl"});
  write_file(project() / "gone.frames", project().must({"map", "--models", "none", "gone.jsonl"}));
  const auto folded = read_lines(project().must({"fold", "gone.frames"}));
  BOOST_REQUIRE(folded.size() == 1u);
  BOOST_TEST((folded == read_lines(project().must({"map", "gone.jsonl"}))));
}

// Titled after their URLs, and with too few words to be the same by these.
BOOST_AUTO_TEST_CASE(pages_of_the_same_bytes_are_one_document) {
  const Project same;
  std::string lines;
  for (int i = 1; i <= 6; ++i)
    lines += record("http://same.example/p" + std::to_string(i), "<p>Sorry, we could not find that.</p>").dump() + "\n";
  write_file(same / "same.jsonl", lines);
  same.must({"ingest", "same.jsonl"});
  BOOST_TEST(same.index().size() == 1u);
  same.must({"map", "--learn", "same", "same.jsonl"});
  write_file(same / "same.frames", same.must({"map", "--models", "same", "same.jsonl"}));
  for (const std::string& documents : {same.must({"map", "same.jsonl"}), same.must({"fold", "same.frames"})})
    BOOST_TEST(std::ranges::count_if(read_lines(documents),
                                     [](const auto& line) { return line.second.at("status") != "skipped"; }) == 1);
}

// They belong to no site, and come wherever they were among the records.
BOOST_AUTO_TEST_CASE(urls_that_are_none_may_be_anywhere) {
  std::string lines;
  for (const int number : all_sites())
    lines += record("http://site.example/" + std::string(300, static_cast<char>('a' + number)), "<p>Text").dump() +
             "\n" + sorted_records({number});
  write_file(project() / "bad.jsonl", lines);
  const std::vector<std::string> bounded = {"--set", "cache.url_max_bytes=200"};
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.begin(), bounded.begin(), bounded.end());
    return project().must(words);
  };
  write_file(project() / "bad.frames", with({"map", "--models", "models", "bad.jsonl"}));
  const auto folded = read_lines(with({"fold", "bad.frames"}));
  BOOST_TEST((folded == read_lines(with({"map", "bad.jsonl"}))));
  BOOST_TEST(std::ranges::count_if(
                 folded, [](const auto& line) { return line.second.at("reason") == "url_too_long"; }) == sites);
}

BOOST_AUTO_TEST_CASE(wrong_pages_are_errors) {
  write_file(project() / "none.frames", "");
  BOOST_TEST(project().must({"fold", "none.frames"}).empty());
  const std::string one = project().must({"map", "--models", "models", "in.jsonl"});
  write_file(project() / "cut.frames", one.substr(0, one.size() - 3));
  const Outcome cut = project().pith({"fold", "cut.frames"});
  BOOST_TEST(cut.code == 2);
  BOOST_TEST(holds(cut.err, "cut.frames: byte "), cut.err);
  write_file(project() / "records.frames", project().must({"records", "in.jsonl"}));
  const Outcome records = project().pith({"fold", "records.frames"});
  BOOST_TEST(records.code == 2);
  BOOST_TEST(holds(records.err, "is not a page of `pith map --models`"), records.err);
  write_file(project() / "twice.frames", one + one);
  const Outcome twice = project().pith({"fold", "twice.frames"});
  BOOST_TEST(twice.code == 2);
  BOOST_TEST(holds(twice.err, "other sites have come since"), twice.err);
}

BOOST_AUTO_TEST_SUITE_END()
