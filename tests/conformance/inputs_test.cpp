// Every input gets the same small site and must return the same pages. Damage, size or a stop must do no harm.
#include <algorithm>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/text/url.h"
#include "crawler_adapter/inputs/unpacker.h"
#include "tests/support/archives.h"
#include "tests/support/read_input.h"
#include "tests/support/zstd.h"

using namespace pith;
using namespace pith::test;

namespace {

const std::string host = "http://h.example";

// Addresses that a mirror folder can also hold; statuses other than 200 do not exist in a folder.
std::vector<Response> pages() {
  std::vector<Response> out;
  for (const char* target :
       {"/", "/a.html", "/docs/", "/docs/b.html", "/docs/c.html?x=1&y=2", "/with%20space.html", "/%C3%BC.html"})
    out.push_back({.url = host + target,
                   .body = "<html><title>T</title><p>This is " + std::string(target) + " \xc3\xa9\x00 end"});
  return out;
}

std::vector<Response> other_answers() {
  return {{.url = host + "/moved", .status = 301, .headers = "Location: /a.html\r\n"},
          {.url = host + "/missing", .status = 404, .headers = "Content-Type: text/html\r\n", .body = "<p>Not found"},
          {.url = host + "/logo.png", .headers = "Content-Type: image/png\r\n", .body = "PNG"}};
}

// Without its body, and its closing brace.
std::string json_head(const Response& r) {
  std::string headers;
  std::string rest = r.headers;
  while (!rest.empty()) {
    const std::size_t colon = rest.find(": "), end = rest.find("\r\n");
    headers += (headers.empty() ? "" : ",") +
               ("[\"" + rest.substr(0, colon) + "\",\"" + rest.substr(colon + 2, end - colon - 2) + "\"]");
    rest.erase(0, end + 2);
  }
  return "{\"url\":\"" + r.url + "\",\"status\":" + std::to_string(r.status) + ",\"headers\":[" + headers + "]";
}

std::string json_line(const Response& r) { return json_head(r) + ",\"body_base64\":\"" + base64(r.body) + "\"}\n"; }

std::string frame(const Response& r) { return frame_bytes(json_head(r) + "}", r.body); }

std::string one_range(const std::string& records) {
  return frame_bytes(R"({"file": "crawl.warc.gz", "offset": 0})", records);
}

std::string cdxj_line(const Response& r, std::size_t offset, std::size_t length) {
  return "example,h)/ 20261121213520 {\"url\": \"" + r.url + "\", \"length\": \"" + std::to_string(length) +
         "\", \"offset\": \"" + std::to_string(offset) + "\", \"filename\": \"records\"}\n";
}

std::string cdx_line(const Response& r, std::size_t offset, std::size_t) {
  return "example,h)/ 20261121213520 " + r.url + " text/html 200 - - - " + std::to_string(offset) + " records\n";
}

const std::string& dictionary() {
  static const std::string trained = zstd_dictionary();
  return trained;
}

// A form in which an input reads the site. For a new input, add one of these.
struct Form {
  const char* name;
  const char* input;
  std::string (*record)(const Response&);  // null: a folder
  std::string begin, end;
  std::string (*whole)(const std::string& records) =
      nullptr;  // the file that holds the records; null: they are the file
  // A line for each record, of a file beside the records, which is read instead.
  std::string (*index_line)(const Response&, std::size_t offset, std::size_t length) = nullptr;

