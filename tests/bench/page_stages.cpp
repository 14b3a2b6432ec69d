#include "tests/bench/page_stages.h"

#include <benchmark/benchmark.h>

#include <map>
#include <memory>

#include "core/dom/detail/parser.h"
#include "core/dom/parse.h"
#include "core/extract/extract_page.h"
#include "core/extract/main_content/detail/view/page_view.h"
#include "core/extract/registry.h"
#include "core/page/metadata.h"
#include "core/render/blocks.h"
#include "core/render/render.h"
#include "core/text/encoding.h"
#include "core/text/language.h"

namespace pith::bench {
namespace {

using benchmark::DoNotOptimize;

// As in `pith index`.
ExtractOptions index_options() {
  ExtractOptions options;
  options.extractor_name = "pith";
  options.extractor = std::move(*make_extractor("pith"));
  options.want_markdown = false;
  return options;
}

PageInSite in_site(const RealPage& page) { return {page.model.get(), 0}; }

// The input of rendering; made once per page.
struct Chosen {
  NodeSet content;
  Blocks blocks;
};

const Chosen& chosen(const RealPage& page) {
  static const ExtractOptions options = index_options();
  static std::map<const RealPage*, Chosen> all;
  const auto found = all.find(&page);
  if (found != all.end()) return found->second;
  NodeSet content = options.extractor->extract({page.document, {}, options.keep, in_site(page)}).content;
  Blocks blocks = read_blocks(page.document, content);
  return all.emplace(&page, Chosen{std::move(content), std::move(blocks)}).first->second;
}

std::vector<PageStage> make_stages() {
  static const ExtractOptions options = index_options();
  static const auto& pith = *options.extractor;
  std::vector<PageStage> out = {
      {"decode", [](const RealPage& p) { DoNotOptimize(decode_html(p.bytes)); }},
      {"parse", [](const RealPage& p) { DoNotOptimize(parse_html(p.source)); }},
      {"parse, gumbo", [](const RealPage& p) { DoNotOptimize(parse_with_gumbo(p.source, {}, nullptr)); }},
      {"after parsing",
       [](const RealPage& p) {
         DoNotOptimize(extract_page({.page = p.document, .url = &p.url, .site = in_site(p)}, options));
       }},
      {"after parsing, 4 siblings",
       [](const RealPage& p) {
         DoNotOptimize(extract_page({.page = p.document, .siblings = p.sibling_pointers, .url = &p.url}, options));
       }},
      {"whole",
       [](const RealPage& p) {
         const auto page = parse_html(decode_html(p.bytes).text);  // as `pith index` does: the text does not stay
         DoNotOptimize(extract_page({.page = *page, .url = &p.url, .site = in_site(p)}, options));
       }},
      {"HTML to text, alone",
       [](const RealPage& p) {
         const Document document = std::move(*parse_html(p.source));
         DoNotOptimize(read_blocks(document, pith.extract({document, {}, options.keep}).content));
       }},
      {"page view", [](const RealPage& p) { DoNotOptimize(PageView(p.document)); }},
      {"pith, site model",
       [](const RealPage& p) {
         DoNotOptimize(pith.extract({p.document, {}, options.keep, in_site(p)}));
       }},
      {"pith, alone",
       [](const RealPage& p) {
         DoNotOptimize(pith.extract({p.document, {}, options.keep}));
       }},
      {"metadata", [](const RealPage& p) { DoNotOptimize(read_metadata(p.document, p.url, nullptr)); }},
      {"blocks", [](const RealPage& p) { DoNotOptimize(read_blocks(p.document, chosen(p).content)); }},
      {"structure", [](const RealPage& p) { DoNotOptimize(render_structure(p.document, chosen(p).blocks)); }},
      {"HTML", [](const RealPage& p) { DoNotOptimize(render_html(p.document, chosen(p).content, p.url)); }},
      {"Markdown", [](const RealPage& p) { DoNotOptimize(render_markdown(p.document, chosen(p).content, p.url)); }},
      {"language", [](const RealPage& p) { DoNotOptimize(detect_language(chosen(p).blocks.text, "en")); }},
  };
  for (const ExtractorInfo& info : extractors()) {
    std::shared_ptr<const Extractor> extractor = std::move(*make_extractor(info.name));
    out.push_back({"extractor " + std::string(info.name), [extractor](const RealPage& p) {
                     DoNotOptimize(extractor->extract({p.document, p.sibling_pointers}));
                   }});
  }
  return out;
}

}  // namespace

const std::vector<PageStage>& page_stages() {
  static const std::vector<PageStage> stages = make_stages();
  return stages;
}

}  // namespace pith::bench
