#include "plugin/lab/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "core/dom/collapsed_text.h"
#include "core/dom/parse.h"
#include "core/extract/extract_page.h"
#include "core/extract/registry.h"
#include "core/text/encoding.h"
#include "core/text/words.h"
#include "plugin/lab/evaluation.h"
#include "plugin/lab/labelled_site.h"
#include "plugin/lab/page_set.h"

namespace pith::eval {
namespace {

// Its words, so that titles compare whatever stands between these.
std::vector<std::uint64_t> key_of(std::string_view title) {
  std::vector<std::uint64_t> words;
  append_word_hashes(words, title, std::size_t{1} << 10);
  return words;
}

bool has_heading(const Document& page, const std::vector<std::uint64_t>& title) {
  for (NodeId n = 0; n < page.size(); ++n)
    if (page[n].tag == Tag::h1 &&
        key_of(collapsed_text(page, n, page.end_of(n), [&](NodeId i) { return page[i].is_content(); })) == title)
      return true;
  return false;
}

// The page as it would be if it did not declare when and by whom it was published: without <meta>, JSON-LD and
// microdata.
std::string without_declarations(std::string html) {
  for (const std::string_view name :
       {"datePublished", "published_time", "<meta", "<META", "ld+json", "itemprop=\"author", "itemprop='author"})
    for (std::size_t at = html.find(name); at != std::string::npos; at = html.find(name, at + name.size()))
      html[at + 1] = '_';
  return html;
}

bool declares_date(std::string_view html) {
  return html.find("datePublished") != std::string_view::npos || html.find("published_time") != std::string_view::npos;
}

bool declares_author(std::string_view html) {
  for (const std::string_view name : {"\"author\"", "name='author'", "article:author", "citation_author"})
    if (html.find(name) != std::string_view::npos) return true;
  return false;
}

std::string day_of(const Metadata& metadata) { return metadata.published.substr(0, 10); }

bool is_first_page(const Url& url) { return url.path == "/" || url.path == "/index.html" || url.path == "/index.php"; }

// Marks the titles that several documents of the site have, its first page aside.
void mark_shared(std::vector<PageFields>& pages) {
  std::map<std::vector<std::uint64_t>, std::size_t> counts;
  for (const PageFields& page : pages) ++counts[key_of(page.title)];
  for (PageFields& page : pages) {
    const auto key = key_of(page.title);
    page.shared = !page.home && (key.empty() || (counts[key] > 2 && 5 * counts[key] >= pages.size()));
  }
}

// Extracts the pages of one site at a time; threads take sites in turn.
class FieldReader {
 public:
  FieldReader(const std::vector<PageSet>& sets, const FieldOptions& options, std::unique_ptr<Extractor> extractor)
      : sets_(sets), options_(options) {
    extract_.extractor = std::move(extractor);
    extract_.want_markdown = false;
    for (std::size_t s = 0; s < sets.size(); ++s) {
      out_.push_back({.name = sets[s].name, .ids = {}, .pages = {}});
      for (const auto& [site, pages] : sets[s].sites) jobs_.push_back({s, site, pages});
      total_ += sets[s].pages.size();
    }
  }

  void work() {
    for (std::size_t i; (i = next_.fetch_add(1)) < jobs_.size();) {
      const Job& job = jobs_[i];
      std::vector<PageFields> fields = read(job);
      mark_shared(fields);
      const std::lock_guard lock(mutex_);
      std::ranges::move(fields, std::back_inserter(out_[job.set].pages));
    }
  }

  std::vector<SetFields> take() {
    for (std::size_t s = 0; s < out_.size(); ++s) {
      std::ranges::sort(out_[s].pages, {}, &PageFields::page);
      for (const PageFields& page : out_[s].pages) out_[s].ids.push_back(sets_[s].pages[page.page].id);
    }
    return std::move(out_);
  }

 private:
  struct Job {
    std::size_t set;
    const std::string& site;
    const std::vector<std::uint32_t>& pages;
  };

