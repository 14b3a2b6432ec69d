// Lucene++'s headers in the one order that compiles: most of them need LuceneHeaders.h before them and do not include
// it.
#pragma once

// clang-format off
#include <LuceneHeaders.h>
#include <LuceneContrib.h>
#include <ArabicAnalyzer.h>
#include <ArabicNormalizationFilter.h>
#include <ArabicStemFilter.h>
#include <BrazilianAnalyzer.h>
#include <BrazilianStemFilter.h>
#include <CachingWrapperFilter.h>
#include <ComplexExplanation.h>
#include <CompressionTools.h>
#include <CzechAnalyzer.h>
#include <DefaultSimilarity.h>
#include <DutchAnalyzer.h>
#include <FilterIndexReader.h>
#include <FrenchAnalyzer.h>
#include <GermanAnalyzer.h>
#include <GreekAnalyzer.h>
#include <MapFieldSelector.h>
#include <MultiPhraseQuery.h>
#include <NumericField.h>
#include <NumericUtils.h>
#include <OffsetAttribute.h>
#include <PersianAnalyzer.h>
#include <PersianNormalizationFilter.h>
#include <PositionIncrementAttribute.h>
#include <QueryWrapperFilter.h>
#include <Reader.h>
#include <ReaderUtil.h>
#include <RussianAnalyzer.h>
#include <Scorer.h>
#include <SegmentInfo.h>
#include <SegmentInfoCollection.h>
#include <SegmentInfos.h>
#include <SerialMergeScheduler.h>
#include <SnowballFilter.h>
#include <TermAttribute.h>
#include <TermDocs.h>
#include <TermEnum.h>
#include <Tokenizer.h>
// clang-format on
