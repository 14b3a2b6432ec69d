#include "plugin/serve/search_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/text/url.h"
#include "plugin/search/search_request.h"
#include "plugin/serve/hit_list.h"
#include "plugin/serve/html.h"

namespace pith::http {
namespace {

// The same search from its first hit, with one change.
template <typename Change>
std::string changed(index::Query query, Change change) {
  query.offset = 0;
  change(query);
  return pipeline::page_url(query);
}

Html link(const std::string& url, const std::string& text) {
  return Html() << "<a href=\"" << url << "\">" << isolated(text) << "</a>";
}

void head(Html& html, const SearchPage& page) {
  const std::string title = page.query.text.empty() ? "Pith" : without_bidi(page.query.text) + " – Pith";
  html << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<title>"
       << title
       << "</title>\n<link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 "
          "0 16 16'%3E"
          "%3Ccircle cx='8' cy='8' r='7' fill='%23d9730d'/%3E%3Ccircle cx='8' cy='8' r='3' "
          "fill='white'/%3E%3C/svg%3E\">\n"
          "<link rel=\"search\" type=\"application/opensearchdescription+xml\" title=\"Pith\" "
          "href=\"./opensearch.xml\">\n"
          "<link rel=\"stylesheet\" href=\"./style.css?v="
       << page.version << "\">\n<script src=\"./search.js?v=" << page.version << "\" defer></script>\n</head>\n";
}

// What the form carries besides the words.
void hidden_fields(Html& html, const index::Query& query) {
  const auto hidden = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) html << "<input type=\"hidden\" name=\"" << name << "\" value=\"" << value << "\">\n";
  };
  hidden("site", query.site);
  hidden("host", query.host);
  hidden("lang", query.lang);
  hidden("after", query.after);
  hidden("before", query.before);
  hidden("templates", query.templates ? "1" : "");
  hidden("sort", query.order == index::Order::relevance ? "" : std::string(name_of(query.order)));
}

void form(Html& html, const SearchPage& page, bool start) {
  html << "<header class=\"top\">\n<a class=\"brand\" href=\"./\">Pith</a>\n"
          "<form role=\"search\" action=\"./\" method=\"get\">\n<label class=\"unseen\" for=\"q\">Search for</label>\n"
          "<input type=\"search\" id=\"q\" name=\"q\" maxlength=\"2000\" autocomplete=\"off\" autocapitalize=\"off\" "
          "spellcheck=\"false\" dir=\"auto\" value=\""
       << page.query.text << "\"";
  if (start) html << " autofocus";
  // search.js fills the list.
  html << ">\n<ul id=\"suggestions\" hidden></ul>\n<p id=\"suggested\" class=\"unseen\" role=\"status\"></p>\n";
  hidden_fields(html, page.query);
  html << "<button type=\"submit\">Search</button>\n</form>\n</header>\n";
}

void start_page(Html& html, const SearchPage& page) {
  html << "<section class=\"start\">\n<h1>Search what pages say</h1>\n<p class=\"count\">" << grouped(page.pages)
       << std::string(page.pages == 1 ? " page" : " pages") << " in the index</p>\n";
  if (!page.examples.empty()) {
    html << "<h2>For example</h2>\n<dl class=\"examples\">\n";
    for (const auto& [query, meaning] : page.examples)
      html << "<dt>" << link(pipeline::page_url({.text = query}), query) << "</dt><dd>" << meaning << "</dd>\n";
    html << "</dl>\n";
  }
  html << "</section>\n";
}

// What narrows the search, each with a link that removes it.
void filters(Html& html, const index::Query& query) {
  struct Filter {
    Html words;
    std::string without;
  };
  std::vector<Filter> set;
  const auto add = [&](Markup what, const std::string& value, auto change) {
    if (!value.empty()) set.push_back({Html() << what << " " << isolated(value), changed(query, change)});
  };
  add("Like", query.like, [](index::Query& q) { q.like.clear(); });
  add("Site", query.site, [](index::Query& q) { q.site.clear(); });
  add("Host", query.host, [](index::Query& q) { q.host.clear(); });
  add("Language", query.lang, [](index::Query& q) { q.lang.clear(); });
  add("Since", query.after, [](index::Query& q) { q.after.clear(); });
  add("Before", query.before, [](index::Query& q) { q.before.clear(); });
  if (set.empty()) return;
  html << "<ul class=\"filters\" aria-label=\"Filters\">\n";
  for (const auto& [words, without] : set)
    html << "<li><a href=\"" << without << "\"><span class=\"unseen\">Remove filter: </span>" << words
         << "<span aria-hidden=\"true\"> ×</span></a></li>\n";
  html << "</ul>\n";
}

