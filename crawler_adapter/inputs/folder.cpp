// A folder of pages: a mirror by wget, wget2 or HTTrack, or pages that a browser saved.
//
// Files that are HTML by name or content are pages with status 200, in order of their path. The URL comes from, in this
// order: wget2's extended attribute user.xdg.origin.url; a comment in the page, unless the folder names another host
// (if the folder names none, only for pages at its top); the path, below --url or else below the host that the folder
// is named after. Of files with the same URL, the last one is taken. Links are not followed: a link out of the folder
// would index what nobody meant to publish.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/flat_table.h"
#include "core/text/ascii.h"
#include "core/text/percent.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/inputs/folder_url.h"
#include "crawler_adapter/inputs/input.h"
#include "crawler_adapter/page/http_message.h"

namespace pith::ingest {
namespace {

namespace fs = std::filesystem;

class File {
 public:
  explicit File(const std::string& path) : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)) {
    if (file_ >= 0 && fstat(file_, &status_) == 0) return;
    error = std::strerror(errno);
  }
  ~File() {
    if (file_ >= 0) close(file_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  std::string error;  // why it cannot be read; empty if it can
  std::uint64_t size() const { return static_cast<std::uint64_t>(status_.st_size); }
  // When it was written here. Not its modification time, which crawlers set to the server's Last-Modified.
  std::int64_t written() const { return status_.st_ctime; }

  // At most this many bytes.
  std::string read_up_to(std::size_t bytes) {
    std::string out;
    std::array<char, 64 << 10> block;
    while (out.size() < bytes) {
      const ssize_t got = read(file_, block.data(), std::min(block.size(), bytes - out.size()));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) error = std::strerror(errno);
      if (got <= 0) break;
      out.append(block.data(), static_cast<std::size_t>(got));
    }
    return out;
  }
  // An extended attribute; empty if there is none.
  std::string attribute(const char* name) const {
    std::array<char, 8192> value;
    const ssize_t size = fgetxattr(file_, name, value.data(), value.size());
    return size > 0 ? std::string(value.data(), static_cast<std::size_t>(size)) : std::string();
  }

 private:
  int file_;
  struct stat status_ {};
};

bool has_page_extension(const std::string& path) {
  const std::string extension = lower_ascii(fs::path(path).extension().string());
  return extension == ".html" || extension == ".htm" || extension == ".xhtml" || extension == ".shtml";
}

// "docs_2024" and "python-3.12" may be hosts, but hardly are.
bool surely_a_host(std::string_view host) {
  const std::string_view name = host.substr(0, host.find(':'));
  if (name == "localhost") return true;
  if (name.find('.') == name.npos) return false;
  const std::string_view top = name.substr(name.rfind('.') + 1);
  const bool address = std::ranges::count(name, '.') == 3 && name.find_first_not_of("0123456789.") == name.npos;
  return address || top.starts_with("xn--") || std::ranges::none_of(top, is_digit_ascii);
}

class Reader {
 public:
  Reader(fs::path folder, Reading& reading)
      : folder_(std::move(folder)), host_(host_of_folder_at(folder_.string())), reading_(reading) {
    prefix_ = reading_.options.url_prefix;
    if (prefix_.empty() && surely_a_host(host_) && host_folder_in(folder_.string()).empty())
      prefix_ = "http://" + host_ + "/";
  }

  void run() {
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder_, fs::directory_options::skip_permission_denied, error), end;
         !error && entry != end && !reading_.stopped(); entry.increment(error)) {
      std::error_code ignored;
      if (entry->symlink_status(ignored).type() == fs::file_type::regular) total_ += entry->file_size(ignored);
    }
    walk(folder_);
  }

 private:
  // Holds the names of one folder and of those above it.
  void walk(const fs::path& folder) {
    std::vector<fs::directory_entry> entries;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
      entries.push_back(*entry);
    if (error) reading_.lost(0, reading_.report().records, folder.string() + ": cannot be read: " + error.message());
    std::sort(entries.begin(), entries.end());
    for (const fs::directory_entry& entry : entries) {
      if (reading_.stopped()) return;
      std::error_code ignored;
      const fs::file_status status = entry.symlink_status(ignored);
      if (status.type() == fs::file_type::directory) {
        walk(entry.path());
        continue;
      }
      reading_.record();
      if (status.type() == fs::file_type::symlink)
        reading_.left_out("symbolic_link");
      else if (status.type() != fs::file_type::regular)
        reading_.left_out("not_a_file");
      else
        file(entry.path());
      reading_.at(position_, total_);
    }
  }

  void file(const fs::path& path) {
    File file(path.string());
    const auto unreadable = [&] {
      reading_.left_out("damaged");
      reading_.lost(0, reading_.report().records, path.string() + ": cannot be read: " + file.error);
    };
    if (!file.error.empty()) return unreadable();
    position_ += file.size();
    const std::string relative = path.lexically_relative(folder_).generic_string();
    const std::string type = file.attribute("user.mime_type");
    if (!type.empty() && !crawl::is_html_type(type)) return reading_.left_out("not_html");
    std::string body = file.read_up_to(16 << 10);
    const auto layout = url_of_path(relative, prefix_);
    const bool page = !type.empty() || has_page_extension(relative) ||
                      ((!layout || !is_obvious_non_page(*layout)) && crawl::looks_like_html(body));
    if (!page) return reading_.left_out("not_html");
    const auto url = choose_url(file, body, layout, relative);
    if (!url) return reading_.left_out("no_url");
    if (file.size() > reading_.options.page_max_bytes) return reading_.left_out("too_large", url->str());
    body += file.read_up_to(reading_.options.page_max_bytes - std::min(body.size(), reading_.options.page_max_bytes));
    if (!file.error.empty()) return unreadable();
    reading_.page({.url = url->str(),
                   .status = 200,
                   .content_type = "text/html",
                   .charset = file.attribute("user.charset"),
                   .fetched = file.written(),
                   .body = std::move(body)},
                  !urls_.insert(crawl::hash_url(url->str()), 1).second);
  }

  std::optional<Url> choose_url(const File& file, const std::string& head, const std::optional<Url>& layout,
                                const std::string& relative) const {
    if (auto origin = parse_url(with_escaped_blanks(file.attribute("user.xdg.origin.url")))) return origin;
    const auto comment = url_of_comment(head);
    if (!comment) return layout;
    const auto told = layout || host_.empty() ? layout : parse_url("http://" + host_ + "/");
    // A browser saves pages into one folder; deeper files belong to a mirrored site, and could claim any host.
    const bool agrees =
        told ? told->host == comment->host && told->port == comment->port : relative.find('/') == std::string::npos;
    return agrees ? comment : layout;
  }

  const fs::path folder_;
  const std::string host_;  // from the folder's own name
  std::string prefix_;      // of all URLs; empty: the folders in it are hosts
  Reading& reading_;
  FlatTable<char> urls_;  // hashes of those handed over
  std::uint64_t total_ = 0, position_ = 0;
};

bool recognises(const Probe& probe) { return probe.directory; }

std::optional<Error> read_folder(const std::string& path, Reading& reading) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return Error{"no_input", path + ": is not a folder"};
  fs::directory_iterator(path, error);
  if (error) return Error{"no_input", path + ": cannot be read: " + error.message()};
  Reader(path, reading).run();
  return std::nullopt;
}

}  // namespace

extern const Input folder_input;
const Input folder_input{"folder", "a mirror by wget, wget2 or HTTrack, or saved pages", recognises, read_folder};

}  // namespace pith::ingest
