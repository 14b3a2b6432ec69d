// OpenSearch, and Elasticsearch from version 7: the bulk API.
//   https://opensearch.org/docs/latest/api-reference/document-apis/bulk/
//   https://www.elastic.co/guide/en/elasticsearch/reference/current/docs-bulk.html
//
// Documents go to POST /_bulk, each as a line with the action and a line with the document. The answer reports on each
// one: 429 and 5xx are retried alone, other failures are refusals. A missing index is created with a mapping.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/text/ascii.h"
#include "core/text/json_number.h"
#include "core/text/shallow_json.h"
#include "core/text/url.h"
#include "indexer_adapter/export/batch_sink.h"
#include "indexer_adapter/export/export_errors.h"

namespace pith::sinks {
namespace {

using nlohmann::ordered_json;

// Marks a document as Pith's, and as part of which export.
constexpr const char* generator = "pith";

ordered_json mapping_of(FieldType type) {
  switch (type) {
    case FieldType::keyword:
      return {{"type", "keyword"}};
    case FieldType::text:
    case FieldType::texts:
      return {{"type", "text"}};
    case FieldType::date:
      return {{"type", "date"}, {"ignore_malformed", true}};
    case FieldType::number:
      return {{"type", "float"}};
    case FieldType::json:
      break;
  }
  return {{"type", "object"}, {"enabled", false}};
}

// Elasticsearch's rules for names.
bool is_index_name(const std::string& name) {
  const bool upper = std::any_of(name.begin(), name.end(), [](char c) { return lower_ascii(c) != c; });
  const bool control =
      std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  return !name.empty() && name.size() <= 255 && name != "." && name != ".." && !upper && !control &&
         name.find_first_of(" \\/*?\"<>|,#:") == std::string::npos && name.find_first_of("-_+") != 0;
}

class OpenSearch final : public BatchSink {
 public:
  OpenSearch(HttpSession session, const SinkOptions& options)
      : BatchSink(std::move(session), options), index_("/" + url_escaped(options.collection)) {}

  std::optional<Error> prepare() {
    const auto there = session_.ask({.method = "HEAD", .target = index_});
    if (!there) return there.error();
    if (there->status == 200) return std::nullopt;
    if (there->status != 404) return bad_answer(*there);
    ordered_json properties = ordered_json::object();
    for (const DocumentField& field : options_.fields) properties[std::string(field.name)] = mapping_of(field.type);
    for (const char* name : {"generator", "export"}) properties[name] = mapping_of(FieldType::keyword);
    ordered_json body;
    body["mappings"] = {{"dynamic", false}, {"properties", properties}};
    const auto made = session_.ask({.method = "PUT", .target = index_, .body = to_line(body)});
    if (!made) return made.error();
    if (made->status == 200) return std::nullopt;
    const ordered_json answer = parse_shallow_json<ordered_json>(made->body);
    // Retried after a lost answer, or somebody else created it meanwhile.
    if (made->status == 400 && why(answer).starts_with("resource_already_exists_exception")) return std::nullopt;
    if (!answer.is_object()) return bad_answer(*made);
    return Error{"no_collection",
                 session_.url() + ": index " + options_.collection + " cannot be created: " + why(answer)};
  }

 protected:
  ordered_json fields_of(const SinkDocument& document) const override {
    ordered_json fields = document.fields;
    fields["generator"] = generator;
    fields["export"] = options_.run;
    return fields;
  }

  HttpRequest request_of(const Actions& actions) const override {
    HttpRequest request{.method = "POST",
                        .target = "/_bulk?filter_path=errors,items.*._id,items.*.status,items.*.error",
                        .content_type = "application/x-ndjson"};
    for (const Action* action : actions) {
      ordered_json line;
      line[action->body.empty() ? "delete" : "index"] = {{"_index", options_.collection}, {"_id", action->id}};
      request.body += to_line(line) + "\n";
      if (!action->body.empty()) request.body += action->body + "\n";
    }
    return request;
  }

