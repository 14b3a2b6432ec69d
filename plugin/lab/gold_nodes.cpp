#include "plugin/lab/gold_nodes.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <unordered_map>

#include "core/dom/text_runs.h"
#include "core/render/blocks.h"
#include "core/text/white_space.h"
#include "core/text/words.h"
#include "plugin/lab/comparable_text.h"
#include "plugin/lab/json_text.h"

namespace pith::eval {
namespace {

using Json = nlohmann::json;
constexpr double agreement = 0.8;

struct Step {
  std::string_view name;
  unsigned position;  // from 1
};

// "/html/body/div[2]" → steps; nullopt for anything but plain names and positions.
std::optional<std::vector<Step>> parse_path(std::string_view path) {
  std::vector<Step> steps;
  while (!path.empty()) {
    if (path.front() != '/') return std::nullopt;
    path.remove_prefix(1);
    const std::string_view step = path.substr(0, path.find('/'));
    path.remove_prefix(step.size());
    const std::size_t bracket = step.find('[');
    unsigned position = 1;
    if (bracket != std::string_view::npos) {
      const auto [end, error] = std::from_chars(step.data() + bracket + 1, step.data() + step.size(), position);
      if (error != std::errc() || *end != ']') return std::nullopt;
    }
    steps.push_back({step.substr(0, bracket), position});
  }
  return steps;
}

// libxml2's tree lacks the elements that the parser added: their children count as their parent's.
bool is_implied(const Document& document, NodeId n) {
  return document[n].is_element() && document[n].line == 0 && document[n].tag == Tag::tbody;
}

NodeId child_of(const Document& document, NodeId parent, const Step& step) {
  unsigned seen = 0;
  for (NodeId n = document.first_child(parent); n != no_node && n < document.end_of(parent);) {
    if (is_implied(document, n) && step.name != "tbody") {
      ++n;  // its children count instead
      continue;
    }
    if (document.tag_name(n) == step.name && ++seen == step.position) return n;
    n = document.end_of(n);
  }
  return no_node;
}

NodeId follow(const Document& document, std::string_view path) {
  const auto steps = parse_path(path);
  if (!steps || steps->empty() || steps->front().name != document.tag_name(0)) return no_node;
  NodeId n = 0;
  for (std::size_t i = 1; i < steps->size() && n != no_node; ++i) n = child_of(document, n, (*steps)[i]);
  return n;
}

// Word counts of the gold text, to compare subtrees with.
class WordBag {
 public:
  explicit WordBag(std::string_view text) {
    for (std::string& word : words_of(comparable_text(text))) {
      ++counts_[std::move(word)];
      ++total_;
    }
  }
  std::size_t size() const { return total_; }

  double f1(std::string_view text) const {
    std::unordered_map<std::string, std::size_t> seen;
    std::size_t common = 0, found = 0;
    for (std::string& word : words_of(comparable_text(text))) {
      ++found;
      const auto gold = counts_.find(word);
      if (gold != counts_.end() && ++seen[std::move(word)] <= gold->second) ++common;
    }
    return Score::of(common, found, total_).f1;
  }

