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
#include <CompressionTools.h>
#include <DefaultSimilarity.h>
#include <DisjunctionMaxQuery.h>
#include <MapFieldSelector.h>
#include <MultiPhraseQuery.h>
#include <NumericField.h>
#include <OffsetAttribute.h>
#include <PersianNormalizationFilter.h>
#include <PositionIncrementAttribute.h>
#include <QueryWrapperFilter.h>
#include <Reader.h>
#include <SerialMergeScheduler.h>
#include <SnowballFilter.h>
#include <TermAttribute.h>
#include <TermEnum.h>
#include <TermRangeQuery.h>
#include <Tokenizer.h>
#include <VariantUtils.h>
// clang-format on
