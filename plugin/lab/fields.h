// How good the documents' titles, dates and authors are: each page extracted with its site, as `pith index` does.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "plugin/measure/table.h"

namespace pith::eval {

struct PageFields {
  std::uint32_t page = 0;  // position in the set
  std::string title;
  std::string wanted_title;  // the manifest's; empty: it has none, or it is the site's first page
  bool is_wanted = false;    // the title is the wanted one; words compared
  bool right_title = false;  // or one of the page's <h1>s
  bool home = false;         // the site's first page
  bool shared = false;       // at least two other documents, and a fifth of the site's, have this title, or it has none
  std::string declared;      // the date that the page declares, without the time; empty: it declares none
  std::string found;         // the date that is found once declarations are cut out of the page
  std::string declared_author, found_author;  // the same
};

struct SetFields {
  std::string name;
  std::vector<std::string> ids;  // of the pages below
  std::vector<PageFields> pages;
};

struct FieldOptions {
  unsigned threads = 0;  // 0: one per processor
  // Called with pages done and pages in all, from any thread, one call at a time.
  std::function<void(std::size_t, std::size_t)> progress;
  const std::atomic<bool>* stop = nullptr;  // the run ends early, with the error "interrupted"
};

// Only pages that would be indexed. Errors: those of read_page_set, and "interrupted".
Result<std::vector<SetFields>> read_fields(const std::vector<std::string>& directories, const FieldOptions& options);

// The figures of each set: {"set", "documents", "shared", "known_titles", "exact_titles", "right_titles", "dates",
// "found_dates", "wrong_dates", "authors", "found_authors", "wrong_authors"}, all but the first counts of pages.
nlohmann::ordered_json fields_json(const std::vector<SetFields>& sets);

// Titles and dates, a row per set and one for all; then up to `worst` wrong titles, shared titles and wrong dates of
// each set.
std::vector<Table> field_tables(const std::vector<SetFields>& sets, std::size_t worst);

}  // namespace pith::eval
