// Which request gets which answer.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>

#include "plugin/app/http/host_check.h"
#include "plugin/app/http/live_index.h"
#include "plugin/app/http/metrics.h"
#include "plugin/app/http/server_options.h"

namespace httplib {
struct Request;
struct Response;
}  // namespace httplib

namespace pith::http {

// All functions may be called from any number of threads at once; none throws.
class Routes {
 public:
  explicit Routes(ServerOptions options);

  // Whether a request may take long to answer. It has a target and parameters, and need not have more.
  bool is_expensive(const httplib::Request& request) const;
  // Any request, of any method.
  void answer(const httplib::Request& request, httplib::Response& response);
  // Gives every response the headers that all have; to one that was not routed the words for its status, and counts it.
  void finish(const httplib::Request& request, httplib::Response& response);

  void connections(std::size_t count) { metrics_.set_connections(count); }
  void connection_closed() { metrics_.closed_connection(); }

 private:
  struct Route;
  static const Route* find(const std::string& path);
  std::optional<Error> objection(const httplib::Request& request, int& status) const;

  void page(const httplib::Request& request, httplib::Response& response);
  void explain(const httplib::Request& request, httplib::Response& response);
  void search(const httplib::Request& request, httplib::Response& response);
  void document(const httplib::Request& request, httplib::Response& response);
  void status(const httplib::Request& request, httplib::Response& response);
  void openapi(const httplib::Request& request, httplib::Response& response);
  void health(const httplib::Request& request, httplib::Response& response);
  void metrics(const httplib::Request& request, httplib::Response& response);
  void style(const httplib::Request& request, httplib::Response& response);
  void script(const httplib::Request& request, httplib::Response& response);

  struct Found {
    index::Hits hits;
    double seconds = 0;
  };
  Result<Found> find_hits(const LiveIndex::View& view, const index::Query& query);

  const ServerOptions options_;
  const HostCheck hosts_;
  LiveIndex index_;
  std::mutex explaining_;  // held while a page is explained: it takes a multiple of what a search may take
  Metrics metrics_;
};

}  // namespace pith::http
