#include "tests/cost/growth.h"

#include <algorithm>
#include <cstdio>

#include "tests/support/effort.h"

namespace pith::cost {
namespace {

constexpr std::size_t smallest = 2048, step = 4;  // of inputs, in bytes
constexpr std::size_t fewest_steps = 2, most_steps = 3;
// Of the cost, in a step: a quadratic cost grows by 16. A busy machine doubles some measures.
constexpr double growth_to_go_on = 5, most_growth = 10;
constexpr double most_seconds = 20;  // for a measure
constexpr int tries = 3;

double seconds_of(const Work& work, const std::string& input) {
  double best = most_seconds;
  for (int time = 0; time < tries && (time == 0 || best < most_seconds / 10); ++time)
    best = std::min(best, test::thread_seconds_of([&] { work(input); }));
  return best;
}

void append_readable(std::string& out, std::string_view text) {
  constexpr std::size_t longest = 60;
  for (const char c : text.substr(0, longest)) {
    char escaped[8];
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) {
      std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned char>(c));
      out += escaped;
    } else {
      out += c;
    }
  }
  if (text.size() > longest) out += "[" + std::to_string(text.size()) + " bytes]";
}

Growth measured(const Work& work, const Input& input, std::size_t most, double least) {
  const auto has_room = [&](std::size_t bytes, std::size_t steps) { return bytes <= most >> (2 * steps); };
  std::size_t bytes = std::min(smallest, most >> (2 * fewest_steps));
  std::string text = input.of_size(bytes);
  while (test::thread_seconds_of([&] { work(text); }) < least && has_room(bytes, fewest_steps + 1))
    text = input.of_size(bytes *= step);
  Growth out;
  out.costs.push_back({text.size() - input.fixed(), seconds_of(work, text)});
  double allowed = 1;
  for (std::size_t steps = 1; steps <= most_steps && has_room(bytes, 1); ++steps) {
    const Growth::Cost first = out.costs.front(), before = out.costs.back();
    text = input.of_size(bytes *= step);
    const double seconds = seconds_of(work, text);
    const auto times_size = [&](const Growth::Cost& other) {
      return static_cast<double>(text.size() - input.fixed()) / static_cast<double>(other.bytes);
    };
    out.costs.push_back({text.size() - input.fixed(), seconds});
    if (seconds < growth_to_go_on / step * times_size(before) * before.seconds) break;
    allowed *= most_growth / step;
    out.too_fast = steps >= fewest_steps && seconds > least && seconds > allowed * times_size(first) * first.seconds;
    if (out.too_fast || seconds >= most_seconds) break;
  }
  return out;
}

}  // namespace

std::string Input::of_size(std::size_t bytes) const {
  static constexpr std::string_view mark = "§";
  std::string out = before;
  out.reserve(bytes + unit.size() + fixed() + 16);
  std::size_t number = 0;
  do {
    std::string_view rest = unit;
    for (std::size_t at; (at = rest.find(mark)) != std::string_view::npos; rest.remove_prefix(at + mark.size())) {
      out += rest.substr(0, at);
      out += std::to_string(number++);
    }
    out += rest;
  } while (out.size() < before.size() + bytes);
  return out += after;
}

std::string Input::name() const {
  std::string out;
  append_readable(out, before);
  out += " (";
  append_readable(out, unit);
  out += ")* ";
  append_readable(out, after);
  return out;
}

std::string Growth::str() const {
  std::string out;
  for (const Cost& cost : costs) {
    char line[80];
    std::snprintf(line, sizeof line, "%s%zu bytes %.2f ms", out.empty() ? "" : ", ", cost.bytes, 1000 * cost.seconds);
    out += line;
  }
  return out;
}

Growth growth_of(const Work& work, const Input& input, std::size_t most, double least) {
  most -= std::min(input.fixed(), most / 2);
  const Growth first = measured(work, input, most, least);
  return first.too_fast ? measured(work, input, most, least) : first;
}

}  // namespace pith::cost
