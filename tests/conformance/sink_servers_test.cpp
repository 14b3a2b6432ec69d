// Tests for one kind of server, and of what a connection must not do.
#include <httplib.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <string>
#include <thread>

#include "tests/support/sink_target.h"

using namespace pith;
using namespace pith::test;
using sinks::SinkDocument;

namespace {

SinkDocument document(const std::string& name) {
  return *sinks::make_sink_document({{"url", "http://h.example/" + name}, {"title", name}}, false);
}

sinks::SinkOptions options_for(const SearchDouble& server) {
  for (const auto& target : sink_targets())
    if (target->server()) {
      auto options = target->options();
      options.url = server.url();
      return options;
    }
  BOOST_FAIL("no server");
  return {};
}

Result<std::unique_ptr<sinks::Sink>> open(const char* name, const sinks::SinkOptions& options) {
  return (*sinks::find_sink(name))->open(options);
}

// A server with a self-signed certificate.
class SelfSigned {
 public:
  SelfSigned() {
    EVP_PKEY* const key = EVP_RSA_gen(2048);
    X509* const certificate = X509_new();
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -60);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_set_pubkey(certificate, key);
    X509_NAME* const name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("127.0.0.1"), -1, -1,
                               0);
    X509_set_issuer_name(certificate, name);
    X509_sign(certificate, key, EVP_sha256());
    server_ = std::make_unique<httplib::SSLServer>(certificate, key);
    X509_free(certificate);
    EVP_PKEY_free(key);
    const auto handler = [this](const httplib::Request&, httplib::Response&) { ++requests_; };
    server_->Get(".*", handler);
    server_->Post(".*", handler);
    port_ = server_->bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_->listen_after_bind(); });
    while (!server_->is_running()) std::this_thread::yield();
  }
  ~SelfSigned() {
    server_->stop();
    thread_.join();
  }
  SelfSigned(const SelfSigned&) = delete;
  SelfSigned& operator=(const SelfSigned&) = delete;

  std::string url() const { return "https://127.0.0.1:" + std::to_string(port_); }
  int requests() const { return requests_; }

 private:
  std::unique_ptr<httplib::SSLServer> server_;
  std::thread thread_;
  int port_ = -1;
  std::atomic<int> requests_ = 0;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(sink_servers)

BOOST_AUTO_TEST_CASE(opensearch_items_are_retried_alone) {
  OpenSearchDouble server;
  const SinkDocument a = document("a"), b = document("b"), c = document("c"), d = document("d");
  server.fail_item(b.id, 429, 2);
  server.fail_item(c.id, 503, 1);
  const auto sink = open("opensearch", options_for(server));
  BOOST_REQUIRE(sink.ok());
  for (const SinkDocument& each : {a, b, c, d}) BOOST_REQUIRE(!(*sink)->put(each));
  BOOST_REQUIRE(!(*sink)->finish());
  BOOST_TEST(server.documents().size() == 4u);
  BOOST_TEST(server.bulk_actions(a.id) == 1);
  BOOST_TEST(server.bulk_actions(b.id) == 3);
  BOOST_TEST(server.bulk_actions(c.id) == 2);
  BOOST_TEST(server.bulk_actions(d.id) == 1);
  BOOST_TEST((*sink)->counts().sent == 4);
  BOOST_TEST((*sink)->counts().retried == 3);
  BOOST_TEST(server.violations().empty());
}

BOOST_AUTO_TEST_CASE(opensearch_items_that_never_succeed_are_refused) {
  OpenSearchDouble server;
  const SinkDocument a = document("a"), b = document("b");
  server.fail_item(b.id, 500, 1000);
  const auto sink = open("opensearch", options_for(server));
  BOOST_REQUIRE(sink.ok());
  for (const SinkDocument& each : {a, b}) BOOST_REQUIRE(!(*sink)->put(each));
  BOOST_REQUIRE(!(*sink)->finish());
  BOOST_TEST((*sink)->counts().sent == 1);
  BOOST_REQUIRE((*sink)->counts().first_refusals.size() == 1u);
  BOOST_TEST((*sink)->counts().first_refusals[0].url == b.url);
  BOOST_TEST((*sink)->counts().first_refusals[0].why.find("500 ") == 0u);
  BOOST_TEST(server.bulk_actions(b.id) == 5);

  // If a whole batch fails, the server is at fault, not the documents.
  server.fail_item(a.id, 429, 1000);
  const auto busy = open("opensearch", options_for(server));
  BOOST_REQUIRE(busy.ok());
  for (const SinkDocument& each : {a, b}) BOOST_REQUIRE(!(*busy)->put(each));
  const auto error = (*busy)->finish();
  BOOST_REQUIRE(error.has_value());
  BOOST_TEST(error->code == "busy");
  BOOST_TEST((*busy)->counts().refused == 0);
}

BOOST_AUTO_TEST_CASE(opensearch_index_is_created_once_with_a_mapping) {
  OpenSearchDouble server;
  BOOST_TEST(server.mapping().is_null());
  BOOST_REQUIRE(open("opensearch", options_for(server)).ok());
  const auto mapping = server.mapping();
  BOOST_TEST(mapping.at("dynamic") == false);
  const auto& properties = mapping.at("properties");
  BOOST_TEST(properties.size() == sinks::document_fields().size() + 2);
  for (const char* name : {"id", "url", "site", "lang", "generator", "export"})
    BOOST_TEST(properties.at(name).at("type") == "keyword", name);
  for (const char* name : {"title", "content", "headings"}) BOOST_TEST(properties.at(name).at("type") == "text", name);
  BOOST_TEST(properties.at("published").at("type") == "date");
  BOOST_TEST(properties.at("structure").at("enabled") == false);
  BOOST_REQUIRE(open("opensearch", options_for(server)).ok());
  BOOST_TEST(server.violations().empty());
}

BOOST_AUTO_TEST_CASE(an_api_key_is_for_opensearch_only) {
  OpenSearchDouble server;
  server.require_authorization("ApiKey s3cr3t==");
  auto options = options_for(server);
  BOOST_TEST(open("opensearch", options).error().code == "unauthorised");
  options.credentials = {.api_key = "s3cr3t=="};
  BOOST_TEST(open("opensearch", options).ok());
  SolrDouble solr;
  options.url = solr.url();
  BOOST_TEST(open("solr", options).error().code == "usage");
}

BOOST_AUTO_TEST_CASE(solr_may_be_below_another_path) {
  SolrDouble server;
  auto options = options_for(server);
  for (const char* path : {"/solr", "/solr/"}) {
    options.url = server.url() + path;
    BOOST_TEST(open("solr", options).ok());
  }
  options.url = server.url() + "/search";
  const auto elsewhere = open("solr", options);
  BOOST_REQUIRE(!elsewhere.ok());
  BOOST_TEST(elsewhere.error().code == "no_collection");
}

BOOST_AUTO_TEST_CASE(a_self_signed_certificate_is_not_trusted) {
  const SelfSigned server;
  auto options = options_for(OpenSearchDouble());
  options.url = server.url();
  options.credentials = {.user = "u", .password = "s3cr3t"};
  int waits = 0;
  options.waiting = [&](const std::string&) { ++waits; };
  for (const char* name : {"opensearch", "solr"}) {
    const auto sink = open(name, options);
    BOOST_REQUIRE(!sink.ok());
    BOOST_TEST(sink.error().code == "tls_failed", sink.error().message);
  }
  BOOST_TEST(server.requests() == 0);
  BOOST_TEST(waits == 0);
}

BOOST_AUTO_TEST_SUITE_END()
