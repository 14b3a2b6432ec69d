#include "core/trees/site_style_tree.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/base/stable_hash.h"
#include "core/text/words.h"

namespace pith {
namespace {

// −p log_m p.
double entropy_term(double p, double m) { return p > 0 ? -p * std::log(p) / std::log(m) : 0; }

std::string_view file_name(std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  const std::size_t slash = url.rfind('/');
  return slash == std::string_view::npos ? url : url.substr(slash + 1);
}

enum class Feature : std::uint64_t { image = 1, link = 2 };

std::uint64_t feature(Feature kind, std::string_view value) {
  return hash_bytes(mix(hash_seed, static_cast<std::uint64_t>(kind)), value);
}

void append_features(std::vector<std::uint64_t>& out, const Document& page, NodeId n, NodeId link) {
  append_word_hashes(out, page.text(n), SiteStyleTree::max_words);
  if (page[n].is_element() && page[n].tag == Tag::img)
    if (const auto name = file_name(page.attribute(n, "src")); !name.empty())
      out.push_back(feature(Feature::image, name));
  if (link != no_node)
    if (const auto target = page.attribute(link, "href"); !target.empty())
      out.push_back(feature(Feature::link, target));
}

// 1 − mean H(a) of a leaf on m pages. `found` is sorted: pairs of feature and page, one for each occurrence.
double leaf_importance(std::span<const std::pair<std::uint64_t, std::uint32_t>> found, std::uint32_t m) {
  if (found.empty()) return 0;
  if (m == 1) return 1;
  double sum = 0;
  std::size_t features = 0;
  for (std::size_t begin = 0, end; begin < found.size(); begin = end) {
    end = begin;
    while (end < found.size() && found[end].first == found[begin].first) ++end;
    for (std::size_t i = begin, next; i < end; i = next) {
      next = i;
      while (next < end && found[next].second == found[i].second) ++next;
      sum += entropy_term(static_cast<double>(next - i) / static_cast<double>(end - begin), m);
    }
    ++features;
  }
  return 1 - sum / static_cast<double>(features);
}

}  // namespace

SiteStyleTree::SiteStyleTree(std::span<const Document* const> pages, Strictness strictness, std::size_t max_elements)
    : elements_(1), key_elements_(pages[0]->size(), no_element) {
  std::vector<Leaf> leaves;
  for (std::uint32_t number = 0; number < pages.size(); ++number)
    if (number == 0 || elements_.size() + pages[number]->size() <= max_elements)
      merge(*pages[number], number, strictness, leaves);
  weigh_leaves(pages, leaves);
  weigh_inner();
}

void SiteStyleTree::merge(const Document& page, std::uint32_t number, Strictness strictness,
                          std::vector<Leaf>& leaves) {
  struct Open {
    NodeId node, link;
    ElementId element;
  };
  const Signatures signatures(page, strictness);
  const auto signature = [&](NodeId n) { return page[n].is_text() ? std::uint64_t{0} : signatures[n]; };
  ++elements_[0].pages;
  const std::uint32_t root_style = style_of(0, mix(hash_seed, signature(0)), 1);
  ++styles_[root_style].pages;
  std::vector<Open> open{{0, no_node, styles_[root_style].first}};
  while (!open.empty()) {
    const auto [n, outer, e] = open.back();
    open.pop_back();
    ++elements_[e].pages;
    if (number == 0) key_elements_[n] = e;
    const NodeId link = page[n].is_element() && page[n].tag == Tag::a ? n : outer;
    std::uint64_t sequence = hash_seed;
    std::uint32_t size = 0;
    for (NodeId c = page.first_child(n); c != no_node; c = page.next_sibling(c)) {
      if (!page[c].is_content()) continue;
      sequence = mix(sequence, signature(c));
      ++size;
    }
    const std::uint32_t style = style_of(e, sequence, size);
    ++styles_[style].pages;
    if (size == 0) leaves.push_back({e, number, n, link});
    ElementId child = styles_[style].first;
    for (NodeId c = page.first_child(n); c != no_node; c = page.next_sibling(c))
      if (page[c].is_content()) open.push_back({c, link, child++});
  }
}

// The element's style with that sequence; if there is none yet, a new one with no pages and new elements.
std::uint32_t SiteStyleTree::style_of(ElementId e, std::uint64_t sequence, std::uint32_t size) {
  for (std::uint32_t s = elements_[e].first_style; s != no_style; s = styles_[s].next)
    if (styles_[s].sequence == sequence && styles_[s].size == size) return s;
  styles_.push_back({sequence, 0, elements_[e].first_style, static_cast<ElementId>(elements_.size()), size});
  elements_[e].first_style = static_cast<std::uint32_t>(styles_.size() - 1);
  if (size > 0) elements_[e].has_children = true;
  elements_.resize(elements_.size() + size);
  return elements_[e].first_style;
}

void SiteStyleTree::weigh_leaves(std::span<const Document* const> pages, std::vector<Leaf>& leaves) {
  std::sort(leaves.begin(), leaves.end(), [](const Leaf& a, const Leaf& b) {
    return a.element != b.element ? a.element < b.element : a.page < b.page;
  });
  std::vector<std::pair<std::uint64_t, std::uint32_t>> found;  // feature, page
  std::vector<std::uint64_t> features;                         // of one leaf
  for (std::size_t begin = 0, end; begin < leaves.size(); begin = end) {
    Element& element = elements_[leaves[begin].element];
    end = begin;
    while (end < leaves.size() && leaves[end].element == leaves[begin].element) ++end;
    if (element.has_children) continue;  // inner on another page
    found.clear();
    for (std::size_t i = begin; i < end; ++i) {
      features.clear();
      append_features(features, *pages[leaves[i].page], leaves[i].node, leaves[i].link);
      for (const std::uint64_t f : features) found.emplace_back(f, leaves[i].page);
    }
    if (element.pages > 1) std::sort(found.begin(), found.end());
    element.node_importance = static_cast<float>(leaf_importance(found, element.pages));
  }
}

void SiteStyleTree::weigh_inner() {
  // Elements come after those above them.
  for (ElementId e = static_cast<ElementId>(elements_.size()); e-- > 0;) {
    Element& element = elements_[e];
    if (!element.has_children) {
      element.composite_importance = element.highest = element.node_importance;
      continue;
    }
    const double m = element.pages;
    double diversity = 0, below = 0, highest = 0, weight = 1;
    for (std::uint32_t s = element.first_style; s != no_style; s = styles_[s].next) {
      const Style& style = styles_[s];
      const double p = style.pages / m;
      weight *= gamma;
      if (m > 1) diversity += entropy_term(p, m);
      double sum = 0;
      for (ElementId child = style.first; child < style.first + style.size; ++child) {
        sum += elements_[child].composite_importance;
        highest = std::max(highest, static_cast<double>(elements_[child].highest));
      }
      if (style.size > 0) below += p * sum / style.size;
    }
    const double importance = element.pages == 1 ? 1 : diversity;
    const double composite = (1 - weight) * importance + weight * below;
    element.node_importance = static_cast<float>(importance);
    element.composite_importance = static_cast<float>(composite);
    element.highest = static_cast<float>(std::max(composite, highest));
  }
}

}  // namespace pith
