// From a parsed page and its siblings to an ExtractedPage: the one function that everything else is built around.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/limits.h"
#include "core/base/stop.h"
#include "core/dom/document.h"
#include "core/dom/selector.h"
#include "core/extract/extracted_page.h"
#include "core/extract/extraction_trace.h"
#include "core/extract/extractor.h"
#include "core/extract/keep.h"
#include "core/page/marks.h"
#include "core/text/url.h"

namespace pith {

// How to extract the pages of one site. Made once, then read by any number of threads.
struct ExtractOptions {
  std::string extractor_name;                  // versioned, "conex/1": stored with the result
  std::shared_ptr<const Extractor> extractor;  // never null
  std::vector<Selector> include;  // if any matches, the matches are the content, and the extractor is not asked
  std::vector<Selector> exclude;  // never content
  Keep keep;
  MarkSwitches marks;
  bool want_markdown = true;                     // the index does not need it
  std::uint32_t max_words = Limits{}.max_words;  // of the content
};

// A parsed page to be extracted, and what is known around it.
struct KeyPage {
  const Document& page;
  std::span<const Document* const> siblings = {};
  const Url* url = nullptr;                          // of the page; null: not known
  std::string_view robots = {};                      // its values of X-Robots-Tag, one per line
  std::int64_t fetched = 0;                          // seconds since 1970; 0: not known
  PageInSite site = {};                              // for extractors that learn
  const PageView* view = nullptr;                    // of the page, if already made
  const SiteAnalyser::Features* features = nullptr;  // of the page, if already made by the extractor's analyser
  ExtractionTrace* trace = nullptr;  // if given, made for the page: is filled, which takes several times as long
  Stop* stop = nullptr;
};

// Extracts a parsed page. Pure: the same arguments give the same result. Never fails. Status and reason:
//   main      "ok": the extractor chose;  "selector": an include selector did;  "marked": no selector matched, the
//             page's own marks did (core/page/marks.h)
// If the extractor judges itself (Extraction::confidence), as the default one does, its confidence is the page's:
//   main      "ok": at least 0.5;  fallback  "unsure": at least 0.25, and what it chose is kept
//   whole     "unsure": below, or it chose nothing
// With other extractors:
//   fallback  the simple rule below chose, because there was no sibling ("no_siblings"), the extractor found next to
//             nothing ("little_content"), or it left out most of the text that no sibling has ("narrow")
//   whole     "nothing_chosen": the simple rule also found next to nothing; all visible text is kept
// With any extractor:
//   skipped   "noindex": the page asks for it;  "feed": it is XML (core/page/feed.h);  "empty": it has no visible word;
//             "client_redirect": it only leads to another page (core/page/client_redirect.h);
//             "needs_script": only scripts make its text (core/page/script_shell.h);  "marked_out": marks leave nothing
//             of it;  "too_much_text": the content has more than max_words;  "too_slow": `stop` said so
// The simple rule: the page's only <main>, <article> or role=main, else the body without header, footer, nav and aside;
// of that, the text runs that the siblings do not repeat (core/dom/text_runs.h). The confidence of other extractors
// orders results by trust and is not a probability: 0.5 to 0.9 for main, growing with the siblings and with the share
// of the page's own text in the content; less for fallback; 0.1 for whole; 1 for selectors. Extractors see the page as
// it is; what is marked as not to be indexed is removed from what they, or the simple rule, chose. Time and memory are
// linear in page and siblings, apart from the extractor's own.
ExtractedPage extract_page(const KeyPage& key, const ExtractOptions& options);

}  // namespace pith