 private:
  std::unordered_map<std::string, std::size_t> counts_;
  std::size_t total_ = 0;
};

// The element whose words agree best with the gold's; no_node if none agrees well. Only elements of about the right
// size are compared: there are few, each nested in the next.
NodeId best_by_text(const Document& document, const WordBag& gold) {
  std::vector<std::size_t> words(document.size() + 1u);  // before each node
  for (NodeId n = 0; n < document.size(); ++n)
    words[n + 1u] = words[n] + (is_visible_text(document[n]) ? count_words(comparable_text(document.text(n))) : 0);
  NodeId best = no_node;
  double best_f1 = agreement;
  int compared = 0;
  for (NodeId n = 0; n < document.size() && compared < 200; ++n) {
    if (document[n].is_text()) continue;
    const std::size_t size = words[document.end_of(n)] - words[n];
    if (size * 10 < gold.size() * 7 || size * 7 > gold.size() * 10) continue;
    ++compared;
    const double f1 = gold.f1(document.text_of(n));
    if (f1 >= best_f1) {  // innermost among equals
      best = n;
      best_f1 = f1;
    }
  }
  return best;
}

// The nodes that the paths lead to.
std::vector<NodeId> follow_all(const Document& document, const Json& paths) {
  std::vector<NodeId> out;
  for (const Json& path : paths) {
    const NodeId n = path.is_string() ? follow(document, path.get<std::string>()) : no_node;
    if (n != no_node) out.push_back(n);
  }
  return out;
}

NodeSet subtrees(const Document& document, const std::vector<NodeId>& roots, const std::vector<NodeId>& left_out) {
  NodeSet out(document);
  for (const NodeId n : roots) out.add_subtree(document, n);
  for (const NodeId n : left_out) out.remove_subtree(document, n);
  return out;
}

void map_roots(const Document& document, const Json& json, std::string_view gold_text, GoldNodes& out) {
  const WordBag gold(gold_text);
  std::vector<NodeId> roots = follow_all(document, json["nodes"]), left_out;
  for (const char* key : {"exclude", "drop"})
    if (json.contains(key))
      for (const NodeId n : follow_all(document, json[key])) left_out.push_back(n);
  out.labels = json["nodes"].size();
  NodeSet content = subtrees(document, roots, left_out);
  if (roots.size() < out.labels || gold.f1(read_blocks(document, content).text) < agreement) {
    const NodeId best = best_by_text(document, gold);
    if (best == no_node) {
      out.unmapped = out.labels;
      return;
    }
    content = subtrees(document, {best}, left_out);
  }
  for (NodeId n = 0; n < document.size(); ++n)
    if (content.contains(n) && counts_as_node(document[n])) out.nodes.add(n);
}

bool is_content_label(const std::string& label) {
  return label == "headline" || label == "fulltext" || label == "supplemental";
}

// When two texts are the same: by their words, since labelled copies have lost quotes and dashes; text without words
// must be equal.
std::string key_of(std::string_view utf8) {
  const std::string text = comparable_text(utf8);
  std::string key;
  for (const std::string& word : words_of(text)) key += word + ' ';
  return key.empty() ? collapse_space(text) : key;
}

// Among the nodes with a label's text: the first free one below `parent`, else the next free one in document order.
NodeId take(const Document& document, const std::vector<NodeId>& nodes, std::size_t& next,
            const std::vector<bool>& used, NodeId parent, NodeId last) {
  constexpr std::size_t reach = 64;  // nodes to try for a text that occurs everywhere
  while (next < nodes.size() && (used[nodes[next]] || (nodes[next] < last && document[nodes[next]].parent != parent)))
    ++next;
  const std::size_t end = std::min(nodes.size(), next + reach);
  for (std::size_t i = next; i < end; ++i)
    if (!used[nodes[i]] && document[nodes[i]].parent == parent) return nodes[i];
  for (std::size_t i = next; i < end; ++i)
    if (!used[nodes[i]] && nodes[i] > last) return nodes[i];
  return no_node;
}

void map_texts(const Document& document, const Json& labels, GoldNodes& out) {
  struct Places {
    std::vector<NodeId> nodes;
    std::size_t next = 0;  // earlier nodes are used, or precede a used one
  };
  std::unordered_map<std::string, Places> by_text;
  for (NodeId n = 0; n < document.size(); ++n)
    if (document[n].is_text() && document[n].is_content()) by_text[key_of(document.text(n))].nodes.push_back(n);
  std::vector<bool> used(document.size());
  NodeId last = 0;
  for (const Json& item : labels) {
    if (!item.is_object()) continue;
    const std::string text = key_of(text_member(item, "text"));
    const bool content = is_content_label(text_member(item, "label"));
    if (text.empty()) continue;
    out.labels += content;
    NodeId found = no_node;
    const NodeId parent = follow(document, text_member(item, "xpath"));
    const auto same = by_text.find(text);
    if (same != by_text.end()) found = take(document, same->second.nodes, same->second.next, used, parent, last);
    if (found == no_node) {
      out.unmapped += content;
      continue;
    }
    used[found] = true;
    last = found;
    if (content) out.nodes.add(found);
  }
  // Elements whose text is content throughout, innermost first.
  std::vector<bool> mixed(document.size()), some(document.size());
  for (NodeId n = document.size(); n-- > 0;) {
    const Node& node = document[n];
    if (node.is_text()) {
      if (!is_visible_text(node)) continue;
      some[n] = out.nodes.contains(n);
      mixed[n] = !some[n];
    } else if (some[n] && !mixed[n] && counts_as_node(node)) {
      out.nodes.add(n);
    }
    if (node.parent == no_node) continue;
    if (some[n]) some[node.parent] = true;
    if (mixed[n]) mixed[node.parent] = true;
  }
  // A node without text, a <br> or an image, belongs to the content element around it.
  for (NodeId n = 1; n < document.size(); ++n)
    if (!some[n] && !mixed[n] && counts_as_node(document[n]) && document[document[n].parent].is_element() &&
        out.nodes.contains(document[n].parent))
      out.nodes.add(n);
}

}  // namespace

bool counts_as_node(const Node& node) { return node.is_content(); }

Result<GoldNodes> map_gold_nodes(const Document& document, std::string_view json, std::string_view gold_text) {
  GoldNodes out{NodeSet(document)};
  const Json gold = Json::parse(json, nullptr, false);
  if (gold.is_object() && gold.contains("nodes") && gold["nodes"].is_array())
    map_roots(document, gold, gold_text, out);
  else if (gold.is_array())
    map_texts(document, gold, out);
  else
    return Error{"gold_nodes", "neither a list of paths nor a list of labelled text nodes"};
  return out;
}

Score node_score(const Document& document, const NodeSet& found, const NodeSet& gold) {
  std::size_t common = 0, chosen = 0, wanted = 0;
  for (NodeId n = 0; n < document.size(); ++n) {
    if (!counts_as_node(document[n])) continue;
    chosen += found.contains(n);
    wanted += gold.contains(n);
    common += found.contains(n) && gold.contains(n);
  }
  return Score::of(common, chosen, wanted);
}

}  // namespace pith::eval
