#include "core/extract/main_content/detail/rules/accordions.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/keyed_hash.h"

namespace pith {
namespace {

class Accordions {
 public:
  Accordions(const PageView& page, const OtherPages& site, RunId headline, std::vector<char>& runs)
      : page_(page), site_(site), headline_(headline), runs_(runs) {}

  void complete() {
    const Document& document = page_.page;
    KeyedMap<std::string_view, Part> parts;  // by the id that a control names
    std::vector<std::pair<NodeId, std::string_view>> controls;
    for (NodeId n = 0; n < document.size(); ++n)
      if (const std::string_view id = named_part(n); !id.empty()) {
        controls.emplace_back(n, id);
        parts.emplace(id, Part{});
      }
    if (controls.empty()) return;
    for (NodeId n = document.size(); n-- > 0;)
      if (document[n].is_element())
        if (const auto at = parts.find(document.attribute(n, "id")); at != parts.end()) at->second.node = n;
    for (const auto& [control, id] : controls) {
      Part& part = parts.at(id);
      if (part.node == no_node || !may_be_content(control)) continue;
      std::optional<bool>& content = part.is_content[is_headed(control)];
      if (!content && (content = is_content(part.node, is_headed(control))).value()) take(part.node);
      if (*content) take(control);
    }
  }

 private:
  // Many controls may name the same part: it is looked at once for those with a heading, and once for the others.
  struct Part {
    NodeId node = no_node;
    std::array<std::optional<bool>, 2> is_content;
  };

  std::string_view named_part(NodeId n) const {
    const Document& document = page_.page;
    if (!document[n].is_element()) return {};
    if (document.has_attribute(n, "aria-expanded") || document.has_attribute(n, "aria-selected"))
      if (const std::string_view id = document.attribute(n, "aria-controls"); !id.empty()) return id;
    for (const std::string_view name : {"data-bs-target", "data-target"})
      if (const std::string_view id = document.attribute(n, name); id.starts_with('#')) return id.substr(1);
    return {};
  }

  bool is_elsewhere(RunId r, bool in_control) const {
    const Surroundings& around = page_.around[r];
    return around.is_in_any({Place::nav, Place::footer, Place::aside, Place::dialog, Place::form}) ||
           (!in_control && around.is_in(Place::button)) ||
           around.is_named_any({NameKind::comment, NameKind::popup, NameKind::related}, 4);
  }

  // The texts of a control's element: a question, or the name of a tab.
  bool may_be_content(NodeId control) const {
    const RunId first = page_.first_run(control), end = page_.end_run(control);
    return first > headline_ && first < end && !page_.runs[first].hidden && !is_elsewhere(first, true);
  }

  // A heading announces text, however short; other controls may open anything.
  bool is_headed(NodeId control) const {
    return page_.around[page_.first_run(control)].is_in(Place::heading) || page_.of(control).headings > 0;
  }

  bool is_content(NodeId part, bool headed) const {
    std::uint64_t words = 0, links = 0, repeated = 0;
    bool prose = false;
    for (RunId r = page_.first_run(part); r < page_.end_run(part); ++r) {
      const ViewRun& run = page_.runs[r];
      if (is_elsewhere(r, false)) return false;
      words += run.text.words;
      links += run.link_words;
      if (site_.is_repeated_in(page_.elements[run.top].path, run.site_hash)) repeated += run.text.words;
      prose = prose || run.prose;
    }
    return (prose || headed) && 2 * links < words && 2 * repeated < words;
  }

  void take(NodeId n) { std::fill(runs_.begin() + page_.first_run(n), runs_.begin() + page_.end_run(n), char{1}); }

  const PageView& page_;
  const OtherPages& site_;
  RunId headline_;
  std::vector<char>& runs_;
};

}  // namespace

void complete_accordions(const PageView& page, const OtherPages& site, RunId headline, std::vector<char>& runs) {
  if (headline < runs.size()) Accordions(page, site, headline, runs).complete();
}

}  // namespace pith
