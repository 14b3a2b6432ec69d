#include "config/detail/yaml.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace pith::config {

namespace {

// Ends parsing from inside an event; never leaves this file.
struct Refused {
  std::size_t offset;
  std::string what;
};

// Converts offsets into the text to lines and columns, columns in characters. Continues from the previous offset, so
// that queries in ascending order take one pass over the text, however long its lines.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  Position position(std::size_t offset) {
    offset = std::min(offset, text_.size());
    if (offset < counted_) {
      counted_ = 0;
      at_ = {1, 1};
    }
    for (; counted_ < offset; ++counted_) {
      const char c = text_[counted_];
      if (c == '\n')
        at_ = {at_.line + 1, 1};
      else if ((c & 0xc0) != 0x80)  // the first byte of a character
        ++at_.column;
    }
    return at_;
  }

 private:
  std::string_view text_;
  std::size_t counted_ = 0;
  Position at_ = {1, 1};
};

// Whether the quoted text that begins at `offset` ends: yaml-cpp accepts the end of the file as a closing quote.
bool is_closed(std::string_view text, std::size_t offset) {
  const char quote = text[offset];
  for (std::size_t i = offset + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\')
      ++i;
    else if (text[i] == quote && quote == '\'' && i + 1 < text.size() && text[i + 1] == quote)
      ++i;
    else if (text[i] == quote)
      return true;
  }
  return false;
}

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(std::string_view text, Lines& lines) : text_(text), lines_(lines) {}

  YamlNode root;

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (std::exchange(begun_, true)) {
      const bool marked = text_.substr(offset(mark)).starts_with("---");
      throw Refused{offset(mark), marked ? "a second document begins here; a configuration is one YAML document"
                                         : "text after the end of the configuration"};
    }
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_extras(mark, "", anchor);
    add(mark, YamlNode::Kind::null, "");
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw Refused{offset(mark), "YAML aliases (*name) are not supported; a value that begins with * needs quotes"};
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_extras(mark, tag, anchor);
    const std::size_t at = offset(mark);
    if (at < text_.size() && (text_[at] == '"' || text_[at] == '\'') && !is_closed(text_, at))
      throw Refused{at, "the quoted text that begins here has no closing quote"};
    add(mark, YamlNode::Kind::scalar, value);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    refuse_extras(mark, tag, anchor);
    open(mark, YamlNode::Kind::list);
  }
  void OnSequenceEnd() override { open_.pop_back(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    refuse_extras(mark, tag, anchor);
    open(mark, YamlNode::Kind::map);
  }
  void OnMapEnd() override { open_.pop_back(); }

 private:
  // A list or map whose children are being read. The pointer stays valid: while it is open, no sibling is added to it.
  struct Open {
    YamlNode* node;
    bool key_read = false;
    std::string key;
    Position key_at;
  };

  std::size_t offset(const YAML::Mark& mark) const {
    return std::min(static_cast<std::size_t>(std::max(mark.pos, 0)), text_.size());
  }

  void refuse_extras(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) const {
    if (anchor != YAML::NullAnchor) throw Refused{offset(mark), "YAML anchors (&name) are not supported"};
    if (!tag.empty() && tag != "?" && tag != "!") throw Refused{offset(mark), "YAML tags (!name) are not supported"};
  }

  // Adds the node at its place in the tree; nullptr if it was a key.
  YamlNode* add(const YAML::Mark& mark, YamlNode::Kind kind, const std::string& text) {
    YamlNode node;
    node.kind = kind;
    node.text = text;
    if (open_.empty()) {
      node.at = lines_.position(offset(mark));
      root = std::move(node);
      return &root;
    }
    Open& parent = open_.back();
    if (kind != YamlNode::Kind::null) {
      node.at = lines_.position(offset(mark));
    } else if (parent.node->kind == YamlNode::Kind::map) {
      node.at = parent.key_at;
    } else {
      // yaml-cpp marks the place where the text continues; people look for the "-" before it.
      const std::size_t before = text_.substr(0, offset(mark)).find_last_not_of(" \n");
      node.at = lines_.position(before == text_.npos ? 0 : before);
    }
    if (parent.node->kind == YamlNode::Kind::map) {
      if (!parent.key_read) {
        if (kind != YamlNode::Kind::scalar) throw Refused{offset(mark), "a key must be a word, not a list or nothing"};
        parent.key_read = true;
        parent.key = text;
        parent.key_at = node.at;
        return nullptr;
      }
      parent.key_read = false;
      node.key = std::move(parent.key);
      node.key_at = parent.key_at;
    }
    parent.node->children.push_back(std::move(node));
    return &parent.node->children.back();
  }

  void open(const YAML::Mark& mark, YamlNode::Kind kind) {
    if (open_.size() == static_cast<std::size_t>(max_yaml_depth))
      throw Refused{offset(mark), "nested more than " + std::to_string(max_yaml_depth) + " levels deep"};
    open_.push_back({.node = add(mark, kind, ""), .key = {}, .key_at = {}});
  }

  std::string_view text_;
  Lines& lines_;
  std::vector<Open> open_;
  bool begun_ = false;
};

