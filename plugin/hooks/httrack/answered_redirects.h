// Which URLs have answered with a redirect in this crawl, so that they are not asked again from every page.
//
// HTTrack asks for the type of a URL without a known extension as soon as it meets a link to it, and forgets the answer
// if it is a redirect to a URL that it knows: a redirect in a menu is fetched once for each page.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>

#include "core/base/keyed_hash.h"

namespace pith::capture {

// Bounded: redirects beyond the first 200,000 are not noted (and asked again). Use from one thread at a time.
class AnsweredRedirects {
 public:
  // `from` has answered with a redirect to `to`. A redirect that leads back to one of them, or to itself, permits that
  // one to be asked a second time: servers set a cookie on such a round and then send the page.
  void note(std::string_view from, std::string_view to) {
    Answers* const known = find(from);
    if (known)
      *known = Answers::twice;
    else if (answers_.size() < most)
      answers_.emplace(KeyedHash()(from), Answers::once);
    if (Answers* const target = find(to); target && *target == Answers::once) *target = Answers::once_and_leads_back;
  }

  // Whether the URL needs no other request. Its target has been seen by the crawler when it answered.
  bool settled(std::string_view url) const {
    const auto found = answers_.find(KeyedHash()(url));
    return found != answers_.end() && found->second != Answers::once_and_leads_back;
  }

 private:
  enum class Answers : char { once, once_and_leads_back, twice };
  static constexpr std::size_t most = 200'000;

  Answers* find(std::string_view url) {
    const auto found = answers_.find(KeyedHash()(url));
    return found == answers_.end() ? nullptr : &found->second;
  }

  std::unordered_map<std::size_t, Answers> answers_;  // by the hash alone, which keeps an entry small
};

}  // namespace pith::capture