  std::vector<PageFields> read(const Job& job) {
    const PageSet& set = sets_[job.set];
    const LabelledSite site(set, job.site, {extract_.extractor->site_analyser()}, options_.stop);
    std::vector<PageFields> out;
    for (const std::uint32_t number : job.pages) {
      if (options_.stop && *options_.stop) break;
      const auto html = set.html(number);
      if (html && set.pages[number].url)
        if (auto fields = read_page(set.pages[number], *html, site)) {
          fields->page = number;
          out.push_back(*std::move(fields));
        }
      const std::lock_guard lock(mutex_);
      ++done_;
      if (options_.progress) options_.progress(done_, total_);
    }
    return out;
  }

  // nullopt: it would not be indexed.
  std::optional<PageFields> read_page(const LabelledPage& about, const std::string& html,
                                      const LabelledSite& site) const {
    const std::string text = decode_html(html).text;
    const auto page = parse_html(text);
    if (!page) return std::nullopt;
    const ExtractedPage extracted = extract(about, *page, site);
    if (extracted.status == Status::skipped) return std::nullopt;
    PageFields out;
    out.title = extracted.metadata.title;
    out.home = is_first_page(*about.url);
    if (!out.home && !about.title.empty()) {
      out.wanted_title = about.title;
      const auto key = key_of(out.title);
      out.is_wanted = key == key_of(about.title);
      out.right_title = out.is_wanted || has_heading(*page, key);
    }
    if (declares_date(text)) out.declared = day_of(extracted.metadata);
    if (declares_author(text)) out.declared_author = extracted.metadata.author;
    if (out.declared.empty() && out.declared_author.empty()) return out;
    if (const auto undeclared = parse_html(without_declarations(text))) {
      const Metadata found = extract(about, *undeclared, site).metadata;
      if (!out.declared.empty()) out.found = day_of(found);
      if (!out.declared_author.empty()) out.found_author = found.author;
    }
    return out;
  }

  ExtractedPage extract(const LabelledPage& about, const Document& page, const LabelledSite& site) const {
    return extract_page(
        {.page = page, .url = &*about.url, .site = site.of(about, *extract_.extractor->site_analyser())}, extract_);
  }

  const std::vector<PageSet>& sets_;
  const FieldOptions& options_;
  ExtractOptions extract_;
  std::vector<Job> jobs_;
  std::vector<SetFields> out_;
  std::atomic<std::size_t> next_{0};
  std::size_t done_ = 0, total_ = 0;
  std::mutex mutex_;
};

std::chrono::sys_days day_number(const std::string& iso) {
  const auto part = [&](std::size_t at, std::size_t size) { return std::stoi(iso.substr(at, size)); };
  return std::chrono::year(part(0, 4)) / part(5, 2) / part(8, 2);
}

// A reader's day and a server's may differ by one, in other time zones.
bool is_wrong_date(const PageFields& page) {
  if (page.found.empty()) return false;
  const auto apart = day_number(page.found) - day_number(page.declared);
  return std::chrono::abs(apart) > std::chrono::days(1);
}

// One of several names is right, too.
bool has_right_author(const PageFields& page) {
  std::vector<std::uint64_t> found = key_of(page.found_author), declared = key_of(page.declared_author);
  std::ranges::sort(found);
  std::ranges::sort(declared);
  return !found.empty() && (std::ranges::includes(declared, found) || std::ranges::includes(found, declared));
}

bool is_wrong_author(const PageFields& page) { return !page.found_author.empty() && !has_right_author(page); }

struct Counts {
  std::size_t documents = 0, inner = 0, shared = 0, wanted = 0, exact = 0, right = 0;  // titles; inner: no first page
  std::size_t declared = 0, found = 0, wrong = 0;                                      // dates
  std::size_t authors = 0, found_authors = 0, wrong_authors = 0;                       // pages

