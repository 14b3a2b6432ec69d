#include "tests/e2e/site.h"

#include <httplib.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace pith::test {
namespace {

constexpr const char* not_found = "<html><title>404</title><body>Not found here</body></html>";

// "/a%7eb" → "/a~b": servers treat both alike, and HTTrack writes some escapes differently.
std::string unescaped(const std::string& target) {
  std::string out;
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (target[i] == '%' && i + 2 < target.size()) {
      out += static_cast<char>(std::stoi(target.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      out += target[i];
    }
  }
  return out;
}

}  // namespace

struct Site::Impl {
  std::string address;
  int port = -1;
  std::map<std::string, Page> pages;
  std::vector<Answer> answers;
  std::atomic<int> delay_ms = 0;
  mutable std::mutex mutex;
  httplib::Server server;
  std::thread thread;

  void answer(const httplib::Request& request, httplib::Response& response) {
    if (delay_ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(delay_ms));
    Page page{.body = not_found, .status = 404};
    {
      const std::lock_guard lock(mutex);
      if (const auto found = pages.find(unescaped(request.target)); found != pages.end()) page = found->second;
    }
    // The library encodes whatever the client accepts encoded; here the page decides.
    if (!page.gzip) const_cast<httplib::Request&>(request).headers.erase("Accept-Encoding");
    response.status = page.status;
    for (const auto& [name, value] : page.headers) response.headers.emplace(name, value);
    if (!page.location.empty()) response.set_header("Location", page.location);
    if (!page.chunked) {
      response.set_content(page.body, page.type);
      return;
    }
    response.set_chunked_content_provider(page.type, [body = page.body](std::size_t offset, httplib::DataSink& sink) {
      if (offset < body.size()) sink.write(body.data() + offset, std::min<std::size_t>(1000, body.size() - offset));
      if (offset + 1000 >= body.size()) sink.done();
      return true;
    });
  }
};

Site::Site(const std::string& address, int port) : impl_(std::make_unique<Impl>()) {
  Impl& impl = *impl_;
  impl.address = address;
  impl.server.new_task_queue = [] { return new httplib::ThreadPool(16); };
  impl.server.set_keep_alive_timeout(1);  // stop() may have to wait this long
  impl.server.set_tcp_nodelay(true);
  impl.server.Get(
      ".*", [&impl](const httplib::Request& request, httplib::Response& response) { impl.answer(request, response); });
  impl.server.set_logger([&impl](const httplib::Request& request, const httplib::Response& response) {
    const std::lock_guard lock(impl.mutex);
    impl.answers.push_back(
        {request.target, response.status,
         response.get_header_value("Content-Encoding") + response.get_header_value("Transfer-Encoding")});
  });
  if (port == 0)
    impl.port = impl.server.bind_to_any_port(address);
  else if (impl.server.bind_to_port(address, port))
    impl.port = port;
  if (impl.port <= 0) throw std::runtime_error("cannot listen on " + address + ":" + std::to_string(port));
  impl.thread = std::thread([&impl] { impl.server.listen_after_bind(); });
  while (!impl.server.is_running()) std::this_thread::yield();
}

Site::~Site() {
  impl_->server.stop();
  impl_->thread.join();
}

void Site::put(const std::string& target, Page page) {
  const std::lock_guard lock(impl_->mutex);
  impl_->pages[unescaped(target)] = std::move(page);
}

void Site::remove(const std::string& target) {
  const std::lock_guard lock(impl_->mutex);
  impl_->pages.erase(unescaped(target));
}

std::string Site::url(const std::string& target, const std::string& host) const {
  return "http://" + (host.empty() ? impl_->address : host) + ":" + std::to_string(impl_->port) + target;
}

std::string Site::body(const std::string& target) const {
  const std::lock_guard lock(impl_->mutex);
  const auto found = impl_->pages.find(unescaped(target));
  return found == impl_->pages.end() ? not_found : found->second.body;
}

void Site::set_delay(std::chrono::milliseconds delay) { impl_->delay_ms = static_cast<int>(delay.count()); }

std::vector<Site::Answer> Site::answers() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->answers;
}

void Site::forget() {
  const std::lock_guard lock(impl_->mutex);
  impl_->answers.clear();
}

}  // namespace pith::test
