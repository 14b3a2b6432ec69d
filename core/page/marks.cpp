#include "core/page/marks.h"

#include <utility>

#include "core/page/detail/robots_rules.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

class MarkReader {
 public:
  MarkReader(const Document& page, const MarkSwitches& switches) : page_(page), switches_(switches), marks_(page) {}

  Marks read(std::string_view robots_header) {
    header(robots_header);
    for (NodeId n = 0; n < page_.size(); ++n) {
      if (!page_[n].is_element()) continue;
      if (page_[n].tag == Tag::meta) meta(n);
      attributes(n);
    }
    elastic();
    for (const MarkedRange& range : page_.marked_ranges()) comments(range);
    if (const NodeId head = page_.find(Tag::head); head != no_node) marks_.unshown.remove_subtree(page_, head);
    return std::move(marks_);
  }

 private:
  void honour(const char* name) {
    for (const std::string& known : marks_.honoured)
      if (known == name) return;
    marks_.honoured.emplace_back(name);
  }

  void add(const RobotsRules& rules, const char* name) {
    marks_.nofollow |= rules.nofollow;
    if (!rules.any()) return;
    marks_.noindex |= rules.noindex;
    marks_.nosnippet |= rules.nosnippet;
    honour(name);
  }

  void header(std::string_view lines) {
    if (!switches_.robots_header) return;
    RobotsRules rules;
    add_header_rules(rules, lines);
    add(rules, "robots_header");
  }

  // Marks in a <noscript> or <template> do not count. Those in <body> do: if a head is broken, the parser moves the
  // rest of it there.
  bool is_in_effect(NodeId meta) const {
    const Node& parent = page_[page_[meta].parent];  // a <meta> is never the root
    return parent.tag == Tag::head || parent.is_content();
  }

  void meta(NodeId n) {
    if (!switches_.robots_meta || !is_in_effect(n)) return;
    const std::string_view name = page_.attribute(n, "name");
    if (name.size() > 64) return;
    if (const std::string lower = lower_ascii(trim_ascii(name)); lower != "robots" && lower != robots_agent) return;
    RobotsRules rules;
    add_meta_rules(rules, page_.attribute(n, "content"));
    add(rules, "robots_meta");
  }

  // So far the sets hold whole subtrees, so one inside another costs nothing.
  void add_subtree(NodeSet& set, NodeId n) {
    if (!set.contains(n)) set.add_subtree(page_, n);
  }

  void attributes(NodeId n) {
    for (const Document::Attribute& attribute : page_.attributes(n)) {
      const std::string_view name = page_.name(attribute);
      if (!name.starts_with("data-")) continue;
      if (name == "data-nosnippet" && switches_.data_nosnippet) {
        add_subtree(marks_.unshown, n);
        honour("data_nosnippet");
      } else if (name == "data-pagefind-body" && switches_.pagefind) {
        add_subtree(marks_.wanted, n);
        honour("pagefind");
      } else if (name == "data-pagefind-ignore" && switches_.pagefind) {
        add_subtree(marks_.excluded, n);
        honour("pagefind");
      } else if ((name == "data-elastic-include" || name == "data-elastic-exclude") && switches_.elastic) {
        has_elastic_ = true;
        honour("elastic");
      }
    }
  }

  // The innermost mark around a node decides. An element with both marks is excluded.
  void elastic() {
    if (!has_elastic_) return;
    enum Mark : char { none, included, left_out };
    std::vector<Mark> mark(page_.size(), none);
    for (NodeId n = 0; n < page_.size(); ++n) {
      if (page_[n].parent != no_node) mark[n] = mark[page_[n].parent];
      if (page_.has_attribute(n, "data-elastic-exclude"))
        mark[n] = left_out;
      else if (page_.has_attribute(n, "data-elastic-include"))
        mark[n] = included;
      if (mark[n] == included) marks_.wanted.add(n);
      if (mark[n] == left_out) marks_.excluded.add(n);
    }
  }

  void comments(const MarkedRange& range) {
    const auto apply = [&](bool on, NodeSet& nodes, const char* name) {
      if (!on) return;
      nodes.add_range(range.begin, range.end);
      honour(name);
    };
    switch (range.kind) {
      case MarkedRange::htdig:
        return apply(switches_.htdig, marks_.excluded, "htdig");
      case MarkedRange::udm_comment:
        return apply(switches_.udm_comment, marks_.excluded, "udm_comment");
      case MarkedRange::googleoff_index:
        return apply(switches_.googleoff, marks_.excluded, "googleoff");
      case MarkedRange::googleoff_snippet:
        return apply(switches_.googleoff, marks_.unshown, "googleoff");
    }
  }

  const Document& page_;
  const MarkSwitches& switches_;
  Marks marks_;
  bool has_elastic_ = false;
};

}  // namespace

Marks read_marks(const Document& page, std::string_view robots_header, const MarkSwitches& switches) {
  return MarkReader(page, switches).read(robots_header);
}

}  // namespace pith
