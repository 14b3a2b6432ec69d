// What pages that others write take from a page: k of them beside n of the victim's, in other areas of its site and in
// its own, with more and more of the victim copied.
//
//   quality_attack [SET...]    in each of these sets of labelled pages, the sites with most pages; and a made-up site
//
// Prints, per kind of attack, the share of the words of its main content that the worst page loses. Exit code 1 if
// others take more than they may: see `bar`. PITH_FULL=1: more sites, more pages of each.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "core/dom/parse.h"
#include "core/extract/main_content/view_page.h"
#include "core/extract/registry.h"
#include "core/text/encoding.h"
#include "core/text/html_escape.h"
#include "core/text/site_area.h"
#include "core/text/words.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/site_sample.h"
#include "plugin/lab/page_set.h"

using namespace pith;

namespace {

const std::string victim = "http://www.city.example";

enum class Copied { nothing, sentence, footer, article, region, page };
struct Kind {
  Copied copied;
  const char* name;
};
constexpr std::array kinds = {
    Kind{Copied::nothing, "nothing: any pages of their own template"},
    Kind{Copied::sentence, "one sentence, in a footer of their own"},
    Kind{Copied::footer, "all sentences, in a footer of their own"},
    Kind{Copied::article, "all sentences, as an article in their own template"},
    Kind{Copied::region, "the region with its classes, without the template"},
    Kind{Copied::page, "the whole page with its template"},
};

struct Where {
  std::string url;
  const char* name;
  bool is_same_host;
};
const std::array places = {
    Where{"http://blog.city.example/a/", "another host", false},
    Where{victim + "/~evil/", "a user's area", false},
    Where{victim + "/evil/", "the same host", true},
};

constexpr std::array shares = {0.1, 0.3, 1.0, 3.0, 10.0};  // k / n

// From other hosts and areas, no page loses more than a twentieth of its words. On the same host of the made-up site,
// that holds for whoever does not copy the classes around the text; and for whoever does, as long as most pages that
// have them are the victim's. On real sites of ten pages, any page more or less changes what the others can learn.
constexpr double bar = 0.05;
bool is_barred(bool is_made_up, const Where& where, Copied copied, double share) {
  return !where.is_same_host || (is_made_up && (copied < Copied::region || share < 1));
}

// --- Sites -------------------------------------------------------------------------------------------------------

using Words = std::vector<std::string>;  // sorted

struct Page {
  std::string url;
  Words gold;  // words of its main content
  std::shared_ptr<const Document> document;
  SampledPage sampled;
};

class Reader {
 public:
  Reader() : extractor_(*make_extractor("pith")) {}

  std::vector<Page> read(const std::string& url, std::string_view html) const {
    auto document = parse_html(html);
    if (!document) return {};
    Page page{url, {}, std::make_shared<const Document>(std::move(*document)), {}};
    const auto view = view_page(*page.document);
    if (!has_text(*view)) return {};
    const SiteAnalyser& analyser = *extractor_->site_analyser();
    page.sampled = {.id = crawl::hash_url(url),
                    .area = crawl::hash_url(area_of(url)),
                    .sketch = sketch_of(*view),
                    .summaries = {analyser.read(analyser.summarise(*view, analyser.features(*view, nullptr).get()))}};
    return {std::move(page)};
  }

  // As `pith index` learns from the pages.
  SiteModel model(const std::vector<const Page*>& pages) const {
    std::vector<crawl::SitePage> listed(pages.size());
    for (std::size_t i = 0; i < pages.size(); ++i) {
      listed[i].url = pages[i]->url;
      listed[i].digest = "has a body";
    }
    std::vector<SampledPage> sample;
    for (const std::size_t i : crawl::sample_of(listed)) sample.push_back(pages[i]->sampled);
    return SiteModel(std::move(sample), {{std::shared_ptr<const void>(), extractor_->site_analyser()}});
  }

  NodeSet content(const Page& page, const SiteModel& model) const {
    ExtractorInput input{.page = *page.document, .siblings = {}};
    input.site = {&model, page.sampled.id, 0, page.sampled.area};
    return extractor_->extract(input).content;
  }

