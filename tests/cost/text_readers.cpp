// Texts: encodings, URLs, JSON, headers, robots.txt, configuration.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "config/load.h"
#include "config/url_pattern.h"
#include "core/dom/parse.h"
#include "core/dom/selector.h"
#include "core/page/breadcrumb.h"
#include "core/page/detail/dates.h"
#include "core/page/detail/robots_rules.h"
#include "core/page/metadata.h"
#include "core/text/bidi.h"
#include "core/text/encoding.h"
#include "core/text/html_escape.h"
#include "core/text/language.h"
#include "core/text/url.h"
#include "core/text/white_space.h"
#include "core/text/words.h"
#include "crawler_adapter/cache/site.h"
#include "crawler_adapter/fetch/detail/robots.h"
#include "crawler_adapter/inputs/folder_url.h"
#include "crawler_adapter/page/content_decoding.h"
#include "crawler_adapter/page/http_page.h"
#include "crawler_adapter/page/readable_words.h"
#include "crawler_adapter/page/robots_header.h"
#include "tests/cost/readers.h"

namespace pith::cost {
namespace {

const Url& page_url() {
  static const Url url = *parse_url("https://example.org/dir/page.html");
  return url;
}

void decode(std::string_view bytes) {
  for (const char* const charset :
       {"", "utf-8", "windows-1252", "iso-2022-jp", "shift_jis", "euc-jp", "euc-kr", "gb18030", "big5", "utf-16le"})
    decode_html(bytes, charset);
}

void read_text(std::string_view bytes) {
  const std::string text = sanitize_utf8(bytes);
  words_of(text);
  word_runs(text);
  count_words(text);
  collapse_space(text);
  count_ink(text);
  closed_bidi(text);
  without_bidi(text);
  detect_language(text, text);
  primary_language(text);
  parse_date(text);
  to_nfc(text);
  std::string out;
  append_escaped(out, text);
  append_verbatim(out, text);
  std::vector<std::uint64_t> hashes;
  append_word_hashes(hashes, text, text.size());
}

void read_url(std::string_view bytes) {
  static const config::UrlPatterns patterns(std::vector<std::string>{"*a*a*a*b", "*/*/*?*=*&*x", "://*.*.*/y"});
  for (const std::string& text :
       {std::string(bytes), "http://" + std::string(bytes), "http://h.example/" + std::string(bytes)})
    if (const auto url = parse_url(text)) {
      crawl::site_of(*url, crawl::SiteMode::domain);
      directory_segments(*url);
      patterns.match(*url);
      resolve(*url, bytes);
    }
  resolve(page_url(), bytes);
  ingest::url_of_path(bytes, "");
  ingest::url_of_path(bytes, "http://folder.example/docs/");
  ingest::url_of_comment("<!-- Mirrored from " + std::string(bytes));
}

void read_json_ld(std::string_view bytes) {
  const auto page =
      parse_html("<script type=application/ld+json>" + sanitize_utf8(bytes) + "</script><title>a</title>x");
  if (!page) return;
  read_metadata(*page, page_url());
  read_breadcrumb(*page, &page_url(), "a");
}

void read_robots(std::string_view bytes) {
  static const std::string path = "/" + std::string(4000, 'a') + "?" + std::string(4000, 'b');
  const crawl::Robots robots = crawl::Robots::parse(bytes.substr(0, crawl::robots_max_bytes), "pith");
  robots.allows("/a/b.html");
  robots.allows(path);
}

void read_response(std::string_view bytes) {
  const std::string response = "HTTP/1.1 200 OK\r\n" + std::string(bytes);
  const auto head = crawl::parse_http_head(response);
  if (!head) return;
  crawl::page_of_response("http://h.example/", head->status, head->fields, response.substr(head->size), {});
  crawl::robots_of_headers(bytes);
  crawl::split_content_type(bytes);
}

void read_body(std::string_view bytes) {
  crawl::dechunk(bytes);
  crawl::readable_words(bytes, bytes);
  for (const char* const encoding : {"gzip", "deflate", "br", "zstd"}) {
    [[maybe_unused]] const auto decoded = crawl::decode_content(std::string(bytes), encoding);
  }
}

void read_robots_rules(std::string_view bytes) {
  RobotsRules rules;
  add_meta_rules(rules, bytes);
  add_header_rules(rules, bytes);
}

void read_selector(std::string_view bytes) {
  static const Document page = std::move(*parse_html("<div class='a b'><p a=b>x<p>y</div><em id=x>z</em>"));
  if (const auto selector = Selector::parse(bytes)) selector->select(page);
}

void read_configuration(std::string_view bytes) {
  [[maybe_unused]] const auto config = config::load_text(bytes, "pith.yaml");
}

}  // namespace

std::vector<Reader> text_readers() {
  return {{"encoding", decode},
          {"text", read_text},
          {"URL", read_url, max_url_bytes - 64},
          {"JSON-LD", read_json_ld},
          {"robots.txt", read_robots, crawl::robots_max_bytes},
          {"response", read_response, crawl::max_head_bytes},
          {"body", read_body},
          {"robots rules", read_robots_rules},
          {"selector", read_selector, 4096},
          {"configuration", read_configuration}};
}

}  // namespace pith::cost
