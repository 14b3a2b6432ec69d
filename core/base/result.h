// A value or an error, for everything that can fail on input.
//
// Pith's rule: failures that an attacker or a user can cause are returned as Error values. Exceptions are for failures
// that end the operation (out of memory) and never cross a library boundary into a host program.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace pith {

// What a caller can do about an error, whatever it is: HTTP statuses come from it.
enum class ErrorKind {
  failed,         // something does not work; perhaps later
  wrong_request,  // what was asked for: a query, an argument
  not_found,      // it asks for something that is not there
  too_large,      // what it asks for exceeds a bound
  timed_out,      // it takes longer than it may
};

// What went wrong, and what to do about it. `message` is one line for people and names the thing (file, key, URL).
// `code` is a short stable word for machines and for `pith stats` ("too_deep", "not_html", ...).
struct Error {
  std::string code;
  std::string message;
  ErrorKind kind = ErrorKind::failed;
};

inline Error wrong_request(std::string code, std::string message) {
  return {std::move(code), std::move(message), ErrorKind::wrong_request};
}

inline Error too_large(std::string code, std::string message) {
  return {std::move(code), std::move(message), ErrorKind::too_large};
}

inline Error not_found(std::string code, std::string message) {
  return {std::move(code), std::move(message), ErrorKind::not_found};
}

// The error with the place where it happened before its message.
inline Error error_at(const std::string& place, Error error) {
  error.message.insert(0, place + ": ");
  return error;
}

// Holds a T or an Error. Not thread-safe; copyable if T is. Asking for the part that it does not hold throws
// std::bad_variant_access: that is a bug in the caller, never a consequence of input.
template <typename T>
class Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace pith
