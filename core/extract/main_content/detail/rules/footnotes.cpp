#include "core/extract/main_content/detail/rules/footnotes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/keyed_hash.h"

namespace pith {
namespace {

class Footnotes {
 public:
  Footnotes(const PageView& page, std::vector<char>& runs) : page_(page), document_(page.page), runs_(runs) {}

  void complete() {
    for (NodeId n = 0; n < document_.size(); ++n)
      if (const std::string_view id = id_in_page(n); !id.empty()) {
        links_.push_back({n, id});
        elements_.emplace(id, no_node);
      }
    if (links_.empty()) return;
    for (NodeId n = document_.size(); n-- > 0;)
      for (const std::string_view name : {"id", "name"})
        if (const std::string_view id = document_.attribute(n, name); !id.empty())
          if (const auto at = elements_.find(id); at != elements_.end()) at->second = n;
    const std::vector<char> chosen = runs_;  // notes to notes are none
    for (const Link& link : links_)
      if (const RunId r = run_of(link.node); r < chosen.size() && chosen[r]) add_note(link, page_.runs[r].block);
  }

 private:
  struct Link {
    NodeId node;
    std::string_view id;  // that it leads to
  };

  std::string_view id_in_page(NodeId n) const {
    if (!document_[n].is_element() || document_[n].tag != Tag::a) return {};
    const std::string_view href = document_.attribute(n, "href");
    return href.starts_with('#') ? href.substr(1) : std::string_view();
  }

  // The run that the element's text is in or begins; the number of runs if it has none.
  RunId run_of(NodeId n) const {
    const RunId after = page_.first_run(n);
    if (after > 0 && page_.runs[after - 1].end > n) return after - 1;
    return page_.end_run(n) > after ? after : static_cast<RunId>(page_.runs.size());
  }

  void add_note(const Link& link, NodeId block) {
    const NodeId note = elements_.at(link.id);
    if (note == no_node || note == link.node || document_.is_ancestor(note, link.node)) return;
    if (leads_back(note, block)) take(note);
  }

  bool leads_back(NodeId note, NodeId block) const {
    constexpr std::size_t most = 100;  // of one note
    const auto first = std::ranges::lower_bound(links_, note, {}, &Link::node);
    for (auto back = first; back != links_.end() && back->node < document_.end_of(note); ++back) {
      if (back - first == most) return false;
      const NodeId to = elements_.at(back->id);
      if (to != no_node && to != back->node && (to == block || document_.is_ancestor(block, to))) return true;
    }
    return false;
  }

  void take(NodeId note) {
    if (const RunId r = run_of(note); r < page_.runs.size() && document_.is_ancestor(page_.runs[r].block, note))
      note = page_.runs[r].block;  // it is only where the note begins
    NodeId begin = note, end = document_.end_of(note);
    if (taken_.contains(note)) return;
    if (document_[note].tag == Tag::dt) {
      for (NodeId n = document_.next_sibling(note); n != no_node && document_[n].tag == Tag::dd;
           n = document_.next_sibling(n))
        end = document_.end_of(n);
    } else if (document_[note].tag == Tag::td || document_[note].tag == Tag::th) {
      begin = document_[note].parent;
      end = document_.end_of(begin);
    }
    if (!taken_.insert(begin).second) return;
    for (RunId r = page_.first_run(begin); r < page_.before(end).runs; ++r)
      if (!page_.around[r].is_in_any({Place::nav, Place::form, Place::dialog})) runs_[r] = 1;
  }

  const PageView& page_;
  const Document& document_;
  std::vector<char>& runs_;
  std::vector<Link> links_;                      // within the page, in document order
  KeyedMap<std::string_view, NodeId> elements_;  // that links lead to, by id
  KeyedSet<std::uint64_t> taken_;                // notes, and rows of them
};

}  // namespace

void complete_footnotes(const PageView& page, std::vector<char>& runs) { Footnotes(page, runs).complete(); }

}  // namespace pith
