#include "tests/bench/skeleton.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace pith::bench {
namespace {

class Parser {
 public:
  Parser(const std::string& file, const std::string& source) : file_(file), source_(source) {}

  Skeleton whole() {
    auto alternatives = inside("");
    if (alternatives.size() != 1) fail("{{|}} outside a section");
    return std::move(alternatives.front());
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw std::runtime_error(file_ + ": " + what); }

  // Up to the end of the section, or of the file if the name is empty.
  std::vector<Skeleton> inside(const std::string& section) {
    std::vector<Skeleton> alternatives(1);
    while (at_ < source_.size()) {
      const std::size_t mark = source_.find("{{", at_);
      if (mark != at_) alternatives.back().push_back({SkeletonNode::Kind::text, source_.substr(at_, mark - at_), {}});
      at_ = std::min(mark, source_.size());
      if (at_ == source_.size()) break;
      const std::size_t end = source_.find("}}", at_);
      if (end == std::string::npos) fail("{{ without }}");
      const std::string name = source_.substr(at_ + 2, end - at_ - 2);
      at_ = end + 2;
      if (name == "|") {
        alternatives.emplace_back();
      } else if (name.starts_with('#')) {
        alternatives.back().push_back({SkeletonNode::Kind::section, name.substr(1), inside(name.substr(1))});
      } else if (name.starts_with('/')) {
        if (name.substr(1) != section) fail("{{" + name + "}} inside \"" + section + "\"");
        return alternatives;
      } else {
        alternatives.back().push_back({SkeletonNode::Kind::value, name, {}});
      }
    }
    if (!section.empty()) fail("{{#" + section + "}} is not closed");
    return alternatives;
  }

  const std::string& file_;
  const std::string& source_;
  std::size_t at_ = 0;
};

}  // namespace

Skeleton read_skeleton(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file + ": cannot be read; it is part of the source tree from which this was built");
  std::ostringstream text;
  text << in.rdbuf();
  const std::string source = text.str();
  return Parser(file, source).whole();
}

}  // namespace pith::bench
