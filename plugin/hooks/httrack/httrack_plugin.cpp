// The HTTrack plugin: hands every finished transfer of HTML to Pith's page cache.
//
//   httrack URL -O DIR --wrapper /path/libpith_httrack.so,/path/pith.yaml
//
// SPDX-License-Identifier: GPL-3.0-or-later
// This file is compiled against HTTrack's headers and runs inside HTTrack, so it is under HTTrack's licence. Everything
// that it calls is Apache-2.0 and independent of HTTrack.
//
// HTTrack runs its callbacks on one thread, which this plugin delays only to copy the page into a queue, and, in a
// crawl that `pith crawl` started, to keep to crawl.rate: HTTrack's own limit (-%c) opens as many connections as -c
// allows once a second, whatever the rate. No exception leaves a callback; errors are reported in HTTrack's log and in
// pith-status.json in HTTrack's -O directory, and the crawl goes on. hts_plug fails only for an HTTrack with another
// ABI.
#include <signal.h>
#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "config/load.h"
#include "config/url_pattern.h"
#include "core/text/dot_segments.h"
#include "core/text/encoding.h"
#include "core/text/number.h"
#include "core/text/url.h"
#include "crawler_adapter/page/captured_page.h"
#include "crawler_adapter/page/content_decoding.h"
#include "crawler_adapter/page/robots_header.h"
#include "plugin/capture/options.h"
#include "plugin/capture/recorder.h"
#include "plugin/hooks/httrack/answered_redirects.h"
#include "plugin/hooks/httrack/libhttrack.h"
#include "plugin/hooks/httrack/pace.h"
#include "plugin/hooks/httrack/permission.h"
#include "plugin/hooks/httrack/reach.h"
#include "plugin/hooks/httrack/transfer.h"
#include "plugin/hooks/httrack/transfer_heads.h"

#define PITH_EXPORT __attribute__((visibility("default")))

