#include "plugin/search/search_rules.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "plugin/search/file_time.h"

namespace pith::pipeline {
namespace {

constexpr auto interval = std::chrono::seconds(1);
constexpr std::size_t max_made = 64;  // of combinations of files

void add_new(std::vector<std::string>& all, const std::vector<std::string>& more) {
  for (const std::string& path : more)
    if (std::ranges::find(all, path) == all.end()) all.push_back(path);
}

}  // namespace

SearchRules::SearchRules(config::Config config, std::function<void(const std::string&)> warn)
    : config_(std::move(config)), all_(all_files(config_)), warn_(std::move(warn)) {}

Result<std::shared_ptr<SearchRules>> SearchRules::open(config::Config config,
                                                       std::function<void(const std::string&)> warn) {
  std::shared_ptr<SearchRules> all(new SearchRules(std::move(config), std::move(warn)));
  for (const auto& [kind, paths] :
       {std::pair(Kind::synonyms, &all->all_.synonyms), std::pair(Kind::best_bets, &all->all_.best_bets)})
    for (const std::string& path : *paths) {
      const Stamp stamp = stamp_of(path);
      auto rules = read({kind, path});
      if (!rules) return rules.error();
      all->files_[{kind, path}] = {stamp, std::move(*rules)};
    }
  all->looked_ = std::chrono::steady_clock::now();
  return all;
}

SearchRules::Stamp SearchRules::stamp_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return {};
  return {nanoseconds(status.st_ctim), nanoseconds(status.st_mtim), status.st_size, status.st_ino};
}

Result<std::vector<index::Rule>> SearchRules::read(const Name& name) {
  const std::string& path = name.second;
  const std::string key = name.first == Kind::synonyms ? "search.synonyms" : "search.best_bets";
  const auto error = [&](const std::string& what) { return Error{"io", path + ": " + what + " (" + key + ")"}; };
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return error("cannot be read: " + std::generic_category().message(errno));
  if (!S_ISREG(status.st_mode)) return error("is not a file");
  std::ifstream in(path, std::ios::binary);
  std::string text(index::max_rule_bytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (!in.is_open() || in.bad()) return error("cannot be read; check its permissions");
  return name.first == Kind::synonyms ? index::parse_synonyms(text, path) : index::parse_best_bets(text, path);
}

SearchRules::Files SearchRules::files_of(const std::string& site) const {
  if (site.empty()) return all_;
  const config::Settings settings = config_.for_host(site);
  return {settings.search.synonyms, settings.search.best_bets};
}

SearchRules::Files SearchRules::all_files(const config::Config& config) {
  Files all;
  const auto add = [&](const config::Settings& settings) {
    add_new(all.synonyms, settings.search.synonyms);
    add_new(all.best_bets, settings.search.best_bets);
  };
  add(config.settings());
  // As a host, a pattern stands for those that it matches.
  for (const config::SiteOverrides& of_site : config.sites()) add(config.for_host(of_site.pattern));
  return all;
}

std::vector<index::Rule> SearchRules::rules_of(Kind kind, const std::vector<std::string>& paths) const {
  std::vector<index::Rule> rules;
  for (const std::string& path : paths)
    if (const auto file = files_.find({kind, path}); file != files_.end())
      rules.insert(rules.end(), file->second.rules.begin(), file->second.rules.end());
  return rules;
}

index::Rules SearchRules::of_site(const std::string& site) {
  if (all_ == Files()) return {};
  look();
  const Files files = files_of(site);
  const std::lock_guard lock(mutex_);
  if (const auto known = made_.find(files); known != made_.end()) return known->second;
  if (made_.size() == max_made) made_.clear();
  return made_[files] =
             index::Rules::make(rules_of(Kind::synonyms, files.synonyms), rules_of(Kind::best_bets, files.best_bets));
}

// While one thread looks, the others go by what is known.
void SearchRules::look() {
  const std::unique_lock look_now(looking_, std::try_to_lock);
  if (!look_now) return;
  std::map<Name, Stamp> known;
  {
    const std::lock_guard lock(mutex_);
    if (std::chrono::steady_clock::now() - looked_ < interval) return;
    looked_ = std::chrono::steady_clock::now();
    for (const auto& [name, file] : files_) known.emplace(name, file.stamp);
  }
  for (const auto& [name, stamp] : known) {
    const Stamp now = stamp_of(name.second);
    if (now == stamp) continue;
    auto rules = read(name);
    if (!rules && warn_)
      warn_(rules.error().message + "; until that is mended, what the file said before stays in effect");
    const std::lock_guard lock(mutex_);
    File& file = files_[name];
    file.stamp = now;
    file.broken = !rules;
    if (!rules) continue;
    file.rules = std::move(*rules);
    made_.clear();
  }
}

std::size_t SearchRules::broken() const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(std::ranges::count_if(files_, [](const auto& file) { return file.second.broken; }));
}

std::vector<std::string> SearchRules::without_page(const std::set<std::string>& pages) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> lines;
  for (const auto& [name, file] : files_) {
    if (name.first != Kind::best_bets) continue;
    for (const index::Rule& rule : file.rules)
      for (const std::string& page : rule.right)
        if (!pages.contains(page))
          lines.push_back(rule.origin + ": " + page +
                          " is not in the index, so this best bet is ignored; crawl the page, or take it out");
  }
  return lines;
}

}  // namespace pith::pipeline
