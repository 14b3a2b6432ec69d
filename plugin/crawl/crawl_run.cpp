#include "plugin/crawl/crawl_run.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "config/crawl_settings.h"
#include "config/write.h"
#include "core/system/digest.h"
#include "core/text/json_number.h"
#include "core/text/url.h"
#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/fetch/fetch_clock.h"
#include "crawler_adapter/page/crawl_errors.h"
#include "crawler_adapter/page/disk_space.h"
#include "plugin/capture/options.h"
#include "plugin/crawl/child_process.h"
#include "plugin/crawl/crawl_lock.h"
#include "plugin/crawl/plugin_file.h"
#include "plugin/crawl/start_pages.h"

namespace pith::pipeline {
namespace fs = std::filesystem;

namespace {

// HTTrack splits the wrapper's argument at these.
bool has_special(const std::string& path) { return path.find_first_of(",:=") != std::string::npos; }

struct Status {
  CrawlProgress counts;
  std::vector<std::string> messages;
  bool readable = false, ended = false, stopped = false;
  std::string limit, elsewhere;
  std::int64_t beyond = 0;
  std::map<std::string, std::string> types, refused;
  std::map<std::string, std::int64_t> statuses;
  std::int64_t forbidden_links = 0;
  std::vector<std::string> forbidden, unsure;
};

Status status_of(const nlohmann::json& json) {
  Status status;
  status.readable = true;
  status.ended = json.value("state", std::string()) != "running";
  status.stopped = json.value("stopped", false);
  const auto count = [&](const char* name) {
    std::int64_t number = 0;
    if (json.contains(name)) get_whole_to(json[name], number);
    return number;
  };
  status.limit = json.value("limit", std::string());
  status.elsewhere = json.value("elsewhere", std::string());
  status.beyond = count("beyond");
  status.types = json.value("types", status.types);
  const auto statuses = json.value("statuses", nlohmann::json::object());
  for (const auto& [name, times] : statuses.items()) get_whole_to(times, status.statuses[name]);
  status.forbidden_links = count("forbidden_links");
  status.forbidden = json.value("forbidden", status.forbidden);
  status.refused = json.value("refused", status.refused);
  status.unsure = json.value("unsure", status.unsure);
  status.counts = {.captured = count("captured"),
                   .ignored = count("ignored"),
                   .lost = count("lost"),
                   .pages = count("pages"),
                   .redirects = count("redirects"),
                   .errors = count("errors"),
                   .unanswered = count("unanswered"),
                   .requests = count("requests"),
                   .waiting = count("waiting")};
  status.messages = json.value("messages", std::vector<std::string>());
  return status;
}

// Not `readable` if the file is missing, or damaged.
Status read_status(const fs::path& file) {
  std::ifstream in(file);
  try {
    const auto json = nlohmann::json::parse(in);
    if (json.is_object()) return status_of(json);
  } catch (const nlohmann::json::exception&) {
  }
  return {};
}

// More connections than requests a second would only wait, and be closed by their servers.
long connections_for(double rate, long most) {
  return rate > 0 ? std::clamp(static_cast<long>(std::ceil(std::min(rate, 1e6))), 1L, most) : most;
}

// HTTrack's depth of pages whose links the plugin leaves out; 0 if crawl.options sets HTTrack's own limit.
int last_level(const config::Crawl& crawl) {
  const bool own_limit = std::ranges::any_of(crawl.options, [](const std::string& option) {
    return option.starts_with("-r") || option.starts_with("--depth") || option.starts_with("--recurse");
  });
  return own_limit ? 0 : 2;
}

std::vector<std::string> httrack_arguments(const config::Crawl& crawl, const StartPermission& permission, double rate,
                                           const fs::path& directory, const std::string& wrapper) {
  std::vector<std::string> arguments = {"httrack"};
  for (const Url& url : permission.allowed) arguments.push_back(url.str());
  const auto add = [&](std::initializer_list<std::string> more) { arguments.insert(arguments.end(), more); };
  add({"-O", directory.string(), "--wrapper", wrapper});
  // Ask nothing, save nothing, keep no cache, no byte rate. -%N1, because with -%N0 HTTrack follows the redirects of
  // URLs without an extension in a separate test that calls no callback. -%u0: /a//b and /a/b, ?a&b and ?b&a, www.h and
  // h are different pages: else HTTrack fetches only the spelling that it meets first, and anybody may link to another.
  add({"-q", "-p0", "-C0", "-I0", "-A0", "-%N1", "-X0", "-%u0"});
  // One level more than wanted: the plugin leaves that out, and counts what it leaves out.
  add({fmt::format("-r{}", crawl.depth + (last_level(crawl) > 0 ? 2 : 1)),
       fmt::format("-c{}", connections_for(rate, crawl.connections)),
       permission.keeps_to_robots || !crawl.robots ? "-s0" : "-s2", "-F", crawl.user_agent});
  // The plugin keeps to the rate, between connecting and sending. HTTrack's own limits would only be in its way: five
  // connections a second, and eight at once. But a server closes a connection that it waits for too long, so below one
  // a second HTTrack waits too, before it connects. (It keeps to a rate only with a single connection.)
  const double slow = rate > 0 && rate < 1 ? std::max(rate, 0.000001) : 0;
  add({fmt::format("-%c{:.6f}", slow), "--disable-security-limits"});
  arguments.insert(arguments.end(), crawl.options.begin(), crawl.options.end());
  return arguments;
}

// For the plugin.
std::map<std::string, std::string> environment_of(const crawl::CrawlRun& run, const config::Crawl& crawl,
                                                  const StartPermission& permission, double rate) {
  return {{"PITH_CRAWL", run.crawl},
          {"PITH_RUN", fmt::format("{}", run.run)},
          {"PITH_RATE", fmt::format("{}", rate)},
          {"PITH_LAST_LEVEL", fmt::format("{}", last_level(crawl))},
          {"PITH_ROBOTS", permission.keeps_to_robots ? "1" : "0"}};
}

std::vector<std::string> texts_of(const std::vector<Url>& urls) {
  std::vector<std::string> texts;
  for (const Url& url : urls) texts.push_back(url.str());
  return texts;
}

// HTTrack takes the last directory that it is given, and then Pith looks for the plugin's status in vain.
std::optional<Error> check_options(const std::vector<std::string>& options) {
  const auto directory = std::ranges::find_if(options, [](const std::string& option) {
    if (option.starts_with("--")) return option == "--path" || option.starts_with("--path=");
    return option.starts_with("-O") || (option.starts_with('-') && option.ends_with('O') && !option.ends_with("%O"));
  });
  if (directory == options.end()) return std::nullopt;
  return Error{
      "bad_option",
      fmt::format("crawl.options: {}: HTTrack's directory is Pith's, below cache.path; leave it out", *directory)};
}

// The start URLs name the crawl.
std::string crawl_name(const std::vector<Url>& urls) {
  std::vector<std::string> texts = texts_of(urls);
  std::sort(texts.begin(), texts.end());
  std::string all;
  for (const std::string& text : texts) all += text + "\n";
  return sha256_hex(all).substr(0, 16);
}

constexpr double longest_delay = 60;  // seconds; a server that asks for more gets this

// Requests a second; 0: any number.
double rate_of(double configured, double delay) {
  if (delay <= 0) return configured;
  const double asked_for = 1 / std::min(delay, longest_delay);
  return configured > 0 ? std::min(configured, asked_for) : asked_for;
}

// The files of one run of a crawl. Each run has its own directory: a crawler left over from a killed run must not write
// into this run's files.
struct RunFiles {
  fs::path directory;
  fs::path configuration = directory / "pith.yaml", output = directory / "httrack.out",
           status = directory / "pith-status.json", log = directory / "hts-log.txt";
};

// Removes the files of earlier runs.
Result<RunFiles> make_run_files(const config::Config& config, const crawl::CrawlRun& run, const std::string& plugin) {
  std::error_code error;
  const fs::path runs = fs::absolute(fs::path(config.settings().cache.path) / "httrack" / run.crawl, error);
  RunFiles files{.directory = runs / fmt::format("{}", run.run)};
  const std::string configuration = files.configuration.string();
  if (has_special(plugin) || has_special(configuration))
    return Error{"crawl", fmt::format("HTTrack accepts no path with one of , : = for a plugin ({}, {}); "
                                      "choose another cache.path or install Pith elsewhere",
                                      plugin, configuration)};
  fs::remove_all(runs, error);
  fs::create_directories(files.directory, error);
  fs::permissions(runs, fs::perms::owner_all, error);  // crawl.options may have a proxy's password
  std::ofstream out(files.configuration);
  out << config::show(config);
  if (!out.flush())
    return Error{"not_writable",
                 configuration + ": cannot be written; check the directory, its permissions and the free space"};
  return files;
}

// Waits for HTTrack to end; true if it was asked to. It finishes its transfers when asked to end, however long a server
// takes. Whoever stops a container waits ten seconds: so HTTrack is soon asked again, and then killed. What was
// committed to the cache stays.
bool wait_for(ChildProcess& httrack, const fs::path& status_file, const CrawlHooks& hooks) {
  constexpr int ask_again = 8, kill_it = 20;
  bool asked = false;
  int quarters = 0;  // of a second since it was first asked
  while (httrack.running(250)) {
    if (hooks.progress) hooks.progress(read_status(status_file).counts);
    if (!hooks.stop || !*hooks.stop) continue;
    if (!asked || quarters == ask_again) httrack.signal(SIGTERM);
    if (quarters == kill_it) httrack.signal(SIGKILL);
    asked = true;
    ++quarters;
  }
  return asked;
}

Result<CrawlSummary> summarise(const RunFiles& files, const Status& status, int exit_code, bool asked_to_end,
                               const CrawlHooks& hooks) {
  CrawlSummary summary;
  summary.counts = status.counts;
  summary.messages = status.messages;
  summary.statuses = status.statuses;
  summary.log = files.log.string();
  if (!status.readable && asked_to_end) {
    summary.stopped = true;
    return summary;
  }
  if (!status.readable)
    return Error{"crawl", fmt::format("HTTrack ended with exit code {} before the plugin wrote its status; see {} and "
                                      "{}",
                                      exit_code, files.output.string(), summary.log)};
  // A signal may also have reached HTTrack, which then ended before the loop saw the flag.
  summary.stopped = asked_to_end || (hooks.stop && *hooks.stop) || status.stopped;
  if (!asked_to_end && (exit_code != 0 || !status.ended))
    summary.failure = fmt::format("HTTrack ended with exit code {}{}; see {}", exit_code,
                                  status.ended ? "" : " before the plugin was closed", summary.log);
  // On a full disk the plugin ends the crawl, and has no room to say so.
  if (!status.ended && crawl::is_disk_full(files.directory))
    summary.failure = files.directory.string() + ": the disk is full, so the crawl was ended";
  summary.limit = status.limit;
  summary.beyond = status.beyond;
  summary.elsewhere = status.elsewhere;
  summary.forbidden_links = status.forbidden_links;
  summary.forbidden = status.forbidden;
  summary.complete = !summary.stopped && summary.failure.empty() && summary.counts.lost == 0;
  return summary;
}

// What the run means for pages that it did not bring.
std::optional<Error> end_run(crawl::CacheCapture& cache, const EndedRun& ended, const config::Settings& settings,
                             const StartPermission& permission, const CrawlHooks& hooks, CrawlSummary& summary) {
  auto failed = find_failed_starts(cache, permission.allowed, ended);
  if (!failed) return failed.error();
  if (summary.stopped) failed->clear();
  for (const auto& refusal : permission.refused) summary.failed_starts.push_back(refusal.why);
  for (const FailedStart& start : *failed) summary.failed_starts.push_back(start.why);
  const bool may_be_gone = permission.refused.empty() && std::ranges::all_of(*failed, &FailedStart::answered);
  const bool can_confirm = summary.complete && may_be_gone && summary.settings.purge;
  // Pages may be reachable only from a start URL, or from what was left out.
  if (!summary.failed_starts.empty() || summary.beyond > 0) summary.complete = false;
  summary.counts_unmet = (summary.complete && summary.settings.purge) || (can_confirm && hooks.allow_removal);
  const auto retired = cache.end_run(ended.run, {.whole = summary.counts_unmet,
                                                 .even_most = hooks.allow_removal,
                                                 .is_left_out = capture::is_excluded(settings),
                                                 .stop = summary.stopped ? nullptr : hooks.stop});
  if (!retired && retired.error().code == crawl::code::interrupted) {
    summary.stopped = true;
    summary.complete = summary.counts_unmet = false;
    return std::nullopt;
  }
  if (!retired) return retired.error();
  summary.retired = retired->pages;
  summary.unmet = retired->unmet;
  summary.held = retired->held;
  summary.missing = retired->missing;
  if (can_confirm) summary.unreached = retired->unreached;
  return std::nullopt;
}

}  // namespace

Result<CrawlSummary> run_crawl(const config::Config& config, const std::vector<std::string>& given,
                               const CrawlHooks& hooks) {
  const auto urls = parse_start_urls(given);
  if (!urls) return urls.error();
  const auto own = config::for_crawl(config, texts_of(*urls));
  if (!own) return own.error();
  const config::Settings& settings = own->settings();
  if (auto error = check_contact(settings.crawl, *urls)) return *error;
  if (auto error = check_options(settings.crawl.options)) return *error;
  const auto plugin = hooks.plugin.empty() ? find_plugin("httrack") : Result<std::string>(hooks.plugin);
  if (!plugin) return plugin.error();

  // Opened before HTTrack starts: if the cache cannot be written, the whole crawl is useless.
  auto cache = crawl::CacheCapture::open(capture::cache_options(settings));
  if (!cache) return cache.error();
  if (auto error = hooks.check ? hooks.check() : std::nullopt) return *std::move(error);
  crawl::CrawlRun run{.crawl = crawl_name(*urls), .run = 0};
  // Two at once would remove each other's directories, and the later run would retire pages that the earlier one has.
  const auto lock = CrawlLock::take(fs::path(settings.cache.path) / "httrack" / (run.crawl + ".lock"));
  if (!lock) return lock.error();
  const StartPermission permission = ask_permission(settings.crawl, *urls, hooks.stop);
  const bool is_interrupted = hooks.stop && *hooks.stop;
  if (permission.allowed.empty() || is_interrupted) {
    CrawlSummary nothing;
    nothing.counts.requests = permission.requests;
    nothing.stopped = is_interrupted;
    if (is_interrupted) return nothing;
    for (std::size_t i = 0; i < urls->size(); ++i) {
      const auto page = cache->find((*urls)[i].str());
      if (!page) return page.error();
      const auto& [why, by_rule] = permission.refused[i];
      const bool is_known = *page && (*page)->in_index;
      nothing.failed_starts.push_back(why + (is_known ? "; what the index has of an earlier crawl stays" : "") +
                                      (is_known && by_rule ? ", crawl.exclude removes it" : ""));
    }
    return nothing;
  }
  const auto number = cache->begin_run(run.crawl);
  if (!number) return number.error();
  run.run = *number;

  const auto files = make_run_files(*own, run, *plugin);
  if (!files) return files.error();
  const double rate = rate_of(settings.crawl.rate, permission.delay);
  const auto begun = std::chrono::steady_clock::now();
  const std::int64_t begun_at = crawl::SystemClock().unix_seconds();
  auto httrack = ChildProcess::start(httrack_arguments(settings.crawl, permission, rate, files->directory,
                                                       fmt::format("{},{}", *plugin, files->configuration.string())),
                                     environment_of(run, settings.crawl, permission, rate), files->output.string());
  if (!httrack) return Error{"no_crawler", httrack.error().message + "; install it: apt-get install httrack"};
  const bool asked_to_end = wait_for(*httrack, files->status, hooks);
  const Status status = read_status(files->status);
  auto summary = summarise(*files, status, httrack->exit_code(), asked_to_end, hooks);
  if (!summary) return summary;
  summary->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  summary->settings = settings.crawl;
  summary->rate = rate;
  summary->counts.requests += permission.requests;
  if (rate != settings.crawl.rate) summary->crawl_delay = permission.delay;
  const EndedRun ended{
      .run = run, .begun = begun_at, .log_file = summary->log, .types = status.types, .refused = status.refused};
  if (auto error = end_run(*cache, ended, settings, permission, hooks, *summary)) return *std::move(error);
  // Else it is a start URL that they are about, most likely.
  if (summary->failed_starts.empty())
    summary->messages.insert(summary->messages.end(), status.unsure.begin(), status.unsure.end());
  return summary;
}

}  // namespace pith::pipeline
