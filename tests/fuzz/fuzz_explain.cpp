// Pages as shown by `pith explain`: nothing in a page may act there.
//
// Input: the page. Its last byte chooses the extractor, and whether a copy of the page is its sibling. The page's bytes
// are its URL too.
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/dom/parse.h"
#include "core/extract/registry.h"
#include "plugin/explain/explain.h"
#include "tests/fuzz/check.h"

using namespace pith;
using namespace pith::fuzz;

namespace {

constexpr Limits limits = {.max_bytes = 64 << 10, .max_depth = 100, .max_nodes = 4'000, .max_attributes = 64};
constexpr Limits no_limits = {.max_bytes = 1 << 28, .max_depth = 5'000, .max_nodes = 1 << 24, .max_attributes = 64};

const std::set<std::string_view> forbidden = {
    "script", "frame",    "frameset", "object",  "embed",  "applet",   "link",     "base",
    "form",   "input",    "button",   "svg",     "math",   "img",      "image",    "video",
    "audio",  "source",   "track",    "picture", "select", "portal",   "area",     "animate",
    "set",    "template", "use",      "map",     "param",  "noscript", "textarea", "marquee"};

// Metas, styles and frames are the document's own: their number does not depend on the page, and no other element or
// attribute does anything. Returns the documents in its frames.
std::vector<std::string> check_inert(std::string_view html, std::size_t metas, std::size_t frames) {
  require_utf8(html, "what is shown is UTF-8");
  const auto page = parse_html(html, no_limits);
  require(page.ok(), "what is shown can be parsed", page.ok() ? "" : page.error().message);
  std::size_t styles = 0;
  std::vector<std::string> documents;
  for (NodeId n = 0; n < page->size(); ++n) {
    if ((*page)[n].is_text()) continue;
    const std::string_view tag = page->tag_name(n);
    require(!forbidden.contains(tag), "nothing that acts is shown", tag);
    styles += tag == "style";
    if (tag == "meta") {
      require(metas-- > 0, "metas are the document's own", html);
      continue;
    }
    for (const auto& a : page->attributes(n)) {
      static const std::set<std::string_view> harmless = {
          "class", "title", "data-why", "data-verdict", "tabindex", "colspan",    "rowspan",
          "start", "dir",   "lang",     "scope",        "role",     "aria-label", "alt"};
      const std::string_view name = page->name(a);
      if (tag == "iframe" && name == "srcdoc")
        documents.emplace_back(page->value(a));
      else if (tag == "iframe" && name == "sandbox")
        require(page->value(a).empty(), "frames may do nothing");
      else
        require(harmless.contains(name), "attributes do nothing", name);
    }
    if (tag == "iframe") require(page->has_attribute(n, "sandbox"), "frames are sandboxed", html);
  }
  require(metas == 0 && styles == 1, "styles are the document's own", html);
  require(documents.size() <= frames, "frames are the document's own", html);
  return documents;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = view_of(data, size);
  const unsigned choice = choice_of(bytes);
  const std::string text = decode_html(bytes).text;
  auto page = parse_html(text, limits);
  if (!page) return 0;
  auto sibling = parse_html(text.substr(text.size() / 3), limits);
  std::vector<const Document*> siblings;
  if (choice % 2 == 1 && sibling) siblings.push_back(&*sibling);

  const auto all = extractors();
  const ExtractorInfo& info = all[choice / 2 % all.size()];
  ExtractOptions options;
  options.extractor_name = info.versioned_name();
  options.extractor = std::move(*make_extractor(info.name));
  options.want_markdown = true;
  PageExplanation explanation = explain_page({.page = *page, .siblings = siblings}, options);
  const explain::ExplainedPage explained{text, std::make_shared<const Document>(std::move(*page)),
                                         std::move(explanation)};

  for (const std::string& document : check_inert(explain::explanation_html(explained), 4, 2))
    check_inert(document, 2, 0);
  const auto json = nlohmann::json::parse(explain::explanation_json(explained), nullptr, false);
  require(json.is_object() && json["blocks"].size() == explained.explanation.blocks.size(), "JSON has all blocks");
  return 0;
}
