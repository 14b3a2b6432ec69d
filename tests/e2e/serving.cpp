#include "tests/e2e/serving.h"

#include <arpa/inet.h>
#include <httplib.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>

namespace pith::test {
namespace {

// Its output goes to a file, to be read while it runs.
Command serve_command(const Project& project, const std::string& output, const std::vector<std::string>& arguments,
                      const std::string& wrapper) {
  std::string line = "exec " + wrapper + "\"$0\" serve --port 0 --json \"$@\" </dev/null >" + output;
  Command command = project.command({});
  std::vector<std::string> all = {"sh", "-c", line, command.arguments.front()};
  all.insert(all.end(), arguments.begin(), arguments.end());
  command.arguments = std::move(all);
  command.timeout = std::chrono::minutes(30);
  return command;
}

Reply reply_of(const httplib::Result& result) {
  Reply reply;
  if (!result) return reply;
  reply.status = result->status;
  reply.body = result->body;
  for (const auto& [name, value] : result->headers) reply.headers[name] = value;
  return reply;
}

}  // namespace

std::string Reply::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

Serving::Serving(const Project& project, std::vector<std::string> arguments, const std::string& wrapper)
    : output_(project / "serve.out"),
      process_((write_file(output_, ""), serve_command(project, output_, arguments, wrapper))) {
  const bool up = wait_until([&] { return read_file(output_).ends_with("\n") || !process_.running(); });
  BOOST_REQUIRE(up);
  const std::string said = read_file(output_);
  if (said.empty()) BOOST_FAIL("pith serve ended: " + process_.finish().err);
  const std::string url = nlohmann::json::parse(said).at("url");
  port_ = std::stoi(url.substr(url.rfind(':') + 1));
}

Reply Serving::get(const std::string& target, const std::vector<std::pair<std::string, std::string>>& headers) const {
  httplib::Client client("127.0.0.1", port_);
  client.set_read_timeout(300);
  return reply_of(client.Get(target, httplib::Headers(headers.begin(), headers.end())));
}

Reply Serving::request(const std::string& method, const std::string& target, const std::string& body) const {
  httplib::Client client("127.0.0.1", port_);
  httplib::Request request;
  request.method = method;
  request.path = target;
  request.body = body;
  return reply_of(client.send(request));
}

nlohmann::json Serving::search(const std::string& query) const {
  const Reply reply = get("/api/v1/search?" + query);
  BOOST_REQUIRE_MESSAGE(reply.status == 200, query << ": " << reply.status << " " << reply.body);
  return reply.json();
}

int Serving::connect(const std::string& bytes) const {
  const int client = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port_));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  BOOST_REQUIRE(::connect(client, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t size = send(client, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (size <= 0) break;  // the server has closed the connection
    sent += static_cast<std::size_t>(size);
  }
  return client;
}

std::string Serving::raw(const std::string& bytes, std::chrono::milliseconds wait) const {
  const int client = connect(bytes);
  std::string answer;
  pollfd polled{client, POLLIN, 0};
  char buffer[4096];
  for (ssize_t size = 1; size > 0 && poll(&polled, 1, static_cast<int>(wait.count())) == 1;) {
    size = recv(client, buffer, sizeof buffer, 0);
    if (size > 0) answer.append(buffer, static_cast<std::size_t>(size));
  }
  close(client);
  return answer;
}

std::string page_line(const std::string& url, const std::string& body, int status) {
  return nlohmann::json{{"url", url},
                        {"status", status},
                        {"headers", {{"Content-Type", "text/html; charset=utf-8"}}},
                        {"body", body}}
             .dump() +
         "\n";
}

}  // namespace pith::test