namespace {

constexpr const char* limit_of_pages = "max_pages";
constexpr int first_link = 1;  // of HTTrack's; before it comes the list of start URLs

struct Plugin {
  std::unique_ptr<pith::capture::Recorder> recorder;  // null: nothing is captured, `unlogged_failure` says why
  std::string unlogged_failure;
  std::string failure;  // the same, kept for the status file
  std::string status_file;
  pith::crawl::DecodingBounds bounds;  // one byte above the limit, for the cache to see that a page is too large
  std::int64_t max_pages = 0;          // 0: no bound
  std::int64_t pages = 0;              // captured
  std::int64_t late = 0;               // answers that were under way when max_pages was reached, and were left out
  pith::capture::TransferHeads heads;
  pith::config::UrlPatterns excluded;  // crawl.exclude
  pith::capture::AnsweredRedirects redirects;
  pith::capture::Reach reach;
  int parsed = 0;               // HTTrack's number of the page whose links it follows
  pith::capture::CrawlEnd end;  // why it was asked to stop
  bool is_own_crawl = false;    // of `pith crawl`, not of somebody who runs HTTrack
  std::optional<pith::capture::Pace> pace;
  std::optional<pith::capture::Permission> permission;  // none: it is not Pith's crawl
  bool follows = true;                                  // the links of the page that HTTrack reads
  std::int64_t requests = 0, page_links = 0;
  int links_seen = first_link;  // of HTTrack's, among which page_links were counted
  // Transfers, by the hash of their key, which keeps an entry small: those that have ended, and those that their last
  // head said to be no pages, which HTTrack drops without a word.
  std::unordered_set<std::size_t> ended, others;
  std::unordered_set<std::size_t> left_out;  // not asked for, and counted
  pith::capture::EncodedBodies encoded;
};

// One per process: HTTrack plugs a second time if --update finds the same --wrapper in its doit.log.
Plugin* plugin = nullptr;

void log_messages(httrackp* opt) {
  if (!plugin->unlogged_failure.empty())
    hts_log_print(opt, LOG_ERROR, "pith: nothing is captured: %s", plugin->unlogged_failure.c_str());
  plugin->unlogged_failure.clear();
  if (!plugin->recorder) return;
  for (const std::string& message : plugin->recorder->take_messages())
    hts_log_print(opt, LOG_ERROR, "pith: %s", message.c_str());
}

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

void note_type(const char* address, const char* file, htsblk& incoming) {
  constexpr std::size_t most_types = 100;
  const std::size_t transfer = pith::capture::transfer_hash(address, file);
  const bool is_success = incoming.statuscode >= 200 && incoming.statuscode < 300;
  if (!is_success || pith::crawl::is_html_type(incoming.contenttype)) {
    plugin->others.erase(transfer);
    return;
  }
  plugin->others.insert(transfer);
  // HTTrack does not read the body, misses it, and would ask twice more. Unread, it would be the answer to the next
  // request on its connection, which must be closed. Rules of a robots.txt are read.
  if (plugin->is_own_crawl && std::string_view(file) != "/robots.txt") {
    incoming.totalsize = 0;
    incoming.keep_alive = 0;
  }
  if (plugin->end.types.size() == most_types) return;
  if (const auto url = pith::parse_url(pith::capture::url_of(address, file)))
    plugin->end.types[url->str()] = incoming.contenttype;
}

// Nothing if it is unknown: a 304 need not repeat the header.
std::optional<std::string> robots_of(const lien_back& back) {
  auto robots = plugin->heads.take(pith::capture::transfer_key(back.url_adr, back.url_fil));
  return robots || back.r.notmodified ? robots : std::optional<std::string>("");
}

void stop(httrackp* opt, const char* limit, const char* message) {
  if (!plugin->end.limit.empty()) return;
  plugin->end.limit = limit;
  hts_log_print(opt, LOG_NOTICE, "pith: %s, the crawl ends", message);
  hts_request_stop(opt, 0);
}

void stop_at_max_pages(httrackp* opt) { stop(opt, limit_of_pages, "crawl.max_pages is reached"); }

bool is_full() { return plugin->max_pages > 0 && plugin->pages >= plugin->max_pages; }

bool is_page_by_name(const std::string& url) {
  return pith::parse_url(url) && pith::crawl::is_page_transfer(url, 0, {});
}

// Links that HTTrack knows and that nothing has come of so far; it does not ask for those whose names are not of pages.
std::int64_t waiting(const httrackp& opt) {
  for (; plugin->links_seen < opt.lien_tot; ++plugin->links_seen) {
    const lien_url* const link = opt.liens[plugin->links_seen];
    if (link && link->adr && link->fil && is_page_by_name(pith::capture::url_of(link->adr, link->fil)))
      ++plugin->page_links;
  }
  return std::max<std::int64_t>(plugin->page_links - static_cast<std::int64_t>(plugin->ended.size()), 0);
}

void note_redirect(const pith::crawl::CapturedPage& page) {
  if (page.status < 300 || page.status >= 400 || page.redirect_to.empty()) return;
  if (pith::dot_segments(page.url) != pith::DotSegments::none) return;  // of another spelling
  const auto from = pith::parse_url(page.url);
  const auto to = from ? pith::resolve(*from, page.redirect_to) : std::nullopt;
  if (to) plugin->redirects.note(from->str(), to->str());
}

// Links with other letters than ASCII's are read in the page's encoding. HTTrack takes it from the header, or from
// <meta http-equiv>, and knows no <meta charset>: then "é" in UTF-8 would become two letters, and the link lead nowhere.
void note_encoding(htsblk& answer, std::string_view body) {
  if (answer.charset[0] != '\0' || std::ranges::all_of(body, [](char c) { return (c & 0x80) == 0; })) return;
  const std::string encoding = pith::decode_html(body).encoding;
  if (encoding.size() < sizeof answer.charset) std::ranges::copy(encoding + '\0', answer.charset);
}

// `again`: HTTrack has tried it before.
void capture(httrackp* opt, lien_back& back, bool again) {
  const bool whole = plugin->encoded.decode(back, plugin->bounds) && !pith::capture::lacks_chunks(back);
  std::optional<std::string> robots = robots_of(back);
  if (std::string_view(back.url_fil) == "/robots.txt") return;
  const std::string url = pith::capture::url_of(back.url_adr, back.url_fil);
  const bool success = back.r.statuscode >= 200 && back.r.statuscode < 300;
  if (is_full()) {
    ++plugin->late;
    stop_at_max_pages(opt);
    return;
  }
  if (!pith::crawl::is_page_transfer(url, back.r.statuscode, back.r.contenttype)) {
    plugin->recorder->count_ignored();
    return;
  }
  if (again && back.r.statuscode >= 500) return;  // HTTrack repeats what fails
  pith::crawl::CapturedPage page;
  page.url = url;
  page.status = back.r.statuscode;
  if (back.r.location) page.redirect_to = back.r.location;
  note_redirect(page);
  page.content_type = back.r.contenttype;
  page.charset = back.r.charset;
  page.etag = back.r.etag;
  page.last_modified = back.r.lastmodified;
  page.robots = std::move(robots);
  page.fetched = now();
  page.cut = !whole;
  if (!whole) hts_log_print(opt, LOG_WARNING, "pith: %s: the body is cut or damaged", url.c_str());
  std::optional<std::string> body = pith::capture::body_of(back, static_cast<std::int64_t>(plugin->bounds.max_bytes));
  if (!body) {
    const auto parsed = pith::parse_url(url);
    plugin->recorder->count_lost((parsed ? parsed->str() : "a page") + " is lost: the file that HTTrack wrote, " +
                                 back.url_sav + ", cannot be read");
    return;
  }
  if (plugin->is_own_crawl) note_encoding(back.r, *body);
  page.body = *std::move(body);
  plugin->recorder->submit(std::move(page));
  if (success) ++plugin->pages;
  // Without known links, it may have been the last page; the next request says.
  if (is_full() && waiting(*opt) > 0) stop_at_max_pages(opt);
}

int on_transfer(t_hts_callbackarg* carg, httrackp* opt, lien_back* back) {
  try {
    if (plugin && plugin->recorder && back) {
      const bool again = !plugin->ended.insert(pith::capture::transfer_hash(back->url_adr, back->url_fil)).second;
      pith::capture::clean_location(*back);
      capture(opt, *back, again);
    }
    if (plugin) log_messages(opt);
  } catch (...) {
    // Out of memory: this page is not captured, the crawl goes on.
  }
  if (CALLBACKARG_PREV_FUN(carg, xfrstatus))
    return CALLBACKARG_PREV_FUN(carg, xfrstatus)(CALLBACKARG_PREV_CARG(carg), opt, back);
  return 1;
}

int on_head(t_hts_callbackarg* carg, httrackp* opt, char* head, const char* address, const char* file,
            const char* referer_address, const char* referer_file, htsblk* incoming) {
  try {
    if (plugin && plugin->recorder && head && address && file) {
      plugin->heads.note(pith::capture::transfer_key(address, file), pith::crawl::robots_of_headers(head));
      if (incoming) {
        pith::capture::clean_head(head, *incoming);
        note_type(address, file, *incoming);
        if (plugin->is_own_crawl)
          plugin->encoded.take_over(head, pith::capture::transfer_key(address, file), *incoming);
      }
    }
  } catch (...) {
    // Out of memory: the page is treated like one without the header.
  }
  if (CALLBACKARG_PREV_FUN(carg, receivehead))
    return CALLBACKARG_PREV_FUN(carg, receivehead)(CALLBACKARG_PREV_CARG(carg), opt, head, address, file,
                                                   referer_address, referer_file, incoming);
  return 1;
}

void make_request() {
  ++plugin->requests;
  if (plugin->pace) plugin->pace->wait();
}

// Counts a link that is not asked for, once.
void leave_out(const char* address, const char* file, bool is_page) {
  if (!plugin->recorder || !plugin->left_out.insert(pith::capture::transfer_hash(address, file)).second) return;
  if (is_page)
    plugin->recorder->submit({.url = pith::capture::url_of(address, file), .fetched = now()});
  else
    plugin->recorder->count_ignored();
}

// HTTrack sends a form with what follows, which any page can write into a link.
bool sends_form(std::string_view file) { return file.find("?>post") != std::string_view::npos; }

// The URL if it may be fetched. Else the server did not allow it, which `permission` counts, or could not say; or
// HTTrack would ask for what the URL does not say.
std::optional<pith::Url> permitted(const char* address, const char* file) {
  const auto url = pith::parse_url(pith::capture::url_of(address, file));
  if (!url || sends_form(file)) {
    leave_out(address, file, !sends_form(file));
    return std::nullopt;
  }
  const std::int64_t before = plugin->permission->requests();
  const auto answer = plugin->permission->ask(*url);
  for (std::int64_t i = before; i < plugin->permission->requests(); ++i) make_request();
  if (answer == pith::capture::Permission::Answer::unsure && is_page_by_name(url->str()))
    leave_out(address, file, true);
  return answer == pith::capture::Permission::Answer::allowed ? url : std::nullopt;
}

// Before each request, HTTrack's repetitions included; 0 refuses it. The only place that sees where start URLs lead.
int on_request(t_hts_callbackarg* carg, httrackp* opt, char* head, const char* address, const char* file,
               const char* referer_address, const char* referer_file, htsblk* outgoing) {
  try {
    if (plugin && is_full()) {
      stop_at_max_pages(opt);
      return 0;
    }
    if (plugin && address && file) {
      const auto url = plugin->permission ? permitted(address, file) : std::nullopt;
      if (plugin->permission && !url) {
        plugin->ended.insert(pith::capture::transfer_hash(address, file));
        return 0;
      }
      make_request();
      if (url) plugin->permission->wait_turn(*url);
    }
  } catch (...) {
    return 0;  // out of memory: what it may fetch is unknown
  }
  if (CALLBACKARG_PREV_FUN(carg, sendhead))
    return CALLBACKARG_PREV_FUN(carg, sendhead)(CALLBACKARG_PREV_CARG(carg), opt, head, address, file, referer_address,
                                                referer_file, outgoing);
  return 1;
}

// Several times a second. HTTrack's header has other names for the two numbers of links.
int on_loop(t_hts_callbackarg* carg, httrackp* opt, lien_back* back, int back_max, int back_index, int links_seen,
            int links_known, int seconds, hts_stat_struct* stats) {
  if (plugin && plugin->recorder) {
    plugin->recorder->set_traffic(plugin->requests, waiting(*opt));
    if (plugin->is_own_crawl && plugin->recorder->is_stuck()) stop(opt, "cache", "the page cache cannot be written to");
  }
  if (CALLBACKARG_PREV_FUN(carg, loop))
    return CALLBACKARG_PREV_FUN(carg, loop)(CALLBACKARG_PREV_CARG(carg), opt, back, back_max, back_index, links_seen,
                                            links_known, seconds, stats);
  return 1;
}

// Whether a link need not be followed: crawl.exclude matches it, or it is known to redirect. The latter only where
// HTTrack saves no pages (-p0, as in `pith crawl`): in a mirror, it makes the link point to the target's file.
bool is_unwanted(const httrackp& opt, const char* address, const char* file) {
  const bool mirrors = opt.getmode != 0;
  if (mirrors && plugin->excluded.empty()) return false;
  const auto url = pith::parse_url(pith::capture::url_of(address, file));
  if (!url) return false;
  return plugin->excluded.match(*url) || (!mirrors && plugin->redirects.settled(url->str()));
}

// HTTrack parses its pages in the order of its list.
int depth_of(const httrackp& opt, std::string_view address, std::string_view file) {
  for (int i = plugin->parsed; i < opt.lien_tot; ++i)
    if (opt.liens[i] && address == opt.liens[i]->adr && file == opt.liens[i]->fil) {
      plugin->parsed = i;
      return i == 0 ? pith::capture::Reach::start_list : opt.liens[i]->depth;
    }
  return pith::capture::Reach::start_list;
}

// Before HTTrack follows a page's links.
int on_page(t_hts_callbackarg* carg, httrackp* opt, char** html, int* size, const char* address, const char* file) {
  try {
    if (plugin && address && file) {
      plugin->reach.begin_page(depth_of(*opt, address, file));
      plugin->follows = !plugin->permission || !html || !*html || !size || *size <= 0 ||
                        !plugin->permission->forbids_following({*html, static_cast<std::size_t>(*size)});
    }
  } catch (...) {
    // Out of memory: its links are followed.
  }
  if (CALLBACKARG_PREV_FUN(carg, preprocess))
    return CALLBACKARG_PREV_FUN(carg, preprocess)(CALLBACKARG_PREV_CARG(carg), opt, html, size, address, file);
  return 1;
}

// `followed`: HTTrack would fetch it.
bool is_too_deep(const char* address, const char* file, bool followed) {
  // Style sheets and pictures on another host do not tell where to start.
  if (!followed && !is_page_by_name(pith::capture::url_of(address, file))) return false;
  return plugin->reach.leaves_out(address, pith::capture::transfer_key(address, file), followed);
}

// Whether HTTrack may follow a link: 1 forbids it, -1 leaves it to HTTrack's own rules, which `status` says.
int on_link(t_hts_callbackarg* carg, httrackp* opt, const char* address, const char* file, int status) {
  try {
    const bool follows = status == 0;
    if (plugin && address && file &&
        (!plugin->follows || is_unwanted(*opt, address, file) ||
         (follows && plugin->permission && !permitted(address, file)) || is_too_deep(address, file, follows)))
      return 1;
  } catch (...) {
    // Out of memory: the page is fetched, and not indexed.
  }
  if (CALLBACKARG_PREV_FUN(carg, check_link))
    return CALLBACKARG_PREV_FUN(carg, check_link)(CALLBACKARG_PREV_CARG(carg), opt, address, file, status);
  return -1;
}

int on_start(t_hts_callbackarg* carg, httrackp* opt) {
  if (plugin) {
    log_messages(opt);
    // Not earlier: hts_plug runs before HTTrack creates a new mirror's directory.
    if (!plugin->failure.empty()) pith::capture::write_failure_status(plugin->status_file, plugin->failure);
  }
  if (CALLBACKARG_PREV_FUN(carg, start)) return CALLBACKARG_PREV_FUN(carg, start)(CALLBACKARG_PREV_CARG(carg), opt);
  return 1;
}

// Whether HTTrack ended before it had seen all pages: by crawl.max_pages, by its own limits of time, bytes (state.stop)
// or links, or by a signal (exit_xh; SIGINT sets stop). HTTrack regards that as success: its exit code is 0.
bool is_stopped(const httrackp& opt) {
  // HTTrack gives up at the last link but one.
  const bool links_are_full = opt.maxlink > 0 && opt.lien_tot >= opt.maxlink - 1;
  return opt.state.stop != 0 || opt.state.exit_xh != 0 || links_are_full;
}

// The URLs that HTTrack knows and that gave no answer which it told of, pages by their name; counts those that their
// head said to be no pages as ignored. At the end, once.
std::vector<std::string> unanswered(const httrackp& opt) {
  std::vector<std::string> urls;
  for (int i = first_link; i < opt.lien_tot; ++i) {
    if (!opt.liens[i] || !opt.liens[i]->adr || !opt.liens[i]->fil) continue;
    const std::size_t transfer = pith::capture::transfer_hash(opt.liens[i]->adr, opt.liens[i]->fil);
    if (!plugin->ended.insert(transfer).second) continue;
    std::string url = pith::capture::url_of(opt.liens[i]->adr, opt.liens[i]->fil);
    if (plugin->others.contains(transfer))
      plugin->recorder->count_ignored();
    else if (is_page_by_name(url))
      urls.push_back(std::move(url));
  }
  return urls;
}

// HTTrack tells nothing of a transfer that gave no complete answer: no connection, nothing, half a page, no HTTP. It
// has tried each several times when it ends by itself. (In a crawl of somebody else, HTTrack tests links in ways that
// it tells nothing of either.) What is left after the last page that is wanted was not tried.
void report_unanswered(const httrackp& opt) {
  const bool ended_full = plugin->end.limit == limit_of_pages;
  if (!plugin->is_own_crawl || (plugin->end.stopped && !ended_full)) return;
  for (std::string& url : unanswered(opt))
    if (ended_full)
      ++plugin->end.beyond;
    else
      plugin->recorder->submit({.url = std::move(url), .fetched = now()});
}

// Writes the queued pages and logs the result; a second call does nothing.
void finish(httrackp* opt) {
  if (!plugin->recorder) return;
  for (int i = 0; i < opt->lien_tot; ++i)
    if (opt->liens[i]) plugin->reach.reached(pith::capture::transfer_key(opt->liens[i]->adr, opt->liens[i]->fil));
  plugin->end.stopped = is_stopped(*opt);
  plugin->end.beyond = plugin->reach.beyond() + plugin->late;
  report_unanswered(*opt);
  plugin->end.elsewhere = plugin->reach.only_elsewhere();
  if (plugin->permission) {
    plugin->end.forbidden_links = plugin->permission->forbidden_links();
    plugin->end.forbidden = plugin->permission->forbidden();
    plugin->end.refused = plugin->permission->refused();
    plugin->end.unsure = plugin->permission->unsure();
  }
  const auto counts = plugin->recorder->close(plugin->end);
  log_messages(opt);
  hts_log_print(opt, counts.lost ? LOG_ERROR : LOG_NOTICE, "pith: %s captured, %s ignored, %s lost",
                pith::counted(counts.captured, "page").c_str(), pith::human_count(counts.ignored).c_str(),
                pith::human_count(counts.lost).c_str());
  plugin->recorder.reset();
}

// When hts_unplug runs, HTTrack's log is already closed.
int on_end(t_hts_callbackarg* carg, httrackp* opt) {
  try {
    if (plugin) finish(opt);
  } catch (...) {
    // Out of memory: hts_unplug tries again.
  }
  if (CALLBACKARG_PREV_FUN(carg, end)) return CALLBACKARG_PREV_FUN(carg, end)(CALLBACKARG_PREV_CARG(carg), opt);
  return 1;
}

// The argument is "PATH_OF_THE_SO" or "PATH_OF_THE_SO,CONFIGURATION".
std::string configuration_of(const char* argv) {
  const std::string argument = argv ? argv : "";
  const std::size_t comma = argument.find(',');
  return comma == std::string::npos ? std::string() : argument.substr(comma + 1);
}

// In the environment.
std::optional<double> number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  return text ? pith::parse_number(text) : std::nullopt;
}

