// The Model Context Protocol, by which programs that run language models use tools: messages, whatever carries them.
//
// JSON-RPC 2.0 as of the protocol's versions 2024-11-05 to 2025-06-18. Everything is read-only, and bounded like the
// JSON API. What pages say comes back as content, marked as such: it may say anything, and is never an instruction.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pith::mcp {

using Json = nlohmann::ordered_json;

// What a call of a tool gives: a text for the model, and the same as data for the program.
struct Answer {
  std::string text;
  Json data = nullptr;
};

struct Tool {
  std::string name, title, description;
  Json input;  // JSON Schema of the arguments, an object
  // `arguments` is an object with no other members than the schema's. Errors are told to the model.
  std::function<Result<Answer>(const Json& arguments)> call;
};

// Pages, as resources whose URI is their URL.
struct Pages {
  std::function<Result<std::string>(const std::string& url)> read;  // as Markdown
};

inline constexpr std::size_t max_message_bytes = 1 << 20;

// Thread-safe; remembers nothing of a client.
class Server {
 public:
  Server(std::string version, std::vector<Tool> tools, Pages pages)
      : version_(std::move(version)), tools_(std::move(tools)), pages_(std::move(pages)) {}

  // The reply to a message, or to a batch of them: one line of JSON; nothing for notifications and replies. Accepts any
  // bytes. `is_cancelled`: by the id of a request, as JSON; such a request gets no reply. May be empty.
  using IsCancelled = std::function<bool(const std::string& id)>;
  std::optional<std::string> reply(std::string_view message, const IsCancelled& is_cancelled = {}) const;

 private:
  std::optional<Json> reply_to(const Json& message, const IsCancelled& is_cancelled) const;
  Result<Json> result_of(const std::string& method, const Json& parameters) const;
  Result<Json> call_tool(const Json& parameters) const;

  const std::string version_;
  const std::vector<Tool> tools_;
  const Pages pages_;
};

// The id of the request that a notification cancels, as JSON; nullopt: the message is none.
std::optional<std::string> cancelled_by(std::string_view message);

}  // namespace pith::mcp
