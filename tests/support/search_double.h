// Stand-ins for the search engines that `pith export` writes to. Each checks every request against the engine's
// documented format, keeps the documents as the engine would, and fails on demand.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace httplib {
class Server;
struct Request;
struct Response;
}  // namespace httplib

namespace pith::test {

class SearchDouble {
 public:
  // The fate of a request that carries documents.
  struct Fault {
    enum Kind { answer, drop, hold } kind = answer;  // hold: no answer until let_go()
    int status = 503;
    std::string body = {};
    std::string retry_after = {};
    bool applied = false;  // the request is carried out, and only the answer is lost
  };

  static constexpr const char* collection = "pages";

  virtual ~SearchDouble();
  SearchDouble(const SearchDouble&) = delete;
  SearchDouble& operator=(const SearchDouble&) = delete;

  std::string url() const;

  // The next requests with documents get these faults, in order, one each.
  void fail(std::vector<Fault> faults);
  void let_go();                                        // held requests are answered, now and later ones
  void refuse(const std::string& id);                   // from now on
  void limit_bytes(std::size_t bytes);                  // larger requests: 413
  void require_authorization(const std::string& line);  // else: 401

  // The documents as a search sees them: id → fields by Pith's names, with `generator` and `export`.
  std::map<std::string, nlohmann::json> documents() const;
  // Adds another program's document. Fields by Pith's names.
  void put(const std::string& id, const nlohmann::json& fields);
  std::vector<std::string> violations() const;
  int batches() const;                            // requests with documents that were carried out
  int writes(const std::string& id) const;        // how often the document was written
  std::chrono::milliseconds largest_gap() const;  // between two requests
  std::size_t largest_batch() const;              // bytes of a request with documents

 protected:
  using Json = nlohmann::json;
  explicit SearchDouble();
  void start();  // called by derived constructors: requests may arrive from here on
  void stop();   // called by derived destructors

  // Called for all requests, under the lock. Requests with documents are those for which is_batch is true.
  virtual void handle(const httplib::Request& request, httplib::Response& response) = 0;
  virtual bool is_batch(const httplib::Request& request) const = 0;
  virtual std::string name_of(const std::string& field) const = 0;  // in the engine

  std::unique_lock<std::mutex> lock() const;
  void violation(const httplib::Request& request, const std::string& what);
  void check_type(const httplib::Request& request, const std::string& type);
  // Parses JSON as the engines do, except that duplicate keys are a violation. Discarded: there was a violation.
  Json parse(const httplib::Request& request, const std::string& text);
  static void answer(httplib::Response& response, int status, const Json& body);

  std::map<std::string, Json> pending_, visible_;  // by id; the engine's names. null in pending_: removed
  void write(const std::string& id, Json fields);
  void refresh();
  std::set<std::string> refused_;

 private:
  void serve(const httplib::Request& request, httplib::Response& response);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// OpenSearch's and Elasticsearch's bulk API, refresh, count and delete by query.
class OpenSearchDouble final : public SearchDouble {
 public:
  OpenSearchDouble();
  ~OpenSearchDouble() override;

  // The next `times` times that an item with this id is written, it gets this status.
  void fail_item(const std::string& id, int status, int times);
  Json mapping() const;                           // null: there is no index
  int bulk_actions(const std::string& id) const;  // how often the id came in a bulk request

 protected:
  void handle(const httplib::Request& request, httplib::Response& response) override;
  bool is_batch(const httplib::Request& request) const override;
  std::string name_of(const std::string& field) const override { return field; }

 private:
  void bulk(const httplib::Request& request, httplib::Response& response);
  Json item(const httplib::Request& request, const std::string& action, const std::string& id, Json source);
  void create(const httplib::Request& request, httplib::Response& response);
  void check_source(const httplib::Request& request, const Json& source);
  std::vector<std::string> matching(const httplib::Request& request);

  Json mapping_;
  std::map<std::string, std::pair<int, int>> item_faults_;
  std::map<std::string, int> actions_;
};

// Solr's JSON update handler and select, with the dynamic fields of the configset `_default`.
class SolrDouble final : public SearchDouble {
 public:
  SolrDouble();
  ~SolrDouble() override;

 protected:
  void handle(const httplib::Request& request, httplib::Response& response) override;
  bool is_batch(const httplib::Request& request) const override;
  std::string name_of(const std::string& field) const override;

 private:
  void update(const httplib::Request& request, httplib::Response& response);
  void command(const httplib::Request& request, httplib::Response& response, const Json& body);
  void check_document(const httplib::Request& request, const Json& document);
  std::vector<std::string> matching(const httplib::Request& request, const std::string& query);
};

}  // namespace pith::test
