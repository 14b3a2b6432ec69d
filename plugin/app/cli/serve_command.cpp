// pith serve
#include <fmt/format.h>
#include <malloc.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "plugin/app/cli/commands.h"
#include "plugin/app/cli/interrupt.h"
#include "plugin/app/cli/terminal.h"
#include "plugin/app/explain/explain.h"
#include "plugin/app/http/host_check.h"
#include "plugin/app/http/server.h"
#include "plugin/app/pipeline/index_options.h"
#include "plugin/app/pipeline/search_log.h"
#include "plugin/app/pipeline/search_rules.h"

namespace pith::cli {
namespace {

// What a browser can still show; in less than 50 MB and about a second.
constexpr explain::Bounds explained{.bytes = 4 << 20, .nodes = 100'000};

// From the command line: they override the configuration.
struct Address {
  std::string host;
  int port = -1;
};

void serve(Context& context, const Address& address) {
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  const config::Settings& settings = config->settings();
  auto searcher = pipeline::index_searcher_options(settings);
  if (!searcher) return context.fail(searcher.error());
  const auto warn = [](const std::string& message) { print_error("warning: " + message); };
  auto rules = pipeline::SearchRules::open(*config, warn);
  if (!rules) return context.fail(rules.error());
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
      .searcher = std::move(*searcher),
      .rules = std::move(*rules),
      .log = settings.search.log.empty()
                 ? nullptr
                 : std::make_shared<pipeline::SearchLog>(settings.search.log, settings.search.log_max_bytes),
      .warn = warn,
      .version = PITH_VERSION,
  };
  const bool open_to_all = !http::is_loopback(options.host);
  // It shows pages of the cache, including what they ask not to be shown: only to people at this machine.
  const bool behind_server = !options.base_path.empty() || !options.public_origin.empty();
  if (!open_to_all && options.hosts.empty() && !behind_server)
    options.explain = [config = *config](const std::string& url) -> Result<std::string> {
      const auto page = explain::explain_url(config, url, explained);
      if (!page) return page.error();
      return explain::explanation_html(*page);
    };
#ifdef M_MMAP_THRESHOLD
  // Otherwise glibc keeps, in each thread's arena, the memory of long answers.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
  const InterruptScope interrupt;
  auto server = http::Server::listen(std::move(options));
  if (!server) return context.fail(server.error());
  if (open_to_all)
    print_error("warning: " + server->url() +
                " is not a loopback address: anyone who can reach it can read everything indexed, without a password");
  if (context.json) {
    fmt::print("{{\"url\": \"{}\"}}\n", server->url());
  } else {
    fmt::print("{}  (Ctrl-C ends)\n", styled(Style::bold, server->url()));
  }
  std::fflush(stdout);
  const bool ended = server->run(interrupt_flag());
  // A search still running would read what the end of the program frees. Nothing is lost: nothing was written.
  if (!ended) std::_Exit(Exit::ok);
}

}  // namespace

void add_serve(CLI::App& app, Context& context) {
  static Address address;
  CLI::App* command = app.add_subcommand("serve", "Search as a web page and a JSON API");
  command->add_option("--host", address.host, "Address to listen on (default: serve.host, 127.0.0.1)");
  command->add_option("--port", address.port, "Port; 0 for any free one (default: serve.port, 8585)")
      ->check(CLI::Range(0, 65535));
  command->footer(
      "Prints the address to open, and runs until Ctrl-C or SIGTERM. Shows what `pith index` commits, and changed\n"
      "synonyms and best bets, without a restart; "
      "may be started before there is an index. Only reads, and writes search.log.\n"
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
