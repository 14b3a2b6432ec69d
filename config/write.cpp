#include "config/write.h"

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <utility>
#include <variant>
#include <vector>

#include "config/detail/scalar.h"
#include "config/detail/value.h"
#include "config/detail/write_value.h"
#include "core/extract/registry.h"

namespace pith::config {

namespace {

constexpr std::string_view introduction = R"(# Pith's configuration.
#
# Every key is optional. A line such as "  #depth: 20" shows a key with its default: take out the "#", and nothing else,
# to change it. Indentation is by spaces and counts.
#
#   pith config check FILE   tells what is wrong with a file, and where
#   pith config show         prints the values in effect, and where each of them comes from
#
# To begin with: set crawl.start to your site and crawl.user_agent to how you can be reached.
)";

constexpr std::string_view starter_introduction =
    R"(# Pith's configuration. Each line shows a key with its default: take out the "#", and nothing else, to change it.
# All keys: `pith config init --all FILE`. What is wrong with this file, and where: `pith config check`.
# Begin with crawl.start and crawl.user_agent.

)";

// In the order of keys().
constexpr std::string_view starter_keys[] = {"crawl.start", "crawl.depth",      "crawl.max_pages",
                                             "crawl.rate",  "crawl.user_agent", "crawl.exclude",
                                             "cache.path",  "index.path",       "serve.port"};

constexpr std::size_t starter_column = 28;  // where the meanings begin

constexpr std::string_view starter_sites =
    R"(sites:  # other values for some hosts
  #"*.example.org":
    #crawl:
      #rate: 2
    #extract:
      #exclude: [".newsletter", "#related"]
)";

constexpr std::string_view sites_example =
    R"(  # Each entry is a host pattern, in quotes, perhaps with a port; * stands for any characters; "*.example.org" is
  # example.org too. Below it stand the keys to change, in their sections; those marked "per site" can be. All entries
  # that match a host apply, in the order of this file: the later wins. A list replaces the one above; names in a
  # mapping are added.
  #"*.example.org":
    #siblings:
      #n: 8
    #extract:
      #exclude: [".newsletter", "#related"]
  #"print.example.org":
    #extract:
      #skip: true
)";

// Writes comment lines of at most 120 columns.
void comment(std::string& out, int indent, const std::string& text) {
  const std::string start = std::string(static_cast<std::size_t>(indent), ' ') + "#";
  std::istringstream words(text);
  std::string line = start, word;
  while (words >> word) {
    if (line.size() + 1 + word.size() > 120) {
      out += line + "\n";
      line = start;
    }
    line += " " + word;
  }
  out += line + "\n";
}

std::string indentation(int depth) { return std::string(static_cast<std::size_t>(depth) * 2, ' '); }

// The meaning of a key, followed by its possible values in brackets.
std::string explanation(const Key& key) {
  std::string about;
  const auto add = [&](std::string_view part) { about.append(about.empty() ? "" : "; ").append(part); };
  const bool has_own_words = key.content == Content::path || key.type() == Type::parameters;
  if (const std::string expected = expectation(key); !has_own_words && expected != "text")
    add((key.type() == Type::texts ? "each " : "") + expected);
  if (!key.unit.empty() && key.unit != "bytes") about += ", " + std::string(key.unit);
  if (key.per_site) add("per site");
  return std::string(key.meaning) + (about.empty() ? "" : " [" + about + "]");
}

std::string explanation(const ParameterInfo& parameter) {
  std::string text(parameter.meaning);
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  if (!text.ends_with('.')) text += '.';
  std::string about;
  if (std::holds_alternative<long>(parameter.fallback) || std::holds_alternative<double>(parameter.fallback))
    about = "from " + format_number(parameter.minimum) + " to " + format_number(parameter.maximum);
  for (const std::string_view choice : parameter.choices)
    about += (about.empty() ? "one of " : ", ") + std::string(choice);
  return text + (about.empty() ? "" : " [" + about + "]");
}

// Calls section(depth, name, path) where a section begins and member(depth, name, key) for each key, in order.
template <typename Section, typename Member>
void walk(Section section, Member member) {
  std::vector<std::string_view> open;  // paths of the sections around the last key
  for (const Key& key : keys()) {
    while (!open.empty() && !(key.path.starts_with(open.back()) && key.path[open.back().size()] == '.'))
      open.pop_back();
    for (;;) {
      const std::size_t begin = open.empty() ? 0 : open.back().size() + 1;
      const std::size_t dot = key.path.find('.', begin);
      const int depth = static_cast<int>(open.size());
      if (dot == key.path.npos) {
        member(depth, key.path.substr(begin), key);
        break;
      }
      section(depth, key.path.substr(begin, dot - begin), key.path.substr(0, dot));
      open.push_back(key.path.substr(0, dot));
    }
  }
}