void set_up(httrackp* opt, const char* argv) {
  std::string directory = StringNotEmpty(opt->path_log) ? StringBuff(opt->path_log) : "";
  if (!directory.empty() && directory.back() != '/') directory += '/';
  plugin->status_file = directory + "pith-status.json";
  const auto config = pith::config::open(configuration_of(argv));
  if (!config) {
    plugin->unlogged_failure = plugin->failure = config.error().message;
    return;
  }
  auto options = pith::capture::recorder_options(config->settings());
  options.status_file = plugin->status_file;
  plugin->bounds = {.max_bytes = static_cast<std::size_t>(options.cache.page_max_bytes) + 1,
                    .max_ratio = static_cast<std::size_t>(options.cache.page_max_ratio)};
  plugin->max_pages = config->settings().crawl.max_pages;
  plugin->excluded = pith::config::UrlPatterns(config->settings().crawl.exclude);
  // `pith crawl` says how fast it may be: crawl.rate, or less if the servers ask for less.
  if (const auto rate = number_in("PITH_RATE"); rate && *rate > 0) plugin->pace.emplace(*rate);
  if (const auto level = number_in("PITH_LAST_LEVEL"); level)
    plugin->reach = pith::capture::Reach(static_cast<int>(*level));
  plugin->is_own_crawl = std::getenv("PITH_RUN") != nullptr;
  if (plugin->is_own_crawl)
    plugin->permission.emplace(config->settings().crawl, number_in("PITH_ROBOTS").value_or(0) > 0);
  plugin->recorder = std::make_unique<pith::capture::Recorder>(std::move(options));
}

}  // namespace

