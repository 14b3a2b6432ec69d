// From the bytes of a request to the bytes of its response: cpp-httplib's parser and writer, without its sockets.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "plugin/serve/answer.h"
#include "plugin/serve/lane.h"

namespace httplib {
struct Request;
struct Response;
}  // namespace httplib

namespace pith::http {

// Of a request that has one; all are small messages.
inline constexpr std::size_t max_body_bytes = 64 << 10;

class Exchange {
 public:
  // `route` answers every request, whatever its method and path, and must set a status. `finish` sees every response
  // before it is written, even those to invalid requests, and adds the common headers. `lane_of` gets a request's
  // target and parameters. `timeout`: how long an idle connection is kept, to tell clients.
  using Handler = std::function<void(const httplib::Request&, httplib::Response&)>;
  using Judge = std::function<Lane(const httplib::Request&)>;
  // `takes_body` gets a request's method and target, and says whether a body is read; of others, the connection ends.
  using BodyJudge = std::function<bool(const httplib::Request&)>;
  Exchange(const Handler& route, Judge lane_of, BodyJudge takes_body, const Handler& finish,
           std::chrono::milliseconds timeout);
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  // Any bytes give a response: a head, and as many bytes after it as body_of() says. Thread-safe.
  Answer answer(std::string_view request, bool last) const;

  // How many bytes after a request's head belong to it; 0 for a body that is not read.
  std::size_t body_of(std::string_view head) const;

  // The result of `lane_of` for a request; cheap if it is invalid.
  Lane lane_of(std::string_view request) const;

  // A response with this status when there is no request.
  std::string refusal(int status) const;

 private:
  class Parser;
  Judge lane_of_;
  BodyJudge takes_body_;
  Handler finish_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace pith::http
