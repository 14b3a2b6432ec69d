// The run and its neighbours.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/extract/main_content/detail/features/features.h"
#include "core/extract/main_content/detail/view/phrases.h"

namespace pith {
namespace {

using V = PageView;

const ViewRun& at(const V& v, RunId r) { return v.runs[r]; }

bool has(const V& v, RunId r, int offset) {
  const auto i = static_cast<std::int64_t>(r) + offset;
  return i >= 0 && i < static_cast<std::int64_t>(v.runs.size());
}

template <int Offset, typename F>
float neighbour(const V& v, RunId r, F&& value) {
  return has(v, r, Offset) ? value(v.runs[static_cast<std::size_t>(static_cast<std::int64_t>(r) + Offset)]) : nothing;
}

float words(const ViewRun& run) { return static_cast<float>(run.text.words); }
float run_link_share(const ViewRun& run) { return share(run.link_words, run.text.words); }

template <int Offset>
float words_at(const V& v, RunId r) {
  return neighbour<Offset>(v, r, words);
}
template <int Offset>
float link_share_at(const V& v, RunId r) {
  return neighbour<Offset>(v, r, run_link_share);
}
template <int Offset>
float ends_at(const V& v, RunId r) {
  return neighbour<Offset>(v, r, [](const ViewRun& run) { return static_cast<float>(run.text.last); });
}

// Over the runs within this distance on either side.
template <RunId Radius>
[[gnu::always_inline]] inline Totals within(const V& v, RunId r) {
  const RunId begin = r > Radius ? r - Radius : 0, end = r + Radius + 1;
  return v.sums.of_runs(begin, std::min(end, static_cast<RunId>(v.runs.size())));
}
template <RunId Radius>
float plain_share_within(const V& v, RunId r) {
  const Totals t = within<Radius>(v, r);
  return share(t.words - t.link_words, t.words);
}
template <RunId Radius>
float plain_words_within(const V& v, RunId r) {
  const Totals t = within<Radius>(v, r);
  return static_cast<float>(t.words - t.link_words);
}
template <RunId Radius>
float prose_share_within(const V& v, RunId r) {
  const Totals t = within<Radius>(v, r);
  return share(t.prose, t.words);
}

float cut(std::uint16_t steps, std::uint16_t limit, float beyond) {
  return steps < limit ? static_cast<float>(steps) : beyond;
}

// Runs since the last short run with the phrase, and until the next.
template <Phrase Kind>
float since(const V& v, RunId r) {
  return cut(v.steps.phrases[static_cast<std::size_t>(Kind)].since[r], 60, 200);
}
template <Phrase Kind>
float until(const V& v, RunId r) {
  return cut(v.steps.phrases[static_cast<std::size_t>(Kind)].until[r], 20, 200);
}

template <typename Set>
float covered(const V& v, RunId r, const Set& set) {
  const auto hashes = v.words_of(v.runs[r]);
  if (set.empty()) return nothing;
  if (hashes.size() < 3) return -0.5f;
  std::size_t found = 0;
  for (std::size_t i = 2; i < hashes.size(); ++i)
    found += set.contains(three_words(hashes[i - 2], hashes[i - 1], hashes[i]));
  return share(static_cast<double>(found), static_cast<double>(hashes.size() - 2));
}

float of_title(const V& v, RunId r) {
  const auto hashes = v.words_of(v.runs[r]);
  if (hashes.empty() || v.title.words.empty()) return nothing;
  std::size_t common = 0;
  for (const std::uint32_t w : hashes) common += v.title.has(w);
  return share(static_cast<double>(common), static_cast<double>(hashes.size()));
}

// Runs back from this one to the last one of a kind, and on to the next, this one not counted.
template <Steps PageSteps::*Kind, std::uint16_t Limit>
float last(const V& v, RunId r) {
  return r == 0 ? Limit : cut((v.steps.*Kind).since[r - 1], Limit - 1, Limit - 1) + 1;
}
template <Steps PageSteps::*Kind, std::uint16_t Limit>
float next(const V& v, RunId r) {
  return r + 1 == v.runs.size() ? Limit : cut((v.steps.*Kind).until[r + 1], Limit - 1, Limit - 1) + 1;
}

template <RunId Radius, std::uint32_t Totals::*Count>
float count_within(const V& v, RunId r) {
  return static_cast<float>(within<Radius>(v, r).*Count);
}

constexpr Feature text_list[] = {
    {"words", [](const V& v, RunId r) { return words(at(v, r)); }},
    {"letters", [](const V& v, RunId r) { return static_cast<float>(at(v, r).text.letters); }},
    {"link_share", [](const V& v, RunId r) { return run_link_share(at(v, r)); }},
    {"plain_words", [](const V& v, RunId r) { return static_cast<float>(at(v, r).text.words - at(v, r).link_words); }},
    {"word_length", [](const V& v, RunId r) { return share(at(v, r).text.word_letters, at(v, r).text.words); }},
    {"commas", [](const V& v, RunId r) { return static_cast<float>(at(v, r).text.commas); }},
    {"comma_share", [](const V& v, RunId r) { return share(at(v, r).text.commas, at(v, r).text.words); }},
    {"sentences", [](const V& v, RunId r) { return static_cast<float>(at(v, r).text.sentences); }},
    {"sentence_words", [](const V& v, RunId r) { return share(at(v, r).text.words, 1 + at(v, r).text.sentences); }},
    {"digit_share", [](const V& v, RunId r) { return share(at(v, r).text.digits, at(v, r).text.letters); }},
    {"capital_share", [](const V& v, RunId r) { return share(at(v, r).text.capitals, at(v, r).text.words); }},
    {"bars", [](const V& v, RunId r) { return share(at(v, r).text.bars, at(v, r).text.words); }},
    {"years", [](const V& v, RunId r) { return static_cast<float>(at(v, r).text.years); }},
    {"symbols", [](const V& v, RunId r) { return static_cast<float>(at(v, r).text.symbols); }},
    {"ends", [](const V& v, RunId r) { return static_cast<float>(at(v, r).text.last); }},
    {"words_before_1", words_at<-1>},
    {"words_before_2", words_at<-2>},
    {"words_after_1", words_at<1>},
    {"words_after_2", words_at<2>},
    {"link_share_before_1", link_share_at<-1>},
    {"link_share_after_1", link_share_at<1>},
    {"ends_before_1", ends_at<-1>},
    {"ends_after_1", ends_at<1>},
    {"plain_share_near_3", plain_share_within<3>},
    {"plain_words_near_3", plain_words_within<3>},
    {"prose_share_near_3", prose_share_within<3>},
    {"plain_share_near_10", plain_share_within<10>},
    {"plain_words_near_10", plain_words_within<10>},
    {"prose_share_near_10", prose_share_within<10>},
    {"since_prose", last<&PageSteps::prose, 60>},
    {"until_prose", next<&PageSteps::prose, 60>},
    {"is_comments",
     [](const V& v, RunId r) { return static_cast<float>((at(v, r).phrases & bit(Phrase::comments)) != 0); }},
    {"is_reply", [](const V& v, RunId r) { return static_cast<float>((at(v, r).phrases & bit(Phrase::reply)) != 0); }},
    {"is_member",
     [](const V& v, RunId r) { return static_cast<float>((at(v, r).phrases & bit(Phrase::member)) != 0); }},
    {"is_related",
     [](const V& v, RunId r) { return static_cast<float>((at(v, r).phrases & bit(Phrase::related)) != 0); }},
    {"is_share", [](const V& v, RunId r) { return static_cast<float>((at(v, r).phrases & bit(Phrase::share)) != 0); }},
    {"is_more", [](const V& v, RunId r) { return static_cast<float>((at(v, r).phrases & bit(Phrase::more)) != 0); }},
    {"is_copyright",
     [](const V& v, RunId r) { return static_cast<float>((at(v, r).phrases & bit(Phrase::copyright)) != 0); }},
    {"is_subscribe",
     [](const V& v, RunId r) { return static_cast<float>((at(v, r).phrases & bit(Phrase::subscribe)) != 0); }},
    {"is_byline",
     [](const V& v, RunId r) { return static_cast<float>((at(v, r).phrases & bit(Phrase::byline)) != 0); }},
    {"is_photo", [](const V& v, RunId r) { return static_cast<float>((at(v, r).phrases & bit(Phrase::photo)) != 0); }},
    {"is_shop", [](const V& v, RunId r) { return static_cast<float>((at(v, r).phrases & bit(Phrase::shop)) != 0); }},
    {"is_advert",
     [](const V& v, RunId r) {
       return static_cast<float>((at(v, r).phrases & (bit(Phrase::advert) | bit(Phrase::privacy))) != 0);
     }},
    {"since_comments", since<Phrase::comments>},
    {"since_reply", since<Phrase::reply>},
    {"until_reply", until<Phrase::reply>},
    {"since_member", since<Phrase::member>},
    {"until_member", until<Phrase::member>},
    {"since_related", since<Phrase::related>},
    {"since_share", since<Phrase::share>},
    {"until_share", until<Phrase::share>},
    {"since_byline", since<Phrase::byline>},
    {"until_more", until<Phrase::more>},
    {"since_subscribe", since<Phrase::subscribe>},
    {"since_copyright", since<Phrase::copyright>},
    {"since_heading_comments", [](const V& v, RunId r) { return cut(v.steps.since_heading_comments[r], 300, 1000); }},
    {"since_heading_related", [](const V& v, RunId r) { return cut(v.steps.since_heading_related[r], 300, 1000); }},
    {"dated", [](const V& v, RunId r) { return static_cast<float>(v.lines[r].dated); }},
    {"since_dated", last<&PageSteps::dated, 40>},
    {"until_dated", next<&PageSteps::dated, 40>},
    {"dated_near_15", count_within<15, &Totals::dated>},
    {"separator", [](const V& v, RunId r) { return static_cast<float>(v.lines[r].separator); }},
    {"since_separator", last<&PageSteps::separator, 40>},
    {"until_separator", next<&PageSteps::separator, 40>},
    {"separators_near_10", count_within<10, &Totals::separators>},
    {"separators_before", [](const V& v, RunId r) { return static_cast<float>(v.before_run(r).separators); }},
    {"linked_title", [](const V& v, RunId r) { return static_cast<float>(v.lines[r].linked_title); }},
    {"since_linked_title", last<&PageSteps::linked_title, 40>},
    {"until_linked_title", next<&PageSteps::linked_title, 40>},
    {"teasers_near_10", count_within<10, &Totals::teasers>},
    {"since_comment_marker", [](const V& v, RunId r) { return static_cast<float>(v.steps.since_comment_marker[r]); }},
    {"links_inside",
     [](const V& v, RunId r) { return static_cast<float>(v.between(v.runs[r].begin, v.runs[r].end).links); }},
    {"in_hinted_body", [](const V& v, RunId r) { return covered(v, r, v.hints.body); }},
    {"in_hinted_description", [](const V& v, RunId r) { return covered(v, r, v.hints.description); }},
    {"in_hinted_comments", [](const V& v, RunId r) { return covered(v, r, v.hints.comments); }},
    {"of_title", of_title},
    {"copies", [](const V& v, RunId r) { return static_cast<float>(at(v, r).copies); }},
};

}  // namespace

std::span<const Feature> text_features() { return text_list; }

}  // namespace pith