 private:
  std::unique_ptr<Extractor> extractor_;
};

Words sorted_words(std::string_view text) {
  Words words = words_of(text);
  std::ranges::sort(words);
  return words;
}

// What of the page's main content is in `content`.
Words kept(const Page& page, const NodeSet& content) {
  std::string text;
  for (NodeId n = 0; n < page.document->size(); ++n)
    if ((*page.document)[n].is_text() && content.contains(n)) text += std::string(page.document->text(n)) + " ";
  Words out;
  std::ranges::set_intersection(sorted_words(text), page.gold, std::back_inserter(out));
  return out;
}

double share_lost(const Words& before, const Words& after) {
  Words lost;
  std::ranges::set_difference(before, after, std::back_inserter(lost));
  return before.empty() ? 0 : static_cast<double>(lost.size()) / static_cast<double>(before.size());
}

// --- Attacks -----------------------------------------------------------------------------------------------------

// Words that only this page has.
std::string own_words(int page, int paragraph) {
  std::uint64_t hash = mix(mix(hash_seed, static_cast<std::uint64_t>(page)), static_cast<std::uint64_t>(paragraph));
  std::string out = "<p>";
  for (int word = 0; word < 30; ++word) {
    hash = mix(hash, 0);
    out += word == 0 ? "" : " ";
    for (std::uint64_t letters = hash, i = 0; i < 8; ++i, letters /= 26) out += static_cast<char>('a' + letters % 26);
  }
  return out + ".</p>\n";
}

// Writes attack pages against one page.
class Attack {
 public:
  Attack(const Document& page, const NodeSet& content) : page_(page) {
    for (NodeId n = 0; n < page.size(); ++n)
      if (page[n].is_text() && content.contains(n)) texts_.push_back(n);
    const auto in = [&](NodeId n) {
      return std::ranges::count_if(texts_, [&](NodeId text) { return page.is_ancestor(n, text); });
    };
    const auto most = 4 * static_cast<std::ptrdiff_t>(texts_.size()) / 5;
    for (NodeId n = 0; n < page.size(); ++n)
      if (page[n].is_element() && in(n) >= most) region_ = n;  // document order: the last one is the innermost
  }

  // No attack page is a copy of another: each has more text of its own than it shares.
  std::string page(Copied copied, int number) const {
    own_.clear();
    for (std::size_t i = 0; i < texts_.size() + 3; ++i) own_ += own_words(number, static_cast<int>(i));
    std::string out;
    switch (copied) {
      case Copied::nothing:
        return own_template("<p>All rights reserved.</p>", own_);
      case Copied::sentence:
        return own_template("<p>" + escaped(longest()) + "</p>", own_);
      case Copied::footer:
        return own_template(sentences(), own_);
      case Copied::article:
        return own_template("<p>All rights reserved.</p>", sentences() + own_);
      case Copied::region:
        return region();
      case Copied::page:
        write(out, 0);
    }
    return out;
  }

 private:
  std::string escaped(NodeId text) const {
    std::string out;
    append_escaped(out, page_.text(text));
    return out;
  }
  NodeId longest() const {
    return *std::ranges::max_element(texts_, {}, [&](NodeId n) { return page_.text(n).size(); });
  }
  std::string sentences() const {
    std::string out;
    for (const NodeId n : texts_) out += "<p>" + escaped(n) + "</p>\n";
    return out;
  }
  static std::string own_template(const std::string& footer, const std::string& article) {
    return "<!doctype html><html><body><nav class=evil><ul><li><a href=/>Home</a><li><a href=/b>Blog</a></ul></nav>"
           "<main><article><h1>My page</h1>" +
           article + "</article></main><footer class=legal>" + footer + "</footer></body></html>";
  }
  std::string region() const {
    std::string out = "<!doctype html>", end;
    std::vector<NodeId> above;
    for (NodeId n = page_[region_].parent; n != no_node; n = page_[n].parent) above.push_back(n);
    for (auto n = above.rbegin(); n != above.rend(); ++n) {
      write_start(out, *n);
      end = "</" + std::string(page_.tag_name(*n)) + ">" + end;
    }
    write(out, region_);
    return out + end;
  }
  void write_start(std::string& out, NodeId n) const {
    out += "<" + std::string(page_.tag_name(n));
    for (const Document::Attribute& attribute : page_.attributes(n)) {
      out += " " + std::string(page_.name(attribute)) + "=\"";
      append_escaped(out, page_.value(attribute));
      out += "\"";
    }
    out += ">";
  }
  void write(std::string& out, NodeId n) const {
    const Node& node = page_[n];
    if (node.flags & Node::space_before) out += " ";
    if (node.is_text()) {
      if (node.is_content()) out += escaped(n);
      return;
    }
    if (node.flags & Node::non_content) return;
    write_start(out, n);
    if (is_void(node.tag)) return;
    for (NodeId child = page_.first_child(n); child != no_node; child = page_.next_sibling(child)) write(out, child);
    if (n == region_) out += own_;
    out += "</" + std::string(page_.tag_name(n)) + ">";
  }

