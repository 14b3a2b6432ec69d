// The configuration as plain data: one member for every key of pith.yaml.
//
//   auto config = pith::config::open(path_given_by_the_user);   // config/load.h: finds, reads and checks the file
//   if (!config) { report(config.error().message); ... }
//   const Settings& all = config->settings();                   // the top-level values
//   Settings site = config->for_host("docs.example.org");       // with the overrides from `sites:` applied
//
// config/schema.h lists every key with type, range and meaning; `pith config init|check|show` and the validation use
// that list. The initial values of Settings are the defaults; they are defined here and nowhere else.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/limits.h"
#include "core/extract/extractor.h"
#include "core/extract/keep.h"
#include "core/page/marks.h"

namespace pith::config {

struct Crawl {
  std::string crawler = "httrack";
  std::vector<std::string> start;  // URLs
  long depth = 20;                 // links from a start URL
  long max_pages = 1'000'000;      // 0: no bound
  double rate = 10;                // requests per second; 0: as fast as the crawler can
  long connections = 8;            // at once
  bool robots = true;              // obey robots.txt
  std::string user_agent = "Pith/0.1 (+https://example.org/pith; your contact here)";
  std::vector<std::string> exclude;  // URL patterns (config/url_pattern.h), neither fetched nor indexed
  bool purge = true;                 // remove pages from the index that a complete crawl no longer finds
  std::vector<std::string> options;  // passed to the crawler unchanged
};

struct Ingest {
  std::vector<std::string> exclude;  // URL patterns (config/url_pattern.h), not indexed
};

struct Cache {
  std::string path = "pith-data/cache";  // directory
  std::string site = "domain";           // domain (registrable domain) | host
  long max_bytes = 64L << 30;            // of stored bodies, all sites; 0: no bound
  long site_max_bytes = 16L << 30;
  long site_max_pages = 1'000'000;
  long site_max_urls = 1'000'000;  // known pages of a site; new pages beyond it are skipped as site_full; 0: no bound
  long page_max_bytes = 16 << 20;  // a larger body is not stored, and the page is skipped as too_large
  long page_max_ratio = 1100;      // of unpacked to packed bytes, for more than 1 MB
  long url_max_bytes = 8192;       // a page with a longer URL is skipped as url_too_long
};

struct Siblings {
  long n = 4;
  std::string selection = "metrics";  // metrics | random | store
  long seed = 1;                      // for random
  bool fetch = false;                 // fetch missing siblings; off: only what the crawl brought
  long fetch_per_day = 50;            // requests per site
  double fetch_delay = 1;             // seconds between requests to a host
  bool fetch_private = false;         // from private and loopback addresses too
};

struct Extract {
  std::string extractor = "pith";
  // By extractor name; only the configured ones: make_extractor (core/extract/registry.h) fills in the defaults.
  std::map<std::string, Parameters> parameters;
  Keep keep;
  std::vector<std::string> include, exclude;  // CSS selectors
  MarkSwitches marks;                         // which marks for search engines in the page are honoured
  bool skip = false;                          // do not index (useful per site)
  Limits limits;
  long threads = 0;  // 0: one per core
};

std::map<std::string, double> default_boosts();  // core/base/index_fields.def

struct Index {
  std::string path = "pith-data/index";       // directory
  std::map<std::string, std::string> fields;  // Pith's field → name in an existing schema; "" omits the field
  std::map<std::string, double> boosts = default_boosts();
  std::string analyzer = "auto";                 // auto (by the page's language) | standard | a language code
  std::map<std::string, std::string> analyzers;  // language code → analyser
  std::string duplicates = "fold";               // fold | keep
  bool asides = false;                           // the field `asides`
  long max_bytes = 64L << 30;                    // size of the directory; 0: no bound
};

struct Search {
  long enough = 30;  // pages with all words; below, pages with most of them follow. 0: never
  double k1 = 1.2;
  double b = 0.5;
  double recency = 0;                            // weight; 0: off
  double recency_days = 180;                     // half-life
  double depth = 0.1;                            // weight; 0: off
  double links = 0.06;                           // exponent; 0: off
  double title = 0.5;                            // weight; 0: off
  double timeout = 5;                            // seconds; 0: no timeout
  long max_bytes = 2000;                         // per query
  long max_depth = 20;                           // nesting of its parentheses
  long max_clauses = 100;                        // words and phrases in it
  std::vector<std::string> synonyms, best_bets;  // files, see indexer_adapter/query/rule_file.h
  std::string log;                               // file of queries without hits; empty: off
  long log_max_bytes = 16 << 20;                 // of that file, and of the one before it
};

struct Serve {
  std::string host = "127.0.0.1";
  long port = 8585;                // 0: any free port
  std::vector<std::string> hosts;  // names besides those of loopback
  std::vector<std::string> cors;   // origins
  std::string base_path;           // "/search"
  std::string public_origin;       // "https://www.example.org"; empty: as requests say
  long threads = 4;
  double timeout = 10;  // seconds
  long connections = 256;
  long queue = 64;
  long head_max_bytes = 16 << 10;  // per request; half of it for the first line
};

struct Settings {
  Crawl crawl;
  Ingest ingest;
  Cache cache;
  Siblings siblings;
  Extract extract;
  Index index;
  Search search;
  Serve serve;
};

}  // namespace pith::config