extern "C" PITH_EXPORT int hts_plug(httrackp* opt, const char* argv) {
  if (!opt || opt->size_httrackp != sizeof(httrackp)) {
    std::fprintf(stderr, "pith: this HTTrack is not the one that libpith_httrack.so was built for; build it again\n");
    return 0;
  }
  if (plugin) return 1;
  // A crawl started by `pith crawl` ends cleanly with it: nobody waits for it any more.
  if (std::getenv("PITH_RUN")) prctl(PR_SET_PDEATHSIG, SIGTERM);
  try {
    plugin = new Plugin;
    set_up(opt, argv);
  } catch (const std::exception& exception) {
    if (plugin) plugin->unlogged_failure = exception.what();
  }
  CHAIN_FUNCTION(opt, receivehead, on_head, nullptr);
  CHAIN_FUNCTION(opt, xfrstatus, on_transfer, nullptr);
  CHAIN_FUNCTION(opt, sendhead, on_request, nullptr);
  CHAIN_FUNCTION(opt, loop, on_loop, nullptr);
  CHAIN_FUNCTION(opt, preprocess, on_page, nullptr);
  CHAIN_FUNCTION(opt, check_link, on_link, nullptr);
  CHAIN_FUNCTION(opt, start, on_start, nullptr);
  CHAIN_FUNCTION(opt, end, on_end, nullptr);
  return 1;
}

extern "C" PITH_EXPORT int hts_unplug(httrackp* opt) {
  if (!plugin) return 1;
  try {
    finish(opt);
    log_messages(opt);
  } catch (...) {
    // HTTrack is ending: nobody is left to report to.
  }
  delete plugin;
  plugin = nullptr;
  return 1;
}
