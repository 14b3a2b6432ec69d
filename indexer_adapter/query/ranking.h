// How hits are ranked.
#pragma once

namespace pith::index {

// score = BM25F (leaf.h) * (1 + recency * 2^(-age / recency_days)) * (1 + depth / (1 + segments of the URL's path))
//         * (1 + title * how well the title is what the query says (title_match.h))
//         * (1 + InboundTexts::links)^links
struct Ranking {
  double k1 = 1.2;            // how soon more occurrences of a word stop counting
  double b = 0.5;             // how much long texts are discounted: 0 not at all, 1 in full; headings never are
  double recency = 0;         // weight of recent pages: the newest counts 1 + recency times
  double recency_days = 180;  // age at which that weight is halved
  double title = 0.5;         // weight of titles that are the query: they count 1 + title times
  double depth = 0.1;         // weight of pages near their site's root: the root itself counts 1 + depth times
  double links = 0.06;        // weight of pages that others link to: twice as many count 2^links times
};

}  // namespace pith::index
