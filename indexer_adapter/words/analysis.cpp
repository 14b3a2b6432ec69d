#include "indexer_adapter/words/analysis.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/extract/registry.h"
#include "core/text/language.h"

namespace pith::index {
namespace {

constexpr std::array stemmed = std::to_array<std::string_view>(
    {"ar", "az", "br", "da", "de", "en", "es", "fa", "fi", "fr", "hu", "it", "nl", "no", "pt", "ro", "ru", "sv", "tr"});

constexpr std::array list = std::to_array<AnalyserInfo>({
    {"auto", "by the page's language; words only where it has no stemmer"},
    {"standard", "words only, no stems"},
    {"ar", "Arabic"},
    {"az", "Azerbaijani: its letters, no stems"},
    {"br", "Brazilian Portuguese"},
    {"cjk", "Chinese, Japanese, Korean: single characters and pairs"},
    {"da", "Danish"},
    {"de", "German"},
    {"en", "English"},
    {"es", "Spanish"},
    {"fa", "Persian"},
    {"fi", "Finnish"},
    {"fr", "French"},
    {"hu", "Hungarian"},
    {"it", "Italian"},
    {"nl", "Dutch"},
    {"no", "Norwegian"},
    {"pt", "Portuguese"},
    {"ro", "Romanian"},
    {"ru", "Russian"},
    {"sv", "Swedish"},
    {"tr", "Turkish"},
});

bool is_stemmed(std::string_view language) { return std::binary_search(stemmed.begin(), stemmed.end(), language); }

Error unknown_analyzer(const std::string& key, const std::string& name) {
  std::vector<std::string_view> names;
  for (const AnalyserInfo& info : list) names.push_back(info.name);
  std::string message = key + ": there is no analyser \"" + name + "\"";
  if (const std::string_view nearest = nearest_name(name, names); !nearest.empty())
    message += "; did you mean \"" + std::string(nearest) + "\"?";
  return {"unknown_analyzer", message};
}

bool is_known(std::string_view name) {
  return std::any_of(list.begin(), list.end(), [&](const AnalyserInfo& info) { return info.name == name; });
}

}  // namespace

std::string language_in_index(std::string_view tag) {
  std::string primary = primary_language(tag);
  return primary.empty() ? std::string(tag) : primary;
}

std::span<const AnalyserInfo> analysers() { return list; }

std::span<const std::string_view> stem_languages() { return stemmed; }

Result<Analysers> Analysers::make(std::string fallback, std::map<std::string, std::string> by_language) {
  if (!is_known(fallback)) return unknown_analyzer("index.analyzer", fallback);
  for (const auto& [language, name] : by_language)
    if (!is_known(name)) return unknown_analyzer("index.analyzers." + language, name);
  Analysers result;
  result.fallback_ = std::move(fallback);
  for (auto& [language, name] : by_language) result.by_language_[language_in_index(language)] = std::move(name);
  return result;
}

std::string Analysers::stems_of(std::string_view language) const {
  const std::string primary = primary_language(language);
  const auto chosen = by_language_.find(primary);
  std::string name = chosen == by_language_.end() ? fallback_ : chosen->second;
  if (name == "auto") {
    if (primary == "br") return "";  // Breton; Lucene says "br" for Brazilian Portuguese, which a page calls "pt"
    name = primary;
  }
  return is_stemmed(name) ? name : "";
}

}  // namespace pith::index
