// Sums over a stretch of a page.
#pragma once

#include <cstdint>

namespace pith {

struct Totals {
  std::uint32_t runs = 0, words = 0, link_words = 0, letters = 0, commas = 0, sentences = 0, prose = 0, digits = 0,
                capitals = 0, dated = 0, long_runs = 0, replies = 0, bylines = 0, teasers = 0,
                separators = 0;  // of runs; prose: words of runs that read like sentences
  std::uint32_t links = 0, images = 0, headings = 0, paragraphs = 0, times = 0, controls = 0, breaks = 0;  // of nodes

  // Inline, here and in PageSums and PageView: what a caller does not use is not computed.
  [[gnu::always_inline]] Totals operator-(const Totals& o) const {
    return {runs - o.runs,         words - o.words,         link_words - o.link_words, letters - o.letters,
            commas - o.commas,     sentences - o.sentences, prose - o.prose,           digits - o.digits,
            capitals - o.capitals, dated - o.dated,         long_runs - o.long_runs,   replies - o.replies,
            bylines - o.bylines,   teasers - o.teasers,     separators - o.separators, links - o.links,
            images - o.images,     headings - o.headings,   paragraphs - o.paragraphs, times - o.times,
            controls - o.controls, breaks - o.breaks};
  }
};

}  // namespace pith
