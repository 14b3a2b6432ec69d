#include "plugin/cli/system_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "core/dom/parse.h"
#include "plugin/doctor/system_needs.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

using Kind = pipeline::SystemNeed::Kind;

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::library:
      return "library";
    case Kind::crawler:
      return "crawler";
    case Kind::plugin:
      return "plugin";
  }
  return "";
}

void print_need(const pipeline::SystemNeed& need) {
  if (need.path.empty())
    fmt::print("  {:<22} {}: {} needs it; {}\n", need.name, styled(Style::red, "missing"), need.purpose, need.remedy);
  else if (need.version.empty())
    fmt::print("  {:<22} {}\n", need.name, need.path);
  else
    fmt::print("  {:<22} {}  {}\n", need.name, need.path, styled(Style::dim, one_line(need.version)));
}

}  // namespace

void report_system(Context& context) {
  const auto needs = pipeline::system_needs();
  bool complete = true;
  auto out = nlohmann::ordered_json::array();
  std::string heading;
  if (!context.json) fmt::print("pith {} (parser: {})\n", PITH_VERSION, parser_name());
  for (const auto& need : needs) {
    complete = complete && !need.path.empty();
    if (context.json) {
      out.push_back({{"kind", name_of(need.kind)},
                     {"name", need.name},
                     {"found", !need.path.empty()},
                     {"path", need.path},
                     {"version", need.version},
                     {"purpose", need.purpose}});
      continue;
    }
    const std::string now = need.kind == Kind::library ? "libraries:" : "crawlers and plugins:";
    if (now != heading) fmt::print("{}\n", now);
    heading = now;
    print_need(need);
  }
  if (context.json)
    fmt::print("{}\n",
               nlohmann::ordered_json{
                   {"version", PITH_VERSION}, {"parser", parser_name()}, {"complete", complete}, {"needs", out}}
                   .dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  context.exit = complete ? Exit::ok : Exit::nothing;
}

}  // namespace pith::cli
