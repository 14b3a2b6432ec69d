// The wget2 plugin: hands every finished download of HTML to Pith's page cache.
//
//   wget2 --local-plugin=/path/libpith_wget2.so --plugin-opt=pith_wget2.config=/path/pith.yaml -r URL
//
// SPDX-License-Identifier: GPL-3.0-or-later
// This file is compiled against wget2's headers and runs inside wget2, so it is under wget2's licence. Everything that
// it calls is Apache-2.0 and independent of wget2.
//
// wget2 calls its post-processor for its downloads (200, 206, and 416 for a file that was already complete), from
// several threads at once. For gzip and chunked bodies, its memory buffer holds only a part, so the page is read from
// the file that wget2 wrote; modes that write no file (-O, --spider, --delete-after) are rejected. URL, content type
// and charset are in the file's extended attributes (--xattr, the default). On a file system without them, the bytes
// decide what is HTML, and a page whose file name already existed is lost. wget2 does not tell plugins about redirects,
// errors and unchanged pages (304).
//
// No exception leaves a callback; errors are reported on standard error and in pith-status.json in the working
// directory, and the crawl goes on.
#include <sys/stat.h>
#include <sys/xattr.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "config/load.h"
#include "core/base/result.h"
#include "core/text/number.h"
#include "core/text/percent.h"
#include "core/text/url.h"
#include "plugin/capture/options.h"
#include "plugin/capture/recorder.h"
#include "plugin/hooks/wget2/libwget.h"

namespace {

constexpr const char* status_file = "pith-status.json";

struct Plugin {
  std::string config;   // --plugin-opt=pith_wget2.config=FILE
  std::string refusal;  // why this wget2 is not supported; empty: it is
  std::once_flag set_up;
  std::unique_ptr<pith::capture::Recorder> recorder;  // null: nothing is captured
  std::int64_t page_max_bytes = 0;
};

Plugin* plugin = nullptr;

void say(const std::string& message) { std::fprintf(stderr, "pith: %s\n", message.c_str()); }

void say_messages() {
  for (const std::string& message : plugin->recorder->take_messages()) say(message);
}

// The command line option that makes wget2 write no readable file; empty if there is none. (wget2 does not tell plugins
// its options. The effects of a wgetrc show when files are missing.)
std::string option_without_files() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::string argument;
  std::getline(in, argument, '\0');  // the program
  while (std::getline(in, argument, '\0')) {
    if (argument == "--") break;
    for (const std::string_view option : {"--spider", "--delete-after", "--output-document"})
      if (argument == option || argument.starts_with(std::string(option) + "=")) return std::string(option);
    // Short options may be combined (-qO-); those before an O must be ones without an argument.
    if (argument.size() < 2 || argument[0] != '-' || argument[1] == '-') continue;
    const std::size_t end = argument.find_first_not_of("46bcdEFHKkLmNnpqrSvx", 1);
    if (end != std::string::npos && argument[end] == 'O') return "-O";
  }
  return {};
}

void set_up() {
  const auto config = pith::config::open(plugin->config);
  if (!config) {
    say("nothing is captured: " + config.error().message);
    pith::capture::write_failure_status(status_file, config.error().message);
    return;
  }
  auto options = pith::capture::recorder_options(config->settings());
  options.status_file = status_file;
  plugin->page_max_bytes = options.cache.page_max_bytes;
  plugin->recorder = std::make_unique<pith::capture::Recorder>(std::move(options));
}

std::string attribute_of(const std::string& file, const char* name) {
  std::array<char, pith::max_url_bytes> value;
  const ssize_t size = getxattr(file.c_str(), name, value.data(), value.size());
  return size > 0 ? std::string(value.data(), static_cast<std::size_t>(size)) : std::string();
}

struct SavedFile {
  std::string name;
  struct stat about {};
};

bool is_newer(const SavedFile& a, const SavedFile& b) {
  const timespec &x = a.about.st_ctim, &y = b.about.st_ctim;
  return x.tv_sec != y.tv_sec ? x.tv_sec > y.tv_sec : x.tv_nsec > y.tv_nsec;
}