  std::string file(const std::string& records) const { return whole ? whole(records) : records; }
};

std::vector<Form> forms() {
  return {
      {"warc", "warc", warc_response, warc_info(), ""},
      {"warc.gz", "warc", [](const Response& r) { return gzip(warc_response(r)); }, gzip(warc_info()), ""},
      {"warc.zst", "warc", [](const Response& r) { return zstd(warc_response(r)); }, zstd(warc_info()), ""},
      // ArchiveTeam's: all frames need the dictionary before them.
      {"dictionary.warc.zst", "warc", [](const Response& r) { return zstd(warc_response(r), dictionary()); },
       skippable_frame(zstd(dictionary()), 0x184D2A5D) + zstd(warc_info(), dictionary()), ""},
      {"arc", "arc", arc_response, arc_begin(), ""},
      {"arc.gz", "arc", [](const Response& r) { return gzip(arc_response(r)); }, gzip(arc_begin()), ""},
      {"jsonl", "jsonl", json_line, "", ""},
      {"jsonl.gz", "jsonl", [](const Response& r) { return gzip(json_line(r)); }, "", ""},
      {"jsonl.zst", "jsonl", [](const Response& r) { return zstd(json_line(r)); }, "", ""},
      {"frames", "frames", frame, "", ""},
      {"frames.gz", "frames", [](const Response& r) { return gzip(frame(r)); }, "", ""},
      {"ranges", "ranges", warc_response, warc_info(), "", one_range},
      {"gz.ranges", "ranges", [](const Response& r) { return gzip(warc_response(r)); }, gzip(warc_info()), "",
       one_range},
      {"arc.ranges", "ranges", arc_response, arc_begin(), "", one_range},
      {"gz.cdxj", "cdx", [](const Response& r) { return gzip(warc_response(r)); }, gzip(warc_info()), "", nullptr,
       cdxj_line},
      {"zst.cdxj", "cdx", [](const Response& r) { return zstd(warc_response(r), dictionary()); },
       skippable_frame(dictionary(), 0x184D2A5D) + zstd(warc_info(), dictionary()), "", nullptr, cdxj_line},
      {"plain.cdx", "cdx", warc_response, warc_info(), "", nullptr, cdx_line},
      {"wacz", "wacz", [](const Response& r) { return gzip(warc_response(r)); }, gzip(warc_info()), "",
       [](const std::string& records) { return wacz_file("data.warc.gz", records); }},
      {"deflated.wacz", "wacz", warc_response, warc_info(), "",
       [](const std::string& records) { return wacz_file("data.warc", records, true); }},
      {"new.zip", "zip", [](const Response& r) { return httrack_entry(r); }, "", zip_end()},
      {"folder", "folder", nullptr, "", ""},
  };
}

// "http://h.example/docs/" → "h.example/docs/index.html", as wget does.
std::string file_of(const std::string& url) {
  std::string path;
  const std::string text = url.substr(7);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      path += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      path += text[i];
    }
  }
  return path.ends_with('/') ? path + "index.html" : path;
}

struct Written {
  TemporaryDirectory directory;
  std::string path;
  std::uint64_t size = 0;  // of the records
  ingest::Options options{.url_prefix = {}};

  Written(const Form& form, const std::vector<Response>& responses, const std::string& tail = {}) {
    path = directory / form.name;
    std::string bytes = form.begin, index;
    const auto add = [&](const Response& r, const std::string& record) {
      if (form.index_line) index += form.index_line(r, bytes.size(), record.size());
      bytes += record;
    };
    for (const Response& r : responses) {
      if (form.record)
        add(r, form.record(r));
      else
        put_file(path + "/" + file_of(r.url), r.body);
    }
    if (tail.empty())
      bytes += form.end;
    else
      add({.url = host + "/last.html"}, tail);
    size = bytes.size();
    options.archives = directory.path();
    if (form.index_line) put_file(directory / "records", bytes);
    if (form.record) put_file(path, form.index_line ? index : form.file(bytes));
  }
};

std::map<std::string, std::string> by_url(const std::vector<crawl::CapturedPage>& pages) {
  std::map<std::string, std::string> out;
  for (const auto& page : pages)
    out[parse_url(page.url)->str()] = std::to_string(page.status) + " " + page.redirect_to + " " + page.body;
  return out;
}

std::map<std::string, std::string> expected(const std::vector<Response>& responses) {
  std::map<std::string, std::string> out;
  for (const Response& r : responses)
    out[parse_url(r.url)->str()] = std::to_string(r.status) + " " + (r.status == 301 ? "/a.html" : "") + " " + r.body;
  return out;
}

