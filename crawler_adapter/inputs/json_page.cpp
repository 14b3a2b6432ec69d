#include "crawler_adapter/inputs/json_page.h"

#include <openssl/evp.h>

#include <cstddef>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "crawler_adapter/inputs/http_block.h"
#include "crawler_adapter/inputs/record_json.h"
#include "crawler_adapter/page/http_page.h"

namespace pith::ingest {
namespace {

using nlohmann::json;

std::optional<std::string> decode_base64(const std::string& text) {
  std::string out(text.size() / 4 * 3 + 3, '\0');
  const std::unique_ptr<EVP_ENCODE_CTX, void (*)(EVP_ENCODE_CTX*)> context(EVP_ENCODE_CTX_new(), EVP_ENCODE_CTX_free);
  if (!context) throw std::bad_alloc();
  EVP_DecodeInit(context.get());
  int size = 0, rest = 0;
  auto* to = reinterpret_cast<unsigned char*>(out.data());
  // The total is bounded far below what an int holds.
  if (EVP_DecodeUpdate(context.get(), to, &size, reinterpret_cast<const unsigned char*>(text.data()),
                       static_cast<int>(text.size())) < 0 ||
      EVP_DecodeFinal(context.get(), to + size, &rest) < 0)
    return std::nullopt;
  out.resize(static_cast<std::size_t>(size + rest));
  return out;
}

// The object's body, if there should be one.
void read_body(const json& object, RecordHead& head, std::string& body) {
  const std::string reason = why_no_page(head.url);
  if (reason == "bad_url") throw Refused{"\"url\" has an impossible host or port", "bad_url"};
  if (!reason.empty()) throw Refused{"\"url\" is not an http or https URL"};
  const auto value = [&](const char* key) { return object.contains(key) ? &object.at(key) : nullptr; };
  if (const json* coded = value("body_base64"); coded && !coded->is_null()) {
    auto bytes = decode_base64(text_of(*coded, "\"body_base64\" is not text"));
    if (!bytes) throw Refused{"\"body_base64\" is not base64"};
    body = std::move(*bytes);
  } else if (const json* text = value("body"); text && !text->is_null()) {
    body = text_of(*text, "\"body\" is not text");
    // The header's encodings applied to the bytes, no longer to this text.
    std::erase_if(head.fields.fields, [](const auto& field) {
      return field.first == "content-encoding" || field.first == "transfer-encoding";
    });
    for (auto& [name, content_type] : head.fields.fields)
      if (name == "content-type") content_type = crawl::split_content_type(content_type).type + "; charset=utf-8";
  } else if (head.status == 200 && !value("body") && !value("body_base64")) {
    throw Refused{"has neither \"body\" nor \"body_base64\""};
  }
}

}  // namespace

std::size_t max_line_bytes(const Options& options) { return options.page_max_bytes * 2 + crawl::max_head_bytes; }

bool is_end_line(const std::string& line) {
  constexpr std::size_t longest = 64;  // other objects may have the key, too, among others
  if (line.size() > longest) return false;
  const json object = json::parse(line, nullptr, false);
  return object.is_object() && object.size() == 1 && object.contains("end") && object["end"] == true;
}

Result<crawl::CapturedPage> page_of_json(std::string_view line, const Options& options, std::string& url) {
  std::string body;
  auto head = read_head(line, [&](const json& object, RecordHead& read) { read_body(object, read, body); });
  if (!head) return head.error();
  url = head->url;
  return page_of_record(std::move(*head), std::move(body), options);
}

}  // namespace pith::ingest