// The file that holds a page that wget2 reports as `name`. If that name already existed, wget2 has written NAME.1,
// NAME.2, … and does not say so; the URL in the files' attributes shows which one it was, the youngest if there are
// several. Without attributes it is NAME if that is the only file. Otherwise an error message for the user.
pith::Result<SavedFile> find_file(const std::string& name, const std::string& url,
                                  const std::optional<pith::Url>& parsed) {
  constexpr int most_names = 10'000;
  std::optional<SavedFile> found, unmarked;
  int files = 0;
  for (int number = 0; number < most_names; ++number) {
    SavedFile file{number ? name + "." + std::to_string(number) : name};
    if (stat(file.name.c_str(), &file.about) != 0) break;
    if (!S_ISREG(file.about.st_mode)) continue;  // a directory may have this name
    ++files;
    const std::string origin = attribute_of(file.name, "user.xdg.origin.url");
    const bool matches = origin == url || (parsed && pith::parse_url(pith::with_escaped_blanks(origin)) == parsed);
    if (matches && (!found || is_newer(file, *found))) found = file;
    if (origin.empty()) unmarked = file;
  }
  if (found) return *found;
  if (unmarked && files == 1) return *unmarked;
  if (!unmarked)
    return pith::Error{"no_file",
                       "no file of wget2's holds it: see wget2's own messages; a name may be too long, and -O, "
                       "--spider and --delete-after leave none"};
  return pith::Error{"no_file",
                     "another file has its name, and only extended attributes say which file holds it: run "
                     "wget2 with --xattr on a file system that has them, or without -nd into a new directory"};
}

void capture(wget_downloaded_file* download) {
  const char* const name = wget_downloaded_file_get_local_filename(download);
  const wget_iri* const iri = wget_downloaded_file_get_source_url(download);
  pith::crawl::CapturedPage page;
  const std::string source = iri && iri->uri ? iri->uri : "";
  page.url = pith::with_escaped_blanks(source);
  const auto parsed = pith::parse_url(page.url);
  if (parsed && (parsed->path == "/robots.txt" || pith::is_obvious_non_page(*parsed))) {
    plugin->recorder->count_ignored();
    return;
  }
  const auto file = find_file(name ? name : "", source, parsed);
  if (!file) {
    plugin->recorder->count_lost((parsed ? parsed->str() : "a page") + " is lost: " + file.error().message);
    say_messages();
    return;
  }
  page.status = 200;
  page.content_type = attribute_of(file->name, "user.mime_type");
  page.charset = attribute_of(file->name, "user.charset");
  if (!pith::crawl::is_html_type(page.content_type)) {
    plugin->recorder->count_ignored();
    return;
  }
  // One byte above the limit is enough for the cache to see that the page is too large.
  std::ifstream in(file->name, std::ios::binary);
  page.body.resize(static_cast<std::size_t>(std::min<std::int64_t>(file->about.st_size, plugin->page_max_bytes + 1)));
  in.read(page.body.data(), static_cast<std::streamsize>(page.body.size()));
  page.body.resize(static_cast<std::size_t>(in.gcount()));
  if (page.content_type.empty() && !pith::crawl::looks_like_html(page.body)) {
    plugin->recorder->count_ignored();
    return;
  }
  page.fetched =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  plugin->recorder->submit(std::move(page));
  say_messages();
}

int on_download(wget_plugin*, wget_downloaded_file* file) {
  try {
    std::call_once(plugin->set_up, set_up);
    if (plugin->recorder) capture(file);
  } catch (...) {
    // Out of memory: this page is not captured, the crawl goes on.
  }
  return 1;  // others may process the file too
}

int on_option(wget_plugin*, const char* option, const char* value) {
  try {
    if (std::string_view(option) == "help") {
      std::printf(
          "config=FILE  the configuration of Pith (YAML), else $PITH_CONFIG, else ./pith.yaml, else "
          "/etc/pith/pith.yaml\n");
      return 0;
    }
    if (!plugin->refusal.empty()) return -1;
    if (std::string_view(option) != "config" || !value) {
      say("--plugin-opt=pith_wget2." + std::string(option) + ": the only option is config=FILE");
      return -1;
    }
    plugin->config = value;
    if (const auto config = pith::config::open(plugin->config); !config) {
      say(config.error().message);
      return -1;
    }
    return 0;
  } catch (...) {
    return -1;
  }
}

void on_exit_of_wget(wget_plugin*, int) {
  try {
    if (plugin->recorder) {
      const auto counts = plugin->recorder->close();
      say_messages();
      say(pith::counted(counts.captured, "page") + " captured, " + pith::human_count(counts.ignored) + " ignored, " +
          pith::human_count(counts.lost) + " lost");
    }
  } catch (...) {
    // wget2 is ending: nobody is left to report to.
  }
  delete plugin;
  plugin = nullptr;
}

}  // namespace

extern "C" WGET_EXPORT int wget_plugin_initializer(wget_plugin* host) {
  try {
    plugin = new Plugin;
    plugin->refusal = option_without_files();
    wget_plugin_register_option_callback(host, on_option);
    if (!plugin->refusal.empty()) {
      say(plugin->refusal + " leaves no file that pages could be read from: nothing is captured; run wget2 without it");
      pith::capture::write_failure_status(status_file, "wget2 was run with " + plugin->refusal);
      return 0;  // with -1, wget2 ends if our configuration is given, and otherwise goes on without us
    }
    wget_plugin_register_finalizer(host, on_exit_of_wget);
    wget_plugin_register_post_processor(host, on_download);
    return 0;
  } catch (...) {
    return -1;
  }
}
