#include <httplib.h>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "tests/support/search_double.h"

namespace pith::test {
namespace {

nlohmann::json error_of(const std::string& type, const std::string& reason, int status) {
  return {{"error", {{"type", type}, {"reason", reason}}}, {"status", status}};
}

}  // namespace

OpenSearchDouble::OpenSearchDouble() { start(); }
OpenSearchDouble::~OpenSearchDouble() { stop(); }

void OpenSearchDouble::fail_item(const std::string& id, int status, int times) {
  const auto held = lock();
  item_faults_[id] = {status, times};
}

nlohmann::json OpenSearchDouble::mapping() const {
  const auto held = lock();
  return mapping_;
}

int OpenSearchDouble::bulk_actions(const std::string& id) const {
  const auto held = lock();
  const auto found = actions_.find(id);
  return found == actions_.end() ? 0 : found->second;
}

bool OpenSearchDouble::is_batch(const httplib::Request& request) const { return request.path == "/_bulk"; }

void OpenSearchDouble::handle(const httplib::Request& request, httplib::Response& response) {
  const std::string index = std::string("/") + collection;
  const std::string what = request.method + " " + request.path;
  if (what == "HEAD " + index) {
    response.status = mapping_.is_null() ? 404 : 200;
  } else if (what == "PUT " + index) {
    create(request, response);
  } else if (what == "POST /_bulk") {
    bulk(request, response);
  } else if (mapping_.is_null()) {
    answer(response, 404, error_of("index_not_found_exception", "no such index [pages]", 404));
  } else if (what == "POST " + index + "/_refresh") {
    if (!request.body.empty()) violation(request, "a body where none is expected");
    refresh();
    answer(response, 200, {{"_shards", {{"total", 2}, {"successful", 1}, {"failed", 0}}}});
  } else if (what == "POST " + index + "/_count") {
    answer(response, 200, {{"count", matching(request).size()}});
  } else if (what == "POST " + index + "/_delete_by_query") {
    if (request.params.size() != 1 || request.get_param_value("refresh") != "true")
      violation(request, "parameters unknown to the double");
    const auto ids = matching(request);
    for (const std::string& id : ids)
      if (pending_.contains(id))
        return answer(response, 409, error_of("version_conflict_engine_exception", "changed meanwhile: " + id, 409));
    for (const std::string& id : ids) visible_.erase(id);
    answer(response, 200, {{"deleted", ids.size()}, {"version_conflicts", 0}, {"failures", Json::array()}});
  } else {
    violation(request, "an undocumented endpoint");
    answer(response, 404, error_of("bad_path", what, 404));
  }
}

void OpenSearchDouble::create(const httplib::Request& request, httplib::Response& response) {
  check_type(request, "application/json");
  if (!mapping_.is_null())
    return answer(response, 400, error_of("resource_already_exists_exception", "index [pages] already exists", 400));
  const Json body = parse(request, request.body);
  mapping_ = body.at("mappings");
  static const std::set<std::string> types = {"keyword", "text", "date", "float", "object"};
  for (const auto& [field, mapping] : mapping_.at("properties").items())
    if (!types.contains(mapping.at("type"))) violation(request, field + " is of an unknown type");
  answer(response, 200, {{"acknowledged", true}, {"shards_acknowledged", true}, {"index", collection}});
}

// Whether a mapping with these types accepts the value.
void OpenSearchDouble::check_source(const httplib::Request& request, const Json& source) {
  static const std::regex date(R"(\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)?)?)");
  if (!source.is_object()) return violation(request, "a source that is not an object");
  for (const auto& [name, value] : source.items()) {
    if (!mapping_.at("properties").contains(name)) {
      violation(request, "the field " + name + " is not in the mapping");
      continue;
    }
    const std::string type = mapping_.at("properties").at(name).at("type");
    bool fits = false;
    if (type == "float") fits = value.is_number();
    if (type == "date") fits = value.is_string() && std::regex_match(value.get<std::string>(), date);
    if (type == "keyword") fits = value.is_string() && value.get<std::string>().size() <= 32766;
    if (type == "text")
      fits = value.is_string() ||
             (value.is_array() && std::all_of(value.begin(), value.end(), [](const Json& v) { return v.is_string(); }));
    if (type == "object") fits = value.is_array() || value.is_object();
    if (!fits) violation(request, name + " does not fit " + type + ": " + value.dump().substr(0, 100));
  }
}

nlohmann::json OpenSearchDouble::item(const httplib::Request& request, const std::string& action, const std::string& id,
                                      Json source) {
  const auto failed = [&](int status, const std::string& type, const std::string& reason) -> Json {
    return {{action, {{"_id", id}, {"status", status}, {"error", {{"type", type}, {"reason", reason}}}}}};
  };
  ++actions_[id];
  if (mapping_.is_null()) return failed(404, "index_not_found_exception", "no such index [pages]");
  if (const auto fault = item_faults_.find(id); fault != item_faults_.end() && fault->second.second > 0) {
    --fault->second.second;
    return failed(fault->second.first, "es_rejected_execution_exception", "rejected execution: queue is full");
  }
  if (refused_.contains(id)) return failed(400, "mapper_parsing_exception", "failed to parse field [published]");
  const bool there = pending_.contains(id) ? !pending_[id].is_null() : visible_.contains(id);
  if (action == "delete") {
    write(id, nullptr);
    return {{action, {{"_id", id}, {"status", there ? 200 : 404}}}};
  }
  check_source(request, source);
  write(id, std::move(source));
  return {{action, {{"_id", id}, {"status", there ? 200 : 201}}}};
}

void OpenSearchDouble::bulk(const httplib::Request& request, httplib::Response& response) {
  check_type(request, "application/x-ndjson");
  if (!request.body.ends_with('\n')) {
    violation(request, "the last line does not end with a newline");
    return answer(
        response, 400,
        error_of("illegal_argument_exception", "The bulk request must be terminated by a newline [\\n]", 400));
  }
  std::istringstream lines(request.body);
  std::set<std::string> ids;
  Json items = Json::array();
  bool errors = false;
  for (std::string line; std::getline(lines, line);) {
    const Json action = parse(request, line);
    if (!action.is_object() || action.size() != 1) {
      violation(request, "an action line that is not an object with one key: " + line.substr(0, 100));
      return answer(response, 400, error_of("illegal_argument_exception", "Malformed action/metadata line", 400));
    }
    const std::string name = action.begin().key();
    const Json& target = action.begin().value();
    if (name != "index" && name != "delete") violation(request, "the action " + name);
    const std::string id = target.value("_id", "");
    if (target.value("_index", "") != collection || target.size() != 2)
      violation(request, "the target " + target.dump());
    if (id.empty() || id.size() > 512) violation(request, "an id of " + std::to_string(id.size()) + " bytes");
    if (!ids.insert(id).second) violation(request, "two actions for one id in a request");
    Json source;
    if (name == "index") {
      if (!std::getline(lines, line)) {
        violation(request, "an action without a source");
        break;
      }
      source = parse(request, line);
    }
    items.push_back(item(request, name, id, std::move(source)));
    errors = errors || items.back().begin().value().contains("error");
  }
  if (items.empty()) violation(request, "a request without actions");
  answer(response, 200, {{"errors", errors}, {"items", items}});
}

// Reads a query that is a bool of terms; anything else is a violation.
std::vector<std::string> OpenSearchDouble::matching(const httplib::Request& request) {
  check_type(request, "application/json");
  const Json body = parse(request, request.body);
  const Json& query = body.at("query").at("bool");
  const auto matches = [&](const Json& clause, const Json& fields) {
    const std::string kind = clause.begin().key();
    const Json& condition = clause.begin().value();
    if (clause.size() != 1 || condition.size() != 1 || (kind != "term" && kind != "terms")) {
      violation(request, "a clause unknown to the double: " + clause.dump());
      return false;
    }
    const Json value = fields.value(condition.begin().key(), Json());
    const Json wanted = kind == "term" ? Json::array({condition.begin().value()}) : condition.begin().value();
    return std::find(wanted.begin(), wanted.end(), value) != wanted.end();
  };
  std::vector<std::string> ids;
  for (const auto& [id, fields] : visible_) {
    bool all = true;
    for (const auto& [occur, clauses] : query.items()) {
      if (occur != "filter" && occur != "must" && occur != "must_not") violation(request, "unknown: " + occur);
      for (const Json& clause : clauses) all = all && matches(clause, fields) == (occur != "must_not");
    }
    if (all) ids.push_back(id);
  }
  return ids;
}

}  // namespace pith::test
