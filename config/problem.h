// What is wrong with a configuration, and where.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::config {

struct Problem {
  std::string file;          // as the caller named it; or "command line", ...
  int line = 0, column = 0;  // from 1, columns in characters; 0: the file as a whole
  std::string path;          // of the key; empty: the file or its syntax
  std::string what;          // what was found: "unknown key", "got \"four\""
  std::string expected;      // "a whole number from 0 to 64"; empty where `what` says it all
  std::string nearest;       // what the user may have meant; often empty

  // One line, without the line end:
  //   pith.yaml:12:5: siblings.m: unknown key; did you mean siblings.n?
  //   pith.yaml:3:8: siblings.n: expected a whole number from 0 to 64, got "four"
  std::string str() const;

  bool operator==(const Problem&) const = default;
};

struct Position {
  int line = 0, column = 0;  // from 1; 0: unknown
};

// Collects the problems of one file. Problems beyond `most` are only counted, so that a hostile file cannot make an
// endless report.
class Problems {
 public:
  explicit Problems(std::string file) : file_(std::move(file)) {}

  void add(Position at, std::string path, std::string what, std::string expected = {}, std::string nearest = {});
  void add(Problem problem);
  bool empty() const { return list_.empty(); }
  bool full() const { return list_.size() >= most; }

  // All of them, in file order; if some are left out, the last one says how many.
  std::vector<Problem> take();

  static constexpr std::size_t most = 100;

 private:
  std::string file_;
  std::vector<Problem> list_;
  std::size_t left_out_ = 0;
};

// One line per problem, joined by line ends.
std::string to_text(const std::vector<Problem>& problems);

// Makes text from outside fit for one line of a message: control characters and invalid UTF-8 bytes become '?', and
// everything beyond `longest` bytes becomes "...".
std::string printable(std::string_view text, std::size_t longest = 80);

// The number of bytes before the first that is not valid UTF-8 (Unicode 15, table 3-7); text.size() if all are valid.
std::size_t valid_utf8_prefix(std::string_view text);

}  // namespace pith::config
