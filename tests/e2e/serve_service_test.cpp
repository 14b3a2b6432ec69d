// `pith serve` as a service: what it tells the service manager, priorities for the journal, SIGHUP. tests/service/run
// does the same with the real systemd, where that runs.
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string>

#include "tests/e2e/serving.h"

using namespace pith::test;

namespace {

// The socket of a service manager.
class Manager {
 public:
  explicit Manager(const std::string& path) : path_(path), socket_(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    BOOST_REQUIRE(path.size() < sizeof address.sun_path);
    std::memcpy(address.sun_path, path.data(), path.size());
    BOOST_REQUIRE(bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  }
  ~Manager() {
    close(socket_);
    unlink(path_.c_str());
  }
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  // The next message that is not about the watchdog; empty after a minute.
  std::string next() {
    while (true) {
      pollfd polled{socket_, POLLIN, 0};
      char buffer[4096];
      if (poll(&polled, 1, 60'000) != 1) return {};
      const auto size = recv(socket_, buffer, sizeof buffer, 0);
      const std::string message(buffer, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
      if (message != "WATCHDOG=1") return message;
      ++fed_;
    }
  }
  int fed() const { return fed_; }

 private:
  std::string path_;
  int socket_;
  int fed_ = 0;
};

// The server's standard error, with the variable that says that it is the journal.
std::string as_in_the_journal(const Project& project) {
  return "env NOTIFY_SOCKET=" + project / "notify" + " WATCHDOG_USEC=400000 sh -c 'exec 2>" + project / "journal" +
         "; JOURNAL_STREAM=$(stat -Lc %d:%i /proc/self/fd/2) exec \"$@\"' sh ";
}

void configure(const Project& project, const std::string& yaml) { write_file(project / "service.yaml", yaml); }

}  // namespace

BOOST_AUTO_TEST_SUITE(serve_service)

BOOST_AUTO_TEST_CASE(it_tells_when_it_is_ready_that_it_answers_and_that_it_ends) {
  const Project project;
  Manager manager(project / "notify");
  Serving serving(project, {}, as_in_the_journal(project));
  const std::string ready = manager.next();
  BOOST_TEST(ready.starts_with("READY=1\nSTATUS=serves http://127.0.0.1:" + std::to_string(serving.port()) +
                               "/; index: there is no index"));
  pause_for(std::chrono::seconds(1));
  serving.process().signal(SIGTERM);
  BOOST_TEST(manager.next() == "STOPPING=1");
  BOOST_TEST(manager.fed() >= 4);  // of 400 ms, a quarter each
  BOOST_TEST(serving.process().finish().code == 0);
  BOOST_TEST(read_file(project / "journal").starts_with("<4>pith: warning: index: there is no index"));
}

BOOST_AUTO_TEST_CASE(hangup_reads_the_configuration_and_keeps_it_if_the_new_one_is_wrong) {
  const Project project;
  project.must({"config", "check"});
  configure(project, "cache: {path: c}\nindex: {path: i}\nserve: {port: 0}\n");
  Manager manager(project / "notify");
  Serving serving(project, {"--config", project / "service.yaml"}, as_in_the_journal(project));
  BOOST_TEST(manager.next().starts_with("READY=1"));
  const auto allowed = [&] {
    return serving.get("/api/v1/openapi.json", {{"Origin", "https://a.example"}}).header("Access-Control-Allow-Origin");
  };
  BOOST_TEST(allowed() == "");

  configure(project,
            "cache: {path: c}\nindex: {path: i}\nserve: {port: 0, threads: 5, cors: [\"https://a.example\"]}\n");
  serving.process().signal(SIGHUP);
  BOOST_TEST(manager.next() == "RELOADING=1");
  BOOST_TEST(manager.next().starts_with("READY=1"));
  BOOST_TEST(allowed() == "https://a.example");

  configure(project, "serve: {cors: none}\nindex: {path: j}\nunknown: 1\n");
  serving.process().signal(SIGHUP);
  BOOST_TEST(manager.next() == "RELOADING=1");
  const std::string refused = manager.next();
  BOOST_TEST(refused.find("the new configuration is wrong, so the one before stays in effect: ") != std::string::npos);
  BOOST_TEST(refused.find("service.yaml:3:1: unknown: unknown key") != std::string::npos);
  BOOST_TEST(refused.find('\n') == refused.rfind('\n'));  // what a file says is no message of its own
  BOOST_TEST(allowed() == "https://a.example");
  BOOST_TEST(
      serving.get("/metrics").body.find("pith_http_requests_total{route=\"/api/v1/openapi.json\",status=\"200\"} 3") !=
      std::string::npos);

  const std::string journal = read_file(project / "journal");
  BOOST_TEST(journal.find("<4>pith: warning: serve.threads=5 takes effect after a restart\n") != std::string::npos);
  BOOST_TEST(journal.find("<5>pith: the configuration was reloaded\n") != std::string::npos);
  BOOST_TEST(journal.find("<3>pith: the new configuration is wrong") != std::string::npos);
  for (std::size_t at = 0; at < journal.size(); at = journal.find('\n', at) + 1) BOOST_TEST(journal[at] == '<');
}

BOOST_AUTO_TEST_SUITE_END()
