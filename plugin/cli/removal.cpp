#include "plugin/cli/removal.h"

#include <fmt/format.h>

#include <string_view>

#include "core/text/number.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

std::string why_held(std::int64_t refused, std::int64_t missing) {
  constexpr const char* otherwise = "answered with an error, a redirect, a login or another notice";
  if (missing == 0) return fmt::format("{} {}", refused == 1 ? "it" : "they", otherwise);
  const std::string found = missing == 1 ? "was not found" : "were not found";
  if (refused == 0) return fmt::format("{} {}", missing == 1 ? "it" : "they", found);
  return fmt::format("{} {}, {} {}", human_count(missing), found, human_count(refused), otherwise);
}

}  // namespace

CLI::Option* add_allow_removal(CLI::App& command, bool& allow_removal) {
  return command.add_flag("--allow-removal", allow_removal,
                          "Remove the pages that a complete run no longer finds, even if they are more than half");
}

void print_removal(const Removal& removal) {
  const auto& [retired, unmet, held, missing, unreached, earlier, next, suspicion, forbidden] = removal;
  if (retired > 0) {
    const bool one = retired == 1;
    const std::string_view are = one ? "is" : "are", have = one ? "has" : "have";
    const std::string moved = forbidden ? fmt::format(", {} moved, or {} forbidden by robots.txt", have, are)
                                        : fmt::format(", or {} moved", have);
    fmt::print("{} of {} {} gone{}\n", counted(retired, "page"), printable(earlier), are, moved);
  }
  if (unmet > 0)
    fmt::print("{} of {} {} not found but {}, because pages that may link to {} failed; {} decides\n",
               counted(unmet, "page"), printable(earlier), unmet == 1 ? "was" : "were", unmet == 1 ? "stays" : "stay",
               unmet == 1 ? "it" : "them", next);
  if (held == 0) return;
  fmt::print("{} of {} {}: {}\n", counted(held, "page"), printable(earlier),
             held == 1 ? "stays as it was" : "stay as they were", why_held(held - missing, missing));
  fmt::print("{}; if the site really is like that now, repeat the command with --allow-removal\n", suspicion);
  if (unreached > 0)
    fmt::print("that would also remove {} that {} not reached\n", counted(unreached, "page"),
               unreached == 1 ? "was" : "were");
}

}  // namespace pith::cli
