#include "plugin/mcp/server.h"

#include <boost/test/unit_test.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

using namespace pith;
using mcp::Json;

namespace {

mcp::Server server() {
  const auto call = [](const Json& arguments) -> Result<mcp::Answer> {
    if (!arguments.contains("word")) return wrong_request("bad_argument", "\"word\" is missing");
    return mcp::Answer{"said " + arguments["word"].dump(), {{"word", arguments["word"]}}};
  };
  const Json schema{{"type", "object"}, {"properties", {{"word", {{"type", "string"}}}}}};
  return mcp::Server("1.2", {{"say", "Say", "Says a word.", schema, call}}, {.read = [](const std::string& url) {
                       return url == "http://a.example/" ? Result<std::string>("# A")
                                                         : not_found("not_found", "no such page");
                     }});
}

Json reply(std::string_view message) {
  const auto text = server().reply(message);
  BOOST_REQUIRE(text);
  BOOST_TEST(text->find('\n') == std::string::npos);
  return Json::parse(*text);
}

Json ask(const std::string& method, Json parameters = Json::object()) {
  const Json message{{"jsonrpc", "2.0"}, {"id", 7}, {"method", method}, {"params", std::move(parameters)}};
  const Json answer = reply(message.dump());
  BOOST_TEST(answer["jsonrpc"] == "2.0");
  BOOST_TEST(answer["id"] == 7);
  return answer;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mcp_server)

BOOST_AUTO_TEST_CASE(a_client_and_the_server_agree_on_a_version) {
  for (const char* version : {"2024-11-05", "2025-03-26", "2025-06-18"})
    BOOST_TEST(ask("initialize", {{"protocolVersion", version}})["result"]["protocolVersion"] == version);
  for (const Json& other : {Json("2099-01-01"), Json(7), Json()})
    BOOST_TEST(ask("initialize", {{"protocolVersion", other}})["result"]["protocolVersion"] == "2025-06-18");
  const Json result = ask("initialize")["result"];
  BOOST_TEST(result["serverInfo"]["version"] == "1.2");
  BOOST_TEST(result["capabilities"].contains("tools"));
}

BOOST_AUTO_TEST_CASE(tools_are_listed_and_called) {
  const Json tool = ask("tools/list")["result"]["tools"][0];
  BOOST_TEST(tool["name"] == "say");
  BOOST_TEST(tool["annotations"]["readOnlyHint"] == true);
  const Json said = ask("tools/call", {{"name", "say"}, {"arguments", {{"word", "ship"}}}})["result"];
  BOOST_TEST(said["content"][0]["text"] == "said \"ship\"");
  BOOST_TEST(said["structuredContent"]["word"] == "ship");
  BOOST_TEST(said["isError"] == false);
}

// The model can do something about a wrong argument, but only the client about a wrong tool.
BOOST_AUTO_TEST_CASE(wrong_calls_are_errors_of_the_right_kind) {
  for (const Json& arguments : {Json::object(), Json{{"wrod", "x"}}}) {
    const Json said = ask("tools/call", {{"name", "say"}, {"arguments", arguments}})["result"];
    BOOST_TEST(said["isError"] == true);
  }
  BOOST_TEST(ask("tools/call", {{"name", "shout"}})["error"]["code"] == -32602);
  BOOST_TEST(ask("tools/call", {{"name", "say"}, {"arguments", 5}})["error"]["code"] == -32602);
  BOOST_TEST(ask("tools/call", {{"name", 5}})["error"]["code"] == -32602);
  BOOST_TEST(ask("launch")["error"]["code"] == -32601);
}

BOOST_AUTO_TEST_CASE(pages_are_resources) {
  BOOST_TEST(ask("resources/read", {{"uri", "http://a.example/"}})["result"]["contents"][0]["text"] == "# A");
  BOOST_TEST(ask("resources/read", {{"uri", "http://b.example/"}})["error"]["code"] == -32002);
  BOOST_TEST(ask("resources/read")["error"]["code"] == -32602);
  BOOST_TEST(ask("resources/list")["result"]["resources"].empty());
  BOOST_TEST(ask("resources/templates/list")["result"]["resourceTemplates"].size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_is_no_request_gets_no_result) {
  for (const char* wrong : {"", "{", "\xff\xfe", "nul"}) BOOST_TEST(reply(wrong)["error"]["code"] == -32700, wrong);
  for (const char* wrong :
       {"5", "[]", "{}", "[5]", R"({"jsonrpc":"1.0","id":1,"method":"ping"})", R"({"jsonrpc":"2.0","id":1,"method":5})",
        R"({"jsonrpc":"2.0","id":[],"method":"ping"})", R"({"jsonrpc":"2.0","id":null,"method":"ping"})"}) {
    const Json answer = reply(wrong);
    BOOST_TEST((answer.is_array() ? answer[0] : answer)["error"]["code"] == -32600, wrong);
  }
  BOOST_TEST(reply(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})")["error"]["code"] == -32602);
  BOOST_TEST(reply(std::string(mcp::max_message_bytes + 1, '['))["error"]["code"] == -32600);
  BOOST_TEST(reply(std::string(mcp::max_message_bytes, '['))["error"]["code"] == -32700);
  // Notifications, and replies to questions that were never asked.
  for (const char* silent : {R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                             R"({"jsonrpc":"2.0","id":1,"result":{}})", R"([{"jsonrpc":"2.0","method":"x"}])"})
    BOOST_TEST(!server().reply(silent));
}

BOOST_AUTO_TEST_CASE(a_batch_has_its_replies_in_order) {
  const Json answer = reply(
      R"([{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":2.5,"method":"y"}])");
  BOOST_REQUIRE(answer.size() == 2u);
  BOOST_TEST(answer[0]["id"] == "a");
  BOOST_TEST(answer[1]["id"] == 2.5);
}

BOOST_AUTO_TEST_CASE(a_cancelled_request_gets_no_reply) {
  const auto id =
      mcp::cancelled_by(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}})");
  BOOST_REQUIRE(id);
  const auto is_cancelled = [&](const std::string& one) { return one == *id; };
  BOOST_TEST(!server().reply(R"({"jsonrpc":"2.0","id":"a","method":"ping"})", is_cancelled));
  BOOST_TEST(server().reply(R"({"jsonrpc":"2.0","id":"b","method":"ping"})", is_cancelled).has_value());
  for (const char* other : {"{", "[]", R"({"method":"notifications/cancelled"})",
                            R"({"method":"notifications/cancelled","params":5})", R"({"method":"ping"})"})
    BOOST_TEST(!mcp::cancelled_by(other), other);
}

BOOST_AUTO_TEST_SUITE_END()
