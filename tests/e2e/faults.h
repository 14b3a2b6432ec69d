// Runs programs while the file system fails (fault_shim.c).
#pragma once

#include <string>
#include <vector>

#include "tests/e2e/project.h"

namespace pith::test {

// One fault: the operation with this number, counted over all processes of the command, fails. 0: none does.
struct Fault {
  std::string kind;  // fault_shim.c's
  long at = 0;
};

// The command with that fault below `directory` (absolute).
Command disturbed(Command command, const Fault& fault, const std::string& directory, const std::string& counter);
// The operations that the shim has counted since the file was made or emptied.
long operations_in(const std::string& counter);

// Which operations of 1 to `count` a test tries: all in full mode (PITH_FULL), else `few` of them, drawn by a seed that
// is printed; PITH_E2E_SEED=… repeats them.
std::vector<long> chosen_operations(long count, std::size_t few);

// Checks that it ended by itself: successfully, or with a message that names `where` and says what to do.
void check_ended_well(const Outcome& outcome, const std::string& where);

}  // namespace pith::test