void choice(Html& html, const std::string& url, const std::string& words, bool chosen) {
  html << "<a href=\"" << url << "\"";
  if (chosen) html << " aria-current=\"true\"";
  html << ">" << words << "</a>\n";
}

void bar(Html& html, const SearchPage& page) {
  const index::Query& query = page.query;
  const index::Hits& hits = *page.hits;
  html << "<div class=\"bar\">\n<p class=\"count\">";
  if (hits.total == 0) {
    html << (hits.template_line ? std::string("No hits") : std::string("Nothing found"));
  } else if (hits.hits.empty()) {
    html << grouped(hits.total) << (hits.total == 1 ? std::string(" hit") : std::string(" hits"));
  } else {
    if (hits.hits.size() < hits.total)
      html << grouped(query.offset + 1) << "–" << grouped(query.offset + hits.hits.size()) << " of ";
    html << grouped(hits.total) << (hits.total == 1 ? std::string(" hit") : std::string(" hits"));
    if (hits.complete == 0) {
      html << ", none with all words";
    } else if (hits.complete < hits.total) {
      html << ", " << grouped(hits.complete) << " with all words";
    }
  }
  html << "<span class=\"time\"> · " << fmt::format("{:.0f} ms", std::max(1.0, page.seconds * 1000)) << "</span></p>\n";
  html << "<nav class=\"choices\" aria-label=\"What to search\">\n";
  choice(html, changed(query, [](index::Query& q) { q.templates = false; }), "Pages", !query.templates);
  choice(html, changed(query, [](index::Query& q) { q.templates = true; }), "Templates", query.templates);
  html << "</nav>\n<nav class=\"choices\" aria-label=\"Order\">\n";
  const std::pair<index::Order, const char*> orders[] = {
      {index::Order::relevance, "Best"}, {index::Order::newest, "Newest"}, {index::Order::oldest, "Oldest"}};
  for (const auto& [order, words] : orders)
    choice(html, changed(query, [order = order](index::Query& q) { q.order = order; }), words, query.order == order);
  html << "</nav>\n</div>\n";
}

template <typename Change>
void facet(Html& html, const index::Query& query, const std::string& name, const index::Facet& facet, bool chosen,
           const std::string& without, Change change) {
  if (chosen || facet.values.size() < 2) return;  // one value alone narrows nothing
  html << "<section>\n<h3>" << name << "</h3>\n<ul>\n";
  for (const index::FacetValue& value : facet.values) {
    html << "<li>";
    if (value.value.empty()) {
      html << "<span>" << without << "</span>";
    } else {
      html << link(changed(query, [&](index::Query& q) { change(q, value.value); }), value.value);
    }
    html << " <span class=\"number\">" << grouped(value.count) << "</span></li>\n";
  }
  if (facet.others > 0) html << "<li><span>" << grouped(facet.others) << " more</span></li>\n";
  html << "</ul>\n</section>\n";
}

Html facets(const SearchPage& page) {
  const index::Query& query = page.query;
  Html html;
  if (!page.hits->facets || query.templates || page.hits->total == 0) return html;
  const index::Facets& all = *page.hits->facets;
  facet(html, query, "Site", all.sites, !query.site.empty(), "none",
        [](index::Query& q, const std::string& value) { q.site = value; });
  if (all.hosts.values != all.sites.values)
    facet(html, query, "Host", all.hosts, !query.host.empty(), "none",
          [](index::Query& q, const std::string& value) { q.host = value; });
  facet(html, query, "Language", all.languages, !query.lang.empty(), "unknown",
        [](index::Query& q, const std::string& value) { q.lang = value; });
  facet(html, query, "Year", all.years, !query.after.empty() || !query.before.empty(), "no date",
        [](index::Query& q, const std::string& value) {
          q.after = value;
          q.before = std::to_string(std::atoi(value.c_str()) + 1);
        });
  return html;
}

