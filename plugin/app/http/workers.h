// The threads that answer requests; connections.cpp brings them the requests and takes the answers away.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/app/http/answer.h"

namespace pith::http {

struct Task {
  int socket = -1;
  std::string request;
  bool last = false;
  bool expensive = false;
};

struct Done {
  int socket = -1;
  Answer answer;
};

// At most half of the threads, or the only one, answer expensive requests at a time, so that the others wait for none
// of these; where both kinds could be answered next, they take turns.
class Workers {
 public:
  Workers(std::size_t threads, std::function<Answer(std::string_view, bool)> answer);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  void give(Task task);
  std::size_t queued(bool expensive) const;
  // What is done since the last call.
  std::vector<Done> take();
  // A file descriptor that is readable when there is something to take.
  int wake_up() const;
  // Ends the threads; what is queued is not answered any more. false if one is still busy after this time: it is left
  // behind, and touches nothing but what its own copy of `answer` holds.
  bool end(std::chrono::milliseconds patience);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace pith::http
