// `pith serve`: the routes of the search page and the API, over real HTTP.
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/e2e/serving.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;

namespace {

std::string url_of(int number, const std::string& site = "a.example") {
  return "http://" + site + article_target(number);
}

std::string articles(int first, int last, const std::string& site = "a.example") {
  std::string lines;
  for (int i = first; i <= last; ++i) lines += page_line(url_of(i, site), article(i).body);
  return lines;
}

void ingest(const Project& project, const std::string& lines) {
  write_file(project / "pages.jsonl", lines);
  project.must({"ingest", project / "pages.jsonl"});
}

// One index for all tests that only read.
const Project& shared() {
  static const Project project;
  static const bool filled = [] {
    std::string lines = articles(1, 14) + articles(1, 6, "b.example");
    for (int i = 1; i <= 3; ++i)
      lines +=
          page_line("http://c.example/de/" + std::to_string(i),
                    "<html lang=de><head><title>Kapitel " + std::to_string(i) +
                        "</title><meta property=\"article:published_time\" content=\"202" + std::to_string(i) +
                        "-05-03T10:00:00Z\"></head><body><nav>Übersicht</nav><main><h1>Kapitel " + std::to_string(i) +
                        "</h1><p>Die Fischer fahren am frühen Morgen mit ihren Booten hinaus, und der Nebel über dem "
                        "Hafen ist noch "
                        "so dicht, dass man nur die Stimmen hört. Nummer " +
                        article_word(i + 500) + ".</p></main></body></html>");
    ingest(project, lines);
    return true;
  }();
  BOOST_REQUIRE(filled);
  return project;
}

const Serving& server() {
  static const Serving serving(shared());
  return serving;
}

std::set<std::string> keys(const json& object) {
  std::set<std::string> names;
  for (const auto& [name, value] : object.items()) names.insert(name);
  return names;
}

// Checks that the value matches the schema: its keys are described, required ones are present, types are right.
void check_schema(const json& value, json schema, const json& document, const std::string& where) {
  if (schema.contains("$ref")) {
    std::string pointer = schema.at("$ref");
    schema = document.at(json::json_pointer(pointer.substr(1)));
  }
  const std::string type = schema.at("type");
  const bool right = type == "object"    ? value.is_object()
                     : type == "array"   ? value.is_array()
                     : type == "string"  ? value.is_string()
                     : type == "boolean" ? value.is_boolean()
                     : type == "integer" ? value.is_number_integer()
                                         : value.is_number();
  BOOST_TEST(right, where << " is no " << type << ": " << value.dump());
  if (!right) return;
  if (type == "array")
    for (const json& item : value) check_schema(item, schema.at("items"), document, where + "[]");
  if (type != "object") return;
  for (const auto& [name, part] : value.items()) {
    BOOST_TEST(schema.at("properties").contains(name), where << "." << name << " is not described");
    if (schema.at("properties").contains(name))
      check_schema(part, schema["properties"][name], document, where + "." + name);
  }
  for (const json& name : schema.at("required"))
    BOOST_TEST(value.contains(name), where << "." << name << " is missing");
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(serve)

BOOST_AUTO_TEST_CASE(the_api_finds_what_the_command_finds) {
  const json found = server().search("q=" + article_word(3) + "&site=a.example");
  BOOST_TEST(found.at("total") == 1);
  BOOST_TEST(found.at("hits").at(0).at("url") == url_of(3));
  const json all = server().search("q=*&limit=100");
  std::set<std::string> urls;
  for (const json& hit : all.at("hits")) urls.insert(hit.at("url"));
  BOOST_TEST(urls == shared().search("*"));
  const json command = shared().json({"search", "harbour", "--facets"});
  const json api = server().search("q=harbour&facets=1");
  BOOST_TEST(api.at("total") == command.at("total"));
  BOOST_TEST(api.at("facets") == command.at("facets"));
  for (std::size_t i = 0; i < command.at("hits").size(); ++i)
    BOOST_TEST(api.at("hits").at(i).at("url") == command.at("hits").at(i).at("url"));
}

BOOST_AUTO_TEST_CASE(pages_of_hits_follow_each_other) {
  const json first = server().search("q=*&limit=5"), second = server().search("q=*&limit=5&offset=5"),
             both = server().search("q=*&limit=10");
  BOOST_TEST(first.at("hits").size() == 5u);
  json joined = first.at("hits");
  for (const json& hit : second.at("hits")) joined.push_back(hit);
  BOOST_TEST(joined == both.at("hits"));
  BOOST_TEST(server().search("q=*&limit=0").at("hits").empty());
}

BOOST_AUTO_TEST_CASE(parameters_narrow_and_order) {
  BOOST_TEST(server().search("q=*&site=b.example").at("total") == 6);
  BOOST_TEST(server().search("lang=de").at("total") == 3);
  BOOST_TEST(server().search("lang=de-AT").at("total") == 3);
  BOOST_TEST(server().search("lang=de&after=2022").at("total") == 2);
  BOOST_TEST(server().search("lang=de&before=2022").at("total") == 1);
  BOOST_TEST(server().search("lang=de&sort=newest").at("hits").at(0).at("url") == "http://c.example/de/3");
  BOOST_TEST(server().search("lang=de&sort=oldest").at("hits").at(0).at("url") == "http://c.example/de/1");
  const json like = server().search("like=http://c.example/de/1");
  BOOST_TEST(like.at("total").get<int>() >= 1);
  for (const json& hit : like.at("hits")) BOOST_TEST(hit.at("url") != "http://c.example/de/1");
  BOOST_TEST(server().search("q=" + template_words.front() + "&templates=1").at("total") == 2);
  BOOST_TEST(server().search("q=title:kapitel").at("total") == 3);
}

BOOST_AUTO_TEST_CASE(answers_match_their_description) {
  const json document = server().get("/api/v1/openapi.json").json();
  const auto schema = [&](const std::string& path) {
    return document.at("paths")
        .at(path)
        .at("get")
        .at("responses")
        .at("200")
        .at("content")
        .at("application/json")
        .at("schema");
  };
  const json hits = server().search("q=harbour&facets=1&explain=1");
  check_schema(hits, schema("/api/v1/search"), document, "search");
  BOOST_TEST(hits.at("hits").at(0).contains("place"));
  check_schema(server().search("q=nowordlikethis"), schema("/api/v1/search"), document, "search");
  check_schema(server().get("/api/v1/status").json(), schema("/api/v1/status"), document, "status");
  for (const char* target : {"/api/v1/search?q=titel:e", "/api/v1/search?nonsense=1",
                             "/api/v1/document?url=http://a.example/none", "/api/v2"})
    check_schema(server().get(target).json(), json{{"$ref", "#/components/schemas/Error"}}, document, target);
  // Every described parameter is accepted, and no other.
  for (const json& parameter : document.at("paths").at("/api/v1/search").at("get").at("parameters")) {
    const std::string name = parameter.at("name");
    BOOST_TEST(server().get("/api/v1/search?q=harbour&" + (name == "q" ? "limit" : name) + "=").status == 200, name);
  }
  std::set<std::string> paths = keys(document.at("paths"));
  for (const std::string& path : paths) BOOST_TEST(server().get(path).status != 404, path);
}

BOOST_AUTO_TEST_CASE(careless_queries_are_no_errors) {
  for (const char* query : {"harbour%20(", "%22harbour", "harbour%20OR", "harbour)"}) {
    const json hits = server().search(std::string("q=") + query);
    BOOST_TEST(hits.at("total") > 0, query);
    BOOST_TEST(contains(hits.at("notes").dump(), "searched for the words alone"), query);
    const Reply page = server().get(std::string("/?q=") + query);
    BOOST_TEST(page.status == 200, query);
    BOOST_TEST(contains(page.body, "<p class=\"note\">character "), query);
  }
  const Reply nothing = server().get("/?q=%22zzzz");
  BOOST_TEST(contains(nothing.body, "<p class=\"note\">character 1: this quote is not closed"));
  for (const char* query : {"harbour%20host:", "harbour%20before:yesterday", "harbour%20*x", "site:"}) {
    const Reply reply = server().get("/api/v1/search?q=" + std::string(query));
    BOOST_REQUIRE_MESSAGE(reply.status == 200, query);
    BOOST_TEST(!reply.json().at("notes").empty(), query);
  }
}

BOOST_AUTO_TEST_CASE(errors_name_what_is_wrong) {
  const auto error = [&](const std::string& query) {
    const Reply reply = server().get("/api/v1/search?" + query);
    BOOST_TEST(reply.status == 400, query << ": " << reply.status);
    return reply.json().at("error").at("code").get<std::string>() + " " +
           reply.json().at("error").at("message").get<std::string>();
  };
  BOOST_TEST(contains(error("q=harbour%20titel:e"), "query_field"));
  BOOST_TEST(contains(error("q=harbour%20titel:e"), "9"));  // the position
  BOOST_TEST(contains(error(""), "query_empty"));
  BOOST_TEST(contains(error("q=a&limit=101"), "limit"));
  BOOST_TEST(contains(error("q=a&limit=-1"), "limit"));
  BOOST_TEST(contains(error("q=a&sort=up"), "sort"));
  BOOST_TEST(contains(error("q=a&q=b"), "q: is given twice"));
  BOOST_TEST(contains(error("q=a&fasets=1"), "fasets: unknown parameter; known: q, site"));
  BOOST_TEST(contains(error("q=a&after=soon"), "needs a date"));
  const Reply page = server().get("/?q=harbour%20titel:e");
  BOOST_TEST(page.status == 400);
  BOOST_TEST(contains(page.body, "role=\"alert\""));
}

BOOST_AUTO_TEST_CASE(a_document_is_available_in_every_format) {
  for (const char* format : {"text", "markdown", "html", "json"}) {
    const Reply reply = server().get("/api/v1/document?url=" + url_of(2) + "&format=" + format);
    BOOST_TEST(reply.status == 200);
    std::string printed = shared().must({"get", "--format", format, url_of(2)});
    printed.pop_back();  // the command ends the line
    BOOST_TEST(reply.body == printed, format);
    BOOST_TEST(contains(reply.header("Content-Security-Policy"), "sandbox"));
  }
  BOOST_TEST(server().get("/api/v1/document?url=http://a.example/none").status == 404);
  BOOST_TEST(server().get("/api/v1/document?url=ftp://a.example/").status == 400);
  BOOST_TEST(server().get("/api/v1/document").status == 400);
  BOOST_TEST(contains(server().get("/api/v1/document").body, "url: is missing"));
  BOOST_TEST(contains(server().get("/explain").body, "the page's URL is missing"));
  BOOST_TEST(server().get("/api/v1/document?format=pdf&url=" + url_of(2)).status == 400);
}

BOOST_AUTO_TEST_CASE(values_of_parameters_are_read_completely) {
  const Project project;
  write_file(project / "pages.jsonl", page_line("http://a.example/p?id=7", article(1).body));
  project.must({"ingest", project / "pages.jsonl"});
  const Serving serving(project);
  const auto answer = [&](const std::string& target) {
    return serving.raw("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(serving.port()) +
                       "\r\nConnection: close\r\n\r\n");
  };
  BOOST_TEST(contains(answer("/api/v1/search?q=hello=world"), "\"query\": \"hello=world\""));
  BOOST_TEST(contains(answer("/api/v1/search?q=hello;limit=1"), "\"query\": \"hello;limit=1\""));
  const std::string page = answer("/api/v1/document?url=http://a.example/p?id=7");
  BOOST_TEST(page.starts_with("HTTP/1.1 200 "), page);
  // Each requires the other.
  for (const char* target :
       {"/api/v1/document?url=http://a.example/none=http://a.example/p?id=7",
        "/api/v1/document?url=http://a.example/none&url=http://a.example/p?id=7",
        "/api/v1/document?url=http://a.example/p?id=7&lang=en", "/explain?url=http://a.example/p?id=7&url=x"})
    BOOST_TEST(answer(target).starts_with("HTTP/1.1 4"), target);
  // A proxy may hide /api from others, but not this.
  for (const char* path : {"/api%2fv1/status", "/%61pi/v1/status", "/api/v1%2Fstatus"})
    BOOST_TEST(answer(path).starts_with("HTTP/1.1 404 "), path);
}

BOOST_AUTO_TEST_CASE(the_page_shows_hits_facets_and_next_pages) {
  const std::string start = server().get("/").body;
  BOOST_TEST(contains(start, "23 pages in the index"));
  BOOST_TEST(contains(start, "<label class=\"unseen\" for=\"q\">"));
  const std::string page = server().get("/?q=harbour").body;
  BOOST_TEST(contains(page, "<mark>harbour</mark>"));
  BOOST_TEST(contains(page, "value=\"harbour\""));
  BOOST_TEST(contains(page, "href=\"./?q=harbour&amp;site=a.example\"><bdi>a.example</bdi></a>"));
  BOOST_TEST(contains(page, "href=\"./?q=harbour&amp;page=2\""));
  BOOST_TEST(contains(page, "href=\"./?q=harbour&amp;sort=newest\""));
  BOOST_TEST(contains(page, "href=\"./?like=http%3A%2F%2Fa.example"));
  BOOST_TEST(contains(server().get("/?q=harbour&page=2").body, "<ol class=\"hits\" start=\"11\">"));
  const std::string late = server().get("/?q=harbour&page=99").body;
  BOOST_TEST(contains(late, "There are not that many hits. <a href=\"./?q=harbour\">"), late);
  const std::string narrowed = server().get("/?q=harbour&site=b.example&page=1").body;
  BOOST_TEST(contains(narrowed, "Remove filter: </span>Site <bdi>b.example</bdi>"));
  BOOST_TEST(!contains(narrowed, "a.example"));
  const std::string of_host = server().get("/?q=harbour&host=b.example").body;
  BOOST_TEST(contains(of_host, "Remove filter: </span>Host <bdi>b.example</bdi>"));
  BOOST_TEST(!contains(of_host, "a.example"));
  BOOST_TEST(server().search("q=harbour&host=b.example").at("total") ==
             server().search("q=harbour&site=b.example").at("total"));
  BOOST_TEST(contains(server().get("/?lang=de").body, "<time datetime=\"2023-05-03\">3 May 2023</time>"));
  BOOST_TEST(contains(server().get("/?lang=de").body, "<h2 lang=\"de\" dir=\"auto\">"));
  BOOST_TEST(
      contains(server().get("/?q=nofield%3Ax").body, "<li>there is no field &quot;nofield&quot;; the fields are url"));
  const std::string corrected = server().get("/?q=harbuor").body;
  BOOST_TEST(contains(corrected, "no page has &quot;harbuor&quot;; searched for &quot;harbour&quot;"));
  BOOST_TEST(contains(corrected, "<mark>harbour</mark>"));
  const std::string nothing = server().get("/?q=%2Bharbuor").body;
  BOOST_TEST(contains(nothing, "Did you mean <a href=\"./?q=%2Bharbour\"><bdi>+harbour</bdi></a>?"));
  const std::string partial = server().get("/?q=nebel%20harbour").body;
  BOOST_TEST(contains(partial, "<del><bdi>harbour</bdi></del>"), partial);
  BOOST_TEST(contains(partial, "%2Bharbour\""), partial);
  BOOST_TEST(contains(page, "href=\"./explain?url=http%3A%2F%2Fa.example"));
}

BOOST_AUTO_TEST_CASE(suggestions_while_somebody_types) {
  const auto suggest = [&](const std::string& parameters) { return server().get("/api/v1/suggest?" + parameters); };
  const json document = server().get("/api/v1/openapi.json").json();
  const json found = suggest("q=kap&site=c.example&limit=2").json();
  check_schema(found, json{{"$ref", "#/components/schemas/Suggestions"}}, document, "suggest");
  BOOST_TEST(found.at("suggestions").size() == 2u);
  const json one = suggest("q=kapitel%203").json().at("suggestions");
  BOOST_TEST(one == json::parse(R"([{"text": "Kapitel 3", "kind": "title", "title": "Kapitel 3",
                                     "url": "http://c.example/de/3", "link": "http://c.example/de/3"}])"));
  BOOST_TEST(suggest("q=kap&site=a.example").json().at("suggestions").empty());
  BOOST_TEST(suggest("q=").json().at("suggestions").empty());
  BOOST_TEST(suggest("q=k").header("Cache-Control") == "max-age=60");
  const Reply browsers = suggest("q=kapitel%202&format=opensearch");
  BOOST_TEST(browsers.header("Content-Type") == "application/x-suggestions+json");
  BOOST_TEST(browsers.json() == json::parse(R"(["kapitel 2", ["Kapitel 2"], [""], ["http://c.example/de/2"]])"));
  for (const std::string& wrong :
       {std::string("q=a&limit=21"), std::string("q=a&limit=0"), std::string("q=a&format=xml"), std::string("q=a&q=b"),
        std::string("q=a&offset=1"), "q=" + std::string(201, 'a')}) {
    BOOST_TEST(suggest(wrong).status == 400, wrong);
    BOOST_TEST(suggest(wrong).json().at("error").at("code") == "bad_parameter", wrong);
  }
  // Without JavaScript: where nothing is found.
  const std::string nothing = server().get("/?q=%2Bkapit").body;
  BOOST_TEST(contains(nothing, "<a href=\"http://c.example/de/1\" rel=\"noreferrer\"><bdi>Kapitel 1</bdi></a>"),
             nothing);
  BOOST_TEST(contains(server().get("/metrics").body, "pith_suggestions_total{outcome=\"ok\"}"));
}

BOOST_AUTO_TEST_CASE(all_paths_are_below_the_base_path) {
  const Serving below(shared(), {"--set", "serve.base_path=/intranet/search"});
  BOOST_TEST(below.get("/intranet/search/api/v1/search?q=harbour").status == 200);
  BOOST_TEST(below.get("/intranet/search/").status == 200);
  const Reply moved = below.get("/intranet/search");
  BOOST_TEST(moved.status == 301);
  BOOST_TEST(moved.header("Location") == "/intranet/search/");
  for (const char* target :
       {"/", "/api/v1/search?q=harbour", "/intranet/searchapi/v1/status", "/intranet/search/explain?url=x",
        "/intranet/search//", "/intranet/search/../search/", "/intranet"}) {
    const Reply reply = below.get(target);
    BOOST_TEST(reply.status == 404, target);
    BOOST_TEST(contains(reply.body, "the page is at /intranet/search/"), target << ": " << reply.body);
  }
  BOOST_TEST(below.get("/intranet/search/api/v1/none").json().at("error").at("code") == "not_found");
  BOOST_TEST(below.get("/intranet/search/api/v1/openapi.json").json().at("servers").at(0).at("url") ==
             "/intranet/search");
  BOOST_TEST(!server().get("/api/v1/openapi.json").json().contains("servers"));
}

BOOST_AUTO_TEST_CASE(browsers_learn_how_to_search) {
  const std::string here = "http://127.0.0.1:" + std::to_string(server().port()) + "/";
  BOOST_TEST(contains(server().get("/").body, "<link rel=\"search\" type=\"application/opensearchdescription+xml\""));
  const Reply description = server().get("/opensearch.xml", {{"X-Forwarded-Host", "evil.example"}});
  BOOST_TEST(description.header("Content-Type") == "application/opensearchdescription+xml");
  BOOST_TEST(contains(description.body, "template=\"" + here + "?q={searchTerms}\""));
  BOOST_TEST(
      contains(description.body, "template=\"" + here + "api/v1/suggest?q={searchTerms}&amp;format=opensearch\""));
  const Serving known(shared(),
                      {"--set", "serve.base_path=/s", "--set", "serve.public_origin=https://www.example.org"});
  const Reply by_name = known.get("/s/opensearch.xml", {{"Host", "www.example.org"}});
  BOOST_TEST(contains(by_name.body, "template=\"https://www.example.org/s/?q={searchTerms}\""));
  BOOST_TEST(known.get("/s/", {{"Host", "evil.example"}}).status == 421);
}

BOOST_AUTO_TEST_CASE(the_box_is_for_other_origins) {
  const Reply box = server().get("/box.js");
  BOOST_TEST(box.header("Cross-Origin-Resource-Policy") == "cross-origin");
  BOOST_TEST(box.body.size() <= 2048u);
  for (const char* unsafe : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("})
    BOOST_TEST(!contains(box.body, unsafe), unsafe);
  BOOST_TEST(server().get("/search.js").header("Cross-Origin-Resource-Policy") == "same-origin");
}

BOOST_AUTO_TEST_CASE(each_example_of_the_start_page_finds_something) {
  const std::string start = server().get("/").body, link = "<dt><a href=\"";
  int examples = 0;
  for (std::size_t at = start.find(link); at != std::string::npos; at = start.find(link, at)) {
    at += link.size();
    std::string target = start.substr(at, start.find('"', at) - at);
    for (std::size_t amp; (amp = target.find("&amp;")) != std::string::npos;) target.replace(amp, 5, "&");
    BOOST_REQUIRE(target.starts_with("./"));
    BOOST_TEST(contains(server().get(target.substr(1)).body, "<li class=\"hit\">"), target);
    ++examples;
  }
  BOOST_TEST(examples >= 5);
  BOOST_TEST(contains(start, "site:a.example"));  // as it has several
  const Project empty;
  write_file(empty / "pages.jsonl", page_line("http://a.example/", "<html><body></body></html>"));
  empty.pith({"ingest", empty / "pages.jsonl"});
  const std::string bare = Serving(empty).get("/").body;
  BOOST_TEST(contains(bare, "pages in the index"));
  BOOST_TEST(!contains(bare, "For example"));
}

BOOST_AUTO_TEST_CASE(what_became_of_a_page_is_shown_to_this_machine_only) {
  const Reply reply = server().get("/explain?url=" + url_of(1));
  BOOST_TEST(reply.status == 200);
  BOOST_TEST(contains(reply.body, template_words.front()));
  BOOST_TEST(contains(reply.header("Content-Security-Policy"), "sandbox"));
  BOOST_TEST(server().get("/explain?url=http://a.example/none").status == 404);
  BOOST_TEST(server().get("/explain?url=nonsense").status == 400);
  const Serving named(shared(), {"--set", "serve.hosts=[search.example]"});
  BOOST_TEST(named.get("/explain?url=" + url_of(1)).status == 404);
  BOOST_TEST(!contains(named.get("/?q=harbour").body, "/explain"));
}

BOOST_AUTO_TEST_CASE(head_says_what_get_says) {
  for (const char* target :
       {"/", "/?q=harbour", "/api/v1/search?q=harbour&limit=2", "/style.css", "/healthz", "/none", "/api/none"}) {
    Reply get = server().get(target), head = server().request("HEAD", target);
    BOOST_TEST(head.status == get.status, target);
    BOOST_TEST(head.body.empty());
    BOOST_TEST(head.header("Content-Type") == get.header("Content-Type"));
    BOOST_TEST(std::stoi(head.header("Content-Length")) > 0);
  }
}

BOOST_AUTO_TEST_CASE(every_answer_has_the_headers_and_unknown_ones_are_refused) {
  const std::map<std::string, int> targets = {{"/", 200},
                                              {"/?q=(", 400},
                                              {"/none", 404},
                                              {"/api/v1/none", 404},
                                              {"/../etc/passwd", 404},
                                              {"/style.css", 200},
                                              {"/search.js", 200},
                                              {"/metrics", 200},
                                              {"/healthz", 200},
                                              {"/explain?url=http://a.example/", 404}};
  for (const auto& [target, status] : targets) {
    const Reply reply = server().get(target);
    BOOST_TEST(reply.status == status, target);
    BOOST_TEST(contains(reply.header("Content-Security-Policy"), "default-src 'none'"), target);
    BOOST_TEST(contains(reply.header("Content-Security-Policy"), "frame-ancestors 'none'"), target);
    BOOST_TEST(reply.header("X-Content-Type-Options") == "nosniff");
    BOOST_TEST(reply.header("Referrer-Policy") == "no-referrer");
    BOOST_TEST(!reply.header("Cache-Control").empty());
    BOOST_TEST(reply.header("Server").empty());
    BOOST_TEST(reply.header("Access-Control-Allow-Origin").empty());
  }
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "PATCH"}) {
    BOOST_TEST(server().request(method, "/").status == 405, method);
    BOOST_TEST(server().request(method, "/api/v1/search").json().at("error").at("code") == "method");
  }
  BOOST_TEST(server().request("POST", "/", "q=a").status == 413);
  BOOST_TEST(server().request("GET", "/", "q=a").status == 413);
}

BOOST_AUTO_TEST_CASE(metrics_count) {
  const auto value = [&](const std::string& name) {
    const std::string text = "\n" + server().get("/metrics").body;
    const std::size_t at = text.find("\n" + name + " ");
    return at == std::string::npos ? 0.0 : std::stod(text.substr(at + name.size() + 2));
  };
  const std::string requests = "pith_http_requests_total{route=\"/api/v1/search\",status=\"200\"}";
  const std::string found = "pith_searches_total{outcome=\"found\"}",
                    nothing = "pith_searches_total{outcome=\"nothing\"}";
  const double requests_before = value(requests), found_before = value(found), nothing_before = value(nothing);
  server().search("q=harbour");
  server().search("q=nowordlikethis");
  BOOST_TEST(value(requests) == requests_before + 2);
  BOOST_TEST(value(found) == found_before + 1);
  BOOST_TEST(value(nothing) == nothing_before + 1);
  BOOST_TEST(value("pith_index_pages") == 23);
  BOOST_TEST(value("pith_http_connections") >= 1);
}

BOOST_AUTO_TEST_CASE(commits_of_other_processes_are_seen) {
  const Project project;
  Serving serving(project);
  const auto total = [&](const std::string& word) {
    const Reply reply = serving.get("/api/v1/search?limit=0&q=" + word);
    return reply.status == 200 ? reply.json().at("total").get<int>() : -reply.status;
  };
  BOOST_TEST(total("*") == -503);
  BOOST_TEST(contains(serving.get("/").body, "pith crawl URL"));
  BOOST_TEST(serving.get("/").status == 503);
  BOOST_TEST(serving.get("/healthz").status == 503);
  BOOST_TEST(serving.get("/api/v1/status").json().at("error").at("code") == "index_missing");
  ingest(project, articles(1, 6));
  BOOST_TEST(wait_until([&] { return total("*") == 6; }), total("*"));
  BOOST_TEST(serving.get("/healthz").status == 200);
  const int commit = serving.get("/api/v1/status").json().at("commit");
  ingest(project, articles(7, 9));
  BOOST_TEST(wait_until([&] { return total("*") == 9; }), total("*"));
  BOOST_TEST(serving.get("/api/v1/status").json().at("commit").get<int>() > commit);
  BOOST_TEST(contains(serving.get("/metrics").body, "pith_index_reopened 1"));
  // Removed and rebuilt with other pages.
  project.reset();
  BOOST_TEST(wait_until([&] { return total("*") == -503; }), total("*"));
  ingest(project, articles(20, 23));
  BOOST_TEST(wait_until([&] { return total("*") == 4; }), total("*"));
  BOOST_TEST(total(article_word(21)) == 1);
  BOOST_TEST(total(article_word(1)) == 0);
  // Damaged.
  write_file(project / "pith-data/index/segments_zz", "nonsense");
  BOOST_TEST(wait_until([&] { return serving.get("/healthz").status == 503; }));
  serving.process().signal(SIGTERM);
  BOOST_TEST(serving.process().finish().code == 0);
}

BOOST_AUTO_TEST_CASE(it_answers_while_others_index) {
  const Project project;
  ingest(project, articles(1, 5));
  const Serving serving(project);
  std::atomic<bool> done = false;
  std::atomic<int> answered = 0, wrong = 0;
  std::vector<std::thread> clients;
  for (int i = 0; i < 4; ++i)
    clients.emplace_back([&] {
      while (!done) {
        const Reply reply = serving.get("/api/v1/search?limit=1&q=" + article_word(2));
        ++answered;
        if (reply.status != 200 || reply.json().at("total") != 1) ++wrong;
      }
    });
  for (int round = 0; round < 3; ++round) ingest(project, articles(6 + 10 * round, 15 + 10 * round));
  done = true;
  for (std::thread& client : clients) client.join();
  BOOST_TEST(wrong == 0);
  BOOST_TEST(answered > 20);
}

BOOST_AUTO_TEST_SUITE_END()
