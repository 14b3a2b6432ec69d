#include "plugin/app/http/server.h"

#include <utility>

#include "plugin/app/http/connections.h"
#include "plugin/app/http/exchange.h"
#include "plugin/app/http/routes.h"

namespace pith::http {

struct Server::Impl {
  ConnectionLimits limits;
  std::string url;
  Connections connections;
  // Shared with the threads: one of them may outlive the server.
  std::shared_ptr<Routes> routes;
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
  const std::string host = options.host.find(':') == std::string::npos ? options.host : "[" + options.host + "]";
  const ConnectionLimits limits = options.limits;
  const std::string base_path = options.base_path;
  const auto routes = std::make_shared<Routes>(std::move(options));
  const auto exchange = std::make_shared<Exchange>(
      [routes](const httplib::Request& request, httplib::Response& response) { routes->answer(request, response); },
      [routes](const httplib::Request& request) { return routes->is_expensive(request); },
      [routes](const httplib::Request& request, httplib::Response& response) { routes->finish(request, response); },
      limits.timeout);
  return Server(std::unique_ptr<Impl>(
      new Impl{limits, "http://" + host + ":" + std::to_string(connections->port()) + base_path + "/",
               std::move(*connections), routes, exchange}));
}

std::string Server::url() const { return impl_->url; }

bool Server::run(const std::atomic<bool>& stop) {
  const ConnectionHandlers handlers = {
      .answer = [exchange = impl_->exchange](std::string_view request,
                                             bool last) { return exchange->answer(request, last); },
      .is_expensive = [exchange =
                           impl_->exchange](std::string_view request) { return exchange->is_expensive(request); },
      .refusal = [exchange = impl_->exchange](int status) { return exchange->refusal(status); },
      .count = [routes = impl_->routes](std::size_t count) { routes->connections(count); },
      .closed = [routes = impl_->routes] { routes->connection_closed(); },
  };
  return impl_->connections.run(impl_->limits, handlers, stop);
}

}  // namespace pith::http