  void add(const PageFields& page) {
    ++documents;
    inner += !page.home;
    shared += page.shared;
    wanted += !page.wanted_title.empty();
    exact += page.is_wanted;
    right += page.right_title;
    declared += !page.declared.empty();
    found += !page.declared.empty() && page.found == page.declared;
    wrong += is_wrong_date(page);
    authors += !page.declared_author.empty();
    found_authors += has_right_author(page);
    wrong_authors += is_wrong_author(page);
  }
};

Counts count(const SetFields& set) {
  Counts counts;
  for (const PageFields& page : set.pages) counts.add(page);
  return counts;
}

std::string share(std::size_t part, std::size_t whole) {
  return whole > 0 ? fmt::format("{:.3f}", static_cast<double>(part) / static_cast<double>(whole)) : "–";
}

std::vector<std::string> row_of(const std::string& name, const Counts& counts) {
  return {name,
          std::to_string(counts.documents),
          std::to_string(counts.shared),
          share(counts.shared, counts.inner),
          std::to_string(counts.wanted),
          share(counts.exact, counts.wanted),
          share(counts.right, counts.wanted),
          std::to_string(counts.declared),
          share(counts.found, counts.declared),
          share(counts.wrong, counts.declared),
          std::to_string(counts.authors),
          share(counts.found_authors, counts.authors),
          share(counts.wrong_authors, counts.authors)};
}

}  // namespace

Result<std::vector<SetFields>> read_fields(const std::vector<std::string>& directories, const FieldOptions& options) {
  std::vector<PageSet> sets;
  for (const std::string& directory : directories) {
    auto set = read_page_set(directory);
    if (!set) return set.error();
    sets.push_back(*std::move(set));
  }
  auto extractor = make_extractor("pith");
  if (!extractor) return extractor.error();
  FieldReader reader(sets, options, *std::move(extractor));
  {
    std::vector<std::jthread> threads;
    const unsigned count = options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
    for (unsigned i = 0; i < count; ++i) threads.emplace_back([&] { reader.work(); });
  }
  if (options.stop && *options.stop) return Error{interrupted_code, "interrupted"};
  return reader.take();
}

nlohmann::ordered_json fields_json(const std::vector<SetFields>& sets) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const SetFields& set : sets) {
    const Counts counts = count(set);
    out.push_back({{"set", set.name},
                   {"documents", counts.documents},
                   {"shared", counts.shared},
                   {"known_titles", counts.wanted},
                   {"exact_titles", counts.exact},
                   {"right_titles", counts.right},
                   {"dates", counts.declared},
                   {"found_dates", counts.found},
                   {"wrong_dates", counts.wrong},
                   {"authors", counts.authors},
                   {"found_authors", counts.found_authors},
                   {"wrong_authors", counts.wrong_authors}});
  }
  return out;
}

std::vector<Table> field_tables(const std::vector<SetFields>& sets, std::size_t worst) {
  std::vector<Table> out;
  Table& summary = out.emplace_back();
  summary.title = "Titles, dates and authors";
  summary.header = {"set",        "documents", "shared titles", "share", "with a known title",
                    "that title", "right",     "dates",         "found", "wrong",
                    "authors",    "found",     "wrong"};
  summary.note =
      "shared: a fifth of the site's documents, at least three, have the title, or it is empty; first pages aside. "
      "right: the title is the gold's, or one of the page's <h1>; first pages aside. dates: pages that declare theirs; "
      "found and wrong: what Pith finds once the declarations are cut out, the same day, or more than a day apart. "
      "authors: the same; found: one of the names, wrong: only other names.";
  Counts all;
  for (const SetFields& set : sets) {
    summary.rows.push_back(row_of(set.name, count(set)));
    for (const PageFields& page : set.pages) all.add(page);
  }
  if (sets.size() > 1) summary.rows.push_back(row_of("all", all));
  for (const SetFields& set : sets) {
    if (worst == 0) break;
    Table table{.title = set.name, .header = {"page", "fault", "is", "should be"}};
    std::map<std::string_view, std::size_t> listed;
    const auto list = [&](std::size_t i, std::string_view fault, const std::string& is, const std::string& wanted) {
      if (++listed[fault] <= worst) table.rows.push_back({set.ids[i], std::string(fault), is, wanted});
    };
    for (std::size_t i = 0; i < set.pages.size(); ++i) {
      const PageFields& page = set.pages[i];
      if (page.shared) list(i, "shared title", page.title, "");
      if (!page.wanted_title.empty() && !page.right_title) list(i, "title", page.title, page.wanted_title);
      if (is_wrong_date(page)) list(i, "date", page.found, page.declared);
      if (is_wrong_author(page)) list(i, "author", page.found_author, page.declared_author);
    }
    if (!table.rows.empty()) out.push_back(std::move(table));
  }
  return out;
}

}  // namespace pith::eval
