#include "indexer_adapter/hits/detail/sections.h"

#include <algorithm>
#include <utility>

#include "core/render/structure.h"
#include "core/text/ascii.h"
#include "core/text/white_space.h"
#include "indexer_adapter/documents/fragment.h"
#include "indexer_adapter/hits/detail/place.h"
#include "indexer_adapter/lucene/detail/text.h"

namespace pith::index {
namespace {

constexpr std::size_t max_page_sections = 5'000;
constexpr std::size_t max_section_title_bytes = 120;
constexpr double of_heading = 4, of_heading_above = 2;
constexpr double least_share = 2.0 / 3;
constexpr double worth_showing = 0.5;   // of the best section's score
constexpr double usual_length = 1'000;  // of a section, in code points

struct Section {
  std::uint32_t begin = 0, body = 0;  // the heading, the text after it
  std::uint32_t length = 0;
  std::size_t above = 0;  // the section that it is a part of
  unsigned level = 0;     // of headings; 7: a term of a definition
  std::string anchor;
};

// A part of the content that belongs to one section.
struct Stretch {
  std::uint32_t begin, end;
  std::size_t section;
};

// What a section has of one word.
struct Count {
  std::uint32_t heading = 0, text = 0;
};

class SectionReader {
 public:
  // The blocks that begin within so many code points.
  void read(std::string_view structure, std::size_t size, const Deadline& deadline) {
    visit_blocks(structure, size, deadline, [this](const StructureEntry& block) { add(block); });
  }

  std::vector<Section> sections{Section()};  // the first: the beginning
  std::vector<Stretch> stretches;
  std::pair<std::uint32_t, std::uint32_t> headline{0, 0};

 private:
  struct Term {
    std::string list;  // path of the <dl>, with its "/"
    std::size_t section;
  };

  void add(const StructureEntry& block) {
    while (!terms_.empty() && !block.path.starts_with(terms_.back().list)) terms_.pop_back();
    const bool heading = block.region == Region::heading, term = block.tag == "dt" && !block.anchor.empty();
    if (heading && is_headline(block)) {
      sections[0].body = block.end;
      headline = {block.begin, block.end};
    } else if ((heading || term) && sections.size() < max_page_sections) {
      begin(block, heading);
    }
    const std::size_t section = terms_.empty() ? heading_ : terms_.back().section;
    sections[section].length += block.end - block.begin;
    if (!stretches.empty() && stretches.back().section == section)
      stretches.back().end = block.end;
    else
      stretches.push_back({block.begin, block.end, section});
    any_ = true;
  }

  bool is_headline(const StructureEntry& block) const {
    return sections.size() == 1 && headline.second == 0 && (block.level == 1 || !any_);
  }

  void begin(const StructureEntry& block, bool heading) {
    Section section{.begin = block.begin, .body = block.end, .anchor = std::string(block.anchor)};
    if (heading) {
      terms_.clear();
      section.level = std::clamp<unsigned>(block.level, 1, 6);
      std::size_t above = heading_;
      while (above != 0 && sections[above].level >= section.level) above = sections[above].above;
      section.above = above;
      heading_ = sections.size();
    } else {
      const std::size_t last = block.path.rfind('/');
      std::string list(last == std::string::npos ? "/" : block.path.substr(0, last + 1));
      if (!terms_.empty() && terms_.back().list == list) terms_.pop_back();
      section.level = 7;
      section.above = terms_.empty() ? heading_ : terms_.back().section;
      if (terms_.size() >= max_depth) terms_.pop_back();
      terms_.push_back({std::move(list), sections.size()});
    }
    sections.push_back(std::move(section));
  }

  static constexpr std::size_t max_depth = 32;
  std::size_t heading_ = 0;  // the section of the last heading
  std::vector<Term> terms_;  // those that the block is below, outermost first
  bool any_ = false;
};

// What people read of a section, and a link to it.
class SectionTexts {
 public:
  SectionTexts(std::wstring_view content, const std::vector<Section>& sections, const Deadline& deadline)
      : content_(content), sections_(sections), deadline_(deadline) {}

