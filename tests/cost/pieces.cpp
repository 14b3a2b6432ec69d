#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/cost/readers.h"

namespace pith::cost {
namespace {

struct Section {
  std::vector<std::string> pieces;
  std::vector<Input> places;
};

[[noreturn]] void fail(const std::string& what) {
  std::cerr << "tests/cost/pieces.txt: " << what << std::endl;
  std::abort();
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    switch (i + 1 < text.size() ? text[++i] : '\0') {
      case 's':
        out += ' ';
        break;
      case 'n':
        out += '\n';
        break;
      case 'r':
        out += '\r';
        break;
      case 't':
        out += '\t';
        break;
      case '\\':
        out += '\\';
        break;
      case 'x':
        out += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
        i += 2;
        break;
      default:
        fail("unknown escape in " + std::string(text));
    }
  }
  return out;
}

std::map<std::string, Section> sections() {
  static constexpr std::string_view place = "…", head = "== ";
  std::ifstream file(PITH_SOURCE "/tests/cost/pieces.txt");
  std::map<std::string, Section> out;
  Section* section = nullptr;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(head)) {
      const std::size_t end = std::min(line.find(" +"), line.size());
      section = &out[line.substr(head.size(), end - head.size())];
      std::istringstream others(line.substr(end));
      for (std::string other; others >> other;)
        for (const std::string& piece : out.at(other.substr(1)).pieces) section->pieces.push_back(piece);
      continue;
    }
    if (!section) continue;
    std::istringstream words(line);
    for (std::string word; words >> word;)
      if (const std::size_t at = word.find(place); at != std::string::npos)
        section->places.push_back({unescaped(word.substr(0, at)), "", unescaped(word.substr(at + place.size()))});
      else
        section->pieces.push_back(unescaped(word));
  }
  return out;
}

}  // namespace

std::vector<Reader> all_readers() {
  const std::map<std::string, Section> known = sections();
  std::set<std::string> unused;
  for (const auto& [name, section] : known) unused.insert(name);
  for (const char* part : {"contents", "tokens", "bytes"}) unused.erase(part);
  std::vector<Reader> out;
  for (auto* const make : {page_readers, text_readers, file_readers, search_readers})
    for (Reader& reader : make()) {
      auto found = known.find(reader.name);
      if (found == known.end()) found = known.find(reader.name.substr(0, reader.name.find(' ')));
      if (found == known.end()) fail("no section for " + reader.name);
      unused.erase(found->first);
      const auto& [pieces, places] = found->second;
      reader.pieces.insert(reader.pieces.end(), pieces.begin(), pieces.end());
      reader.places.insert(reader.places.end(), places.begin(), places.end());
      if (reader.places.empty()) reader.places.emplace_back();
      out.push_back(std::move(reader));
    }
  if (!unused.empty()) fail("no reader of the section " + *unused.begin());
  return out;
}

}  // namespace pith::cost
