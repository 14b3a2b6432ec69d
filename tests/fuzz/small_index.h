// An index of a few pages, built once, for targets that search.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "core/dom/parse.h"
#include "core/extract/extract_page.h"
#include "core/extract/registry.h"
#include "indexer_adapter/documents/writer.h"
#include "indexer_adapter/hits/searcher.h"
#include "tests/fuzz/check.h"
#include "tests/support/temporary.h"

namespace pith::fuzz {

// Several languages and scripts, all fields, similar pages, and hostile texts.
inline constexpr std::array<std::string_view, 9> small_pages = {
    "<html lang=en><title>Virtual hosts</title><meta name=author content='Ada Lovelace'><meta "
    "property=article:published_time content=2024-05-31><h1>Name-based hosting</h1><p>The term virtual host refers to "
    "running more than one web site on a single machine.<ul><li>Configure the ServerName "
    "directive</ul><pre>&lt;VirtualHost *:80&gt;</pre><table><tr><th>gcc<th>12<tr><td>make<td>4</table>"
    "<p><a href=/docs>Server documentation</a>",
    "<html lang=en><title>Installing</title><h1>Requirements</h1><p>Make sure you have an ANSI-C compiler. "
    "Installation "
    "runs on a single host; virtual memory helps.<blockquote>It just works, said nobody.</blockquote>",
    "<html lang=en><title>Installing again</title><h1>Requirements</h1><p>Make sure you have an ANSI-C compiler. "
    "Installation runs on many hosts; virtual memory does not help.<figure><figcaption>The build "
    "tree</figcaption></figure>",
    "<html lang=de><title>Häuser in München</title><p>Viele schöne Häuser stehen in der Straße am Fluß. Schon gesehen?",
    "<html lang=ja><title>東京</title><p>東京は日本の首都であり、世界最大の都市の一つである。",
    "<html lang=th><title>กรุงเทพ</title><p>กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย",
    "<html lang=ru><title>Собака</title><p>Собака лает, караван идёт. Собаки лают.",
    "<html lang=en><title>&lt;script&gt;alert(1)&lt;/script&gt;</title><h1>\" onclick=alert(1) x=\"</h1><p>&lt;img "
    "src=x onerror=alert(1)&gt; &amp;amp; ]]&gt; &#27;[31m e&#769; \xF0\x9F\x98\x80 std::vector a-b_c 1.5 C++",
    "<html lang=en><title>Word word word</title><p>word word word word word word word word word word host host",
};

// Never null, never changed.
inline const std::string& small_index() {
  static const test::TemporaryDirectory directory;
  static const bool made = [] {
    ExtractOptions options;
    options.extractor_name = "plain/1";
    options.extractor = std::shared_ptr<const Extractor>(std::move(*make_extractor("plain")));
    auto writer = index::Writer::open(directory.path(), {});
    require(writer.ok(), "the index can be made");
    for (std::size_t i = 0; i < small_pages.size(); ++i) {
      const auto page = parse_html(small_pages[i]);
      const std::string site = i % 2 ? "a.example" : "b.example";
      const std::string url = "https://" + site + "/" + std::to_string(i);
      const auto parsed_url = parse_url(url);
      const ExtractedPage extracted = extract_page({.page = *page, .url = &*parsed_url}, options);
      require(!writer->put({url, site, "2024-05-31T10:00:00Z", "abcdef"}, extracted), "a page can be written");
    }
    require(!writer->put_template("a.example", "Imprint\nvirtual host\nHome"), "a template can be written");
    return !writer->close();
  }();
  require(made, "the index can be written");
  return directory.path();
}

}  // namespace pith::fuzz
