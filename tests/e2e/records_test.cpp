// What engines rely on: `pith records` names sites, and the columns of `pith map` are the same in every line.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/e2e/crawl_records.h"
#include "tests/e2e/project.h"

using namespace pith::test;
using nlohmann::json;

namespace {

struct Frame {
  json head;
  std::string bytes;
};

std::size_t number_at(const std::string& bytes, std::size_t at) {
  std::size_t number = 0;
  for (std::size_t i = at; i < at + 4; ++i) number = number << 8 | static_cast<unsigned char>(bytes[i]);
  return number;
}

// As another program would read them.
std::vector<Frame> frames_of(const std::string& bytes) {
  std::vector<Frame> out;
  for (std::size_t at = 0; at < bytes.size();) {
    BOOST_REQUIRE(at + 8 <= bytes.size());
    const std::size_t head = number_at(bytes, at), body = number_at(bytes, at + 4);
    BOOST_REQUIRE(at + 8 + head + body <= bytes.size());
    out.push_back({json::parse(bytes.substr(at + 8, head)), bytes.substr(at, 8 + head + body)});
    at += 8 + head + body;
  }
  return out;
}

const Project& project() {
  static const Project project;
  return project;
}

// Of all sites, in any order, but in order of arrival for each URL.
const std::vector<json>& mixed_records() {
  static const std::vector<json> records = [] {
    std::vector<json> out;
    for (const int number : all_sites())
      for (json& each : records_of(number)) out.push_back(std::move(each));
    std::mt19937 random(7);
    std::vector<std::size_t> order(out.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::shuffle(order, random);
    const auto is_twice = [&](std::size_t i) { return holds(out[i].at("url"), "/twice"); };
    std::vector<std::size_t> twice, places;
    for (std::size_t i = 0; i < order.size(); ++i)
      if (is_twice(order[i])) {
        places.push_back(i);
        twice.push_back(order[i]);
      }
    std::ranges::sort(twice);
    for (std::size_t i = 0; i < places.size(); ++i) order[places[i]] = twice[i];
    std::vector<json> mixed;
    for (const std::size_t i : order) mixed.push_back(out[i]);
    return mixed;
  }();
  return records;
}

std::string shell_words(const Command& command) {
  std::string words;
  for (const std::string& word : command.arguments) words += "'" + word + "' ";
  return words;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(records_command)

// The whole of what Spark does between the two programs.
BOOST_AUTO_TEST_CASE(sorted_by_their_heads_they_can_be_mapped) {
  write_file(project() / "mixed.jsonl", lines_of(mixed_records()));
  write_file(project() / "sorted.jsonl", sorted_records(all_sites()));
  const Outcome outcome = project().pith({"--json", "records", "mixed.jsonl"});
  BOOST_REQUIRE(outcome.code == 0);
  auto frames = frames_of(outcome.out);
  BOOST_TEST(frames.size() == mixed_records().size());
  const json counts = json::parse(outcome.err);
  BOOST_TEST(counts.at("records").get<std::size_t>() == frames.size());
  BOOST_TEST(counts.at("pages").get<std::size_t>() == frames.size());
  BOOST_TEST(counts.at("bytes").get<std::size_t>() == outcome.out.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    BOOST_TEST(frames[i].head.at("url") == mixed_records()[i].at("url"));
    const std::string host = mixed_records()[i].at("url").get<std::string>().substr(7);
    BOOST_TEST(frames[i].head.at("site") == host.substr(0, host.find('/')));
    BOOST_TEST(frames[i].head.at("place") == mixed_records()[i].at("place"));
  }
  std::ranges::stable_sort(frames, {}, [](const Frame& frame) {
    return std::pair(frame.head.at("site").get<std::string>(), frame.head.at("url").get<std::string>());
  });
  std::string bytes;
  for (const Frame& frame : frames) bytes += frame.bytes;
  write_file(project() / "sorted.frames", bytes);
  BOOST_TEST(project().must({"shuffle", "mixed.jsonl"}) == bytes);
  BOOST_TEST((read_lines(project().must({"map", "--structure", "sorted.frames"})) ==
              read_lines(project().must({"map", "--structure", "sorted.jsonl"}))));
}

BOOST_AUTO_TEST_CASE(urls_are_normalised_and_what_is_no_page_is_counted) {
  json spelled = record("HTTP://WWW.Site1.example:80/a/../b?x=1#part", "<p>Text");
  json image = record("http://site1.example/zz.png", "x");
  image["headers"]["Content-Type"] = "image/png";
  const json none = record("http://site1.example/" + std::string(300, 'x'), "<p>Text");
  write_file(project() / "odd.jsonl", lines_of({spelled, image, none}) + "{\"broken\n");
  const Outcome outcome = project().pith({"--json", "--set", "cache.url_max_bytes=200", "records", "odd.jsonl"});
  BOOST_REQUIRE(outcome.code == 2);
  const auto frames = frames_of(outcome.out);
  BOOST_REQUIRE(frames.size() == 2u);
  BOOST_TEST(frames[0].head.at("url") == "http://www.site1.example/b?x=1");
  BOOST_TEST(frames[0].head.at("site") == "site1.example");
  BOOST_TEST(frames[1].head.at("site") == "(no site)");
  BOOST_TEST(holds(outcome.err, "odd.jsonl: record 4"), outcome.err);
  const json counts = json::parse(outcome.err.substr(outcome.err.rfind('\n', outcome.err.size() - 2) + 1));
  BOOST_TEST(counts.at("records") == 4);
  BOOST_TEST(counts.at("pages") == 2);
  BOOST_TEST(sum_of(counts.at("left_out")) == 2);
  BOOST_TEST(counts.at("losses") == 1);
}

// Of a stream, the engine knows the name.
BOOST_AUTO_TEST_CASE(standard_input_has_the_name_that_it_is_given) {
  write_file(project() / "one.warc",
             "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://site1.example/\r\nContent-Type: text/html\r\n"
             "Content-Length: 7\r\n\r\n<p>Text\r\n\r\n");
  for (const auto& [more, name] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--name", "crawl/one.warc"}, "crawl/one.warc"}, {{}, "-"}}) {
    Command command = project().command({"records"});
    command.arguments.insert(command.arguments.end(), more.begin(), more.end());
    command.arguments = {"sh", "-c", "exec " + shell_words(command) + " < one.warc"};
    const Outcome outcome = run(command);
    BOOST_REQUIRE(outcome.code == 0);
    const auto frames = frames_of(outcome.out);
    BOOST_REQUIRE(frames.size() == 1u);
    BOOST_TEST(frames[0].head.at("place") == (json{{"file", name}, {"offset", 0}}));
  }
}

BOOST_AUTO_TEST_CASE(parts_of_a_killed_shuffle_are_removed) {
  const Project project;
  write_file(project / "pages.jsonl", R"({"url":"http://h.example/","body":"<p>x"})");
  std::filesystem::create_directory(project / "parts");
  write_file(project / "parts/part-00007.frames.unfinished", "cut");
  write_file(project / "parts/notes.unfinished", "mine");
  project.must({"shuffle", "pages.jsonl", "--output", "parts"});
  BOOST_TEST(!std::filesystem::exists(project / "parts/part-00007.frames.unfinished"));
  BOOST_TEST(std::filesystem::exists(project / "parts/part-00000.frames"));
  BOOST_TEST(std::filesystem::exists(project / "parts/notes.unfinished"));
}

BOOST_AUTO_TEST_CASE(errors_and_nothing) {
  write_file(project() / "empty.warc", "");
  BOOST_TEST(project().must({"records", "empty.warc"}).empty());
  BOOST_TEST(project().pith({"records", "missing.warc"}).code == 2);
  write_file(project() / "strange", "neither this nor that");
  const Outcome strange = project().pith({"records", "strange"});
  BOOST_TEST(strange.code == 2);
  BOOST_TEST(holds(strange.err, "strange"), strange.err);
}

BOOST_AUTO_TEST_CASE(columns_are_the_same_in_every_line) {
  write_file(project() / "sorted.jsonl", sorted_records(all_sites()));
  const json columns = project().json({"map", "--columns"});
  std::map<std::string, std::string> types;
  std::vector<std::string> names;
  for (const json& column : columns) {
    names.push_back(column.at("name"));
    types[names.back()] = column.at("type");
    BOOST_TEST(holds(project().must({"map", "--columns"}), column.at("meaning").get<std::string>()));
  }
  const std::map<std::string, bool (*)(const json&)> fits = {
      {"text", [](const json& value) { return value.is_string(); }},
      {"texts",
       [](const json& value) {
         return value.is_array() && std::ranges::all_of(value, [](const json& each) { return each.is_string(); });
       }},
      {"number", [](const json& value) { return value.is_number(); }},
      {"integer", [](const json& value) { return value.is_number_integer(); }}};

  const auto expected = read_lines(project().must({"map", "--structure", "sorted.jsonl"}));
  const std::string out = project().must({"map", "--format", "columns", "--structure", "sorted.jsonl"});
  const auto rows = read_lines(out);
  BOOST_TEST(rows.size() == expected.size());
  for (const auto& [url, row] : rows) {
    BOOST_REQUIRE(row.size() == names.size());
    json line = json::object();
    for (const std::string& name : names) {
      BOOST_REQUIRE(row.contains(name));
      const json& value = row.at(name);
      if (value.is_null()) continue;
      BOOST_TEST(fits.at(types.at(name))(value), name << " of " << url);
      if (name == "structure")
        line[name] = json::parse(value.get<std::string>());
      else if (name.starts_with("place_"))
        line["place"][name.substr(6)] = value;
      else
        line[name] = value;
    }
    BOOST_TEST(line == expected.at(url), url);
  }
  // In their order, too.
  const auto first = nlohmann::ordered_json::parse(out.substr(0, out.find('\n')));
  std::vector<std::string> keys;
  for (const auto& [key, value] : first.items()) keys.push_back(key);
  BOOST_TEST(keys == names, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
