// The wget2 plugin: hands every finished download of HTML to Pith's page cache.
//
//   wget2 --local-plugin=/path/libpith_wget2.so --plugin-opt=pith_wget2.config=/path/pith.yaml -r URL
//
// SPDX-License-Identifier: GPL-3.0-or-later
// This file is compiled against wget2's headers and runs inside of wget2: it is under wget2's licence. Everything that it
// calls is Apache-2.0 and knows nothing of wget2.
//
// wget2 calls its post-processor for what it has downloaded (200, 206, and 416 for a file that was complete before), from
// several threads at once. Of gzip and chunked bodies the memory that it offers holds a part only, so the page is read from
// the file that wget2 wrote; a mode that writes none (-O, --spider, --delete-after) is refused. Content type and charset are in
// the file's extended attributes (--xattr, the default); on a file system without them the bytes decide. wget2 tells a
// plugin nothing of redirects, of errors and of pages that have not changed (304).
//
// No exception leaves a callback; trouble goes to standard error and to pith-status.json in the working directory, and
// the crawl goes on.
#include <sys/stat.h>
#include <sys/xattr.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "config/load.h"
#include "core/url.h"
#include "plugin/capture/options.h"
#include "plugin/capture/recorder.h"

#define restrict __restrict__  // a word of C that C++ lacks
extern "C" {
#include <wget.h>
}
#undef restrict

namespace {

constexpr const char* status_file = "pith-status.json";

struct Plugin {
  std::string config;   // --plugin-opt=pith_wget2.config=FILE
  std::string refusal;  // why this wget2 is not served; empty: it is
  std::once_flag set_up;
  std::unique_ptr<pith::capture::Recorder> recorder;  // null: nothing is captured
  std::int64_t page_max_bytes = 0;
  std::once_flag told_of_missing_files;
};

Plugin* plugin = nullptr;

void say(const std::string& message) { std::fprintf(stderr, "pith: %s\n", message.c_str()); }

void say_messages() {
  for (const std::string& message : plugin->recorder->take_messages()) say(message);
}

// An option of the command line by which wget2 writes no file that could be read; empty if there is none. (wget2 tells
// its plugins nothing of its options. What a wgetrc sets shows when files are missing.)
std::string option_without_files() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::string argument;
  std::getline(in, argument, '\0');  // the program
  while (std::getline(in, argument, '\0')) {
    if (argument == "--") break;
    for (const std::string_view option : {"--spider", "--delete-after", "--output-document"})
      if (argument == option || argument.starts_with(std::string(option) + "=")) return std::string(option);
    // Short options may stand together (-qO-); those before an O must be some that take no argument.
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

std::string attribute_of(const char* file, const char* name) {
  std::array<char, 256> value;
  const ssize_t size = getxattr(file, name, value.data(), value.size());
  return size > 0 ? std::string(value.data(), static_cast<std::size_t>(size)) : std::string();
}

void capture(wget_downloaded_file_t* file) {
  const char* const name = wget_downloaded_file_get_local_filename(file);
  const wget_iri_t* const iri = wget_downloaded_file_get_source_url(file);
  struct stat about {};
  if (!name || !iri || !iri->uri || stat(name, &about) != 0 || !S_ISREG(about.st_mode)) {
    std::call_once(plugin->told_of_missing_files, [] {
      say("pages are not captured: wget2 leaves no file to read them from; do without -O, --spider and --delete-after");
    });
    plugin->recorder->count_ignored();
    return;
  }
  pith::crawl::CapturedPage page;
  page.url = iri->uri;
  page.status = 200;
  page.content_type = attribute_of(name, "user.mime_type");
  page.charset = attribute_of(name, "user.charset");
  const auto parsed = pith::parse_url(page.url);
  if (!pith::crawl::is_html_type(page.content_type) || (parsed && (parsed->path == "/robots.txt" || pith::is_obvious_non_page(*parsed)))) {
    plugin->recorder->count_ignored();
    return;
  }
  // One byte more than the bound is enough for the cache to see that the page is too large.
  std::ifstream in(name, std::ios::binary);
  page.body.resize(static_cast<std::size_t>(std::min<std::int64_t>(about.st_size, plugin->page_max_bytes + 1)));
  in.read(page.body.data(), static_cast<std::streamsize>(page.body.size()));
  page.body.resize(static_cast<std::size_t>(in.gcount()));
  if (page.content_type.empty() && !pith::crawl::looks_like_html(page.body)) {
    plugin->recorder->count_ignored();
    return;
  }
  page.fetched = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  plugin->recorder->submit(std::move(page));
  say_messages();
}

int on_download(wget_plugin_t*, wget_downloaded_file_t* file) {
  try {
    std::call_once(plugin->set_up, set_up);
    if (plugin->recorder) capture(file);
  } catch (...) {
    // Out of memory: this page is not captured, the crawl goes on.
  }
  return 1;  // others may look at the file too
}

int on_option(wget_plugin_t*, const char* option, const char* value) {
  try {
    if (std::string_view(option) == "help") {
      std::printf("config=FILE  the configuration of Pith (YAML), else ./pith.yaml, else $PITH_CONFIG, else /etc/pith/pith.yaml\n");
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

void on_exit_of_wget(wget_plugin_t*, int) {
  try {
    if (plugin->recorder) {
      const auto counts = plugin->recorder->close();
      say_messages();
      say(std::to_string(counts.captured) + " pages captured, " + std::to_string(counts.ignored) + " others ignored, " +
          std::to_string(counts.lost) + " lost");
    }
  } catch (...) {
    // wget2 is ending: there is nobody left to tell.
  }
  delete plugin;
  plugin = nullptr;
}

}  // namespace

extern "C" WGET_EXPORT int wget_plugin_initializer(wget_plugin_t* host) {
  try {
    plugin = new Plugin;
    plugin->refusal = option_without_files();
    wget_plugin_register_argp(host, on_option);
    if (!plugin->refusal.empty()) {
      say(plugin->refusal + " leaves no file that pages could be read from: nothing is captured; run wget2 without it");
      pith::capture::write_failure_status(status_file, "wget2 was run with " + plugin->refusal);
      return 0;  // wget2 ends if the configuration is given to us, and goes on without us otherwise
    }
    wget_plugin_register_finalizer(host, on_exit_of_wget);
    wget_plugin_register_post_processor(host, on_download);
    return 0;
  } catch (...) {
    return -1;
  }
}
