#include "plugin/measure/html_page.h"

#include "plugin/measure/table.h"

namespace pith::eval {
namespace {

constexpr const char* style = R"(
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --paper: #fff; --line: #dfe4ea; --bar: #2f6fb3; --peer: #9aa5b1; --mark: #eef5ff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9f0; --soft: #9aa7b7; --paper: #12161c; --line: #2a323d; --bar: #6ea8e0; --peer: #5b6675; --mark: #1b2839; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 1080px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
nav a { margin-right: 1rem; } a { color: var(--bar); }
.note { color: var(--soft); font-size: 13px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; margin: 1rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 4px 0; }
th, td { padding: 3px 9px; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
th[scope=row], th:first-child { text-align: left; font-weight: 500; white-space: nowrap; }
thead th { color: var(--soft); font-weight: 600; }
td { white-space: nowrap; } .words td { white-space: normal; }
tr.best { background: var(--mark); }
.words td:nth-child(n+3) { text-align: left; max-width: 26rem; }
svg { width: 100%; max-width: 760px; height: auto; font: 11px system-ui, sans-serif; display: block; }
svg text { fill: var(--ink); } .grid { stroke: var(--line); } .bar { fill: var(--bar); } .peer { fill: var(--peer); }
.whisker { stroke: var(--ink); stroke-width: 1.4; } polyline { stroke-width: 1.8; }
.s0 { fill: #2f6fb3; stroke: #2f6fb3; } .s1 { fill: #d9822b; stroke: #d9822b; } .s2 { fill: #3a9a5b; stroke: #3a9a5b; } .s3 { fill: #c23b3b; stroke: #c23b3b; }
.s4 { fill: #8a63d2; stroke: #8a63d2; } .s5 { fill: #8c6b4f; stroke: #8c6b4f; } .s6 { fill: #d069a8; stroke: #d069a8; } .s7 { fill: #7f8c1f; stroke: #7f8c1f; }
polyline.s0, polyline.s1, polyline.s2, polyline.s3, polyline.s4, polyline.s5, polyline.s6, polyline.s7 { fill: none; }
details { margin: .5rem 0; } summary { cursor: pointer; color: var(--bar); }
)";

}  // namespace

std::string html_page(const std::string& title, const std::string& body) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
         "content=\"width=device-width\">"
         "<title>" +
         escape_html(title) + "</title><style>" + style + "</style></head><body>\n" + body + "</body></html>\n";
}

}  // namespace pith::eval
