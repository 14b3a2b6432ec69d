// pith serve
#include <fmt/format.h>
#include <malloc.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/text/url.h"
#include "plugin/cli/commands.h"
#include "plugin/explain/explain.h"
#include "plugin/index/index_options.h"
#include "plugin/mcp/index_tools.h"
#include "plugin/search/live_index.h"
#include "plugin/search/search_log.h"
#include "plugin/search/search_rules.h"
#include "plugin/serve/server.h"
#include "plugin/terminal/interrupt.h"
#include "plugin/terminal/service_manager.h"
#include "plugin/terminal/terminal.h"
#include "plugin/terminal/usage.h"

namespace pith::cli {
namespace {

// What a browser can still show; in less than 50 MB and about a second.
constexpr explain::Bounds explained{.bytes = 4 << 20, .nodes = 100'000};

// From the command line: they override the configuration.
struct Address {
  std::string host;
  int port = -1;
};

// For agents. The rules outlive the server.
struct AgentTools {
  explicit AgentTools(const http::ServerOptions& options)
      : rules(options.rules),
        index(options.index, options.searcher),
        server(mcp::index_server(PITH_VERSION, index, *rules)) {}

  std::shared_ptr<pipeline::SearchRules> rules;
  pipeline::LiveIndex index;
  mcp::Server server;
};

void warn(const std::string& message) { print_warning(message); }

Result<http::ServerOptions> server_options(const config::Config& config, const Address& address) {
  const config::Settings& settings = config.settings();
  auto searcher = pipeline::index_searcher_options(settings);
  if (!searcher) return searcher.error();
  auto rules = pipeline::SearchRules::open(config, warn);
  if (!rules) return rules.error();
  http::ServerOptions options{
      .host = address.host.empty() ? settings.serve.host : address.host,
      .port = address.port < 0 ? static_cast<int>(settings.serve.port) : address.port,
      .limits = {.threads = static_cast<std::size_t>(settings.serve.threads),
                 .connections = static_cast<std::size_t>(settings.serve.connections),
                 .queue = static_cast<std::size_t>(settings.serve.queue),
                 .head = static_cast<std::size_t>(settings.serve.head_max_bytes),
                 .timeout = std::chrono::milliseconds(static_cast<long>(settings.serve.timeout * 1000))},
      .cors = settings.serve.cors,
      .hosts = settings.serve.hosts,
      .base_path = settings.serve.base_path,
      .public_origin = settings.serve.public_origin,
      .index = settings.index.path,
      .cache = settings.cache.path,
      .searcher = std::move(*searcher),
      .rules = std::move(*rules),
      .log = settings.search.log.empty()
                 ? nullptr
                 : std::make_shared<pipeline::SearchLog>(settings.search.log, settings.search.log_max_bytes),
      .warn = warn,
      .version = PITH_VERSION,
  };
  // It shows pages of the cache, including what they ask not to be shown: only to people at this machine.
  const bool behind_server = !options.base_path.empty() || !options.public_origin.empty();
  if (is_loopback_host(options.host) && options.hosts.empty() && !behind_server)
    options.explain = [config](const std::string& url) -> Result<std::string> {
      const auto page = explain::explain_url(config, url, explained);
      if (!page) return page.error();
      return explain::explanation_html(*page);
    };
  options.mcp = [tools = std::make_shared<const AgentTools>(options)](std::string_view message) {
    return tools->server.reply(message);
  };
  return options;
}

// What changes with a restart only.
std::vector<std::string> fixed_of(const config::Settings& settings) {
  const config::Serve& serve = settings.serve;
  return {"serve.host=" + serve.host,
          fmt::format("serve.port={}", serve.port),
          fmt::format("serve.threads={}", serve.threads),
          fmt::format("serve.timeout={}", serve.timeout),
          fmt::format("serve.connections={}", serve.connections),
          fmt::format("serve.queue={}", serve.queue),
          fmt::format("serve.head_max_bytes={}", serve.head_max_bytes)};
}

// Opens the index, then tells the service manager that the server is ready; and the same after each SIGHUP, by the
// configuration as it is then. On a thread of its own, so that requests are answered meanwhile.
class Supervisor {
 public:
  Supervisor(const Context& context, const Address& address, const config::Config& config, http::Server& server)
      : context_(context),
        address_(address),
        server_(server),
        fixed_(fixed_of(config.settings())),
        thread_([this](const std::stop_token& stop) { run(stop); }) {}

  // False if it is still busy with the index: then the process should end at once.
  bool end() {
    thread_.request_stop();
    return !busy_;
  }

 private:
  void run(const std::stop_token& stop) {
    begin_and_end([&] { ready(server_.look()); }, stop);
    while (!stop.stop_requested()) {
      if (reload_flag().exchange(false)) begin_and_end([&] { reload(); }, stop);
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }

  template <typename Work>
  void begin_and_end(const Work& work, const std::stop_token& stop) {
    busy_ = true;
    if (!stop.stop_requested()) work();
    busy_ = false;
  }

  void reload() {
    notify_service_manager("RELOADING=1");
    const auto config = context_.load();
    if (!config) return refuse(config.error());
    auto options = server_options(*config, address_);
    if (!options) return refuse(options.error());
    const auto fixed = fixed_of(config->settings());
    for (std::size_t i = 0; i < fixed.size(); ++i)
      if (fixed[i] != fixed_[i]) print_warning(fixed[i] + " takes effect after a restart");
    const auto error = server_.use(std::move(*options));
    print_notice("the configuration was reloaded");
    ready(error);
  }

  void refuse(const Error& error) {
    print_error("the new configuration is wrong, so the one before stays in effect: " + error.message);
    notify_service_manager(
        "READY=1\nSTATUS=serves " + server_.url() +
        "; the new configuration is wrong, so the one before stays in effect: " + one_line(error.message));
  }

  void ready(const std::optional<Error>& error) {
    if (error) print_warning(error->message);
    notify_service_manager("READY=1\nSTATUS=serves " + server_.url() + (error ? "; " + one_line(error->message) : ""));
  }

  const Context& context_;
  const Address& address_;
  http::Server& server_;
  const std::vector<std::string> fixed_;
  std::atomic<bool> busy_ = true;
  std::jthread thread_;
};

void serve(Context& context, const Address& address) {
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  auto options = server_options(*config, address);
  if (!options) return context.fail(options.error());
  const bool open_to_all = !is_loopback_host(options->host);
#ifdef M_MMAP_THRESHOLD
  // Otherwise glibc keeps, in each thread's arena, the memory of long answers.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
  const InterruptScope interrupt;
  reload_on_hangup();
  auto server = http::Server::listen(std::move(*options));
  if (!server) return context.fail(server.error());
  if (open_to_all)
    print_warning(
        server->url() +
        " is not a loopback address: anyone who can reach it can read everything indexed, without a password");
  if (context.json) {
    fmt::print("{{\"url\": \"{}\"}}\n", server->url());
  } else {
    fmt::print("{}  (Ctrl-C ends)\n", styled(Style::bold, server->url()));
  }
  std::fflush(stdout);
  Supervisor supervisor(context, address, *config, *server);
  const auto patience = watchdog_time();
  const auto alive = [&, fed = std::chrono::steady_clock::time_point()]() mutable {
    const auto now = std::chrono::steady_clock::now();
    if (!patience || now - fed < *patience / 4) return;
    notify_service_manager("WATCHDOG=1");
    fed = now;
  };
  const bool ended = server->run(interrupt_flag(), alive);
  notify_service_manager("STOPPING=1");
  // A search still running would read what the end of the program frees. Nothing is lost: nothing was written.
  if (!supervisor.end() || !ended) std::_Exit(Exit::ok);
}

}  // namespace

void add_serve(CLI::App& app, Context& context) {
  static Address address;
  CLI::App* command = app.add_subcommand("serve", "Search as a web page and a JSON API");
  command->add_option("--host", address.host, "Address to listen on (default: serve.host, 127.0.0.1)");
  command->add_option("--port", address.port, "Port; 0 for any free one (default: serve.port, 8585)")
      ->check(whole_number(0, 65535));
  command->footer(
      "Prints the address to open, and runs until Ctrl-C or SIGTERM. Shows what `pith index` commits, and changed\n"
      "synonyms and best bets, without a restart; "
      "may be started before there is an index. Only reads, and writes search.log.\n"
      "SIGHUP makes it read the configuration anew, except in a terminal; a wrong one changes nothing. Tells systemd\n"
      "(Type=notify, WatchdogSec=) when it is ready and that it still answers.\n"
      "  /                    the search page\n"
      "  /api/v1/search?q=    the same as JSON; /api/v1/openapi.json describes it\n"
      "  /api/v1/suggest?q=   titles and headings while somebody types\n"
      "  /box.js              a search box for pages of another site (serve.cors)\n"
      "  /explain?url=        what became of a page, and why; only on loopback, and not behind a web server\n"
      "  /healthz, /metrics   for monitors\n"
      "There is no password: on any address except loopback, anyone who can reach it can read the index.\n"
      "Exit codes: 0 ended by a signal, 2 error.");
  command->callback([&context] { serve(context, address); });
}

}  // namespace pith::cli
