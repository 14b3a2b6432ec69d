#include "config/load.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <set>
#include <system_error>
#include <utility>
#include <variant>

#include "config/detail/value.h"
#include "config/host_pattern.h"
#include "config/locate.h"
#include "core/extract/registry.h"

namespace pith::config {

namespace {

// Makes a relative path absolute; returns it unchanged without a directory to start from (or a working directory).
std::string resolve_path(const std::filesystem::path& directory, const std::string& path) {
  if (directory.empty()) return path;
  std::error_code error;
  const auto result = std::filesystem::absolute(directory / path, error);
  return error ? path : result.lexically_normal().string();
}

void resolve_paths(const std::filesystem::path& directory, const Key& key, Value& value) {
  if (key.content != Content::path && key.content != Content::file) return;
  if (auto* const path = std::get_if<std::string>(&value); path != nullptr && !path->empty())
    *path = resolve_path(directory, *path);
  if (auto* const paths = std::get_if<std::vector<std::string>>(&value))
    for (std::string& path : *paths) path = resolve_path(directory, path);
}

// The key that a path refers to, and for a path into a map the rest ("title" of "index.boosts.title").
std::pair<const Key*, std::string_view> find_entry(std::string_view path) {
  if (const Key* key = find_key(path)) return {key, {}};
  for (const Key& key : keys())
    if (key.is_map() && path.size() > key.path.size() + 1 && path.starts_with(key.path) && path[key.path.size()] == '.')
      return {&key, path.substr(key.path.size() + 1)};
  return {nullptr, {}};
}

YamlNode scalar_node(std::string_view text) {
  YamlNode node;
  node.kind = YamlNode::Kind::scalar;
  node.text = text;
  return node;
}

YamlNode map_node(std::string_view key, YamlNode value) {
  value.key = key;
  YamlNode node;
  node.kind = YamlNode::Kind::map;
  node.children.push_back(std::move(value));
  return node;
}

// The names directly below a section ("" for the top level), as full paths.
std::vector<std::string_view> paths_in(std::string_view section, bool per_site_only) {
  std::vector<std::string_view> paths;
  const std::size_t skip = section.empty() ? 0 : section.size() + 1;
  for (const Key& key : keys()) {
    if (per_site_only && !key.per_site) continue;
    if (!section.empty() && !(key.path.starts_with(section) && key.path.substr(section.size()).starts_with('.')))
      continue;
    const std::string_view path = key.path.substr(0, key.path.find('.', skip));
    if (paths.empty() || paths.back() != path) paths.push_back(path);
  }
  if (section.empty() && !per_site_only) paths.insert(paths.end(), {"base", "sites"});
  return paths;
}

constexpr std::string_view no_boosts = "no field of the index has a boost over 0, so nothing could be found";

enum class Base { allowed, refused };
Result<Config> load_file(const std::filesystem::path& path, std::vector<Problem>* problems, Base base);

Error to_error(const std::vector<Problem>& problems) { return {"bad_config", to_text(problems)}; }

}  // namespace

// Walks the tree of a file and fills a Config.
class Loader {
 public:
  Loader(std::string_view name, const std::filesystem::path& directory, Base base)
      : name_(name), directory_(directory), may_have_base_(base == Base::allowed), problems_(name_) {
    config_.file_ = name;
    for (const Key& key : keys())
      if (key.content == Content::path) {
        const std::string path = std::get<std::string>(get(config_.settings_, key));
        put(config_.settings_, key, resolve_path(directory_, path));
      }
  }

  Result<Config> load(std::string_view text, std::vector<Problem>* problems) {
    YamlText yaml = parse_yaml(text);
    if (yaml.problem) {
      problems_.add(std::move(*yaml.problem));
    } else {
      if (auto error = take_base(yaml.root, problems)) return *std::move(error);
      section(yaml.root, "", nullptr);
    }
    if (problems_.empty() && !searches_some_field(config_.settings_.index))
      problems_.add(boosts_at_, "index.boosts", std::string(no_boosts));
    if (problems_.empty()) return std::move(config_);
    auto found = problems_.take();
    Error error = to_error(found);
    if (problems) *problems = std::move(found);
    return error;
  }

 private:
  // Begins with the settings of the file that this one names as its base, if any. The error is that of the base, with
  // its problems.
  std::optional<Error> take_base(const YamlNode& root, std::vector<Problem>* problems) {
    const auto named = std::ranges::find(root.children, "base", &YamlNode::key);
    if (named == root.children.end()) return std::nullopt;
    if (!may_have_base_) {
      problems_.add(named->key_at, "base", "a file that is the base of another cannot have a base itself");
    } else if (named->kind != YamlNode::Kind::scalar || named->text.empty()) {
      problems_.add(named->at, "base", describe(*named), "a file, such as ../pith.yaml");
    } else {
      auto base = load_file(resolve_path(directory_, named->text), problems, Base::refused);
      if (!base) return base.error();
      base_ = base->file();
      config_ = std::move(*base);
      config_.file_ = name_;
    }
    return std::nullopt;
  }

