// Marks for search engines: comment ranges against one pass over the source, X-Robots-Tag and attributes against what
// an extraction may return.
//
// Input: bytes that each represent a piece of a page, up to a zero; then values of X-Robots-Tag.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "core/dom/parse.h"
#include "core/extract/extract_page.h"
#include "core/extract/registry.h"
#include "core/page/marks.h"

using namespace pith;

namespace {

struct Piece {
  std::string_view html;
  int begins = -1, ends = -1;  // MarkedRange::Kind, for comments
  int ends_too = -1;
};

// No tables and no </body>: with them, the tree's order differs from the source's.
constexpr std::array<Piece, 22> pieces = {{
    {"<p>"},
    {"</p>"},
    {"<b>"},
    {"</b>"},
    {"<div>"},
    {"</div>"},
    {"<ul><li>"},
    {"</ul>"},
    {"<a href=x>"},
    {"</a>"},
    {"<br>"},
    {"<!--htdig_noindex-->", MarkedRange::htdig},
    {"<!-- /HTDIG_noindex -->", -1, MarkedRange::htdig},
    {"<!--UdmComment-->", MarkedRange::udm_comment},
    {"<!--/udmcomment-->", -1, MarkedRange::udm_comment},
    {"<!--googleoff: index-->", MarkedRange::googleoff_index},
    {"<!-- googleon:index -->", -1, MarkedRange::googleoff_index},
    {"<!--googleon: all-->", -1, MarkedRange::googleoff_index, MarkedRange::googleoff_snippet},
    {"<!--googleoff: snippet-->", MarkedRange::googleoff_snippet},
    {"<!--googleon: snippet,anchor-->", -1, MarkedRange::googleoff_snippet},
    {"<!--googleoff: anchor-->"},
    {"<!--a comment-->"},
}};

void require(bool holds) {
  if (!holds) std::abort();
}

std::string texts_in(const Document& page, const NodeSet& nodes) {
  std::string out;
  for (NodeId n = 0; n < page.size(); ++n)
    if (page[n].is_text() && nodes.contains(n)) out += page.text(n);
  return out;
}

void check_ranges(const Document& page) {
  std::array<NodeId, MarkedRange::kinds> end{};
  for (const MarkedRange& range : page.marked_ranges()) {
    require(range.begin < range.end && range.end <= page.size());
    require(range.begin >= end[range.kind]);
    end[range.kind] = range.end;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string_view steps = bytes.substr(0, bytes.find('\0'));
  const std::string_view header = bytes.substr(std::min(steps.size() + 1, bytes.size()));

  std::string html = "<body>", neutral = html, excluded, unshown;
  std::array<bool, MarkedRange::kinds> open{};
  for (const char step : steps) {
    const std::size_t choice = static_cast<unsigned char>(step) % (pieces.size() + 4);
    if (choice >= pieces.size()) {  // the text itself shows whether it should be indexed
      const bool out = open[MarkedRange::htdig] || open[MarkedRange::udm_comment] || open[MarkedRange::googleoff_index];
      const std::string_view text = out ? "secret" : "word";
      html += text;
      neutral += text;
      if (out) excluded += text;
      if (open[MarkedRange::googleoff_snippet]) unshown += text;
      continue;
    }
    const Piece& piece = pieces[choice];
    html += piece.html;
    neutral += piece.html.starts_with("<!") ? "<!---->" : piece.html;
    if (piece.begins >= 0) open[static_cast<std::size_t>(piece.begins)] = true;
    for (const int kind : {piece.ends, piece.ends_too})
      if (kind >= 0) open[static_cast<std::size_t>(kind)] = false;
  }

  const auto page = parse_html(html), same = parse_html(neutral);
  if (!page || !same) return 0;
  check_ranges(*page);
  require(page->size() == same->size() && same->marked_ranges().empty());
  for (NodeId n = 0; n < page->size(); ++n) require(page->text(n) == same->text(n));
  const Marks marks = read_marks(*page, header, {});
  require(texts_in(*page, marks.excluded) == excluded);
  require(texts_in(*page, marks.unshown) == unshown);

  static const auto extractor = std::shared_ptr<const Extractor>(std::move(*make_extractor("plain")));
  ExtractOptions options;
  options.extractor_name = "plain/1";
  options.extractor = extractor;
  const ExtractedPage out = extract_page({.page = *page, .robots = header}, options);
  require(marks.noindex == (out.reason == "noindex"));
  for (const std::string* text :
       {&out.blocks.text, &out.template_text, &out.anchors, &out.markdown, &out.html, &out.asides.text})
    require(text->find("secret") == std::string::npos);

  // The bytes as they are.
  if (const auto any = parse_html(bytes)) {
    check_ranges(*any);
    extract_page({.page = *any, .robots = bytes}, options);
  }
  return 0;
}
