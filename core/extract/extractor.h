// What every extraction algorithm is: a pure function from a key page and its siblings to nodes of the key page.
//
// An extractor is made once for a set of parameters (core/extract/registry.h) and then used for any number of pages, by
// any number of threads: extract() is const and keeps nothing. It does no I/O, reads no clock, draws no random numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/stop.h"
#include "core/dom/document.h"
#include "core/dom/node_set.h"
#include "core/extract/extraction_trace.h"
#include "core/extract/keep.h"
#include "core/extract/site/site_model.h"
#include "core/extract/site_analyser.h"
#include "core/page/page_type.h"

namespace pith {

// The page to extract, and pages of the same site to compare it with (the n-SET of Alarte et al. 2018, §2.1). Siblings
// are not null; there may be none, and a single-page extractor ignores them. An extractor that learns uses the site's
// model instead, if there is one.
struct ExtractorInput {
  const Document& page;
  std::span<const Document* const> siblings;
  Keep keep = {};
  PageInSite site = {};
  const PageView* view = nullptr;                    // of the page, if already made
  const SiteAnalyser::Features* features = nullptr;  // of the page, if already made by the extractor's analyser
  Judgements* judgements = nullptr;                  // if given, filled by an extractor that judges texts; this is slow
  Stop* stop = nullptr;  // asked between steps; after it says yes, the result does not matter
};

// The result of an extractor.
struct Extraction {
  NodeSet content;  // nodes of the page; hidden ones only if their text is wanted. Empty: "found none"
  // Only from extractors that judge themselves: the expected F1 of the content, 0 to 1, and the type of page.
  std::optional<double> confidence = std::nullopt;
  std::optional<PageType> type = std::nullopt;
  std::optional<std::uint32_t> compared =
      std::nullopt;  // how many pages of the site it was compared with; by default the siblings
  std::optional<NodeSet> own = std::nullopt;    // Extractor::own_text
  std::vector<std::string> names_of_site = {};  // KnownOfPage::names_of_site
};

class Extractor {
 public:
  virtual ~Extractor() = default;

  // The main content. If there is none, core/extract/extract_page.h decides what to do. For any page, the time is
  // bounded by its size. Unless overridden: what choose() returns, without hidden nodes.
  virtual Extraction extract(const ExtractorInput& input) const;

  // The text nodes of the page that are its own and not its site's template, in the content or not: the roles of what
  // is not content follow from it (core/page/role.h). May contain hidden nodes. Asked for only if extract() did not say
  // it. nullopt: it does not tell, and a simple rule does (core/extract/detail/own_text.h).
  virtual std::optional<NodeSet> own_text(const ExtractorInput&) const { return std::nullopt; }

  // How it learns from a whole site; null if it uses single pages or siblings. Lives as long as the extractor.
  virtual const SiteAnalyser* site_analyser() const { return nullptr; }

 protected:
  // The main content as the algorithm defines it. May contain hidden nodes.
  virtual NodeSet choose(const ExtractorInput& input) const = 0;
};

using ParameterValue = std::variant<bool, long, double, std::string>;

// A parameter of an extractor: the source of YAML validation, `pith algorithms` and the documentation.
struct ParameterInfo {
  std::string_view name;
  std::string_view meaning;                    // one line
  ParameterValue fallback;                     // the default; also fixes the type
  double minimum = 0, maximum = 0;             // of numbers
  std::vector<std::string_view> choices = {};  // of strings; empty: any
};

// Values by parameter name, complete and valid: made by complete_parameters (core/extract/registry.h).
using Parameters = std::map<std::string, ParameterValue, std::less<>>;

// The value of a parameter by the type of its default: parameter<long>(values, "n").
template <typename T>
const T& parameter(const Parameters& values, std::string_view name) {
  return std::get<T>(values.find(name)->second);
}

// An extractor's file, core/extract/extractors/NAME.cpp, defines `ExtractorInfo NAME_info()`;
// core/extract/extractors/list.def names it.
struct ExtractorInfo {
  std::string_view name;     // "conex"
  int version;               // raised whenever a page may give a different result; "conex/1" is stored with results
  bool site_level;           // uses siblings
  std::string_view summary;  // one line
  std::string_view source;   // paper and section
  std::vector<ParameterInfo> parameters;
  std::unique_ptr<Extractor> (*make)(const Parameters&);

  std::string versioned_name() const { return std::string(name) + "/" + std::to_string(version); }
};

}  // namespace pith
