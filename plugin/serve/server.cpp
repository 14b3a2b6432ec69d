#include "plugin/serve/server.h"

#include <mutex>
#include <utility>

#include "plugin/serve/connections.h"
#include "plugin/serve/exchange.h"
#include "plugin/serve/routes.h"

namespace pith::http {
namespace {

// Thread-safe. A request that began with earlier routes ends with them or with later ones.
class CurrentRoutes {
 public:
  explicit CurrentRoutes(std::shared_ptr<Routes> routes) : routes_(std::move(routes)) {}

  std::shared_ptr<Routes> get() const {
    const std::lock_guard lock(mutex_);
    return routes_;
  }
  void set(std::shared_ptr<Routes> routes) {
    const std::lock_guard lock(mutex_);
    routes_.swap(routes);
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<Routes> routes_;
};

}  // namespace

struct Server::Impl {
  // What stays when the options change.
  std::string host;
  int port;
  ConnectionLimits limits;
  std::string url;
  Connections connections;
  // Shared with the threads: one of them may outlive the server.
  std::shared_ptr<Metrics> metrics;
  std::shared_ptr<CurrentRoutes> routes;
  std::shared_ptr<Exchange> exchange;
};

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::Server(Server&&) noexcept = default;
Server& Server::operator=(Server&&) noexcept = default;
Server::~Server() = default;

Result<Server> Server::listen(ServerOptions options) {
  auto connections = Connections::listen(options.host, options.port);
  if (!connections) return connections.error();
  options.port = connections->port();
  const std::string name = options.host.find(':') == std::string::npos ? options.host : "[" + options.host + "]";
  const std::string url = "http://" + name + ":" + std::to_string(options.port) + options.base_path + "/";
  const std::string host = options.host;
  const ConnectionLimits limits = options.limits;
  const auto metrics = std::make_shared<Metrics>();
  const auto routes = std::make_shared<CurrentRoutes>(std::make_shared<Routes>(std::move(options), metrics));
  const auto exchange = std::make_shared<Exchange>(
      [routes](const httplib::Request& request, httplib::Response& response) {
        routes->get()->answer(request, response);
      },
      [routes](const httplib::Request& request) { return routes->get()->lane_of(request); },
      [routes](const httplib::Request& request) { return routes->get()->takes_body(request); },
      [routes](const httplib::Request& request, httplib::Response& response) {
        routes->get()->finish(request, response);
      },
      limits.timeout);
  const int port = connections->port();
  return Server(
      std::unique_ptr<Impl>(new Impl{host, port, limits, url, std::move(*connections), metrics, routes, exchange}));
}

std::optional<Error> Server::use(ServerOptions options) {
  options.host = impl_->host;
  options.port = impl_->port;
  options.limits = impl_->limits;
  auto routes = std::make_shared<Routes>(std::move(options), impl_->metrics);
  auto error = routes->look();
  impl_->routes->set(std::move(routes));
  return error;
}

std::optional<Error> Server::look() { return impl_->routes->get()->look(); }

std::string Server::url() const { return impl_->url; }

bool Server::run(const std::atomic<bool>& stop, const std::function<void()>& alive) {
  const ConnectionHandlers handlers = {
      .answer = [exchange = impl_->exchange](std::string_view request,
                                             bool last) { return exchange->answer(request, last); },
      .body_of = [exchange = impl_->exchange](std::string_view head) { return exchange->body_of(head); },
      .lane_of = [exchange = impl_->exchange](std::string_view request) { return exchange->lane_of(request); },
      .refusal = [exchange = impl_->exchange](int status) { return exchange->refusal(status); },
      .count = [metrics = impl_->metrics](std::size_t count) { metrics->set_connections(count); },
      .closed = [metrics = impl_->metrics] { metrics->closed_connection(); },
      .alive = alive,
  };
  return impl_->connections.run(impl_->limits, handlers, stop);
}

}  // namespace pith::http