// The parameters of all extractors with their defaults, below "parameters:".
void parameter_template(std::string& out, int depth) {
  for (const ExtractorInfo& info : extractors()) {
    if (info.parameters.empty()) continue;
    out += indentation(depth) + std::string(info.name) + ":\n";
    for (const ParameterInfo& parameter : info.parameters) {
      comment(out, (depth + 1) * 2, explanation(parameter));
      const std::map<std::string, Parameters> one = {
          {std::string(info.name), {{std::string(parameter.name), parameter.fallback}}}};
      const EntryLine line = entry_lines(one).back();
      out += indentation(depth + 1) + "#" + line.name + ": " + line.value + "\n";
    }
  }
}

using Origin = std::function<std::string(std::string_view path)>;

// Writes a key with its value, and the origin of each value in a comment.
void write_value(std::string& out, int depth, std::string_view name, const Key& key, const Value& value,
                 const Origin& origin) {
  const auto line = [&](int at, std::string text, std::string_view path) {
    text.insert(0, indentation(at));
    if (text.size() < 40) text.resize(40, ' ');
    out += text + "  # " + printable(origin(path), 4096) + "\n";
  };
  const auto entries = entry_lines(value);
  if (entries.empty()) line(depth, std::string(name) + ": " + to_yaml(key, value), key.path);
  if (!entries.empty()) out += indentation(depth) + std::string(name) + ":\n";
  for (const EntryLine& entry : entries) {
    if (entry.value.empty())
      out += indentation(depth + entry.depth) + entry.name + ":\n";
    else
      line(depth + entry.depth, entry.name + ": " + entry.value, std::string(key.path) + "." + entry.path);
  }
}

}  // namespace

std::string commented_template() {
  std::string out(introduction);
  const Settings defaults;
  walk(
      [&](int depth, std::string_view name, std::string_view path) {
        out += '\n';
        if (depth == 0) comment(out, 0, std::string(section_meaning(path)));
        out += indentation(depth) + std::string(name) + ":\n";
      },
      [&](int depth, std::string_view name, const Key& key) {
        const Value value = get(defaults, key);
        const auto entries = entry_lines(value);
        comment(out, depth * 2, explanation(key));
        if (key.type() == Type::parameters) {
          out += indentation(depth) + std::string(name) + ":\n";
          parameter_template(out, depth + 1);
        } else if (entries.empty()) {
          out += indentation(depth) + "#" + std::string(name) + ": " + to_yaml(key, value) + "\n";
        } else {
          out += indentation(depth) + std::string(name) + ":\n";
          for (const EntryLine& entry : entries)
            out += indentation(depth + entry.depth) + "#" + entry.name + ": " + entry.value + "\n";
        }
      });
  out += '\n';
  comment(out, 0, std::string(section_meaning("sites")));
  return out.append("sites:\n").append(sites_example);
}

std::string starter_template() {
  std::string out(starter_introduction);
  const Settings defaults;
  std::string_view section;
  for (const std::string_view path : starter_keys) {
    const Key& key = *find_key(path);
    const std::size_t dot = path.find('.');
    if (path.substr(0, dot) != section) {
      section = path.substr(0, dot);
      out.append(section).append(":\n");
    }
    const std::string line = "  #" + std::string(path.substr(dot + 1)) + ": " + to_yaml(key, get(defaults, key));
    const std::size_t column = std::max<std::size_t>(line.size(), starter_column) + 2;
    const std::string meaning = "# " + std::string(key.meaning);
    if (column + meaning.size() <= 120)
      out += line + std::string(column - line.size(), ' ') + meaning + "\n";
    else
      out += "  " + meaning + "\n" + line + "\n";
  }
  return out.append(starter_sites);
}

std::string show(const Config& config) {
  std::string out;
  comment(out, 0,
          config.file().empty() ? "Effective configuration, without a file"
                                : "Effective configuration of " + printable(config.file(), 4096));
  walk([&](int depth, std::string_view name,
           std::string_view) { out += indentation(depth) + std::string(name) + ":\n"; },
       [&](int depth, std::string_view name, const Key& key) {
         write_value(out, depth, name, key, get(config.settings(), key),
                     [&](std::string_view path) { return config.origin(path); });
       });
  const auto sites = config.sites();
  if (!sites.empty()) out += "sites:\n";
  for (const SiteOverrides& site : sites) {
    out += indentation(1) + to_yaml(site.pattern) + ":\n";
    std::vector<std::pair<int, std::string>> sections;  // not yet written: empty sections are omitted
    walk(
        [&](int depth, std::string_view name, std::string_view) {
          while (!sections.empty() && sections.back().first >= depth) sections.pop_back();
          sections.emplace_back(depth, indentation(depth + 2) + std::string(name) + ":\n");
        },
        [&](int depth, std::string_view name, const Key& key) {
          const auto given = std::find_if(site.assignments.begin(), site.assignments.end(),
                                          [&](const Assignment& assignment) { return assignment.key == &key; });
          while (!sections.empty() && sections.back().first >= depth) sections.pop_back();
          if (given == site.assignments.end()) return;
          for (auto& [level, heading] : sections) out += std::exchange(heading, "");
          write_value(out, depth + 2, name, key, given->value,
                      [&](std::string_view path) { return config.origin(site, path); });
        });
  }
  return out;
}

}  // namespace pith::config
