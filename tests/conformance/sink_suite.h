// Shared by the sinks' suites: documents, and checks that all of them arrived.
#pragma once

#include <boost/test/unit_test.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/sink_target.h"
#include "tests/support/structures.h"

namespace pith::test {

inline index::StoredPage page(int number) {
  static const char* const published[] = {"2024-05-31", "2024-05-31T10:20:30", "2024-05-31T10:20:30Z",
                                          "2024-03-01T00:30:00+02:00", "2023-12-31T23:00:00-01:30"};
  const std::string n = std::to_string(number);
  index::StoredPage page = {
      {"url", "https://h" + std::to_string(number % 2) + ".example/" + n},
      {"site", "h" + std::to_string(number % 2) + ".example"},
      {"title", "\"Title\" \\ " + n + "\n\t\u2028 😀"},
      {"content", "Überschrift\nZeile " + n},
      {"structure", packed(R"([{"region":"heading","begin":0,"end":11},{"region":"list","begin":12,"end":17}])")},
      {"published", published[number % 5]},
      {"fetched", "2024-05-31T10:20:30Z"},
      {"lang", "de"},
      {"status", "main"},
      {"confidence", "0.75"}};
  if (number % 7 == 0) page = {{"url", page["url"]}, {"site", page["site"]}};  // hardly anything
  return page;
}

inline sinks::SinkDocument document(int number) { return *sinks::make_sink_document(page(number), number % 3 == 0); }

inline std::vector<sinks::SinkDocument> documents(int count) {
  std::vector<sinks::SinkDocument> out;
  for (int i = 0; i < count; ++i) out.push_back(document(i));
  return out;
}

inline std::map<std::string, nlohmann::json> expected(const SinkTarget& target,
                                                      const std::vector<sinks::SinkDocument>& documents) {
  std::map<std::string, nlohmann::json> out;
  for (const sinks::SinkDocument& document : documents) {
    nlohmann::json& fields = out[document.id] = nlohmann::json::object();
    for (const auto& [name, value] : document.fields.items()) fields[name] = target.stored(name, value);
  }
  return out;
}

// For BOOST_REQUIRE_MESSAGE, which always builds its message.
template <typename T>
std::string message_of(const Result<T>& result) {
  return result ? std::string() : result.error().message;
}

inline std::unique_ptr<sinks::Sink> open(const sinks::SinkOptions& options, const char* name) {
  auto sink = (*sinks::find_sink(name))->open(options);
  BOOST_REQUIRE_MESSAGE(sink.ok(), message_of(sink));
  return std::move(*sink);
}

inline std::optional<Error> put_all(sinks::Sink& sink, const std::vector<sinks::SinkDocument>& documents) {
  for (const sinks::SinkDocument& document : documents)
    if (auto error = sink.put(document)) return error;
  return sink.finish();
}

inline void no_error(const std::optional<Error>& error) {
  BOOST_TEST(!error.has_value(), (error ? error->code + ": " + error->message : std::string()));
}

inline sinks::ExportCounts export_all(const sinks::SinkOptions& options, const char* name,
                                      const std::vector<sinks::SinkDocument>& documents) {
  const auto sink = open(options, name);
  no_error(put_all(*sink, documents));
  return sink->counts();
}

inline void check(SinkTarget& target, const std::vector<sinks::SinkDocument>& wanted) {
  const auto is = target.documents();
  const auto should = expected(target, wanted);
  BOOST_TEST(is.size() == should.size());
  for (const auto& [id, fields] : should) {
    const auto found = is.find(id);
    BOOST_TEST(bool(found != is.end()), "missing: " << fields.dump());
    if (found != is.end())
      BOOST_TEST(found->second == fields, found->second.dump() << "\ninstead of\n" << fields.dump());
  }
  for (const std::string& violation : target.violations()) BOOST_ERROR(violation);
}

inline void for_each_target(const std::function<void(SinkTarget&)>& body) {
  for (const auto& target : sink_targets()) BOOST_TEST_CONTEXT(target->sink()) body(*target);
}

inline void for_each_server(const std::function<void(SinkTarget&, SearchDouble&)>& body) {
  for_each_target([&](SinkTarget& target) {
    if (SearchDouble* server = target.server()) body(target, *server);
  });
}

}  // namespace pith::test
