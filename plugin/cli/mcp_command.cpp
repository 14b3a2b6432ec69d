// pith mcp
#include <fmt/format.h>

#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "plugin/cli/commands.h"
#include "plugin/cli/standard_input.h"
#include "plugin/index/index_options.h"
#include "plugin/mcp/index_tools.h"
#include "plugin/search/live_index.h"
#include "plugin/search/search_rules.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

// Messages as they come, while another one is being answered; and which of them are cancelled.
class Inbox {
 public:
  void put(std::string message) {
    const auto cancelled = mcp::cancelled_by(message);
    const std::lock_guard lock(mutex_);
    if (cancelled)
      cancelled_.insert(*cancelled);
    else
      messages_.push_back(std::move(message));
    changed_.notify_all();
  }
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }
  // The next message; false after the last one.
  bool take(std::string& message) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || !messages_.empty(); });
    if (messages_.empty()) return false;
    message = std::move(messages_.front());
    messages_.pop_front();
    return true;
  }
  bool is_cancelled(const std::string& id) {
    const std::lock_guard lock(mutex_);
    return cancelled_.contains(id);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> messages_;
  std::set<std::string> cancelled_;
  bool ended_ = false;
};

void serve(Context& context) {
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  const auto options = pipeline::index_searcher_options(config->settings());
  if (!options) return context.fail(options.error());
  const auto rules = pipeline::SearchRules::open(*config, print_warning);
  if (!rules) return context.fail(rules.error());
  pipeline::LiveIndex index(config->settings().index.path, *options);
  const mcp::Server server = mcp::index_server(PITH_VERSION, index, **rules);
  Inbox inbox;
  std::thread reader([&] {
    for (std::string line; read_standard_line(line, mcp::max_message_bytes);)
      if (!line.empty()) inbox.put(std::move(line));
    inbox.end();
  });
  for (std::string message; inbox.take(message);) {
    const auto reply = server.reply(message, [&](const std::string& id) { return inbox.is_cancelled(id); });
    if (!reply) continue;
    fmt::print("{}\n", *reply);
    if (std::fflush(stdout) != 0) break;  // nobody listens any more
  }
  reader.join();
}

}  // namespace

void add_mcp(CLI::App& app, Context& context) {
  CLI::App* command = app.add_subcommand("mcp", "Let an agent search: the Model Context Protocol on standard input");
  command->footer(
      "For programs that run language models: they start it, and use its tools `search`, `get`, `related` and "
      "`sites`.\n"
      "It only reads the index, and sees what is committed while it runs. In the client's settings:\n\n"
      "  {\"mcpServers\": {\"pith\": {\"command\": \"pith\", \"args\": [\"mcp\", \"--config\", \"/srv/pith.yaml\"]}}}");
  command->callback([&context] { serve(context); });
}

}  // namespace pith::cli