  std::wstring_view heading(std::size_t s) const {
    const std::size_t begin = std::min<std::size_t>(sections_[s].begin, content_.size());
    return content_.substr(begin, sections_[s].body - begin);
  }

  // With the words that follow, if it is only a number.
  std::string title(std::size_t s) const {
    std::string title = to_utf8(heading(s));
    if (std::ranges::none_of(heading(s),
                             [](wchar_t c) { return c >= 0x80 || is_letter_ascii(static_cast<char>(c)); })) {
      const std::size_t after = std::min<std::size_t>(sections_[s].body, content_.size());
      const std::wstring_view text = content_.substr(after, max_section_title_bytes);
      const std::size_t begin = std::min(text.find_first_not_of(L'\n'), text.size());
      title += " " + to_utf8(text.substr(begin, text.find(L'\n', begin) - begin));
    }
    std::replace(title.begin(), title.end(), '\n', ' ');
    return title.size() <= max_section_title_bytes ? title
                                                   : std::string(cut_utf8(title, max_section_title_bytes)) + "…";
  }

  // The section's anchor; else its heading as text, unless the same words come earlier; else its first words.
  std::string fragment(std::size_t s) const {
    const Section& section = sections_[s];
    if (!section.anchor.empty()) return anchor_fragment(section.anchor);
    std::string_view above;
    for (std::size_t a = section.above; a != 0 && above.empty(); a = sections_[a].above) above = sections_[a].anchor;
    std::wstring_view words = heading(s);
    deadline_.check(static_cast<std::uint32_t>(content_.size() / 64));
    const bool first = content_.find(words) == section.begin;
    if (!first && section.body + 1 < content_.size()) words = content_.substr(section.body + 1);
    return text_fragment(above, words);
  }

 private:
  const std::wstring_view content_;
  const std::vector<Section>& sections_;
  const Deadline& deadline_;
};

class Chooser {
 public:
  Chooser(const MatchedPage& page, std::span<const double> weights, const Deadline& deadline)
      : page_(page), weights_(weights), deadline_(deadline), in_title_(weights.size()), on_page_(weights.size()) {}

  AnsweringPart choose() {
    reader_.read(page_.structure, page_.content.size(), deadline_);
    count();
    for (std::size_t s = 0; s < sections().size(); ++s) {
      deadline_.check(work_of_patterns());
      score(s);
    }
    return answer();
  }

 private:
  const std::vector<Section>& sections() const { return reader_.sections; }

  std::uint32_t work_of_patterns() const { return 1 + static_cast<std::uint32_t>(weights_.size()); }

  void count() {
    counts_.resize(sections().size());
    scores_.resize(sections().size());
    for (const PatternMatch& match : page_.in_title) in_title_[match.pattern] = true;
    auto stretch = reader_.stretches.begin();
    for (const PatternMatch& match : page_.in_content) {
      deadline_.check();
      on_page_[match.pattern] = true;
      while (stretch != reader_.stretches.end() && stretch->end <= match.begin) ++stretch;
      const bool inside = stretch != reader_.stretches.end() && match.begin >= stretch->begin;
      const std::size_t section = inside ? stretch->section : 0;
      if (counts_[section].empty()) {
        deadline_.check(work_of_patterns());
        counts_[section].resize(weights_.size());
      }
      const Section& of = sections()[section];
      const bool heading = section == 0 ? match.begin >= reader_.headline.first && match.begin < reader_.headline.second
                                        : match.begin >= of.begin && match.begin < of.body;
      Count& count = counts_[section][match.pattern];
      ++(heading ? count.heading : count.text);
      if (heading && section == 0) in_title_[match.pattern] = true;
    }
    for (std::size_t p = 0; p < weights_.size(); ++p) {
      on_page_[p] = on_page_[p] || in_title_[p];
      if (on_page_[p]) of_page_ += weights_[p];
    }
  }

  bool in_heading_above(std::size_t section, std::size_t pattern) const {
    for (std::size_t s = section; s != 0;) {
      s = sections()[s].above;
      if (s != 0 && !counts_[s].empty() && counts_[s][pattern].heading > 0) return true;
    }
    return false;
  }

