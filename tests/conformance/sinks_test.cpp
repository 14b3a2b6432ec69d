// Every sink gets the same documents: all arrive, each once.
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/conformance/sink_suite.h"

using namespace pith;
using namespace pith::test;
using nlohmann::json;
using sinks::SinkDocument;

BOOST_AUTO_TEST_SUITE(sinks_suite)

BOOST_AUTO_TEST_CASE(every_sink_has_a_target_here) {
  const auto targets = sink_targets();
  for (const sinks::SinkInfo* sink : sinks::sinks())
    BOOST_TEST(std::any_of(targets.begin(), targets.end(),
                           [&](const auto& target) { return std::string(target->sink()) == sink->name; }),
               sink->name);
  BOOST_TEST(sinks::find_sink("nothing").error().message.find("jsonl, opensearch, solr") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(everything_arrives_once) {
  for_each_target([](SinkTarget& target) {
    const auto all = documents(50);
    auto options = target.options();
    options.batch_documents = 7;
    const auto counts = export_all(options, target.sink(), all);
    check(target, all);
    BOOST_TEST(counts.sent == 50);
    BOOST_TEST(counts.refused == 0);
    BOOST_TEST(counts.retried == 0);
    BOOST_TEST(counts.bytes > 50 * 100);
    if (!target.server()) return;
    BOOST_TEST(target.server()->batches() == 8);
    for (const SinkDocument& document : all) BOOST_TEST(target.server()->writes(document.id) == 1);
  });
}

BOOST_AUTO_TEST_CASE(exporting_twice_changes_nothing) {
  for_each_target([](SinkTarget& target) {
    const auto all = documents(20);
    export_all(target.options(), target.sink(), all);
    const auto before = target.documents();
    export_all(target.options(), target.sink(), all);
    BOOST_TEST((target.documents() == before));
    check(target, all);
  });
}

BOOST_AUTO_TEST_CASE(the_last_document_with_an_id_counts) {
  for_each_target([](SinkTarget& target) {
    SinkDocument first = document(1), second = document(1), other = document(2), gone = document(3);
    second.fields["title"] = "Later";
    const auto sink = open(target.options(), target.sink());
    no_error(sink->put(first));
    no_error(sink->put(other));
    no_error(sink->put(gone));
    no_error(sink->put(second));
    no_error(sink->remove(gone.id));
    no_error(sink->remove(other.id));
    no_error(sink->remove(document(4).id));
    no_error(sink->put(other));
    no_error(sink->finish());
    check(target, {second, other});
    BOOST_TEST(sink->counts().sent == 5);
    BOOST_TEST(sink->counts().removed == 3);
  });
}

BOOST_AUTO_TEST_CASE(no_documents_write_nothing) {
  for_each_target([](SinkTarget& target) {
    BOOST_TEST(export_all(target.options(), target.sink(), {}).sent == 0);
    check(target, {});
    if (target.server()) BOOST_TEST(target.server()->batches() == 0);
  });
}

BOOST_AUTO_TEST_CASE(batches_are_bounded_by_bytes) {
  for_each_server([](SinkTarget& target, SearchDouble& server) {
    auto all = documents(30);
    auto options = target.options();
    options.batch_bytes = 2000;
    export_all(options, target.sink(), all);
    // An action of the bulk API adds about a hundred bytes.
    BOOST_TEST(server.largest_batch() < 4000u);
    BOOST_TEST(server.batches() > 5);
    all[3].fields["content"] = std::string(100'000, 'x');
    export_all(options, target.sink(), all);
    BOOST_TEST(server.largest_batch() > 100'000u);
    BOOST_TEST(server.largest_batch() < 102'000u);
    check(target, all);
  });
}

BOOST_AUTO_TEST_CASE(pruning_removes_only_what_is_gone) {
  for (const bool one_site : {false, true}) {
    for_each_server([&](SinkTarget& target, SearchDouble& server) {
      auto all = documents(20);
      export_all(target.options(), target.sink(), all);
      server.put("theirs", {{"id", "theirs"}, {"site", "h1.example"}, {"title", "Somebody else's"}});
      server.put("similar", {{"id", "similar"}, {"site", "h1.example"}, {"generator", "pithy"}, {"export", "old"}});

      auto options = target.options();
      options.run = "20240601t100000000z";
      std::vector<SinkDocument> now;
      for (int i = 0; i < 20; ++i)
        if (i != 3 && i != 4 && (!one_site || i % 2 == 1)) now.push_back(all[static_cast<std::size_t>(i)]);
      const auto sink = open(options, target.sink());
      no_error(put_all(*sink, now));
      const auto pruned = sink->prune(one_site ? std::vector<std::string>{"h1.example"} : std::vector<std::string>());
      BOOST_REQUIRE_MESSAGE(pruned.ok(), message_of(pruned));
      BOOST_TEST(*pruned == (one_site ? 1 : 2));

      const auto left = server.documents();
      BOOST_TEST(left.contains("theirs"));
      BOOST_TEST(left.contains("similar"));
      BOOST_TEST(left.size() == (one_site ? 21u : 20u));
      BOOST_TEST(!left.contains(all[3].id));
      BOOST_TEST(left.contains(all[4].id) == one_site);
      for (const std::string& violation : server.violations()) BOOST_ERROR(violation);
    });
  }
}

BOOST_AUTO_TEST_CASE(pruning_is_refused_if_it_could_remove_new_documents) {
  for_each_server([](SinkTarget& target, SearchDouble& server) {
    const auto all = documents(10);
    const auto sink = open(target.options(), target.sink());
    no_error(put_all(*sink, all));
    // As if the index did not find one document by its marks.
    server.put(all[2].id, {{"id", all[2].id}, {"generator", "pith"}, {"export", "analysed away"}});
    const auto pruned = sink->prune({});
    BOOST_REQUIRE(!pruned.ok());
    BOOST_TEST(pruned.error().code == "prune");
    BOOST_TEST(pruned.error().message.find("9 of the 10") != std::string::npos, pruned.error().message);
    BOOST_TEST(server.documents().size() == 10u);
  });
}

BOOST_AUTO_TEST_CASE(credentials_are_sent_and_never_printed) {
  for_each_server([](SinkTarget& target, SearchDouble& server) {
    auto options = target.options();
    server.require_authorization("Basic dTpzM2NyM3Q=");
    const auto try_it = [&] {
      const auto sink = (*sinks::find_sink(target.sink()))->open(options);
      if (!sink) return sink.error();
      return put_all(**sink, documents(1)).value_or(Error{"none", ""});
    };
    BOOST_TEST(try_it().code == "unauthorised");
    options.credentials = {.user = "u", .password = "s3cr3t"};
    BOOST_TEST(try_it().code == "none");
    check(target, documents(1));

    std::vector<Error> errors;
    options.credentials.password = "wr0ng s3cr3t";
    errors.push_back(try_it());
    options.credentials = {.user = "u"};
    errors.push_back(try_it());
    options.credentials = {.user = "u", .password = "s3cr3t\r\nX: y"};
    errors.push_back(try_it());
    options.credentials = {.user = "u", .password = "s3cr3t", .api_key = "s3cr3t"};
    errors.push_back(try_it());
    options.credentials = {};
    const std::string host = options.url.substr(7);
    for (const std::string& url : {"http://u:s3cr3t@" + host, "u:s3cr3t@" + host, "http://s3cr3t@" + host + "/x",
                                   "http://" + host + "/?key=s3cr3t", std::string("ftp://h.example/"), std::string()}) {
      options.url = url;
      errors.push_back(try_it());
      BOOST_TEST(errors.back().code == "usage", url);
    }
    for (const Error& error : errors) {
      BOOST_TEST(error.code != "none");
      BOOST_TEST(error.message.find("s3cr3t") == std::string::npos, error.message);
    }
  });
}

BOOST_AUTO_TEST_CASE(names_that_no_server_accepts_are_refused) {
  for_each_server([](SinkTarget& target, SearchDouble&) {
    for (const char* name : {"", "a/b", "a b", "a?b", "-a", "../x", "a\"b"}) {
      auto options = target.options();
      options.collection = name;
      const auto sink = (*sinks::find_sink(target.sink()))->open(options);
      BOOST_TEST(!sink.ok(), name);
      if (!sink) BOOST_TEST(sink.error().code == "usage");
    }
  });
}

BOOST_AUTO_TEST_SUITE_END()