  Result<std::vector<Outcome>> outcomes_of(const HttpAnswer& answer, const Actions& actions) const override {
    if (answer.status == 413) return Error{code::split, "the server answers 413: larger than it accepts"};
    const ordered_json json = parse_shallow_json<ordered_json>(answer.body);
    if (answer.status != 200 || !json.is_object() || !json.contains("items")) return bad_answer(answer);
    const ordered_json& items = json["items"];
    if (!items.is_array() || items.size() != actions.size()) return bad_answer(answer);
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const bool removal = actions[i]->body.empty();
      const char* name = removal ? "delete" : "index";
      if (!items[i].is_object() || !items[i].contains(name)) return bad_answer(answer);
      const ordered_json& item = items[i][name];
      if (!item.is_object() || item.value("_id", ordered_json()) != actions[i]->id) return bad_answer(answer);
      const auto number = whole_number<int>(item.value("status", ordered_json()));
      if (!number) return bad_answer(answer);
      const int status = *number;
      if ((status >= 200 && status < 300) || (removal && status == 404 && !item.contains("error")))
        outcomes.push_back({});
      else
        outcomes.push_back(
            {status == 429 || status >= 500 ? Fate::again : Fate::refused, std::to_string(status) + " " + why(item)});
    }
    return outcomes;
  }

  std::optional<Error> commit() override {
    const auto answer =
        session_.ask({.method = "POST", .target = index_ + "/_refresh", .timeout = options_.slow_timeout});
    if (!answer) return answer.error();
    if (answer->status != 200) return bad_answer(*answer);
    return std::nullopt;
  }

  Result<std::int64_t> count(const std::vector<std::string>& sites, bool ours) override {
    return number("/_count", sites, ours, "count", options_.request_timeout);
  }

  Result<std::int64_t> remove_others(const std::vector<std::string>& sites) override {
    return number("/_delete_by_query?refresh=true", sites, false, "deleted", options_.slow_timeout);
  }

 private:
  // "type: reason" of an answer or an item.
  static std::string why(const ordered_json& answer) {
    const auto error = answer.is_object() ? answer.find("error") : answer.end();
    if (error == answer.end()) return excerpt(to_line(answer));
    if (!error->is_object()) return excerpt(to_line(*error));
    std::string text;
    for (const ordered_json* part = &*error; part->is_object();) {
      const auto of = [&](const char* name) {
        const auto found = part->find(name);
        return found != part->end() && found->is_string() ? found->get<std::string>() : std::string();
      };
      text += (text.empty() ? "" : "; ") + of("type") + ": " + of("reason");
      const auto cause = part->find("caused_by");
      if (cause == part->end()) break;
      part = &*cause;
    }
    return excerpt(text);
  }

  Result<std::int64_t> number(const char* action, const std::vector<std::string>& sites, bool ours, const char* name,
                              std::chrono::milliseconds timeout) {
    const auto term = [](const char* field, const ordered_json& value) {
      ordered_json query;
      query[value.is_array() ? "terms" : "term"][field] = value;
      return query;
    };
    ordered_json body;
    ordered_json& query = body["query"]["bool"];
    query["filter"] = ordered_json::array({term("generator", generator)});
    if (!sites.empty()) query["filter"].push_back(term("site", sites));
    query[ours ? "must" : "must_not"] = ordered_json::array({term("export", options_.run)});
    const auto answer =
        session_.ask({.method = "POST", .target = index_ + action, .body = to_line(body), .timeout = timeout});
    if (!answer) return answer.error();
    const ordered_json json = parse_shallow_json<ordered_json>(answer->body);
    if (answer->status != 200 || !json.is_object()) return bad_answer(*answer);
    const auto number = whole_number<std::int64_t>(json.value(name, ordered_json()));
    if (!number) return bad_answer(*answer);
    if (const auto failures = json.find("failures"); failures != json.end() && !failures->empty())
      return Error{"prune", session_.url() + ": not all that is gone was removed: " + excerpt(to_line(*failures))};
    return *number;
  }

  const std::string index_;
};

Result<std::unique_ptr<Sink>> open(const SinkOptions& options) {
  if (!is_index_name(options.collection))
    return Error{"usage", "--index " + options.collection +
                              ": not a valid index name: lower case, without spaces and \\ / * ? \" < > | , # :, not "
                              "beginning with - _ +"};
  auto session = HttpSession::open(options, "ApiKey");
  if (!session) return session.error();
  auto sink = std::make_unique<OpenSearch>(std::move(*session), options);
  if (auto error = sink->prepare()) return *error;
  return std::unique_ptr<Sink>(std::move(sink));
}

}  // namespace

extern const SinkInfo opensearch_sink;
const SinkInfo opensearch_sink{"opensearch", "OpenSearch, Elasticsearch 7 and later, by the bulk API", true, open};

}  // namespace pith::sinks
