// What a choice of runs leaves out though it belongs to the chosen runs: parts of tables and of lists, labels,
// captions, and headings.
//
// A forest judges each run by itself. Row names and section headings are short, and often the same on all pages of a
// site; without them the content is hard to understand, and hits appear under the wrong heading.
#pragma once

#include <span>
#include <vector>

#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// Adds to `runs`, which has an entry per run, nonzero if chosen. `p`: the runs' probabilities. Never adds what readers
// do not see.
//
// Tables first. Of a data table without long texts, or a <dl> of facts: everything if a fifth of its words is chosen,
// or if the text right before it and right after it is; otherwise each row with a chosen run.
// Then definitions. A <dt> is added if a <dd> of it is chosen, and the whole <dl> if half of its
// words are, or the text right before it and right after it.
// Then lists: the whole <ul> or <ol> if a third of its words are chosen, or half if it has links, unless it has a long
// item, or one that is hardly likely.
// Then rows of facts (fact_rows.h): all if half of their words are chosen, unless one is hardly likely.
// Then places: of at least three runs with the same tags and classes up to the root, all if two thirds are chosen; not
// links, copies, and what is hardly likely. If half are, those in cards (items of a Group with links, but no posts;
// lines with a link beside text), also links and copies: half a list of products misleads.
// Then labels: up to six words with a colon, "Website:", in an element of their own, if the text right after is chosen
// and inside of the element around the label.
// Then captions: a <figcaption> next to chosen text, in the smallest element with four fifths of the chosen words; not
// if it is a link or in a row of items that are alike.
// Then headings. A heading with no chosen run is added if the text right after it is chosen and is not a heading of the
// same or a higher level. Headings that are links, as in teasers, are not added.
//
// O(nodes + runs · depth).
void complete_runs(const PageView& page, std::span<const float> p, std::vector<char>& runs);

// Tables, definitions and rows alone, after rules that add single facts: a name without its value misinforms.
// O(nodes + runs · depth).
void complete_facts(const PageView& page, std::span<const float> p, std::vector<char>& runs);

// Takes away headings that are hardly likely themselves, and whose text is even less likely and left out: such a
// section answers a search with nothing. Not the headline, nor links, nor those that nothing follows but another
// heading, as in a list of headings. O(runs): above a run, one heading of each level reads it.
void drop_bare_headings(const PageView& page, std::span<const float> p, RunId headline, std::vector<char>& runs);

// Adds the caption of a picture above or below the headline, between it and the text: dates and by-lines may be there,
// too, that are left out. `headline`: the number of runs if there is none; then nothing is added. O(runs).
void complete_lead_caption(const PageView& page, RunId headline, std::vector<char>& runs);

}  // namespace pith
