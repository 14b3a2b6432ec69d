#include "plugin/serve/hit_list.h"

#include <array>
#include <vector>

#include "core/text/url.h"
#include "plugin/search/search_request.h"

namespace pith::http {
namespace {

// A page's own text: in its language, and in the direction of its letters.
Html language_of(const std::string& language) {
  Html html;
  if (!language.empty()) html << " lang=\"" << language << "\"";
  return html << " dir=\"auto\"";
}

// "example.org › docs › install.html"
std::string breadcrumb(const Url& url) {
  std::string out = url.host + (url.port.empty() ? "" : ":" + url.port);
  for (const std::string_view segment : directory_segments(url)) out += " › " + std::string(segment);
  const std::string file = url.path.substr(url.path.rfind('/') + 1) + (url.query ? "?" + *url.query : "");
  return file.empty() ? out : out + " › " + file;
}

// The day of a time in the index: "2024-05-03T10:00:00Z", "2024-05" or "2024"; empty if it has no day.
std::string day_of(std::string_view published) {
  published = published.substr(0, 10);
  constexpr std::string_view form = "dddd-dd-dd";
  for (std::size_t i = 0; i < published.size(); ++i)
    if (form[i] == 'd' ? published[i] < '0' || published[i] > '9' : published[i] != form[i]) return {};
  const bool whole = published.size() == 4 || published.size() == 7 || published.size() == 10;
  return whole ? std::string(published) : std::string();
}

// "3 May 2024"
std::string spoken(const std::string& day) {
  constexpr std::array<std::string_view, 12> months = {"January",   "February", "March",    "April",
                                                       "May",       "June",     "July",     "August",
                                                       "September", "October",  "November", "December"};
  if (day.size() < 7) return day;
  const auto month = static_cast<std::size_t>(std::stoi(day.substr(5, 2)) - 1);
  if (month >= months.size()) return day;
  const std::string date = std::string(months[month]) + " " + day.substr(0, 4);
  return day.size() < 10 ? date : std::to_string(std::stoi(day.substr(8, 2))) + " " + date;
}

Html marked(const std::vector<index::Piece>& pieces) {
  Html html;
  for (const index::Piece& piece : pieces) {
    if (piece.highlighted) {
      html << "<mark>" << piece.text << "</mark>";
    } else {
      html << piece.text;
    }
  }
  return html;
}

Html snippet_of(const index::Hit& hit) { return hit.snippet.empty() ? Html() << hit.description : marked(hit.snippet); }

Html sections_of(const index::Hit& hit) {
  Html html;
  if (hit.sections.empty()) return html;
  html << "<ul class=\"sections\" aria-label=\"More sections\"" << language_of(hit.lang) << ">\n";
  for (const index::SectionHit& section : hit.sections)
    html << "<li><a href=\"" << section.link << "\" rel=\"noreferrer\">" << isolated(section.title) << "</a></li>\n";
  return html << "</ul>\n";
}

Html trail_of(const index::Hit& hit) {
  Html html;
  if (!hit.place) return html;
  for (const std::string& heading : hit.place->trail) {
    if (heading == hit.title) continue;
    if (!html.str().empty()) html << " › ";
    html << isolated(heading);
  }
  return html;
}

// The words that the page lacks, each a link to the search that insists on it.
Html without_of(const index::Query& query, const index::Hit& hit) {
  Html html;
  for (const std::string& word : hit.without) {
    index::Query insisting = query;
    insisting.text += " +" + word;
    insisting.offset = 0;
    if (!html.str().empty()) html << ", ";
    html << "<a title=\"Only pages with this word\" href=\"" << pipeline::page_url(insisting) << "\"><del>"
         << isolated(word) << "</del></a>";
  }
  return html;
}

Html details_of(const index::Query& query, const index::Hit& hit, const std::string& title, bool explains) {
  std::vector<Html> parts;
  if (const std::string day = day_of(hit.published); !day.empty())
    parts.push_back(Html() << "<time datetime=\"" << day << "\">" << spoken(day) << "</time>");
  if (!hit.author.empty()) parts.push_back(Html() << isolated(hit.author));
  if (query.site.empty() && !query.templates)
    parts.push_back(Html() << "<a href=\"" << pipeline::page_url({.text = query.text, .site = hit.site})
                           << "\">More from " << isolated(hit.site) << "</a>");
  if (!query.templates)
    parts.push_back(Html() << "<a href=\"" << pipeline::page_url({.like = hit.url})
                           << "\">Like this<span class=\"unseen\">: " << isolated(title) << "</span></a>");
  if (explains && !query.templates)
    parts.push_back(Html() << "<a href=\"./explain?url=" << url_escaped(hit.url)
                           << "\">Why<span class=\"unseen\"> this text of " << isolated(title) << "</span></a>");
  Html html;
  for (const Html& part : parts) {
    if (!html.str().empty()) html << "<span class=\"dot\" aria-hidden=\"true\"> · </span>";
    html << part;
  }
  return html;
}

Html hit_of(const index::Query& query, const index::Hit& hit, bool explains) {
  const auto url = parse_url(hit.url);
  const std::string title = query.templates ? "Template of " + hit.site : hit.title.empty() ? hit.url : hit.title;
  Html html;
  html << "<li class=\"hit\">\n";
  if (hit.best_bet) html << "<p class=\"bet\">Recommended</p>\n";
  if (url) html << "<p class=\"where\" dir=\"ltr\">" << breadcrumb(*url) << "</p>\n";
  html << "<h2" << language_of(hit.lang) << ">";
  // Only http and https URLs become links: do not trust the index with what else a browser would run.
  if (url) {
    html << "<a href=\"" << hit.link << "\" rel=\"noreferrer\">" << title << "</a>";
  } else {
    html << title;
  }
  html << "</h2>\n";
  if (const Html trail = trail_of(hit); !trail.str().empty())
    html << "<p class=\"trail\"" << language_of(hit.lang) << "><span class=\"unseen\">In section </span>" << trail
         << "</p>\n";
  if (const Html snippet = snippet_of(hit); !snippet.str().empty())
    html << "<p class=\"snippet\"" << language_of(hit.lang) << ">" << snippet << "</p>\n";
  if (url) html << sections_of(hit);
  if (!hit.without.empty()) html << "<p class=\"details\">Without: " << without_of(query, hit) << "</p>\n";
  if (const Html details = details_of(query, hit, title, explains); !details.str().empty())
    html << "<p class=\"details\">" << details << "</p>\n";
  return html << "</li>\n";
}

}  // namespace

Html template_line(const index::TemplateLine& line) {
  return Html()
         << "<section class=\"template\" aria-label=\"From the site's template\">\n<p class=\"where\">On most pages of "
         << isolated(line.site) << "</p>\n<p class=\"snippet\"" << language_of(line.lang) << ">" << marked(line.line)
         << "</p>\n</section>\n";
}

Html hit_list(const index::Query& query, const index::Hits& hits, bool explains) {
  Html html;
  html << "<ol class=\"hits\" start=\"" << std::to_string(query.offset + 1) << "\">\n";
  for (const index::Hit& hit : hits.hits) html << hit_of(query, hit, explains);
  return html << "</ol>\n";
}

std::string grouped(std::size_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

}  // namespace pith::http
