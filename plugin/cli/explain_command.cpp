// pith explain
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/system/write_file.h"
#include "core/text/number.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/page_source.h"
#include "plugin/explain/explain.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

struct ExplainRequest {
  PageSource page;
  std::string html;
  bool all = false;
};

constexpr std::size_t excerpt_chars = 48, reasons_shown = 3;

Style style_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::content:
      return Style::green;
    case Verdict::aside:
      return Style::yellow;
    case Verdict::site_template:
    case Verdict::hidden:
      return Style::dim;
    default:
      return Style::red;
  }
}

// Distinguishes verdicts without colours.
std::string_view sign_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::content:
      return "+";
    case Verdict::aside:
      return "-";
    case Verdict::site_template:
      return "=";
    case Verdict::hidden:
      return "~";
    default:
      return "x";
  }
}

// The beginning of the text, padded with spaces.
std::string excerpt(std::string_view text) {
  std::string out = one_line(text);
  std::size_t bytes = 0, chars = 0;
  for (; bytes < out.size() && chars < excerpt_chars; ++chars) do
      ++bytes;
    while (bytes < out.size() && (static_cast<unsigned char>(out[bytes]) & 0xC0) == 0x80);
  if (bytes < out.size()) {
    out.resize(bytes);
    out += "…";
    ++chars;
  }
  return out + std::string(chars < excerpt_chars + 4 ? excerpt_chars + 4 - chars : 0, ' ');
}

std::string reasons_of(const ExplainedBlock& block) {
  std::string out;
  for (std::size_t i = 0; i < std::min(block.reasons.size(), reasons_shown); ++i)
    out += (i > 0 ? "; " : "") + block.reasons[i].text;
  return one_line(out);
}

void print_block(const ExplainedBlock& block) {
  fmt::print("{}  {}  {}  {}\n",
             styled(style_of(block.verdict), fmt::format("{} {:<8}", sign_of(block.verdict), name_of(block.verdict))),
             block.probability ? fmt::format("{:.2f}", *block.probability) : " –  ", excerpt(block.text),
             styled(Style::dim, reasons_of(block)));
}

// Several blocks with one verdict on one line.
void print_folded(const PageExplanation& explanation, std::size_t begin, std::size_t end) {
  std::uint32_t words = 0, fewest = explanation.blocks[begin].on_pages, most = 0;
  for (std::size_t i = begin; i < end; ++i) {
    words += explanation.blocks[i].words;
    fewest = std::min(fewest, explanation.blocks[i].on_pages);
    most = std::max(most, explanation.blocks[i].on_pages);
  }
  const Verdict verdict = explanation.blocks[begin].verdict;
  std::string line = fmt::format("… {} {}, {}", counted(end - begin, "block"),
                                 verdict == Verdict::hidden ? "hidden" : "of template", counted(words, "word"));
  if (verdict == Verdict::site_template && most > 0) {
    std::string on = repetition_text(explanation, most);
    if (fewest != most) on.insert(3, fmt::format("{} to ", fewest));
    line += ": " + on;
  }
  fmt::print("{}  {}\n", styled(style_of(verdict), sign_of(verdict)), styled(Style::dim, line));
}

bool is_folded(Verdict verdict) { return verdict == Verdict::site_template || verdict == Verdict::hidden; }

void print_blocks(const PageExplanation& explanation, bool all) {
  const std::vector<ExplainedBlock>& blocks = explanation.blocks;
  for (std::size_t begin = 0, end; begin < blocks.size(); begin = end) {
    end = begin + 1;
    if (!all && is_folded(blocks[begin].verdict))
      while (end < blocks.size() && blocks[end].verdict == blocks[begin].verdict) ++end;
    if (end - begin > 1)
      print_folded(explanation, begin, end);
    else
      print_block(blocks[begin]);
  }
}