bool is_packed(const std::string& bytes) { return ingest::Unpacker::of(bytes.substr(0, 4)) != nullptr; }

// What a file has before its first record, packed as the file is.
std::string packed_like(const std::string& text, const std::string& bytes) {
  return !is_packed(bytes) ? text : bytes.starts_with('\x1f') ? gzip(text) : zstd(text);
}

void for_each_form(const std::function<void(const Form&)>& body) {
  for (const Form& form : forms()) BOOST_TEST_CONTEXT(form.name) body(form);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(inputs)

BOOST_AUTO_TEST_CASE(every_input_has_a_form_here) {
  for (const ingest::Input* input : ingest::inputs()) {
    const auto all = forms();
    BOOST_TEST(
        std::any_of(all.begin(), all.end(), [&](const Form& form) { return std::string(form.input) == input->name; }),
        input->name);
  }
}

BOOST_AUTO_TEST_CASE(the_same_site_gives_the_same_pages) {
  for_each_form([](const Form& form) {
    const Written written(form, pages());
    const auto input = ingest::find_input(written.path);
    BOOST_REQUIRE(input.ok());
    BOOST_TEST((*input)->name == std::string(form.input));
    const auto out = read_path(written.path, {}, written.options);
    BOOST_TEST((by_url(out.pages) == expected(pages())));
    BOOST_TEST(out.adds_up());
    BOOST_TEST(out.report.losses == 0);
    for (const auto& page : out.pages) BOOST_TEST(crawl::is_html_type(page.content_type));
    BOOST_TEST(out.size > 0u);
    BOOST_TEST(out.position <= out.size);
    BOOST_TEST(out.position > 0u);
  });
}

// What editors, shells and joined files leave there.
BOOST_AUTO_TEST_CASE(byte_order_marks_and_line_ends_before_a_text_cost_nothing) {
  for_each_form([](const Form& form) {
    const std::string input = form.input;
    if (input != "warc" && input != "arc" && input != "jsonl" && input != "cdx") return;
    if (form.begin.starts_with("\x5d\x2a")) return;  // nothing comes before a dictionary
    const Written written(form, pages());
    std::ifstream file(written.path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}}, mark = "\xEF\xBB\xBF";
    for (const std::string& before : {mark, std::string("\r\n"), std::string("\n\n"), mark + "\r\n", "\r\n" + mark}) {
      put_file(written.path, packed_like(before, bytes) + bytes);
      const auto found = ingest::find_input(written.path);
      BOOST_REQUIRE(found.ok());
      BOOST_TEST((*found)->name == input);
      const auto out = read_path(written.path, {}, written.options);
      BOOST_TEST((by_url(out.pages) == expected(pages())));
      BOOST_TEST(out.report.losses == 0);
      BOOST_TEST(out.adds_up());
    }
    if (input == "cdx" || is_packed(bytes)) return;
    put_file(written.path, bytes + mark + bytes);
    const auto twice = read_path(written.path, {}, written.options);
    BOOST_TEST(twice.pages.size() == 2 * pages().size());
    BOOST_TEST(twice.report.losses == 0);
  });
}

BOOST_AUTO_TEST_CASE(redirects_and_errors_are_passed_on) {
  for_each_form([](const Form& form) {
    if (!form.record) return;
    const Written written(form, other_answers());
    const auto out = read_path(written.path, {}, written.options);
    auto wanted = expected(other_answers());
    wanted.erase(host + "/logo.png");
    BOOST_TEST((by_url(out.pages) == wanted));
    BOOST_TEST(out.left_out("not_html") == 1);
    BOOST_TEST(out.adds_up());
  });
}

