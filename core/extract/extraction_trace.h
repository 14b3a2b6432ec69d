// What an extraction writes down of itself if it is asked to: for those who want to know why
// (core/extract/explanation.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_set.h"

namespace pith {

// Something that speaks for or against taking a text.
struct Reason {
  std::string text;  // a short phrase: "link density 0.96", "in <nav>"
  float weight =
      0;  // by how much it moves the logit of the probability: over 0 speaks for content; 0: a rule, not a weight
  bool repetition = false;  // it stands on other pages of the site; how many is told by whoever counts them
};

// What an extractor that judges texts makes of one.
struct RunJudgement {
  NodeId begin, end;            // its text nodes lie in [begin, end)
  float probability = 0;        // of being main content
  std::vector<Reason> reasons;  // for what became of it, strongest first
};

// What it makes of them all. Empty if it does not judge texts, or was not asked.
struct Judgements {
  std::vector<RunJudgement> runs;       // in document order
  std::optional<float> threshold = {};  // texts of at least this probability are taken where no rule says otherwise
};

struct ExtractionTrace {
  explicit ExtractionTrace(const Document& page) : content(page) {}

  NodeSet content;  // what extract_page takes; empty for skipped pages
  Judgements judged;
};

}  // namespace pith
