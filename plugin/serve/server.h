// `pith serve`: search over HTTP, as a web page and as a JSON API (assets/openapi.json describes it).
//
//   auto server = pith::http::Server::listen({.index = "pith-data/index", .searcher = ..., .version = "0.1.0"});
//   if (!server) ...                     // server.error(): the address is taken, ...
//   print(server->url());
//   server->run(stop);
//
// Read-only: writes neither to the index nor to the cache, and nothing else but a log of queries without an answer
// (ServerOptions::log). It distrusts requests (connections.h, exchange.h), web pages
// that would use a reader's browser to query it (host_check.h), and every text in the index (html.h).
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "plugin/serve/server_options.h"

namespace pith::http {

class Server {
 public:
  // Starts listening. Error code "listen".
  static Result<Server> listen(ServerOptions options);

  Server(Server&&) noexcept;
  Server& operator=(Server&&) noexcept;
  ~Server();

  // "http://127.0.0.1:8585/"
  std::string url() const;

  // Serves until `stop`; false if a request is still being answered half a second later: then the process should end at
  // once. `alive` as in connections.h.
  bool run(const std::atomic<bool>& stop, const std::function<void()>& alive = {});

  // Serves by these options from the next request on; address and limits stay those of listen(). Opens the index
  // first, so that no request waits for that; the error of an index that cannot be opened does not keep the options
  // from being used. Thread-safe, also while run() runs.
  std::optional<Error> use(ServerOptions options);

  // The error of an index that cannot be opened now. Thread-safe.
  std::optional<Error> look();

 private:
  struct Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::http
