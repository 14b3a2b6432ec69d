#include "plugin/doctor/system_needs.h"

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "plugin/crawl/child_process.h"
#include "plugin/crawl/plugin_file.h"

namespace pith::pipeline {
namespace {

namespace fs = std::filesystem;

// The libraries of DT_NEEDED in the program's own dynamic section, with the files that the loader chose.
std::vector<SystemNeed> libraries() {
  std::vector<SystemNeed> out;
  void* self = dlopen(nullptr, RTLD_LAZY);
  link_map* loaded = nullptr;
  if (!self || dlinfo(self, RTLD_DI_LINKMAP, &loaded) != 0) return out;
  const char* strings = nullptr;
  for (const ElfW(Dyn)* entry = loaded->l_ld; entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_STRTAB) strings = reinterpret_cast<const char*>(entry->d_un.d_ptr);
  for (const ElfW(Dyn)* entry = loaded->l_ld; strings && entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag != DT_NEEDED) continue;
    SystemNeed need{SystemNeed::Kind::library, strings + entry->d_un.d_val, "", "", "pith", "install it"};
    for (const link_map* library = loaded; library; library = library->l_next)
      if (fs::path(library->l_name).filename() == need.name) need.path = library->l_name;
    std::error_code error;
    need.version = fs::canonical(need.path, error).filename().string();
    out.push_back(std::move(need));
  }
  dlclose(self);
  return out;
}

std::string on_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream directories(path ? path : "");
  for (std::string directory; std::getline(directories, directory, ':');)
    if (const std::string file = directory + "/" + name; access(file.c_str(), X_OK) == 0) return file;
  return "";
}

// The first line that the program prints about its version.
std::string version_of(const std::string& program) {
  std::string output = (fs::temp_directory_path() / "pith-version-XXXXXX").string();
  const int file = mkstemp(output.data());
  if (file < 0) return "";
  close(file);
  std::string line;
  if (auto child = ChildProcess::start({program, "--version"}, {}, output)) {
    if (child->running(5000)) child->signal(SIGKILL);
    std::ifstream in(output);
    std::getline(in, line);
  }
  std::error_code error;
  fs::remove(output, error);
  return line;
}

void add_crawler(const std::string& name, const std::string& purpose, std::vector<SystemNeed>& out) {
  SystemNeed program{SystemNeed::Kind::crawler, name, on_path(name), "", purpose, "apt-get install " + name};
  if (!program.path.empty()) program.version = version_of(program.path);
  out.push_back(std::move(program));
  const auto plugin = find_plugin(name);
  std::error_code error;
  const bool found = plugin && fs::exists(*plugin, error);
  out.push_back({SystemNeed::Kind::plugin, "libpith_" + name + ".so", found ? *plugin : "", "", purpose,
                 plugin ? *plugin + " does not exist" : plugin.error().message});
}

}  // namespace

std::vector<SystemNeed> system_needs() {
  std::vector<SystemNeed> out = libraries();
  add_crawler("httrack", "pith crawl", out);
  add_crawler("wget2", "capturing pages while wget2 crawls", out);
  return out;
}

}  // namespace pith::pipeline
