// The roles of a page's texts (core/page/role.h), once its content is chosen.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/dom/document.h"
#include "core/dom/node_set.h"
#include "core/dom/text_runs.h"
#include "core/page/role.h"
#include "core/render/render.h"

namespace pith {

class PageRoles {
 public:
  // `content`: the chosen nodes. `own`: the page's own text (Extractor::own_text). `left_out`: what marks and the
  // configuration take out. O(nodes).
  PageRoles(const Document& page, const NodeSet& content, const NodeSet& own, const NodeSet& left_out);

  // Text nodes: visible, not content, not left out.
  const NodeSet& asides() const { return asides_; }
  const NodeSet& of_template() const { return template_; }

  // The role of the run's first node that has one. nullopt: all of it is left out.
  std::optional<Role> of(const TextRun& run) const;

  // The runs of a role with a node outside of `except`.
  BlockCount count(Role role, std::span<const TextRun> runs, const NodeSet* except = nullptr) const;

 private:
  std::optional<Role> of(NodeId n) const;

  const Document& page_;
  const NodeSet& content_;
  NodeSet asides_, template_;
};

}  // namespace pith
