#include <httplib.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/support/search_double.h"

namespace pith::test {
namespace {

nlohmann::json done() { return {{"responseHeader", {{"status", 0}, {"QTime", 1}}}}; }

nlohmann::json failure(int code, const std::string& message) {
  return {{"responseHeader", {{"status", code}, {"QTime", 1}}}, {"error", {{"msg", message}, {"code", code}}}};
}

const std::string root = std::string("/solr/") + SearchDouble::collection;

}  // namespace

SolrDouble::SolrDouble() { start(); }
SolrDouble::~SolrDouble() { stop(); }

bool SolrDouble::is_batch(const httplib::Request& request) const {
  return request.path == root + "/update" && request.body.starts_with('[');
}

std::string SolrDouble::name_of(const std::string& field) const {
  static const std::map<std::string, std::string> names = {{"id", "id"},
                                                           {"title", "title_t"},
                                                           {"headings", "headings_txt"},
                                                           {"content", "content_t"},
                                                           {"lists", "lists_txt"},
                                                           {"tables", "tables_txt"},
                                                           {"code", "code_txt"},
                                                           {"quotes", "quotes_txt"},
                                                           {"author", "author_t"},
                                                           {"captions", "captions_txt"},
                                                           {"description", "description_t"},
                                                           {"tags", "tags_t"},
                                                           {"categories", "categories_t"},
                                                           {"published", "published_dt"},
                                                           {"modified", "modified_dt"},
                                                           {"fetched", "fetched_dt"},
                                                           {"confidence", "confidence_d"},
                                                           {"structure", "structure_t"}};
  const auto found = names.find(field);
  return found == names.end() ? field + "_s" : found->second;
}

void SolrDouble::handle(const httplib::Request& request, httplib::Response& response) {
  const std::string what = request.method + " " + request.path;
  if (request.get_param_value("wt") != "json") violation(request, "wt=json is missing");
  if (what == "POST " + root + "/update") {
    check_type(request, "application/json");
    update(request, response);
  } else if (what == "POST " + root + "/select") {
    check_type(request, "application/x-www-form-urlencoded");
    if (request.get_param_value("rows") != "0" || request.get_param_value("defType") != "lucene")
      violation(request, "rows and defType: " + request.body);
    const auto ids = matching(request, request.get_param_value("q"));
    Json out = done();
    out["response"] = {{"numFound", ids.size()}, {"start", 0}, {"numFoundExact", true}, {"docs", Json::array()}};
    answer(response, 200, out);
  } else {
    violation(request, "an undocumented handler");
    response.status = 404;
    response.set_content("<html>Error 404 Not Found</html>", "text/html");
  }
}

void SolrDouble::update(const httplib::Request& request, httplib::Response& response) {
  const Json body = parse(request, request.body);
  if (body.is_object()) return command(request, response, body);
  if (!body.is_array() || body.empty()) {
    violation(request, "neither a list of documents nor a command");
    return answer(response, 400, failure(400, "Unexpected content"));
  }
  std::set<std::string> ids;
  for (const Json& document : body) {
    check_document(request, document);
    const std::string id = document.value("id", "");
    if (!ids.insert(id).second) violation(request, "a document twice in a request");
    // Those before it are stored, those after it are not.
    if (refused_.contains(id))
      return answer(response, 400, failure(400, "ERROR: [doc=" + id + "] Error adding field 'published_dt'"));
    write(id, document);
  }
  answer(response, 200, done());
}

void SolrDouble::command(const httplib::Request& request, httplib::Response& response, const Json& body) {
  if (body.size() != 1) violation(request, "more than one command");
  const std::string name = body.begin().key();
  const Json& value = body.begin().value();
  if (name == "commit" && value == Json::object()) {
    refresh();
  } else if (name == "delete" && value.is_array()) {
    for (const Json& id : value) write(id.get<std::string>(), nullptr);
  } else if (name == "delete" && value.is_object() && value.size() == 1 && value.contains("query")) {
    for (const std::string& id : matching(request, value["query"])) write(id, nullptr);
  } else {
    violation(request, "the command " + body.dump());
    return answer(response, 400, failure(400, "Unknown command"));
  }
  answer(response, 200, done());
}

void SolrDouble::check_document(const httplib::Request& request, const Json& document) {
  static const std::regex date(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)");
  if (!document.is_object() || document.value("id", "").empty()) return violation(request, "a document without id");
  for (const auto& [name, value] : document.items()) {
    const std::string suffix = name.find('_') == std::string::npos ? "" : name.substr(name.rfind('_'));
    bool fits = name == "id";
    if (suffix == "_s") fits = value.is_string() && value.get<std::string>().size() <= 32766;
    if (suffix == "_t") fits = value.is_string();
    if (suffix == "_d") fits = value.is_number();
    if (suffix == "_dt") fits = value.is_string() && std::regex_match(value.get<std::string>(), date);
    if (suffix == "_txt")
      fits = value.is_array() && std::all_of(value.begin(), value.end(), [](const Json& v) { return v.is_string(); });
    if (!fits) violation(request, name + " does not fit its suffix: " + value.dump().substr(0, 100));
  }
}

// Clauses +field:"value", -field:"value" and +field:("value" "value"), as the Lucene parser reads them.
std::vector<std::string> SolrDouble::matching(const httplib::Request& request, const std::string& query) {
  static const std::regex clause(R"re( ?([+-])([a-z_]+):(\(?)("[^"]*"(?: "[^"]*")*)\)?)re"), value(R"re("([^"]*)")re");
  struct Clause {
    bool wanted;
    std::string field;
    std::set<std::string> values;
  };
  std::vector<Clause> clauses;
  std::size_t read = 0;
  for (std::sregex_iterator i(query.begin(), query.end(), clause), end; i != end; ++i) {
    read += static_cast<std::size_t>(i->length());
    Clause& out = clauses.emplace_back(Clause{(*i)[1] == "+", (*i)[2], {}});
    const std::string values = (*i)[4];
    for (std::sregex_iterator v(values.begin(), values.end(), value); v != end; ++v) out.values.insert((*v)[1]);
  }
  if (read != query.size() || clauses.empty()) violation(request, "a query unknown to the double: " + query);
  std::vector<std::string> ids;
  for (const auto& [id, fields] : visible_) {
    bool all = true;
    for (const Clause& c : clauses)
      all = all && (fields.contains(c.field) && c.values.contains(fields[c.field].get<std::string>())) == c.wanted;
    if (all) ids.push_back(id);
  }
  return ids;
}

}  // namespace pith::test
