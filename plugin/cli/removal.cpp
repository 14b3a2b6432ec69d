#include "plugin/cli/removal.h"

#include <fmt/format.h>

#include "core/text/number.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {

CLI::Option* add_allow_removal(CLI::App& command, bool& allow_removal) {
  return command.add_flag("--allow-removal", allow_removal,
                          "Remove the pages that a complete run no longer finds, even if they are more than half");
}

void print_removal(const Removal& removal) {
  const auto& [retired, unmet, held, unreached, earlier, next, forbidden] = removal;
  if (retired > 0)
    fmt::print("{} of {} {}\n", counted(retired, "page"), printable(earlier),
               retired == 1 ? "is gone, or has moved" : "are gone, or have moved");
  if (unmet > 0)
    fmt::print("{} of {} {} not met but {}, because pages that may link to {} failed; {} decides\n",
               counted(unmet, "page"), printable(earlier), unmet == 1 ? "was" : "were", unmet == 1 ? "stays" : "stay",
               unmet == 1 ? "it" : "them", next);
  if (held == 0) return;
  fmt::print(
      "{} of {} {} as {}, since most are missing or say no more than a login or an error would: perhaps {};\n"
      "if the site really is like that now, take it as it is: the same command with --allow-removal\n",
      counted(held, "page"), printable(earlier), held == 1 ? "stays" : "stay", held == 1 ? "it was" : "they were",
      forbidden ? "robots.txt forbids them now" : "the site is only temporarily down, or wants a login");
  if (unreached > 0)
    fmt::print("this also removes {} that {} not reached\n", counted(unreached, "page"),
               unreached == 1 ? "was" : "were");
}

}  // namespace pith::cli