  const Document& page_;
  std::vector<NodeId> texts_;
  NodeId region_ = 0;
  mutable std::string own_;  // of the page being written
};

// --- Measuring ---------------------------------------------------------------------------------------------------

// The share of its words that a page loses, by place, kind and share of attackers.
using Losses = std::map<std::tuple<std::size_t, std::size_t, std::size_t>, double>;

// Keeps the worst of each.
void attack(const Reader& reader, const std::vector<Page>& pages, Losses& losses) {
  std::vector<const Page*> all;
  for (const Page& page : pages) all.push_back(&page);
  const SiteModel alone = reader.model(all);
  std::vector<Words> before;
  std::vector<std::pair<std::size_t, std::size_t>> by_words;
  for (const Page& page : pages) {
    before.push_back(kept(page, reader.content(page, alone)));
    if (!before.back().empty()) by_words.emplace_back(before.back().size(), before.size() - 1);
  }
  if (by_words.empty()) return;
  std::ranges::sort(by_words);
  const Page& target = pages[by_words[by_words.size() / 2].second];
  const Attack attack(*target.document, reader.content(target, alone));
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    std::vector<std::string> htmls;
    for (std::size_t i = 0; i < 10 * pages.size(); ++i)
      htmls.push_back(attack.page(kinds[kind].copied, static_cast<int>(i)));
    for (std::size_t place = 0; place < places.size(); ++place) {
      std::vector<Page> others;
      for (std::size_t i = 0; i < htmls.size(); ++i)
        std::ranges::move(reader.read(places[place].url + std::to_string(i) + ".html", htmls[i]),
                          std::back_inserter(others));
      for (std::size_t share = 0; share < shares.size(); ++share) {
        std::vector<const Page*> site = all;
        const auto k = static_cast<std::size_t>(shares[share] * static_cast<double>(pages.size()) + 0.5);
        for (std::size_t i = 0; i < std::min(k, others.size()); ++i) site.push_back(&others[i]);
        const SiteModel model = reader.model(site);
        double& worst = losses[{place, kind, share}];
        for (std::size_t i = 0; i < pages.size(); ++i)
          worst = std::max(worst, share_lost(before[i], kept(pages[i], reader.content(pages[i], model))));
      }
    }
  }
}

bool report(const Losses& losses, bool is_made_up) {
  bool ok = true;
  std::string head = "| pages of | copy |", rule = "|---|---|";
  for (const double share : shares) {
    head += fmt::format(" k = {:g} n |", share);
    rule += "--:|";
  }
  fmt::print("\n{}\n{}\n", head, rule);
  for (std::size_t place = 0; place < places.size(); ++place)
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      fmt::print("| {} | {} |", places[place].name, kinds[kind].name);
      for (std::size_t share = 0; share < shares.size(); ++share) {
        const double loss = losses.at({place, kind, share});
        const bool bad = is_barred(is_made_up, places[place], kinds[kind].copied, shares[share]) && loss > bar;
        ok = ok && !bad;
        fmt::print(" {:.1f} %{} |", 100 * loss, bad ? " (!)" : "");
      }
      fmt::print("\n");
    }
  return ok;
}

// --- The sites ---------------------------------------------------------------------------------------------------

std::vector<Page> made_up_site(const Reader& reader, int count) {
  std::vector<Page> out;
  for (int number = 0; number < count; ++number) {
    std::string text = "<h1>Page of the city</h1>";
    for (int paragraph = 0; paragraph < 4; ++paragraph) text += own_words(1'000'000 + number, paragraph);
    for (Page& page : reader.read(victim + "/p" + std::to_string(number) + ".html",
                                  "<!doctype html><html><body><div class=nav><a href=/>Home</a> <a href=/news>News of "
                                  "the city</a></div><div class=content>" +
                                      text + "</div><div class=foot>City hall, phone 555 0100</div></body></html>")) {
      page.gold = sorted_words(text);
      out.push_back(std::move(page));
    }
  }
  return out;
}

// Pages without gold have no words to lose, but teach.
std::vector<Page> labelled_site(const Reader& reader, const eval::PageSet& set, const std::string& site,
                                std::size_t most) {
  std::vector<Page> out;
  for (const std::uint32_t number : set.sites.at(site)) {
    const auto html = set.html(number);
    if (!html || out.size() == most) continue;
    for (Page& page : reader.read(victim + "/" + std::to_string(number) + ".html", decode_html(*html).text)) {
      page.gold = sorted_words(set.gold(number).value_or(""));
      out.push_back(std::move(page));
    }
  }
  return out;
}

}  // namespace

int main(int count, char** arguments) {
  const bool full = std::getenv("PITH_FULL") != nullptr;
  const std::size_t most_sites = full ? 8 : 1, most_pages = full ? 30 : 10;
  const Reader reader;
  Losses made_up, labelled;
  attack(reader, made_up_site(reader, static_cast<int>(most_pages)), made_up);
  fmt::print("A made-up site of n = {} pages: words lost by its worst page beside k pages of others\n", most_pages);
  bool ok = report(made_up, true);
  std::size_t sites = 0;
  for (int i = 1; i < count; ++i) {
    const auto set = eval::read_page_set(arguments[i]);
    if (!set) {
      fmt::print(stderr, "{}\n", set.error().message);
      return 2;
    }
    std::vector<std::pair<std::size_t, std::string>> largest;
    for (const auto& [site, pages] : set->sites) largest.emplace_back(pages.size(), site);
    std::ranges::sort(largest, std::greater<>());
    for (std::size_t s = 0; s < std::min(most_sites, largest.size()); ++s) {
      attack(reader, labelled_site(reader, *set, largest[s].second, most_pages), labelled);
      ++sites;
    }
  }
  if (labelled.empty()) return ok ? 0 : 1;
  fmt::print("\n{} labelled sites of at most {} pages: the same, of the worst site\n", sites, most_pages);
  ok = report(labelled, false) && ok;
  return ok ? 0 : 1;
}
