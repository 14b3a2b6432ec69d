// The value of a ranked list of hits, given which pages are relevant.
//
// Hits with the same score have no order: an index orders them by chance. So each figure is its exact mean over all
// orders of such hits (McSherry and Najork, Computing information retrieval performance measures efficiently in the
// presence of tied scores, 2008).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pith::measure {

struct RankedHit {
  double score = 0;
  int grade = 0;         // 0: not relevant
  bool judged = false;   // somebody looked at it
  bool partial = false;  // it lacks words of the query, and comes after those that do not
};

struct RankedScores {
  double reciprocal_rank = 0;  // of the first relevant hit; 0 without one
  double rank = 0;             // of the first relevant hit, from 1, the mean over its ties; 0 without one
  double success_1 = 0;        // whether no page has a higher grade than the first hit
  double ndcg_10 = 0;          // gain 2^grade - 1, discount log2(rank + 1) (Burges and others, 2005)
  double precision_10 = 0;     // relevant hits among the first ten, divided by ten even if fewer are found
  double judged_10 = 0;        // share of the first ten hits that are judged, of all if fewer are found; 0 without any
};

inline constexpr int max_grade = 10;

// `hits` in order, best first, partial ones last; scores within a millionth of the larger count as equal. `relevant`:
// grades of all relevant pages, found or not. All zero if there are none. O(hits + relevant log relevant).
RankedScores scores_of(std::span<const RankedHit> hits, std::vector<int> relevant);

// Whether further hits, none with a higher score, cannot change the scores: these include a relevant hit, and neither
// its ties nor those of the tenth hit may continue beyond them. O(hits).
bool is_settled(std::span<const RankedHit> hits);

}  // namespace pith::measure
