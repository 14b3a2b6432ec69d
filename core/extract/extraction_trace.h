// What an extraction records about itself on request, to explain its result (core/extract/explanation.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_set.h"

namespace pith {

// Something for or against choosing a text.
struct Reason {
  std::string text;  // a short phrase: "link density 0.96", "in <nav>"
  float weight =
      0;  // by how much it moves the logit of the probability: over 0 is for content; 0: a rule, not a weight
  bool repetition = false;  // the text is on other pages of the site; the caller counts how many
};

// The judgement of one text, by an extractor that judges texts.
struct RunJudgement {
  NodeId begin, end;            // its text nodes lie in [begin, end)
  float probability = 0;        // of being main content
  std::vector<Reason> reasons;  // for the outcome, strongest first
};

// The judgements of all texts. Empty if the extractor does not judge texts, or was not asked to.
struct Judgements {
  std::vector<RunJudgement> runs;       // in document order
  std::optional<float> threshold = {};  // texts of at least this probability are chosen unless a rule says otherwise
};

struct ExtractionTrace {
  explicit ExtractionTrace(const Document& page) : content(page), asides(page) {}

  NodeSet content;  // what extract_page chose; empty for skipped pages
  NodeSet asides;   // text nodes that are asides (core/page/role.h)
  Judgements judged;
};

}  // namespace pith
