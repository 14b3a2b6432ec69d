#include "indexer_adapter/words/stop_words.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "core/text/language.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {
namespace {

using Words = std::set<std::wstring, std::less<>>;

Words words_of(const Lucene::HashSet<Lucene::String>& lucene) { return {lucene.begin(), lucene.end()}; }

Words words_of(std::wstring_view list) {
  Words words;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(L' ', begin), list.size());
    words.emplace(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

// Lucene++'s lists, and the most common words of stemmed languages for which it has none.
const std::map<std::string, Words, std::less<>>& all_words() {
  static const std::map<std::string, Words, std::less<>> all = {
      {"ar", words_of(Lucene::ArabicAnalyzer::getDefaultStopSet())},
      {"cs", words_of(Lucene::CzechAnalyzer::getDefaultStopSet())},
      {"da", words_of(L"af at de den der det du en er et for fra har i ikke jeg med men og om på som til var vi")},
      {"de", words_of(Lucene::GermanAnalyzer::getDefaultStopSet())},
      {"el", words_of(Lucene::GreekAnalyzer::getDefaultStopSet())},
      {"en", words_of(Lucene::StopAnalyzer::ENGLISH_STOP_WORDS_SET())},
      {"es", words_of(L"a al como con de del el en es esta este la las lo los más me no o para pero por que se si sin "
                      L"su sus un una y ya")},
      {"fa", words_of(Lucene::PersianAnalyzer::getDefaultStopSet())},
      {"fi", words_of(L"ei että hän ja joka kun me mutta ne niin on ovat se tai")},
      {"fr", words_of(Lucene::FrenchAnalyzer::getDefaultStopSet())},
      {"hu", words_of(L"a az de egy és ez hogy is nem van")},
      {"it", words_of(L"a al alla che come con da dal dalla dei del della delle di e è gli ha i il in la le lo ma nel "
                      L"nella non o per più se si su sul un una uno")},
      {"nl", words_of(Lucene::DutchAnalyzer::getDefaultStopSet())},
      {"no", words_of(L"av at de den det du en er et for fra har i ikke jeg med men og om på som til var vi")},
      {"pt", words_of(Lucene::BrazilianAnalyzer::getDefaultStopSet())},
      {"ro", words_of(L"a ai ale ca cu de din în la nu o pe pentru sau se și un")},
      {"ru", words_of(Lucene::RussianAnalyzer::getDefaultStopSet())},
      {"sv", words_of(L"att av de den det du en ett eller för från har i inte jag med men och om på som så till var vi "
                      L"är")},
      {"tr", words_of(L"bir bu da de için ile ve ya")},
  };
  return all;
}

}  // namespace

bool is_stop_word(std::string_view language, std::wstring_view lower) {
  const auto words = all_words().find(primary_language(language));
  return words != all_words().end() && words->second.contains(lower);
}

bool is_stop_word(std::string_view language, std::string_view lower) { return is_stop_word(language, to_wide(lower)); }

}  // namespace pith::index
