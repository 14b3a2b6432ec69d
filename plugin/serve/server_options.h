// What a Server serves, where, and within which limits.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "indexer_adapter/hits/searcher.h"
#include "plugin/search/search_log.h"
#include "plugin/search/search_rules.h"
#include "plugin/serve/connections.h"

namespace pith::http {

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 8585;  // 0: any free one
  ConnectionLimits limits = {};
  std::vector<std::string> cors = {};   // origins whose pages may read the API: https://example.org; "*" for all
  std::vector<std::string> hosts = {};  // names of the server besides those of the loopback
  std::string base_path = {};           // of every path: "/search"; empty: none
  std::string public_origin = {};       // how readers reach it: https://example.org; empty: as requests say
  std::string index = {};               // its directory; may not exist yet
  std::string cache = {};               // the page cache's directory, for metrics; may not exist
  index::SearcherOptions searcher = {};
  std::shared_ptr<pipeline::SearchRules> rules = {};  // synonyms and best bets; may be none
  std::shared_ptr<pipeline::SearchLog> log = {};      // of queries without an answer; may be none
  std::function<void(const std::string&)> warn = {};  // for whoever runs the server; may be empty
  std::string version = {};
  // What became of a page and why, as a separate HTML document: GET /explain?url=. Empty: no such document, and no link
  // to it.
  std::function<Result<std::string>(const std::string& url)> explain = {};
  // The reply to a message of the Model Context Protocol: POST /mcp; nullopt: it asks for none. Empty: no such address.
  std::function<std::optional<std::string>(std::string_view message)> mcp = {};
};

}  // namespace pith::http
