// From the bytes of a request to those of its response: cpp-httplib's parser and writer, without its sockets.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "plugin/app/http/connections.h"

namespace httplib {
struct Request;
struct Response;
}  // namespace httplib

namespace pith::http {

class Exchange {
 public:
  // `route` answers every request, whatever its method and path; a status must be set by it. `finish` sees every
  // response before it is written, those to what is no HTTP too, and adds what all have. `timeout`: how long a
  // connection without a request is kept, for clients to know.
  using Handler = std::function<void(const httplib::Request&, httplib::Response&)>;
  Exchange(const Handler& route, const Handler& finish, std::chrono::milliseconds timeout);
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  // Any bytes give a response. By several threads at once.
  Answer answer(std::string_view request, bool last) const;

  // A response of this status to a request that there is none of.
  std::string refusal(int status) const;

 private:
  class Parser;
  Handler finish_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace pith::http
