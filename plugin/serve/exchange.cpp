#include "plugin/serve/exchange.h"

#include <httplib.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "plugin/serve/connections.h"
#include "plugin/serve/request_head.h"

namespace pith::http {
namespace {

class MemoryStream : public httplib::Stream {
 public:
  explicit MemoryStream(std::string_view in) : in_(in) {}

  bool is_readable() const override { return !in_.empty(); }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, size_t size) override {
    size = std::min(size, in_.size());
    std::copy_n(in_.data(), size, to);
    in_.remove_prefix(size);
    return static_cast<ssize_t>(size);
  }
  ssize_t write(const char* from, size_t size) override {
    out_.append(from, size);
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return INVALID_SOCKET; }

  std::string take() { return std::move(out_); }

 private:
  std::string_view in_;
  std::string out_;
};

httplib::Request first_line_of(const std::string& head) {
  httplib::Request request;
  request.method = head.substr(0, head.find(' '));
  const std::size_t begin = request.method.size() + 1;
  request.target = head.substr(begin, head.find(' ', begin) - begin);
  return request;
}

}  // namespace

class Exchange::Parser : public httplib::Server {
 public:
  Parser(const Handler& route, const Handler& finish, std::chrono::milliseconds timeout) {
    set_keep_alive_max_count(max_requests_of_connection);
    set_keep_alive_timeout(std::chrono::duration_cast<std::chrono::seconds>(timeout).count());
    set_pre_routing_handler([route](const httplib::Request& request, httplib::Response& response) {
      route(request, response);
      return HandlerResponse::Handled;
    });
    set_error_handler(finish);  // before a body is measured
    set_post_routing_handler([finish](const httplib::Request& request, httplib::Response& response) {
      finish(request, response);
      response.headers.erase("Accept-Ranges");  // cpp-httplib's, of HEAD: read_head() drops Range
    });
    // If this returned 417, cpp-httplib would write a line with it and then answer the request as well.
    set_expect_100_continue_handler([](const httplib::Request&, httplib::Response& response) {
      response.status = 417;
      return 0;
    });
  }

  Answer answer(std::string_view text, std::string_view body, bool last) {
    MemoryStream stream(text);
    bool close = false;
    // Answers are small and unique: compressing them at cpp-httplib's levels gains nothing.
    process(*this, stream, last, close, [body](httplib::Request& request) {
      request.headers.erase("Accept-Encoding");
      if (body.empty()) return;
      request.headers.erase("Content-Length");
      request.body = body;
    });
    std::string response = stream.take();
    const bool none = response.empty();
    return {std::move(response), last || close || none};
  }

 private:
  // A template, so that only the call that the installed cpp-httplib offers is compiled.
  template <typename Server>
  static void process(Server& server, MemoryStream& stream, bool last, bool& close,
                      const std::function<void(httplib::Request&)>& prepare) {
    if constexpr (requires { server.process_request(stream, last, close, prepare); })
      server.process_request(stream, last, close, prepare);  // 0.11, Debian 12
    else
      server.process_request(stream, "", 0, "", 0, last, close, prepare);  // 0.18, Debian 13: with both addresses
  }
};

Exchange::Exchange(const Handler& route, Judge lane_of, BodyJudge takes_body, const Handler& finish,
                   std::chrono::milliseconds timeout)
    : lane_of_(std::move(lane_of)),
      takes_body_(std::move(takes_body)),
      finish_(finish),
      parser_(std::make_unique<Parser>(route, finish, timeout)) {}
Exchange::~Exchange() = default;

Answer Exchange::answer(std::string_view request, bool last) const {
  const std::size_t size = std::min(request.find(head_end), request.size() - head_end.size()) + head_end.size();
  const auto head = read_head(request.substr(0, size));
  if (!head) return {refusal(400), true};
  const std::string_view body = request.substr(size);
  return parser_->answer(head->bytes, body, last || head->close || (head->has_body && body.empty()));
}

std::size_t Exchange::body_of(std::string_view head) const {
  const auto read = read_head(head);
  if (!read || read->body == 0 || read->body > max_body_bytes) return 0;
  return takes_body_(first_line_of(read->bytes)) ? read->body : 0;
}

Lane Exchange::lane_of(std::string_view request) const {
  const auto head = read_head(request);
  if (!head) return Lane::cheap;
  httplib::Request parsed = first_line_of(head->bytes);
  if (const std::size_t query = parsed.target.find('?'); query != std::string::npos)
    httplib::detail::parse_query_text(parsed.target.substr(query + 1), parsed.params);
  return lane_of_(parsed);
}

std::string Exchange::refusal(int status) const {
  httplib::Response response;
  response.status = status;
  finish_({}, response);
  std::string text = "HTTP/1.1 " + std::to_string(status) +
                     " \r\nConnection: close\r\nContent-Length: " + std::to_string(response.body.size()) + "\r\n";
  for (const auto& [name, value] : response.headers) text += name + ": " + value + "\r\n";
  return text + "\r\n" + response.body;
}

}  // namespace pith::http
