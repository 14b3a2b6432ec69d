// Builds a Document node by node in document order; the only writer of documents.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_hash.h"
#include "core/dom/document.h"

namespace pith {

// Call open() / text() / close() as in a walk of the tree, then finish(). The first open() is the root. Used by the
// parser; tests build small trees with it. Not thread-safe.
class DocumentBuilder {
 public:
  DocumentBuilder() = default;
  // Reserves room for `bytes` of text and `nodes` nodes, to save reallocations.
  void reserve(std::size_t bytes, std::size_t nodes);
  // Reserves room for `more` nodes, and for as many as there will be if what has been added so far is this share of the
  // page: a vector that doubles holds three times its size while it grows.
  void expect(std::size_t more, double share);

  // The name may be in any case; it is lower-cased here. Lines are source lines, see Node::line.
  void open(std::string_view name, std::uint32_t line = 0);
  // The same for a tag that is known. `name` is that of Tag::unknown, in lower case.
  void open(Tag tag, std::string_view name, std::uint32_t line = 0);
  // Adds an attribute to the last opened element, before any child. Names are lower-cased.
  void attribute(std::string_view name, std::string_view value);

  // An attribute's name, stored once. Valid until finish().
  struct AttributeName {
    std::uint32_t begin = 0, size = 0;
    enum Meaning : std::uint8_t { plain, hidden, aria_hidden, style, shadow_root_mode } meaning = plain;
  };
  AttributeName attribute_name(std::string_view lower_case);
  void attribute(const AttributeName& name, std::string_view value);
  void close(std::uint32_t line = 0);
  // White-space-only text is dropped or kept as described in core/dom/document.h.
  void text(std::string_view utf8, std::uint32_t line = 0);

  // A range of this kind begins, or ends, at the next node. Beginning a range that is open, or ending one that is not,
  // does nothing. Ranges that are still open end with the document.
  void begin_range(MarkedRange::Kind kind);
  void end_range(MarkedRange::Kind kind);

  std::size_t size() const { return document_.nodes_.size(); }

  // Closes all open elements and returns the document; the builder is empty afterwards. If nothing was opened, the
  // document is a bare <html>.
  Document finish();

 private:
  NodeId append(Node node);
  void unhide_if_all_is_hidden();
  std::uint32_t store(std::string_view bytes);

  Document document_;
  std::vector<NodeId> open_;
  bool space_pending_ = false;
  std::array<std::optional<NodeId>, MarkedRange::kinds> open_ranges_;  // where they began
  KeyedMap<std::string, AttributeName> attribute_names_;
  KeyedMap<std::string, std::uint32_t> unknown_names_;  // element name → index
};

}  // namespace pith
