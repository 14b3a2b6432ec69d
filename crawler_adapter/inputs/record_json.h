// A captured page as a JSON object, but for its body: what JSON lines and frames have in common.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "crawler_adapter/inputs/input.h"
#include "crawler_adapter/page/captured_page.h"
#include "crawler_adapter/page/http_message.h"

namespace pith::ingest {

struct RecordHead {
  std::string url;  // any text of at most max_url_bytes
  int status = 200;
  crawl::HttpFields fields;
  std::int64_t fetched = 0;
  crawl::RecordPlace place;
  bool cut = false, robots_unknown = false;
  std::string payload_digest;
};

// Why an object is not a record. May be thrown by the functions that these two are given.
struct Refused {
  const char* why;
  const char* reason = "bad_line";
};

// Lets `take` read the object. Deep nesting and many values are refused before they take memory. Errors: "bad_line", and
// what `take` refuses; messages are what follows "the line" or "the record".
std::optional<Error> read_object(std::string_view json, const std::function<void(const nlohmann::json& object)>& take);

// Reads the object as a record, then lets `more` read what else it needs, and change the head. Errors: those of
// read_object, "url_too_long".
Result<RecordHead> read_head(std::string_view json,
                             const std::function<void(const nlohmann::json& object, RecordHead& head)>& more = {});

// The page that head and body are, its body decoded. Errors: those of page_of_response, by whose codes records are left
// out, and "damaged" (the body does not unpack to its end), which is a loss.
Result<crawl::CapturedPage> page_of_record(RecordHead head, std::string body, const Options& options);

// The text of a JSON value.
const std::string& text_of(const nlohmann::json& value, const char* refusal);

}  // namespace pith::ingest