void nothing_found(Html& html, const SearchPage& page) {
  const index::Query& query = page.query;
  html << "<section class=\"nothing\">\n";
  if (!page.hits->suggestion.empty())
    html << "<p class=\"suggestion\">Did you mean "
         << link(changed(query, [&](index::Query& q) { q.text = page.hits->suggestion; }), page.hits->suggestion)
         << "?</p>\n";
  if (!page.hits->hints.empty()) {
    html << "<ul>\n";
    for (const std::string& hint : page.hits->hints) html << "<li>" << hint << "</li>\n";
    html << "</ul>\n";
  }
  if (!page.suggestions.empty()) {
    html << "<h2>Titles and headings like that</h2>\n<ul>\n";
    for (const index::Suggestion& suggestion : page.suggestions)
      if (parse_url(suggestion.url))  // http and https, as in the list of hits
        html << "<li><a href=\"" << suggestion.link << "\" rel=\"noreferrer\">" << isolated(suggestion.text)
             << "</a></li>\n";
    html << "</ul>\n";
  }
  html << "</section>\n";
}

void pagination(Html& html, const SearchPage& page) {
  const index::Query& query = page.query;
  const std::size_t last =
      (std::min(page.hits->total, index::max_hits) + pipeline::hits_per_page - 1) / pipeline::hits_per_page;
  const std::size_t here = query.offset / pipeline::hits_per_page + 1;
  if (last <= 1) return;
  const auto url = [&](std::size_t number) {
    index::Query other = query;
    other.offset = (number - 1) * pipeline::hits_per_page;
    return pipeline::page_url(other);
  };
  html << "<nav class=\"pages\" aria-label=\"Pages of hits\">\n";
  if (here > 1) html << "<a rel=\"prev\" href=\"" << url(std::min(here - 1, last)) << "\">Previous</a>\n";
  const std::size_t first = here > 4 ? here - 3 : 1, end = std::min(last, here + 3);
  for (std::size_t number = first; number <= end; ++number) {
    html << "<a class=\"number\" href=\"" << url(number) << "\" aria-label=\"Page " << std::to_string(number) << "\"";
    if (number == here) html << " aria-current=\"page\"";
    html << ">" << std::to_string(number) << "</a>\n";
  }
  if (here < last) html << "<a rel=\"next\" href=\"" << url(here + 1) << "\">Next</a>\n";
  html << "</nav>\n";
}

void results(Html& html, const SearchPage& page) {
  html << "<h1 class=\"unseen\">Results for " << page.query.text << "</h1>\n";
  bar(html, page);
  filters(html, page.query);
  const Html narrow_by = facets(page);
  const bool narrowing = !narrow_by.str().empty();
  // Written twice; the style sheet shows one: beside the hits if there is room, else folded above them.
  if (narrowing)
    html << "<details class=\"folded\">\n<summary>Narrow the hits</summary>\n<div class=\"facets\">\n"
         << narrow_by << "</div>\n</details>\n";
  html << "<div class=\"columns\">\n<div class=\"column\">\n";
  if (page.hits->template_line) html << template_line(*page.hits->template_line);
  for (const std::string& note : page.hits->notes) html << "<p class=\"note\">" << note << "</p>\n";
  if (page.hits->total == 0) {
    nothing_found(html, page);
  } else if (page.hits->hits.empty() && page.query.limit > 0) {
    html << "<p class=\"note\">There are not that many hits. "
         << link(changed(page.query, [](index::Query&) {}), "Show the first") << "</p>\n";
  } else {
    html << hit_list(page.query, *page.hits, page.explains);
  }
  pagination(html, page);
  html << "</div>\n";
  if (narrowing) html << "<aside class=\"facets\" aria-label=\"Narrow by\">\n" << narrow_by << "</aside>\n";
  html << "</div>\n";
}

}  // namespace

std::string search_page(const SearchPage& page) {
  const bool start = !page.hits && page.problem.empty();
  Html html;
  head(html, page);
  html << "<body>\n<a class=\"skip\" href=\"#results\">Skip to the results</a>\n";
  form(html, page, start);
  html << "<main id=\"results\" tabindex=\"-1\">\n";
  if (!page.problem.empty()) {
    html << "<h1 class=\"unseen\">Search</h1>\n<p class=\"problem\" role=\"alert\">" << page.problem << "</p>\n";
    filters(html, page.query);
  } else if (start) {
    start_page(html, page);
  } else {
    results(html, page);
  }
  html
      << "</main>\n<footer class=\"foot\">\n<p><a href=\"./api/v1/openapi.json\">API</a><span class=\"keys\" hidden> · "
         "Keys: "
         "<kbd>/</kbd> search box, <kbd>j</kbd> <kbd>k</kbd> or arrows through the hits, <kbd>Enter</kbd> "
         "opens</span></p>\n"
         "</footer>\n</body>\n</html>\n";
  return html.str();
}

}  // namespace pith::http
