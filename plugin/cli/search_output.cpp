#include "plugin/cli/search_output.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/number.h"
#include "plugin/search/hits_json.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

// With fragments of text: it would fill the terminal, and --json has it. In bytes.
constexpr std::size_t longest_link = 120;

std::string marked(const std::vector<index::Piece>& pieces) {
  std::string snippet;
  for (const index::Piece& piece : pieces) {
    const std::string text = one_line(piece.text);
    // Without colours, matches are marked as in Markdown.
    snippet += !piece.highlighted ? text : colours() ? styled(Style::yellow, text) : "**" + text + "**";
  }
  return snippet;
}

void print_place(const index::Place& place) {
  std::string trail;
  for (const std::string& heading : place.trail) trail += (trail.empty() ? "" : " › ") + heading;
  if (!trail.empty()) fmt::print("     {}\n", styled(Style::dim, "in: " + one_line(trail)));
}

std::string listed(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + one_line(word);
  return list;
}

void print_explanation(const index::Explanation& explanation, std::size_t indent) {
  fmt::print("{:{}}{:.6g}  {}\n", "", indent, explanation.value, one_line(explanation.text));
  for (const index::Explanation& part : explanation.parts) print_explanation(part, indent + 2);
}

void print_facet(std::string_view name, const index::Facet& facet) {
  if (facet.values.empty()) return;
  std::string line;
  for (const index::FacetValue& value : facet.values)
    line += fmt::format("{}{} {}", line.empty() ? "" : ", ", value.value.empty() ? "none" : one_line(value.value),
                        human_count(static_cast<std::int64_t>(value.count)));
  if (facet.others > 0) line += fmt::format(", … {} more", human_count(static_cast<std::int64_t>(facet.others)));
  fmt::print("{:<10} {}\n", name, line);
}

}  // namespace

void print_hits(const index::Query& query, const index::Hits& hits) {
  if (const auto& line = hits.template_line)
    fmt::print("on most pages of {}:\n     {}\n\n", one_line(line->site), marked(line->line));
  for (const std::string& note : hits.notes) fmt::print("{}\n\n", one_line(note));
  std::size_t number = query.offset;
  for (const index::Hit& hit : hits.hits) {
    if (query.templates) {
      fmt::print("{:>3}. {}\n", ++number, styled(Style::bold, one_line("template of " + hit.site)));
    } else {
      fmt::print("{:>3}. {}{}\n     {}\n", ++number,
                 styled(Style::bold, one_line(hit.title.empty() ? hit.url : hit.title)),
                 hit.best_bet ? styled(Style::dim, "  (best bet)") : "",
                 styled(Style::green, one_line(hit.link.size() > longest_link ? hit.url : hit.link)));
    }
    if (hit.place) print_place(*hit.place);
    const std::string snippet = marked(hit.snippet);
    if (!snippet.empty()) fmt::print("     {}\n", snippet);
    for (const index::SectionHit& section : hit.sections) {
      const bool has_colon = section.title.ends_with(':');  // "Letter l:"
      fmt::print("     § {}{}\n", one_line(section.title),
                 section.link.size() > longest_link
                     ? ""
                     : (has_colon ? " " : ": ") + styled(Style::green, one_line(section.link)));
    }
    if (!hit.without.empty()) fmt::print("     {}\n", styled(Style::dim, "without: " + listed(hit.without)));
    if (query.order != index::Order::relevance && !hit.published.empty())
      fmt::print("     published {}\n", one_line(hit.published));
    if (query.explain) print_explanation(hit.explanation, 5);
    fmt::print("\n");
  }
  const std::size_t shown = query.offset + hits.hits.size();
  const bool some = !hits.hits.empty() && hits.hits.size() < hits.total;
  fmt::print("{}{}{}\n", some ? fmt::format("{}–{} of ", query.offset + 1, shown) : "",
             hits.total == 0 ? "no hits" : counted(static_cast<std::int64_t>(hits.total), "hit"),
             hits.complete == hits.total ? std::string()
             : hits.complete > 1
                 ? fmt::format(", the first {} with all words", human_count(static_cast<std::int64_t>(hits.complete)))
             : hits.complete == 1 ? ", the first with all words"
             : hits.total == 1    ? ", but not with all words as you typed them"
                                  : ", none of them with all words as you typed them");
  if (hits.hits.empty() && hits.total > 0 && query.limit > 0)
    fmt::print("--offset {} is past the last hit\n", query.offset);
  if (query.limit > 0 && shown < hits.total) fmt::print("next: --offset {}\n", shown);
  if (hits.facets) {
    print_facet("sites:", hits.facets->sites);
    if (hits.facets->hosts.values != hits.facets->sites.values) print_facet("hosts:", hits.facets->hosts);
    print_facet("languages:", hits.facets->languages);
    print_facet("years:", hits.facets->years);
  }
  for (const std::string& hint : hits.hints) fmt::print("{}\n", one_line(hint));
  if (!hits.suggestion.empty()) fmt::print("did you mean: {}\n", styled(Style::bold, one_line(hits.suggestion)));
}

void print_hits_json(const index::Query& query, const index::Hits& hits) {
  using Json = nlohmann::ordered_json;
  fmt::print("{}\n", pipeline::hits_json(query, hits).dump(2, ' ', false, Json::error_handler_t::replace));
}

}  // namespace pith::cli