  // Reads a section; `path` is "" at the top level, of the file or (with `site`) of an entry of `sites:`.
  void section(const YamlNode& node, const std::string& path, SiteOverrides* site) {
    if (!is_map(node, shown(path, site))) return;
    std::set<std::string_view> seen;
    for (const YamlNode& child : node.children) {
      if (problems_.full()) return;
      if (!seen.insert(child.key).second)
        problems_.add(child.key_at, shown(path.empty() ? child.key : path + "." + child.key, site), "is given twice");
      member(child, path.empty() ? child.key : path + "." + child.key, site);
    }
  }

  void member(const YamlNode& node, const std::string& path, SiteOverrides* site) {
    if (path == "base" && !site) return;  // taken already
    if (!base_.empty() && path != "crawl" && !path.starts_with("crawl."))
      return problems_.add(node.key_at, path,
                           "a file with a base says only what to crawl (crawl:); put this into " + base_);
    if (node.key.find('.') != node.key.npos && find_entry(path).first != nullptr) {
      problems_.add(node.key_at, shown(path, site), "each part needs a line of its own, indented: no dots in a key");
    } else if (const Key* key = find_key(path)) {
      if (site && !key->per_site)
        problems_.add(node.key_at, shown(path, site), "cannot differ between sites; give it at the top level");
      else
        value(*key, node, site);
    } else if (is_section(path)) {
      section(node, path, site);
    } else if (path == "sites" && !site) {
      sites(node);
    } else {
      unknown(node, path, site);
    }
  }

  void value(const Key& key, const YamlNode& node, SiteOverrides* site) {
    const std::string path = shown(key.path, site);
    if (node.kind == YamlNode::Kind::null) {
      if (!key.is_map()) problems_.add(node.key_at, path, "has no value; give it one, or take the line out");
      return;
    }
    auto read = read_value(key, node, path, problems_);
    if (!read) return;
    resolve_paths(directory_, key, read->value);
    if (!key.is_map() || !read->entries.empty()) note_origin(path, node.key_at);
    for (const auto& [entry, at] : read->entries) note_origin(path + "." + entry, at);
    if (site)
      site->assignments.push_back({&key, std::move(read->value)});
    else
      put(config_.settings_, key, read->value);
    if (key.path == "index.fields") check_names(*read);
    if (key.path == "index.boosts" || (key.path == "index.fields" && boosts_at_.line == 0)) boosts_at_ = node.key_at;
  }

  void check_names(const ReadValue& fields) {
    const auto clash = find_name_clash(config_.settings_.index.fields);
    if (!clash) return;
    for (const auto& [entry, at] : fields.entries)
      if (entry == clash->field) problems_.add(at, "index.fields." + entry, clash->what + "; choose another name");
  }

  void sites(const YamlNode& node) {
    if (!is_map(node, "sites")) return;
    for (const YamlNode& child : node.children) {
      if (problems_.full()) return;
      auto pattern = parse_host_pattern(child.key);
      if (!pattern) {
        problems_.add(child.key_at, "sites." + child.key, printable(pattern.error().message, 400));
        continue;
      }
      const auto is_same = [&](const SiteOverrides& other) { return other.pattern == *pattern; };
      if (std::any_of(config_.sites_.begin(), config_.sites_.end(), is_same))
        problems_.add(child.key_at, "sites." + child.key, "is given twice");
      SiteOverrides site{std::move(*pattern), {}};
      section(child, "", &site);
      config_.sites_.push_back(std::move(site));
    }
  }

  void unknown(const YamlNode& node, const std::string& path, const SiteOverrides* site) {
    const std::size_t dot = path.size() - node.key.size();
    const auto known = paths_in(std::string_view(path).substr(0, dot == 0 ? 0 : dot - 1), site != nullptr);
    std::string near(nearest_name(path, known));
    if (near.empty())  // the right name in the wrong section; if there are several, the first
      for (const Key& key : keys())
        if (near.empty() && (!site || key.per_site) && key.path.substr(key.path.rfind('.') + 1) == node.key)
          near = key.path;
    std::string what = "unknown key";
    if (near.empty()) {
      what += "; known here:";
      for (const std::string_view name : known)
        what += (name == known.front() ? " " : ", ") + std::string(name.substr(std::min(dot, name.size())));
    }
    problems_.add(node.key_at, shown(path, site), what, "", near.empty() ? "" : shown(near, site));
  }

  bool is_map(const YamlNode& node, const std::string& path) {
    if (node.kind == YamlNode::Kind::null || node.kind == YamlNode::Kind::map) return true;
    problems_.add(node.at, path, describe(node), path.empty() ? "sections (crawl:, index:, ...)" : "keys with values");
    return false;
  }

  static std::string shown(std::string_view path, const SiteOverrides* site) {
    if (!site) return std::string(path);
    return "sites." + site->pattern + (path.empty() ? "" : ".") + std::string(path);
  }

  void note_origin(const std::string& path, Position at) {
    config_.origins_[path] = printable(name_, 4096) + ":" + std::to_string(at.line);
  }

