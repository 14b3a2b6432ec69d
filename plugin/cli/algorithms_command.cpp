// pith algorithms
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "core/extract/registry.h"
#include "plugin/cli/commands.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Group {
  bool site_level;
  std::string_view title, meaning;
};

constexpr Group groups[] = {
    {true, "Site-level", "compare a page with others of its site"},
    {false, "Single-page", "look at one page"},
};

std::string_view type_of(const ParameterInfo& parameter) {
  static constexpr std::string_view types[] = {"true or false", "whole number", "number", "text"};
  return types[parameter.fallback.index()];
}

std::string number(double value) { return fmt::format("{}", value); }

// As written in the YAML.
std::string to_yaml(const ParameterValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* whole = std::get_if<long>(&value)) return fmt::format("{}", *whole);
  if (const auto* fraction = std::get_if<double>(&value)) return number(*fraction);
  return std::get<std::string>(value);
}

// "0 to 1", "tag, tag+class"; empty if any value of the type is allowed.
std::string range_of(const ParameterInfo& parameter) {
  if (!parameter.choices.empty()) return fmt::format("{}", fmt::join(parameter.choices, ", "));
  if (parameter.fallback.index() == 1 || parameter.fallback.index() == 2)
    return number(parameter.minimum) + " to " + number(parameter.maximum);
  return {};
}

// What selects the algorithm in pith.yaml, with the defaults of its parameters.
std::string example(const ExtractorInfo& info) {
  std::string yaml = fmt::format("extract:\n  extractor: {}\n", info.name);
  if (info.parameters.empty()) return yaml;
  yaml += fmt::format("  parameters:\n    {}:\n", info.name);
  for (const ParameterInfo& parameter : info.parameters)
    yaml += fmt::format("      {}: {}\n", parameter.name, to_yaml(parameter.fallback));
  return yaml;
}

std::string indented(std::string_view text) {
  std::string out = "    ";
  for (const char c : text) {
    out += c;
    if (c == '\n') out += "    ";
  }
  out.resize(out.find_last_not_of(' ') + 1);
  return out;
}

Json to_json(const ExtractorInfo& info) {
  Json parameters = Json::array();
  for (const ParameterInfo& parameter : info.parameters) {
    Json out = {{"name", parameter.name}, {"type", type_of(parameter)}, {"meaning", parameter.meaning}};
    std::visit([&](const auto& value) { out["default"] = value; }, parameter.fallback);
    if (!parameter.choices.empty()) out["choices"] = parameter.choices;
    // The bounds of whole numbers are whole too.
    if (parameter.fallback.index() == 1) {
      out["minimum"] = static_cast<long>(parameter.minimum);
      out["maximum"] = static_cast<long>(parameter.maximum);
    } else if (parameter.fallback.index() == 2) {
      out["minimum"] = parameter.minimum;
      out["maximum"] = parameter.maximum;
    }
    parameters.push_back(std::move(out));
  }
  return {{"name", info.name},       {"version", info.version}, {"site_level", info.site_level},
          {"summary", info.summary}, {"source", info.source},   {"parameters", parameters},
          {"example", example(info)}};
}

void print_table() {
  std::size_t width = 0;
  for (const ExtractorInfo& info : extractors()) width = std::max(width, info.name.size());
  for (const Group& group : groups) {
    fmt::print("{} ({})\n", styled(Style::bold, group.title), group.meaning);
    for (const ExtractorInfo& info : extractors())
      if (info.site_level == group.site_level)
        fmt::print("  {}{}  {}\n", styled(Style::green, info.name), std::string(width - info.name.size(), ' '),
                   info.summary);
    fmt::print("\n");
  }
  fmt::print("next: `pith algorithms NAME` prints paper, parameters and an example\n");
}

void print_one(const ExtractorInfo& info) {
  fmt::print("{}  {}\n\n", styled(Style::bold, info.name), info.summary);
  fmt::print("paper    {}\n", info.source);
  fmt::print("version  {}\n", info.versioned_name());
  fmt::print("level    {}\n", info.site_level ? "site: compares with other pages of the site" : "single page");
  if (!info.parameters.empty()) fmt::print("\n{}\n", styled(Style::bold, "parameters"));
  for (const ParameterInfo& parameter : info.parameters) {
    const std::string range = range_of(parameter);
    fmt::print("  {}  {}\n", styled(Style::green, parameter.name), parameter.meaning);
    fmt::print("      {}{}; default {}\n", type_of(parameter), range.empty() ? "" : ": " + range,
               to_yaml(parameter.fallback));
  }
  fmt::print("\n{}\n{}", styled(Style::bold, "in pith.yaml"), indented(example(info)));
}

// '|' ends a cell of a Markdown table.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

void print_markdown(const ExtractorInfo& info) {
  std::string summary(info.summary);
  if (summary[0] >= 'a' && summary[0] <= 'z') summary[0] = static_cast<char>(summary[0] - 'a' + 'A');
  fmt::print("\n### {}\n{}.\n\nFrom: {}. Version: `{}`.\n", info.name, summary, info.source, info.versioned_name());
  if (!info.parameters.empty())
    fmt::print("\n| parameter | type | default | range | meaning |\n|---|---|---|---|---|\n");
  for (const ParameterInfo& parameter : info.parameters)
    fmt::print("| `{}` | {} | `{}` | {} | {} |\n", parameter.name, type_of(parameter), to_yaml(parameter.fallback),
               cell(range_of(parameter)), cell(parameter.meaning));
  fmt::print("\n{}", indented(example(info)));
}

void print_markdown() {
  for (const Group& group : groups) {
    fmt::print("\n## {}: {}\n", group.title, group.meaning);
    for (const ExtractorInfo& info : extractors())
      if (info.site_level == group.site_level) print_markdown(info);
  }
}

void algorithms(Context& context, const std::string& name, bool markdown) {
  const ExtractorInfo* info = name.empty() ? nullptr : find_extractor(name);
  if (!name.empty() && !info) {
    const std::string message = make_extractor(name).error().message;
    return context.fail(
        {"unknown_extractor", message + (message.ends_with('?') ? "" : "; `pith algorithms` lists all")});
  }
  if (context.json) {
    Json out = info ? to_json(*info) : Json::array();
    if (!info)
      for (const ExtractorInfo& each : extractors()) out.push_back(to_json(each));
    fmt::print("{}\n", out.dump(2, ' ', false, Json::error_handler_t::replace));
  } else if (markdown) {
    info ? print_markdown(*info) : print_markdown();
  } else {
    info ? print_one(*info) : print_table();
  }
}

}  // namespace

void add_algorithms(CLI::App& app, Context& context) {
  static std::string name;
  static bool markdown = false;
  CLI::App* command = app.add_subcommand("algorithms", "List the extraction algorithms, or explain one");
  command->add_option("NAME", name, "The algorithm; default: list all");
  command->add_flag("--markdown", markdown, "Print the reference as Markdown (for core/extract/extractors/README.md)");
  command->callback([&context] { algorithms(context, name, markdown); });
}

}  // namespace pith::cli
