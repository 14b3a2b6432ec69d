// The tools on an index: search, get, related, sites.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "plugin/mcp/server.h"
#include "plugin/search/live_index.h"
#include "plugin/search/search_rules.h"

namespace pith::mcp {

// Both outlive the server. The index is looked at anew when it has changed.
Server index_server(const std::string& version, pipeline::LiveIndex& index, pipeline::SearchRules& rules);

}  // namespace pith::mcp
