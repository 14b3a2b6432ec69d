#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "core/text/bidi.h"
#include "core/text/html_escape.h"
#include "core/text/number.h"
#include "core/text/white_space.h"
#include "plugin/explain/explain.h"
#include "plugin/explain/inert_page.h"
#include "plugin/site/page_clock.h"

namespace pith::explain {
namespace {

constexpr std::string_view style = R"(
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto; padding: 1rem; max-width: 1600px; overflow-wrap: break-word; }
h1 { font-size: 1.3rem; margin: 0; } h2 { font-size: 1rem; margin: 0 0 .4rem; } .url, .note { color: var(--soft); } .facts { margin: .4rem 0; }
.legend { display: flex; flex-wrap: wrap; gap: .5rem 1.2rem; list-style: none; padding: 0; margin: .8rem 0; } .legend b { padding: 1px 7px; margin-right: .35rem; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; } @media (max-width: 900px) { .sides { grid-template-columns: 1fr; } }
iframe { width: 100%; height: 72vh; border: 1px solid var(--line); border-radius: 4px; background: var(--paper); }
pre { white-space: pre-wrap; font-size: 13px; max-height: 60vh; overflow: auto; border: 1px solid var(--line); border-radius: 4px; padding: .6rem; }
summary { cursor: pointer; } :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: 13px; } .wide { overflow-x: auto; margin-top: 1.5rem; } caption { text-align: left; font-weight: 600; padding: .4rem 0; }
th { white-space: nowrap; } td { overflow-wrap: anywhere; } td:nth-child(2), .number { white-space: nowrap; overflow-wrap: normal; }
th, td { text-align: left; vertical-align: top; padding: 4px 8px; border-bottom: 1px solid var(--line); } thead th { color: var(--soft); }
th:last-child { width: 38%; } .number { text-align: right; font-variant-numeric: tabular-nums; } td b { font-weight: 600; padding: 0 5px; } td ul { margin: 0; padding-left: 1.1em; } .path { color: var(--soft); font-size: 12px; }
)";

constexpr std::size_t excerpt_bytes = 240;

std::string escaped(std::string_view text) {
  std::string out;
  append_escaped(out, text);
  return out;
}

std::string_view meaning(Verdict verdict, bool is_indexed) {
  switch (verdict) {
    case Verdict::content:
      return is_indexed ? "main content: indexed" : "main content";
    case Verdict::aside:
      return "the page's own, but not main content";
    case Verdict::site_template:
      return "the site's: on this page as on others";
    case Verdict::marked:
      return "the page's marks take it out";
    case Verdict::excluded:
      return "the configuration takes it out";
    case Verdict::hidden:
      return "readers do not see it; not shown here";
  }
  return {};
}

std::string badge(Verdict verdict) { return fmt::format("<b class=\"v-{0}\">{0}</b>", name_of(verdict)); }

std::string legend(const ExplainedPage& explained) {
  const PageExplanation& explanation = explained.explanation;
  const bool is_indexed = explained.left_out.empty() && explanation.page.status != Status::skipped;
  std::string out = "<ul class=\"legend\">";
  for (std::size_t v = 0; v < verdict_count; ++v) {
    const PageExplanation::Sum& sum = explanation.sums[v];
    const auto verdict = static_cast<Verdict>(v);
    if (sum.blocks == 0 && verdict > Verdict::site_template) continue;
    out += fmt::format("<li>{}{}, {} <span class=\"note\">({})</span></li>", badge(verdict),
                       counted(sum.blocks, "block"), counted(sum.words, "word"), escaped(meaning(verdict, is_indexed)));
  }
  return out + "</ul>\n";
}

