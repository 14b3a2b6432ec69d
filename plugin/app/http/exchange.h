// From the bytes of a request to those of its response: cpp-httplib's parser and writer, without its sockets.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "plugin/app/http/answer.h"

namespace httplib {
struct Request;
struct Response;
}  // namespace httplib

namespace pith::http {

class Exchange {
 public:
  // `route` answers every request, whatever its method and path; a status must be set by it. `finish` sees every
  // response before it is written, those to what is no HTTP too, and adds what all have. `is_expensive` is given target
  // and parameters of a request. `timeout`: how long a connection without a request is kept, for clients to know.
  using Handler = std::function<void(const httplib::Request&, httplib::Response&)>;
  using Judge = std::function<bool(const httplib::Request&)>;
  Exchange(const Handler& route, Judge is_expensive, const Handler& finish, std::chrono::milliseconds timeout);
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  // Any bytes give a response. By several threads at once.
  Answer answer(std::string_view request, bool last) const;

  // What `is_expensive` says of a request; false of what is none.
  bool is_expensive(std::string_view request) const;

  // A response of this status to a request that there is none of.
  std::string refusal(int status) const;

 private:
  class Parser;
  Judge is_expensive_;
  Handler finish_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace pith::http