  struct Score {
    double value = 0;
    double share = 0;  // of what the page has of the query, with title and headings above
    bool in_heading = false, all = false;
  };

  void score(std::size_t s) {
    if (counts_[s].empty()) return;
    const double norm = 0.5 + 0.5 * sections()[s].length / usual_length;
    Score score{.all = true};
    for (std::size_t p = 0; p < weights_.size(); ++p) {
      const Count& own = counts_[s][p];
      const bool above = in_heading_above(s, p);
      double tf = own.text / norm + (own.heading > 0 ? of_heading : 0) + (above ? of_heading_above : 0);
      if (in_title_[p]) tf += of_heading;
      score.value += weights_[p] * tf / (tf + 1);
      if (tf > 0) score.share += weights_[p] / of_page_;
      score.in_heading |= own.heading > 0;
      score.all &= own.text + own.heading > 0;
    }
    scores_[s] = score;
  }

  AnsweringPart answer() const {
    AnsweringPart out;
    const bool title = std::find(in_title_.begin(), in_title_.end(), false) == in_title_.end();
    out.together = title || std::any_of(scores_.begin(), scores_.end(), [](const Score& score) { return score.all; });
    const SectionTexts texts(page_.content, sections(), deadline_);
    std::vector<std::size_t> good;
    for (std::size_t s = 1; s < scores_.size(); ++s) {
      const Score& score = scores_[s];
      if (score.value > 0 && (title ? score.in_heading : score.share >= least_share)) good.push_back(s);
    }
    std::stable_sort(good.begin(), good.end(),
                     [&](std::size_t a, std::size_t b) { return scores_[a].value > scores_[b].value; });
    const bool section = !good.empty() && scores_[good[0]].value > scores_[0].value;
    out.beginning = !title && !section && scores_[0].share >= least_share;
    if (good.empty()) return out;
    std::size_t next = 0;
    const double best = std::max(scores_[0].value, scores_[good[0]].value);
    if (!title && section) {
      const std::size_t s = good[next++];
      out.fragment = texts.fragment(s);
      const auto first = std::find_if(reader_.stretches.begin(), reader_.stretches.end(),
                                      [&](const Stretch& stretch) { return stretch.section == s; });
      out.begin = sections()[s].begin;
      out.end = first->end;
    }
    for (; next < good.size() && out.more.size() < max_sections; ++next) {
      if (scores_[good[next]].value < best * worth_showing) break;
      PageSection more{texts.title(good[next]), texts.fragment(good[next])};
      const auto same = [&](const PageSection& other) { return other.fragment == more.fragment; };
      if (more.title.empty() || more.fragment.empty() || more.fragment == out.fragment ||
          std::any_of(out.more.begin(), out.more.end(), same))
        continue;
      out.more.push_back(std::move(more));
    }
    return out;
  }

  const MatchedPage& page_;
  const std::span<const double> weights_;
  const Deadline& deadline_;
  SectionReader reader_;
  std::vector<bool> in_title_, on_page_;    // by pattern; the headline is title, too
  double of_page_ = 0;                      // weight of all words that the page has
  std::vector<std::vector<Count>> counts_;  // by section and pattern; empty for a section without any
  std::vector<Score> scores_;
};

}  // namespace

AnsweringPart answering_part(const MatchedPage& page, std::span<const double> weights, const Deadline& deadline) {
  return Chooser(page, weights, deadline).choose();
}

std::vector<PageSection> sections_with(std::wstring_view content, std::string_view structure,
                                       const std::function<bool(std::wstring_view)>& fits, std::size_t limit,
                                       const Deadline& deadline) {
  SectionReader reader;
  reader.read(structure, content.size(), deadline);
  const SectionTexts texts(content, reader.sections, deadline);
  std::vector<PageSection> found;
  for (std::size_t s = 1; s < reader.sections.size() && found.size() < limit; ++s)
    if (fits(texts.heading(s))) found.push_back({texts.title(s), texts.fragment(s)});
  return found;
}

}  // namespace pith::index
