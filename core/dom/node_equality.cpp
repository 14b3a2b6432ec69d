#include "core/dom/node_equality.h"

#include <algorithm>
#include <array>

#include "core/base/stable_hash.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

// Ignores order and repetition: adds up the hashes of distinct tokens.
std::uint64_t hash_class_set(std::string_view classes) {
  std::vector<std::uint64_t> tokens;
  std::size_t i = 0;
  while (i < classes.size()) {
    while (i < classes.size() && is_space_ascii(classes[i])) ++i;
    const std::size_t begin = i;
    while (i < classes.size() && !is_space_ascii(classes[i])) ++i;
    if (i > begin) tokens.push_back(mix(hash_seed, hash_bytes(hash_seed, classes.substr(begin, i - begin))));
  }
  std::sort(tokens.begin(), tokens.end());
  tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
  std::uint64_t sum = 0;
  for (const std::uint64_t token : tokens) sum += token;
  return sum;
}

constexpr std::array<std::string_view, 7> compared_attributes = {"id", "class", "name", "role", "href", "src", "alt"};

std::uint64_t element_signature(const Document& document, NodeId n, Strictness strictness) {
  const Node& node = document[n];
  std::uint64_t hash = mix(hash_seed, static_cast<std::uint64_t>(node.tag));
  if (node.tag == Tag::unknown) hash = hash_bytes(hash, document.tag_name(n));
  if (strictness == Strictness::tag) return hash;
  std::uint64_t attributes = 0;  // a sum, so that their order does not matter
  for (const Document::Attribute& a : document.attributes(n)) {
    const std::string_view name = document.name(a), value = document.value(a);
    if (name == "class") {
      if (const std::uint64_t set = hash_class_set(value)) attributes += mix(hash_bytes(hash_seed, name), set);
    } else if (strictness == Strictness::tag_attributes &&
               std::find(compared_attributes.begin(), compared_attributes.end(), name) != compared_attributes.end()) {
      attributes += mix(hash_bytes(hash_seed, name), hash_bytes(hash_seed, value));
    }
  }
  return mix(hash, attributes);
}

}  // namespace

std::uint64_t hash_collapsed(std::string_view text) {
  std::uint64_t hash = hash_seed;
  bool space = false, any = false;
  for (const char c : text) {
    if (is_space_ascii(c)) {
      space = true;
      continue;
    }
    if (space && any) hash = hash_bytes(hash, " ");
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    space = false;
    any = true;
  }
  return mix(hash, 0);
}

Signatures::Signatures(const Document& document, Strictness strictness) {
  values_.reserve(document.size());
  for (NodeId n = 0; n < document.size(); ++n)
    values_.push_back(document[n].is_text() ? hash_collapsed(document.text(n))
                                            : element_signature(document, n, strictness));
}

}  // namespace pith
