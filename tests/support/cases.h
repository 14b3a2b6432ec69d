// Cases of extractors as data: tests/cases/extractors/NAME.txt.
//
//   == what this case shows
//   -- parameters          optional; one "name: value" per line
//   -- page                HTML of the key page
//   -- sibling             HTML of a sibling; any number of them
//   -- content             the expected text, one block per line; empty: nothing is chosen
//   -- nodes               instead or in addition: paths (path_of in core/render/blocks.h) of the topmost chosen nodes
//
// Lines before the first "==" are comments.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/registry.h"

namespace pith::test {

struct ExtractorCase {
  std::string title, page;
  std::vector<std::string> siblings;
  Parameters parameters;
  std::optional<std::vector<std::string>> content, nodes;
};

inline std::vector<ExtractorCase> read_cases(const std::filesystem::path& file, const ExtractorInfo& info) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file.string() + ": cannot be read");
  std::vector<ExtractorCase> cases;
  std::string section;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    const std::string where = file.string() + ":" + std::to_string(++number) + ": ";
    if (line.starts_with("== ")) {
      cases.emplace_back().title = line.substr(3);
      section.clear();
    } else if (cases.empty()) {
      continue;
    } else if (line.starts_with("-- ")) {
      section = line.substr(3);
      if (section == "sibling")
        cases.back().siblings.emplace_back();
      else if (section == "content")
        cases.back().content.emplace();
      else if (section == "nodes")
        cases.back().nodes.emplace();
      else if (section != "page" && section != "parameters")
        throw std::runtime_error(where + "unknown section " + section);
    } else if (section == "page") {
      cases.back().page += line + "\n";
    } else if (section == "sibling") {
      cases.back().siblings.back() += line + "\n";
    } else if (line.empty()) {
      continue;
    } else if (section == "content") {
      cases.back().content->push_back(line);
    } else if (section == "nodes") {
      cases.back().nodes->push_back(line);
    } else if (section == "parameters") {
      const std::size_t colon = line.find(": ");
      const std::string name = line.substr(0, colon);
      bool known = false;
      for (const ParameterInfo& parameter : info.parameters)
        if (parameter.name == name) {
          const auto value = parse_value(parameter, std::string_view(line).substr(colon + 2));
          if (!value) throw std::runtime_error(where + "no value for " + name);
          cases.back().parameters[name] = *value;
          known = true;
        }
      if (!known) throw std::runtime_error(where + "no parameter " + name);
    } else {
      throw std::runtime_error(where + "text outside a section");
    }
  }
  return cases;
}

}  // namespace pith::test