BOOST_AUTO_TEST_CASE(a_stop_ends_reading) {
  for_each_form([](const Form& form) {
    const Written written(form, pages());
    std::atomic<bool> stop = false;
    std::int64_t seen = 0;
    ingest::Reading reading(
        written.options,
        [&](crawl::CapturedPage) {
          stop = ++seen == 2;
          return std::nullopt;
        },
        &stop);
    BOOST_REQUIRE(!(*ingest::find_input(written.path))->read(written.path, reading));
    BOOST_TEST(seen == 2);
    BOOST_TEST(reading.report().pages == 2);
    BOOST_TEST(reading.report().losses == 0);
  });
}

BOOST_AUTO_TEST_CASE(an_error_of_the_cache_ends_reading) {
  for_each_form([](const Form& form) {
    const Written written(form, pages());
    std::int64_t seen = 0;
    ingest::Reading reading(written.options, [&](crawl::CapturedPage) {
      return ++seen == 3 ? std::optional(Error{"disk_full", "full"}) : std::nullopt;
    });
    BOOST_REQUIRE(!(*ingest::find_input(written.path))->read(written.path, reading));
    BOOST_TEST(seen == 3);
    BOOST_TEST(reading.report().pages == 2);
    BOOST_REQUIRE(reading.error().has_value());
    BOOST_TEST(reading.error()->code == "disk_full");
  });
}

BOOST_AUTO_TEST_CASE(a_damaged_tail_costs_only_itself) {
  for_each_form([](const Form& form) {
    if (!form.record) return;
    const std::string last =
        form.record({.url = host + "/last.html", .body = "<p>" + std::string(300, 'z') + std::to_string(std::rand())});
    for (const std::size_t part : {last.size() / 4, last.size() / 2, last.size() - 8}) {
      const Written written(form, pages(), last.substr(0, part));
      const auto out = read_path(written.path, {}, written.options);
      BOOST_TEST((by_url(out.pages) == expected(pages())));
      BOOST_TEST(out.report.losses == 1);
      BOOST_TEST(out.report.first_losses.at(0).offset == written.size - part);
      BOOST_TEST(!out.report.first_losses.at(0).what.empty());
      BOOST_TEST(out.adds_up());
    }
  });
}

BOOST_AUTO_TEST_CASE(pages_over_the_bound_are_left_out) {
  for_each_form([](const Form& form) {
    auto responses = pages();
    responses.insert(responses.begin() + 2, {.url = host + "/large.html", .body = std::string(5 << 20, 'x')});
    Written written(form, responses);
    written.options.page_max_bytes = 1 << 20;
    const auto out = read_path(written.path, {}, written.options);
    BOOST_TEST((by_url(out.pages) == expected(pages())));
    BOOST_TEST(out.left_out("too_large") == 1);
    BOOST_TEST(out.report.losses == 0);
    BOOST_TEST(out.adds_up());
  });
}

BOOST_AUTO_TEST_CASE(empty_inputs_give_nothing) {
  for_each_form([](const Form& form) {
    const TemporaryDirectory directory;
    const std::string path = directory / "empty";
    if (form.record)
      put_file(path, "");
    else
      std::filesystem::create_directory(path);
    const auto out = read_path(path, form.input);
    BOOST_TEST(out.pages.empty());
    BOOST_TEST(out.report.records == 0);
    BOOST_TEST(out.report.losses == 0);
  });
}

BOOST_AUTO_TEST_CASE(other_bytes_do_no_harm) {
  std::uint32_t state = 7;
  std::string noise;
  while (noise.size() < 300'000) noise += static_cast<char>((state = state * 1664525u + 1013904223u) >> 24);
  for_each_form([&](const Form& form) {
    if (!form.record) return;
    BOOST_TEST(read_bytes(noise, form.input).pages.empty());
    BOOST_TEST(read_bytes(form.file(form.begin + noise), form.input).pages.empty());
    BOOST_TEST(read_bytes(std::string(300'000, '\0'), form.input).pages.empty());
    const auto out = read_bytes(form.file(noise + "\n" + form.record(pages()[1]) + noise), form.input);
    BOOST_TEST(out.adds_up());
    BOOST_TEST(out.report.losses >= 1);
  });
}

BOOST_AUTO_TEST_SUITE_END()
