// Site Style Tree: all pages of a site merged from the top, and how important each of its elements is.
//
// L. Yi, B. Liu, X. Li: Eliminating Noisy Information in Web Pages for Data Mining, KDD 2003, sections 3 and 4;
// formulas below. An element node has style nodes; a style node is a sequence of element nodes with the
// number of pages that show it. A page goes down the tree: at each element its sequence of children matches a style
// node, or adds one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_equality.h"

namespace pith {

// Above the pages' roots is an element for the site, so that pages with different roots are two styles of it.
// Non-content nodes are not in the tree. Text nodes are leaf elements, equal whatever they say. The features of a leaf
// are its distinct words, the file name of an image, and the target of the link around it.
//
//   inner NodeImp(E) = −Σ p_i log_m p_i over the styles' shares p_i of the m pages with E; 1 if m = 1
//   leaf NodeImp(E)  = 1 − mean over its features a of H(a), H(a) = −Σ_j p_j log_m p_j over the pages' shares p_j of a;
//                      1 if m = 1; 0 without features: nothing to read is not content (the paper does not say)
//   CompImp(E)       = (1 − γ^l) NodeImp(E) + γ^l Σ p_i · mean CompImp of the elements of style i, l styles, γ = 0.9;
//                      leaf: NodeImp(E). An empty style counts 0.
//
// Memory: 24 bytes per element and 24 per style, at most one of each for each node of the pages. A page that would
// bring the elements over `max_elements` is left out, except the first. Only the first max_words words of a text node
// count. O(nodes · styles of an element + words · log words of an element).
class SiteStyleTree {
 public:
  using ElementId = std::uint32_t;
  static constexpr ElementId no_element = 0xffffffff;
  static constexpr double gamma = 0.9;
  static constexpr std::size_t default_max_elements = 1 << 22;
  static constexpr std::size_t max_words = 1 << 14;

  // At least one page, the key page first.
  SiteStyleTree(std::span<const Document* const> pages, Strictness strictness,
                std::size_t max_elements = default_max_elements);

  // For a node of the first page; no_element for non-content.
  ElementId element_of(NodeId n) const { return key_elements_[n]; }
  double node_importance(ElementId e) const { return elements_[e].node_importance; }
  double composite_importance(ElementId e) const { return elements_[e].composite_importance; }
  // Noisy: the composite importance of the element and of everything below it is under the threshold.
  bool noisy(ElementId e, double threshold) const { return elements_[e].highest < threshold; }

  std::size_t size() const { return elements_.size(); }

 private:
  static constexpr std::uint32_t no_style = 0xffffffff;

  struct Element {
    std::uint32_t pages = 0;
    std::uint32_t first_style = no_style;
    float node_importance = 0, composite_importance = 0;
    float highest = 0;  // composite importance of this element or any below
    bool has_children = false;
  };
  struct Style {
    std::uint64_t sequence;  // hash of the children's signatures
    std::uint32_t pages, next;
    ElementId first;
    std::uint32_t size;
  };
  // A childless node of a page.
  struct Leaf {
    ElementId element;
    std::uint32_t page;
    NodeId node, link;  // link: the <a> around it, or no_node
  };

  void merge(const Document& page, std::uint32_t number, Strictness strictness, std::vector<Leaf>& leaves);
  std::uint32_t style_of(ElementId e, std::uint64_t sequence, std::uint32_t size);
  void weigh_leaves(std::span<const Document* const> pages, std::vector<Leaf>& leaves);
  void weigh_inner();

  std::vector<Element> elements_;
  std::vector<Style> styles_;
  std::vector<ElementId> key_elements_;
};

}  // namespace pith