void print_summary(const explain::ExplainedPage& page) {
  const PageExplanation& e = page.explanation;
  fmt::print("{}\n", styled(Style::bold, one_line(e.page.metadata.title.empty() ? page.url : e.page.metadata.title)));
  if (!page.left_out.empty() && e.page.status != Status::skipped)
    fmt::print("skipped ({}); its text alone would give:\n", one_line(page.left_out));
  fmt::print("{} ({}){}, confidence {:.2f}, by {}", name_of(e.page.status), e.page.reason,
             e.page.type ? fmt::format(", {}", name_of(*e.page.type)) : "", e.page.confidence, e.page.extractor);
  if (e.threshold) fmt::print(", content from probability {:.2f}", *e.threshold);
  if (e.compared > 0)
    fmt::print("; texts looked for on {}{}", counted(e.compared, "other page"),
               e.same_template ? " of this template" : "");
  if (!e.page.marks.empty()) fmt::print("; marks honoured (extract.marks): {}", fmt::join(e.page.marks, ", "));
  fmt::print("\n");
}

void print_sums(const PageExplanation& explanation) {
  std::string out;
  for (std::size_t v = 0; v < verdict_count; ++v)
    if (const PageExplanation::Sum& sum = explanation.sums[v]; sum.blocks > 0)
      out += fmt::format("{}{} {}, {}", out.empty() ? "" : "; ", name_of(static_cast<Verdict>(v)),
                         counted(sum.blocks, "block"), counted(sum.words, "word"));
  fmt::print("{}\n", out.empty() ? "no text" : out);
}

void explain_page(Context& context, const ExplainRequest& request) {
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  const auto loaded = read_page(*config, request.page, pipeline::CacheAccess::read_only, Fetch::never);
  if (!loaded) return fail_of_page(context, loaded.error());
  const auto page = explain::explain_page(*loaded);
  if (!page) return fail_of_page(context, error_at(name_of_source(request.page, loaded->url), page.error()));
  if (page->explanation.page.status == Status::skipped || !page->left_out.empty()) context.exit = Exit::nothing;
  if (!request.html.empty()) {
    if (const auto error = write_file(request.html, explain::explanation_html(*page))) return context.fail(*error);
  }
  if (context.json) {
    fmt::print("{}\n", explain::explanation_json(*page));
    return;
  }
  print_redirect(request.page, loaded->url);
  print_summary(*page);
  if (request.html.empty()) print_blocks(page->explanation, request.all);
  print_sums(page->explanation);
  if (!request.html.empty() && !context.quiet) fmt::print("wrote {}\n", request.html);
}

}  // namespace

void add_explain(CLI::App& app, Context& context) {
  static ExplainRequest request;
  CLI::App* command = app.add_subcommand("explain", "Say why each block of a page was kept or not");
  add_page_source(*command, request.page);
  command->add_option("--html", request.html, "Write the page with its blocks tinted, beside the extracted content")
      ->type_name("FILE");
  command->add_flag("--all", request.all, "Also a line for every template block");
  command->footer(
      "One line per block: verdict, probability of being content, the text's beginning, the strongest reasons.\n"
      "  + content    main content\n"
      "  - aside      the page's own, but beside the point: tags, date line, related links, comments, ...\n"
      "  = template   the site's, on this page as on others\n"
      "  x marked     the page's own marks exclude it (extract.marks)\n"
      "  x excluded   the configuration does (extract.exclude, extract.keep_tables, ...)\n"
      "  ~ hidden     readers do not see it\n"
      "Reasons say what distinguishes a block from blocks of the page with other verdicts.\n"
      "  pith explain https://example.org/a.html --html why.html     look at it in a browser\n"
      "  pith explain page.html --siblings other.html another.html   files\n"
      "Exit code 1: the page has no text, asks not to be indexed, was skipped for another reason, or is not in the "
      "cache.");
  command->callback([&context] { explain_page(context, request); });
}

}  // namespace pith::cli
