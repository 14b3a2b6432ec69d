// The threads that answer requests; connections.cpp brings them requests and takes the answers.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/serve/answer.h"
#include "plugin/serve/lane.h"

namespace pith::http {

struct Task {
  int socket = -1;
  std::string request;
  bool last = false;
  Lane lane = Lane::cheap;
};

struct Done {
  int socket = -1;
  Answer answer;
};

// Urgent requests are answered next. At most half of the threads, or the only one, answer expensive requests at a time,
// so that cheap requests never wait for these; if both kinds could be answered next, they alternate.
class Workers {
 public:
  Workers(std::size_t threads, std::function<Answer(std::string_view, bool)> answer);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  void give(Task task);
  // Takes back the request of this socket; false if no request of it waits for a thread any more.
  bool take_back(int socket);
  std::size_t queued(Lane lane) const;
  // The requests answered since the last call.
  std::vector<Done> take();
  // Whether every thread has been answering the same request for this long: then none may be answered ever again.
  bool stuck(std::chrono::seconds time) const;
  // A file descriptor that is readable when there is something to take.
  int wake_up() const;
  // Ends the threads; queued requests are not answered any more. False if one is still busy after this time: it is left
  // behind, and touches only what its own copy of `answer` holds.
  bool end(std::chrono::milliseconds patience);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace pith::http
