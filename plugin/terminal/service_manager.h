// What `pith serve` tells the service manager that started it: systemd, or anything with the same protocol.
//
// The protocol is one datagram to the socket named by $NOTIFY_SOCKET (sd_notify(3), which invites programs to speak it
// themselves); libsystemd would bring five more libraries into the process for it.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace pith::cli {

// Lines such as "READY=1" or "STATUS=…". Without a service manager it does nothing; a manager that cannot be reached
// does not stop the service.
void notify_service_manager(std::string_view lines);

// How long the service manager waits for "WATCHDOG=1" before it takes the process for hung; none: it does not watch.
std::optional<std::chrono::microseconds> watchdog_time();

// Whether standard error goes to systemd's journal ($JOURNAL_STREAM). Lines there may begin with their priority: "<3>"
// for errors, "<4>" for warnings (sd-daemon(3)).
bool is_logged_by_journal();

}  // namespace pith::cli
