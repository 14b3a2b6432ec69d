#include "indexer_adapter/documents/detail/similarity.h"

namespace pith::index {
namespace {

using namespace Lucene;

class PlainSimilarity : public DefaultSimilarity {
 public:
  LUCENE_CLASS(PlainSimilarity);
  double tf(int32_t frequency) override { return frequency; }
  double tf(double frequency) override { return frequency; }
  double idf(int32_t, int32_t) override { return 1; }
  double queryNorm(double) override { return 1; }
  double coord(int32_t, int32_t) override { return 1; }
};

}  // namespace

SimilarityPtr plain_similarity() {
  static const SimilarityPtr similarity = newLucene<PlainSimilarity>();
  return similarity;
}

}  // namespace pith::index