std::string facts(const ExplainedPage& explained) {
  const PageExplanation& explanation = explained.explanation;
  const ExtractedPage& page = explanation.page;
  std::string out = "<p class=\"facts\">";
  if (!explained.left_out.empty() && page.status != Status::skipped)
    out += fmt::format("<strong>skipped</strong> ({}). Its text alone would give: ", escaped(explained.left_out));
  out += fmt::format("<strong>{}</strong> ({}), confidence {:.2f}", name_of(page.status), escaped(page.reason),
                     page.confidence);
  if (page.type) out += fmt::format(", looks like: {}", name_of(*page.type));
  out += fmt::format(". By {}, ", escaped(page.extractor));
  if (explanation.threshold) out += fmt::format("content from probability {:.2f}, ", *explanation.threshold);
  out += explanation.compared == 0 ? "compared with no other page"
                                   : fmt::format("texts looked for on {} other {}", explanation.compared,
                                                 explanation.same_template ? "pages of this template" : "pages");
  if (!page.marks.empty()) out += ". Marks honoured: " + escaped(fmt::format("{}", fmt::join(page.marks, ", ")));
  return out + ".</p>\n";
}

std::string frame(std::string_view title, const std::string& document) {
  return fmt::format("<iframe sandbox=\"\" title=\"{}\" srcdoc=\"{}\"></iframe>", title, escaped(document));
}

std::string extracted(const ExtractedPage& page) {
  if (page.html.empty()) return "<p>Nothing: " + escaped(page.reason) + ".</p>";
  const auto parsed = pipeline::parse_written(page.html);
  std::string out =
      parsed ? frame("What was extracted", inert_page(*parsed, {}, page.metadata.language)) : std::string();
  return out + "\n<details><summary>The same as Markdown</summary><pre>" + escaped(page.markdown) + "</pre></details>";
}

std::string table(const PageExplanation& explanation) {
  std::string out =
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"All blocks\"><table><caption>All blocks, in the "
      "order of the page</caption><thead><tr><th "
      "scope=\"col\">#</th>"
      "<th scope=\"col\">Verdict</th><th scope=\"col\">Probability" +
      (explanation.threshold ? fmt::format(" (content from {:.2f})", *explanation.threshold) : std::string()) +
      "</th><th scope=\"col\">Text</th><th "
      "scope=\"col\">Reasons, strongest first</th>"
      "</tr></thead><tbody>\n";
  std::size_t number = 0;
  for (const ExplainedBlock& block : explanation.blocks) {
    const std::string_view shown = cut_utf8(block.text, excerpt_bytes);
    out += fmt::format(
        "<tr><td class=\"number\">{}</td><td>{}</td><td class=\"number\">{}</td><td><bdi>{}</bdi>{}<div "
        "class=\"path\">{}</div></td><td><ul>",
        ++number, badge(block.verdict), block.probability ? fmt::format("{:.2f}", *block.probability) : "–",
        escaped(closed_bidi(shown)), shown.size() < block.text.size() ? "…" : "", escaped(block.path));
    for (const Reason& reason : block.reasons) out += "<li>" + escaped(reason.text) + "</li>";
    out += "</ul></td></tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

}  // namespace

std::string explanation_html(const ExplainedPage& page) {
  const PageExplanation& e = page.explanation;
  const std::string title = e.page.metadata.title.empty() ? page.url : e.page.metadata.title;
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\"><meta name=\"referrer\" "
             "content=\"no-referrer\">"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Why: "
             "{}</title><style>{}{}</style></head><body>\n",
             content_security_policy, escaped(without_bidi(title)), verdict_style(), style) +
         "<header><h1>" + escaped(title) + "</h1><div class=\"url\">" + escaped(page.url) + "</div>\n" + facts(page) +
         legend(page) + "</header>\n<main><div class=\"sides\"><section><h2>The page</h2>" +
         frame("The page, tinted by verdict", inert_page(*page.document, e.blocks, e.page.metadata.language)) +
         "<p class=\"note\">Point at a block, or reach it with the Tab key, for its reasons. Scripts, styles, images "
         "and forms are left out.</p></section>\n"
         "<section><h2>What was extracted</h2>" +
         extracted(e.page) + "</section></div>\n" + table(e) + "</main></body></html>\n";
}

}  // namespace pith::explain
