// YAML configuration. Input: the file; after a NUL, a setting of the command line, key=value.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/load.h"
#include "config/write.h"
#include "tests/fuzz/check.h"

using namespace pith;
using namespace pith::fuzz;

namespace {

void check_message(const std::string& message) {
  std::string_view lines = message;
  require(!lines.empty(), "an error has a message");
  while (!lines.empty()) require_printable(take_until(lines, '\n'));
}

// A written configuration loads again unchanged.
void check_written(const config::Config& config) {
  const std::string shown = config::show(config);
  require_utf8(shown, "what is in effect is UTF-8");
  const auto again = config::load_text(shown, "shown");
  require(again.ok(), "what is in effect can be loaded", again ? shown : again.error().message + "\n" + shown);
  const auto settings = [](const config::Config& of) {
    const auto json = nlohmann::json::parse(config::show_json(of), nullptr, false);
    require(json.is_object(), "JSON can be parsed");
    auto sites = json["sites"];
    for (auto& site : sites) site.erase("origins");
    return std::pair(json["settings"], sites);
  };
  require(settings(config) == settings(*again), "what is in effect loads as the same", shown);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes = view_of(data, size);
  const std::string_view yaml = take_until(bytes, '\0');

  std::vector<config::Problem> problems;
  auto config = config::load_text(yaml, "pith.yaml", {}, &problems);
  require(config.ok() == problems.empty(), "an error has problems");
  for (const config::Problem& problem : problems) require_printable(problem.str());
  if (!config) {
    require(config.error().code == "bad_config", "an error is the configuration's", config.error().code);
    check_message(config.error().message);
    config = config::Config();
  } else {
    check_written(*config);
  }
  if (bytes.empty()) return 0;
  const std::string_view key = take_until(bytes, '=');
  if (const auto error = config->set(key, bytes, "command line"))
    check_message(error->message);
  else
    check_written(*config);
  static_cast<void>(config->for_host(key));
  static_cast<void>(config->origin(key));
  return 0;
}
