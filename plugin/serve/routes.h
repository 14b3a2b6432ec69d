// Which request gets which answer.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "plugin/search/live_index.h"
#include "plugin/serve/examples.h"
#include "plugin/serve/host_check.h"
#include "plugin/serve/lane.h"
#include "plugin/serve/serve_metrics.h"
#include "plugin/serve/server_options.h"
#include "plugin/serve/slow_requests.h"

namespace httplib {
struct Request;
struct Response;
}  // namespace httplib

namespace pith::http {

// Thread-safe; nothing throws.
class Routes {
 public:
  // The counts go on where others that use the same metrics left them.
  Routes(ServerOptions options, std::shared_ptr<Metrics> metrics);

  // By what a request asks for, and whether its answer took long before. It needs only a target and parameters.
  Lane lane_of(const httplib::Request& request) const;
  // Whether the body of a request is read. It needs only a method and a target.
  bool takes_body(const httplib::Request& request) const;
  // Answers any request, of any method.
  void answer(const httplib::Request& request, httplib::Response& response);
  // Adds the common headers to a response; an unrouted one also gets a body for its status, and is counted.
  void finish(const httplib::Request& request, httplib::Response& response);

  // Opens the index if there is a new commit; its error if it cannot be opened.
  std::optional<Error> look();

 private:
  struct Route;
  static const Route* find(const std::string& path);
  bool is_mcp(const Route* route) const;
  const char* methods_of(const Route* route) const;
  std::string path_of(const httplib::Request& request) const;
  bool is_api(const httplib::Request& request) const;
  void put_error(const httplib::Request& request, httplib::Response& response, const Error& error) const;
  void put_error(const httplib::Request& request, httplib::Response& response, int status, const Error& error) const;
  std::string page_address(const httplib::Request& request) const;
  std::optional<Error> objection(const httplib::Request& request, int& status) const;

  void page(const httplib::Request& request, httplib::Response& response);
  void explain(const httplib::Request& request, httplib::Response& response);
  void search(const httplib::Request& request, httplib::Response& response);
  void suggest(const httplib::Request& request, httplib::Response& response);
  void document(const httplib::Request& request, httplib::Response& response);
  void status(const httplib::Request& request, httplib::Response& response);
  void openapi(const httplib::Request& request, httplib::Response& response);
  void health(const httplib::Request& request, httplib::Response& response);
  void metrics(const httplib::Request& request, httplib::Response& response);
  void style(const httplib::Request& request, httplib::Response& response);
  void script(const httplib::Request& request, httplib::Response& response);
  void box(const httplib::Request& request, httplib::Response& response);
  void mcp(const httplib::Request& request, httplib::Response& response);
  void opensearch(const httplib::Request& request, httplib::Response& response);

  struct Found {
    index::Hits hits;
    double seconds = 0;
  };
  void distrust_if_unreadable(const pipeline::LiveIndex::View& view, const Error& error);
  Result<Found> find_hits(const pipeline::LiveIndex::View& view, const index::Query& query);

  // Those of the view's commit; made once for each.
  std::vector<Example> examples(const pipeline::LiveIndex::View& view);

  void log(const index::Query& query, const index::Hits& hits);

  const ServerOptions options_;
  const HostCheck hosts_;
  pipeline::LiveIndex index_;
  std::mutex explaining_;       // held while a page is explained, which takes several times as long as a search may
  std::mutex making_examples_;  // guards the three below
  std::weak_ptr<const index::Searcher> examples_from_;
  std::uint64_t examples_commit_ = 0;
  std::vector<Example> examples_;
  const std::shared_ptr<Metrics> metrics_;
  SlowRequests slow_;
  std::atomic<bool> log_failed_ = false;  // and somebody was told
};

}  // namespace pith::http
