// Solr: the JSON update handler.
//   https://solr.apache.org/guide/solr/latest/indexing-guide/indexing-with-update-handlers.html
//
// Documents go to POST /solr/COLLECTION/update as an array; one commit at the end makes them visible. Solr's answer
// only reports on the whole array: if it refuses one, the halves are sent, so that each refusal has its document.
//
// Fields have Solr's dynamic suffixes (title_t, lang_s, fetched_dt, headings_txt, confidence_d), which the configset
// `_default` and most schemas have: a schemaless collection would guess types from the first values.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
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

constexpr const char* generator = "pith";

const char* suffix_of(FieldType type) {
  switch (type) {
    case FieldType::keyword:
      return "_s";
    case FieldType::texts:
      return "_txt";
    case FieldType::date:
      return "_dt";
    case FieldType::number:
      return "_d";
    case FieldType::text:
    case FieldType::json:
      break;
  }
  return "_t";
}

// A day, or a time with or without zone, as UTC for Solr; empty if it is neither.
std::string solr_date(const std::string& iso) {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, end = 0;
  if (std::sscanf(iso.c_str(), "%4d-%2d-%2d%n", &year, &month, &day, &end) < 3) return {};
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return {};
  std::string rest = iso.substr(static_cast<std::size_t>(end));
  int taken = 0;
  if (std::sscanf(rest.c_str(), "T%2d:%2d:%2d%n", &hour, &minute, &second, &taken) == 3)
    rest.erase(0, static_cast<std::size_t>(taken));
  int zone_hours = 0, zone_minutes = 0;
  char sign = '+';
  if (rest.size() == 6 && std::sscanf(rest.c_str(), "%c%2d:%2d", &sign, &zone_hours, &zone_minutes) == 3) rest.clear();
  if (!rest.empty() && rest != "Z") return {};
  const auto offset = std::chrono::minutes((sign == '-' ? -1 : 1) * (zone_hours * 60 + zone_minutes));
  const auto time = std::chrono::sys_days(date) + std::chrono::hours(hour) + std::chrono::minutes(minute) +
                    std::chrono::seconds(second) - offset;
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

bool is_collection_name(const std::string& name) {
  return !name.empty() && name[0] != '-' && std::all_of(name.begin(), name.end(), [](char c) {
    return is_alphanumeric_ascii(c) || c == '_' || c == '-' || c == '.';
  });
}

// A term of the Lucene query syntax.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

class Solr final : public BatchSink {
 public:
  Solr(HttpSession session, const SinkOptions& options)
      : BatchSink(std::move(session), options),
        // If the server's URL has a path, that is where Solr is.
        target_((session_.path().empty() ? "/solr/" : "/") + options.collection) {}

  // Finds out that the collection is missing before anything is read.
  std::optional<Error> prepare() {
    const auto there = count({}, true);
    return there ? std::nullopt : std::optional(there.error());
  }

 protected:
  ordered_json fields_of(const SinkDocument& document) const override {
    ordered_json fields;
    for (const DocumentField& field : options_.fields) {
      const auto value = document.fields.find(field.name);
      if (value == document.fields.end()) continue;
      const std::string name = field.name == "id" ? "id" : std::string(field.name) + suffix_of(field.type);
      if (field.type == FieldType::json) {
        fields[name] = to_line(*value);
      } else if (field.type == FieldType::date) {
        if (const std::string date = solr_date(value->get<std::string>()); !date.empty()) fields[name] = date;
      } else {
        fields[name] = *value;
      }
    }
    fields["generator_s"] = generator;
    fields["export_s"] = options_.run;
    return fields;
  }

  HttpRequest request_of(const Actions& actions) const override {
    HttpRequest request{.method = "POST", .target = target_ + "/update?wt=json"};
    if (actions.front()->body.empty()) {
      ordered_json ids = ordered_json::array();
      for (const Action* action : actions) ids.push_back(action->id);
      request.body = "{\"delete\":" + to_line(ids) + "}";
      return request;
    }
    for (const Action* action : actions) request.body += (request.body.empty() ? "[" : ",\n") + action->body;
    request.body += "]";
    return request;
  }

  Result<std::vector<Outcome>> outcomes_of(const HttpAnswer& answer, const Actions& actions) const override {
    if (answer.status == 413) return Error{code::split, "the server answers 413: larger than it accepts"};
    const auto json = accepted(answer);
    if (json) return std::vector<Outcome>(actions.size());
    if (answer.status == 400 && json.error().code == code::refused) return Error{code::split, json.error().message};
    return json.error();
  }

  std::optional<Error> commit() override { return update("{\"commit\":{}}"); }

  Result<std::int64_t> count(const std::vector<std::string>& sites, bool ours) override {
    const auto answer = session_.ask({.method = "POST",
                                      .target = target_ + "/select?wt=json",
                                      .body = "q=" + url_escaped(query(sites, ours)) + "&rows=0&defType=lucene",
                                      .content_type = "application/x-www-form-urlencoded"});
    if (!answer) return answer.error();
    const auto json = accepted(*answer);
    if (!json) return json.error();
    const auto response = json->find("response");
    if (response == json->end() || !response->is_object()) return bad_answer(*answer);
    const auto found = whole_number<std::int64_t>(response->value("numFound", ordered_json()));
    if (!found) return bad_answer(*answer);
    return *found;
  }

  // Solr does not say how many it removes, so count them first.
  Result<std::int64_t> remove_others(const std::vector<std::string>& sites) override {
    const auto others = count(sites, false);
    if (!others || *others == 0) return others;
    ordered_json body;
    body["delete"]["query"] = query(sites, false);
    if (auto error = update(to_line(body))) return *error;
    if (auto error = commit()) return *error;
    return *others;
  }

 private:
  std::string query(const std::vector<std::string>& sites, bool ours) const {
    std::string text = "+generator_s:" + quoted(generator) + (ours ? " +" : " -") + "export_s:" + quoted(options_.run);
    for (const std::string& site : sites) text += (&site == &sites[0] ? " +site_s:(" : " ") + quoted(site);
    return text + (sites.empty() ? "" : ")");
  }

  std::optional<Error> update(std::string body) {
    const auto answer = session_.ask({.method = "POST",
                                      .target = target_ + "/update?wt=json",
                                      .body = std::move(body),
                                      .timeout = options_.slow_timeout});
    if (!answer) return answer.error();
    const auto json = accepted(*answer);
    return json ? std::nullopt : std::optional(json.error());
  }

  // The answer if Solr did what was asked; else "refused" with its reason, "no_collection" or "bad_answer".
  Result<ordered_json> accepted(const HttpAnswer& answer) const {
    if (answer.status == 404)
      return Error{"no_collection", session_.url() + ": has no collection " + options_.collection +
                                        "; `solr create -c " + options_.collection + "` makes one"};
    ordered_json json = parse_shallow_json<ordered_json>(answer.body);
    const auto header = json.is_object() ? json.find("responseHeader") : json.end();
    if (header == json.end() || !header->is_object() || !header->value("status", ordered_json()).is_number_integer())
      return bad_answer(answer);
    if (answer.status == 200 && (*header)["status"] == 0) return json;
    const auto error = json.find("error");
    const bool told = error != json.end() && error->is_object() && error->value("msg", ordered_json()).is_string();
    return Error{code::refused, fmt::format("{} {}", answer.status,
                                            told ? excerpt((*error)["msg"].get<std::string>()) : excerpt(answer.body))};
  }

  const std::string target_;
};

Result<std::unique_ptr<Sink>> open(const SinkOptions& options) {
  if (!is_collection_name(options.collection))
    return Error{"usage", "--collection " + options.collection +
                              ": not a valid collection name: letters, digits, \"_\", \"-\" and \".\", not beginning "
                              "with \"-\""};
  auto session = HttpSession::open(options, nullptr);
  if (!session) return session.error();
  auto sink = std::make_unique<Solr>(std::move(*session), options);
  if (auto error = sink->prepare()) return *error;
  return std::unique_ptr<Sink>(std::move(sink));
}

}  // namespace

extern const SinkInfo solr_sink;
const SinkInfo solr_sink{"solr", "Apache Solr, by its JSON update handler", true, open};

}  // namespace pith::sinks
