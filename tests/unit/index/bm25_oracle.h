// BM25F literally by its formula, word by word over pages in memory: the oracle for an index's scores.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "indexer_adapter/query/ranking.h"
#include "pages.h"

namespace pith::index {

// A query as a tree; `text` is the query as a user writes it.
struct OracleQuery {
  enum class Kind { word, phrase, all, any, without } kind = Kind::word;
  std::string words = {};  // of a word or phrase
  std::string field = {};  // empty: all fields with a weight
  double boost = 1;
  std::vector<OracleQuery> parts = {};

  std::string text() const;
};

class Oracle {
 public:
  using Weights = std::map<std::string, double>;  // by field

  Oracle(const std::vector<NamedPage>& pages, Weights weights, Ranking ranking = {});

  // By URL; pages that are not found are left out.
  std::map<std::string, double> scores(const OracleQuery& query) const;

 private:
  struct Page {
    std::string url, language;
    std::map<std::string, std::vector<std::wstring>> fields;  // words in lower case
  };

  std::optional<double> score(const OracleQuery& query, const Page& page) const;
  double weight(const OracleQuery& query, const Page& page) const;
  double frequency(const OracleQuery& query, const Page& page, const std::vector<std::wstring>& words) const;
  double average(const std::string& field) const;

  std::vector<Page> pages_;
  std::vector<std::string> languages_;
  Weights weights_;
  Ranking ranking_;
};

}  // namespace pith::index
