// HTML, from bytes to the documents of the index.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/dom/parse.h"
#include "core/dom/tag.h"
#include "core/extract/content_signature.h"
#include "core/extract/explanation.h"
#include "core/extract/extract_page.h"
#include "core/extract/main_content/view_page.h"
#include "core/extract/registry.h"
#include "core/extract/site/site_model.h"
#include "core/extract/site/template_text.h"
#include "core/text/encoding.h"
#include "crawler_adapter/cache/sibling_choice.h"
#include "indexer_adapter/documents/writer.h"
#include "plugin/explain/explain.h"
#include "plugin/site/link_texts.h"
#include "tests/cost/readers.h"
#include "tests/support/site_sample.h"
#include "tests/support/temporary.h"

namespace pith::cost {
namespace {

const Url& page_url() {
  static const Url url = *parse_url("https://example.org/dir/page.html");
  return url;
}

ExtractOptions options_of(const std::string& extractor) {
  ExtractOptions options;
  options.extractor_name = extractor + "/1";
  options.extractor = std::move(*make_extractor(extractor));
  return options;
}

std::optional<Document> parsed(std::string_view bytes) {
  auto page = parse_html(decode_html(bytes).text);
  return page ? std::optional(std::move(*page)) : std::nullopt;
}

// As `pith index` does it, but for the cache.
void index_page(std::string_view bytes) {
  static const ExtractOptions options = options_of("pith");
  static const test::TemporaryDirectory directory;
  static index::Writer writer = std::move(*index::Writer::open(directory.path(), {}));
  const auto page = parsed(bytes);
  if (!page) return;
  crawl::hashes_of(crawl::sibling_links(*page, page_url(), crawl::SiteMode::domain));
  const ExtractedPage out = extract_page({.page = *page, .url = &page_url()}, options);
  comparable_text(out);
  simhash_of(out.blocks.text);
  keyed_simhash_of(out.blocks.text, 1);
  to_bytes(pipeline::link_texts_of(out, page_url()));
  if (auto prepared = writer.prepare({page_url().str(), "example.org", {}, {}}, out))
    if (writer.put(*std::move(prepared))) std::abort();
}

// The same page again, on a site whose other pages are like it.
void index_in_site(std::string_view bytes) {
  static const ExtractOptions options = options_of("pith");
  static const SiteModel::SiteAnalysers analysers = test::default_site_analyser();
  const auto page = parsed(bytes);
  if (!page) return;
  const auto view = view_page(*page);
  std::vector<SampledPage> sample;
  for (std::uint64_t id = 1; id <= 3; ++id) sample.push_back(test::sampled_page(id, *view, analysers));
  const SiteModel model(std::move(sample), analysers);
  extract_page({.page = *page, .url = &page_url(), .site = {&model, 1}, .view = view.get()}, options);
  TemplateText text;
  text.add(*view, model.texts_of(*model.template_of(shape_of(*view))), NodeSet(*page));
}

// All is content, as with `extract.include: [body]`.
void render_page(std::string_view bytes) {
  static const ExtractOptions options = [] {
    ExtractOptions made = options_of("pith");
    made.include.push_back(std::move(*Selector::parse("body")));
    made.exclude.push_back(std::move(*Selector::parse("div div > p[class~=x] span, [a$=b] em, #x")));
    return made;
  }();
  if (const auto page = parsed(bytes)) extract_page({.page = *page, .url = &page_url()}, options);
}

void explain(std::string_view bytes) {
  static const ExtractOptions options = options_of("pith");
  const std::string text = decode_html(bytes).text;
  auto page = parse_html(text);
  if (!page) return;
  PageExplanation explanation = explain_page({.page = *page, .url = &page_url()}, options);
  const explain::ExplainedPage explained{text, std::make_shared<const Document>(std::move(*page)),
                                         std::move(explanation)};
  explain::explanation_html(explained);
  explain::explanation_json(explained);
}

std::vector<std::string> elements() {
  std::vector<std::string> out = {"<x-y>", "<x§>", "<x§>a</x§>", "</x§>"};
  for (std::size_t i = 1; i < tags::rows.size(); ++i) {
    const std::string name(tags::rows[i].name);
    for (const std::string& piece : {"<" + name + ">", "</" + name + ">", "<" + name + ">a b </" + name + ">",
                                     "<" + name + ">a", "<" + name + "/>"})
      out.push_back(piece);
  }
  return out;
}

// Below so many of them.
Input deep(std::string_view opening, std::size_t times) {
  Input out;
  for (std::size_t i = 0; i < times; ++i) out.before += opening;
  return out;
}

}  // namespace

std::vector<Reader> page_readers() {
  std::vector<Reader> out = {
      {"page", index_page, 1 << 20, elements()},
      {"page within", index_page, 1 << 20, {}, {deep("<div>", 900), deep("<b><i>", 300), deep("<table><tr><td>", 300)}},
      {"page in its site", index_in_site},
      {"rendered page", render_page},
      {"explained page", explain, 256 << 10},
  };
  for (const ExtractorInfo& info : extractors()) {
    const auto options = std::make_shared<const ExtractOptions>(options_of(std::string(info.name)));
    out.push_back({"extractor " + std::string(info.name), [options](std::string_view bytes) {
                     const auto page = parsed(bytes);
                     if (!page) return;
                     const std::vector<const Document*> siblings = {&*page};
                     extract_page({.page = *page, .siblings = siblings, .url = &page_url()}, *options);
                   }});
  }
  return out;
}

}  // namespace pith::cost
