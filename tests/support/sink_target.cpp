#include "tests/support/sink_target.h"

#include <fstream>

namespace pith::test {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

class File final : public SinkTarget {
 public:
  const char* sink() const override { return "jsonl"; }
  sinks::SinkOptions options() override { return {.output = path()}; }

  // Reads line by line, like a program that follows the file.
  std::map<std::string, json> documents() override {
    std::map<std::string, json> out;
    std::ifstream file(path(), std::ios::binary);
    for (std::string line; std::getline(file, line);) {
      if (file.eof()) violations_.push_back("the last line has no line ending");
      const json document = json::parse(line, nullptr, false);
      if (!document.is_object() || !document.contains("id")) {
        violations_.push_back("not a document: " + line);
      } else if (document == json{{"id", document["id"]}, {"removed", true}}) {
        out.erase(document["id"]);
      } else {
        out[document["id"]] = document;
      }
    }
    return out;
  }
  std::vector<std::string> violations() override { return violations_; }
  json stored(const std::string&, const nlohmann::ordered_json& value) const override { return json(value); }

 private:
  std::string path() const { return directory_ / "out.jsonl"; }
  TemporaryDirectory directory_;
  std::vector<std::string> violations_;
};

template <typename Double>
class Server : public SinkTarget {
 public:
  SearchDouble* server() override { return &double_; }
  sinks::SinkOptions options() override {
    return {.url = double_.url(),
            .collection = SearchDouble::collection,
            .run = "20240531t100000000z",
            .retry = {.tries = 5, .first_wait = 1ms, .longest_wait = 8ms, .longest_asked = 5s},
            .connect_timeout = 60s,
            .request_timeout = 60s,
            .slow_timeout = 60s};
  }
  std::map<std::string, json> documents() override {
    auto out = double_.documents();
    for (auto& [id, document] : out) {
      document.erase("generator");
      document.erase("export");
    }
    return out;
  }
  std::vector<std::string> violations() override { return double_.violations(); }

 protected:
  Double double_;
};

class OpenSearch final : public Server<OpenSearchDouble> {
 public:
  const char* sink() const override { return "opensearch"; }
  json stored(const std::string&, const nlohmann::ordered_json& value) const override { return json(value); }
};

class Solr final : public Server<SolrDouble> {
 public:
  const char* sink() const override { return "solr"; }
  json stored(const std::string& field, const nlohmann::ordered_json& value) const override {
    if (field == "structure") return value.dump();
    static const std::map<std::string, std::string> utc = {{"2024-05-31", "2024-05-31T00:00:00Z"},
                                                           {"2024-05-31T10:20:30", "2024-05-31T10:20:30Z"},
                                                           {"2024-05-31T10:20:30Z", "2024-05-31T10:20:30Z"},
                                                           {"2024-03-01T00:30:00+02:00", "2024-02-29T22:30:00Z"},
                                                           {"2023-12-31T23:00:00-01:30", "2024-01-01T00:30:00Z"}};
    const bool is_date = field == "published" || field == "modified" || field == "fetched";
    return is_date ? json(utc.at(value.get<std::string>())) : json(value);
  }
};

}  // namespace

std::vector<std::unique_ptr<SinkTarget>> sink_targets() {
  std::vector<std::unique_ptr<SinkTarget>> targets;
  targets.push_back(std::make_unique<File>());
  targets.push_back(std::make_unique<OpenSearch>());
  targets.push_back(std::make_unique<Solr>());
  return targets;
}

}  // namespace pith::test
