// Lucene++'s headers in the one order that compiles: most of them need LuceneHeaders.h before them and do not include
// it.
#pragma once

// clang-format off
#include <LuceneHeaders.h>
#include <LuceneContrib.h>
#include <ArabicNormalizationFilter.h>
#include <ArabicStemFilter.h>
#include <BrazilianStemFilter.h>
#include <CachingWrapperFilter.h>
#include <ComplexExplanation.h>
#include <CompressionTools.h>
#include <ConstantScoreQuery.h>
#include <DefaultSimilarity.h>
#include <FilterIndexReader.h>
#include <MapFieldSelector.h>
#include <MultiPhraseQuery.h>
#include <NumericField.h>
#include <NumericUtils.h>
#include <OffsetAttribute.h>
#include <PersianNormalizationFilter.h>
#include <PositionIncrementAttribute.h>
#include <QueryWrapperFilter.h>
#include <Reader.h>
#include <ReaderUtil.h>
#include <Scorer.h>
#include <SerialMergeScheduler.h>
#include <SnowballFilter.h>
#include <TermAttribute.h>
#include <TermDocs.h>
#include <TermEnum.h>
#include <Tokenizer.h>
// clang-format on