  std::string name_;
  std::filesystem::path directory_;
  bool may_have_base_;
  std::string base_;  // the file; empty: none
  Problems problems_;
  Position boosts_at_;
  Config config_;
};

Settings Config::for_host(std::string_view host) const {
  Settings settings = settings_;
  for (const SiteOverrides& site : sites())
    if (host_matches(site.pattern, host))
      for (const Assignment& assignment : site.assignments) put(settings, *assignment.key, assignment.value);
  return settings;
}

std::vector<SiteOverrides> Config::sites() const {
  auto all = sites_;
  if (all.empty()) return all;
  SiteOverrides last{"*", {}};
  for (const Assignment& command : commands_)
    if (command.key->per_site) last.assignments.push_back(command);
  const auto is_taken = [&](const SiteOverrides& other) { return other.pattern == last.pattern; };
  while (std::any_of(all.begin(), all.end(), is_taken)) last.pattern += '*';
  if (!last.assignments.empty()) all.push_back(std::move(last));
  return all;
}

std::string Config::origin(std::string_view path) const {
  if (const auto known = origins_.find(path); known != origins_.end()) return known->second;
  return find_entry(path).first ? "default" : "";
}

std::string Config::origin(const SiteOverrides& site, std::string_view path) const {
  const auto known = origins_.find("sites." + site.pattern + "." + std::string(path));
  return known != origins_.end() ? known->second : origin(path);
}

std::optional<Error> Config::set(std::string_view path, std::string_view text, std::string_view origin) {
  Problems problems{std::string(origin)};
  const auto refuse = [&] {
    auto found = problems.take();
    for (Problem& problem : found) problem.line = problem.column = 0;
    return to_error(found);
  };
  const auto [key, entry] = find_entry(path);
  if (!key) {
    std::vector<std::string_view> known;
    for (const Key& each : keys()) known.push_back(each.path);
    problems.add({}, std::string(path), "unknown key", "", std::string(nearest_name(path, known)));
    return refuse();
  }
  YamlNode node = scalar_node(text);
  if (!entry.empty()) {
    const std::size_t dot = key->type() == Type::parameters ? entry.find('.') : entry.npos;
    if (dot != entry.npos) node = map_node(entry.substr(dot + 1), std::move(node));
    node = map_node(entry.substr(0, dot), std::move(node));
  } else if (key->is_map() || (key->type() == Type::texts && text.starts_with('['))) {
    YamlText yaml = parse_yaml(text);
    if (yaml.problem) {
      yaml.problem->path = path;
      problems.add(std::move(*yaml.problem));
      return refuse();
    }
    node = std::move(yaml.root);
  }
  auto read = read_value(*key, node, std::string(key->path), problems);
  if (!read || !problems.empty()) return refuse();
  Settings changed = settings_;
  put(changed, *key, read->value);
  if (const auto clash = find_name_clash(changed.index.fields); clash && key->path == "index.fields") {
    problems.add({}, "index.fields." + clash->field, clash->what + "; choose another name");
    return refuse();
  }
  if (!searches_some_field(changed.index)) {
    problems.add({}, "index.boosts", std::string(no_boosts));
    return refuse();
  }
  resolve_paths(".", *key, read->value);
  put(settings_, *key, read->value);
  origins_[std::string(key->path)] = origin;
  for (const auto& [name, at] : read->entries) origins_[std::string(key->path) + "." + name] = origin;
  const auto same =
      std::find_if(commands_.begin(), commands_.end(), [key = key](const auto& other) { return other.key == key; });
  if (same == commands_.end())
    commands_.push_back({key, std::move(read->value)});
  else
    merge(same->value, read->value);
  return std::nullopt;
}

namespace {

Result<Config> load_file(const std::filesystem::path& path, std::vector<Problem>* problems, Base base) {
  const auto failed = [&](int code) {
    Problem problem{path.string(), 0, 0, {}, "cannot be read: " + std::generic_category().message(code), {}, {}};
    Error error{"no_config", problem.str()};
    if (problems) *problems = {std::move(problem)};
    return error;
  };
  const auto close = [](std::FILE* file) { std::fclose(file); };
  const std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(path.c_str(), "rb"), close);
  if (!file) return failed(errno);
  std::string text(max_yaml_bytes + 1, '\0');  // one extra byte shows that the file is too large
  errno = 0;
  text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  if (std::ferror(file.get())) return failed(errno);
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error);
  if (error) return failed(error.value());
  return Loader(path.string(), absolute.parent_path(), base).load(text, problems);
}

}  // namespace

Result<Config> load_text(std::string_view text, std::string_view name, const std::filesystem::path& directory,
                         std::vector<Problem>* problems) {
  return Loader(name, directory, Base::allowed).load(text, problems);
}

Result<Config> load(const std::filesystem::path& path, std::vector<Problem>* problems) {
  return load_file(path, problems, Base::allowed);
}

Result<Config> open(const std::filesystem::path& given) {
  const auto location = locate(given);
  if (!location) return location.error();
  if (!location->file.empty()) return load(location->file);
  return load_text("", "", ".");
}

}  // namespace pith::config