// yaml-cpp's messages about common mistakes, reworded to say what to do.
std::string explain(std::string_view message, std::string_view at) {
  if (message.find("anchor is not defined") != message.npos || message.find("alias not found") != message.npos)
    return "a name or value that begins with * needs quotes: \"*.example.org\"";
  if (message.find("illegal map value") != message.npos)
    return "a ':' is not expected here; check that the indentation fits the lines above, and quote text that holds ': "
           "'";
  if (message.find("end of map not found") != message.npos || message.find("end of sequence not found") != message.npos)
    return "the indentation does not fit the lines above";
  if (message.find("end of sequence flow") != message.npos) return "a list in [ ] is not closed before this";
  if (message.find("end of map flow") != message.npos) return "a mapping in { } is not closed before this";
  if (message.find("unknown token") != message.npos)
    return "a value that begins with " + printable(at.substr(0, 1)) + " needs quotes";
  return "not valid YAML: " + printable(message);
}

std::string normalise_line_ends(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r')
      result += text[i];
    else if (i + 1 == text.size() || text[i + 1] != '\n')
      result += '\n';
  }
  return result;
}

// Rejects bytes that yaml-cpp would misread or explain badly.
void refuse_bytes(std::string_view text) {
  if (const std::size_t valid = valid_utf8_prefix(text); valid < text.size())
    throw Refused{valid, "a byte that is not UTF-8; save the file in the encoding UTF-8"};
  bool indentation = true;
  std::optional<std::size_t> tab;  // in the indentation of the current line
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c < 0x20 && c != '\t' && c != '\n') || c == 0x7f) throw Refused{i, "a control character"};
    if (c == '\n') {
      indentation = true;
      tab.reset();
    } else if (indentation && c == '\t') {
      if (!tab) tab = i;
    } else if (indentation && c != ' ') {
      indentation = false;
      if (tab && c != '#') throw Refused{*tab, "a tab in the indentation; YAML takes spaces only"};
    }
  }
}

}  // namespace

YamlText parse_yaml(std::string_view bytes) {
  YamlText result;
  const auto problem = [&](Position at, std::string what) {
    result.root = YamlNode();
    result.problem = Problem{.file = {},
                             .line = at.line,
                             .column = at.column,
                             .path = {},
                             .what = std::move(what),
                             .expected = {},
                             .nearest = {}};
    return std::move(result);
  };
  if (bytes.size() > max_yaml_bytes)
    return problem({}, "larger than " + std::to_string(max_yaml_bytes >> 20) + " MiB; this is not a configuration");
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  const std::string text = normalise_line_ends(bytes);
  Lines lines(text);
  try {
    refuse_bytes(text);
    TreeBuilder builder(text, lines);
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
    result.root = std::move(builder.root);
    return result;
  } catch (const Refused& refused) {
    return problem(lines.position(refused.offset), refused.what);
  } catch (const YAML::Exception& error) {
    const auto at = error.mark.is_null() ? 0 : static_cast<std::size_t>(error.mark.pos);
    return problem(lines.position(at), explain(error.msg, std::string_view(text).substr(std::min(at, text.size()))));
  }
}

}  // namespace pith::config
