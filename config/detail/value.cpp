#include "config/detail/value.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <variant>

#include "config/detail/scalar.h"
#include "config/url_pattern.h"
#include "core/dom/selector.h"
#include "core/extract/registry.h"
#include "core/text/ascii.h"
#include "core/text/mistyped_url.h"
#include "core/text/url.h"

namespace pith::config {

namespace {

using Names = std::vector<std::string_view>;

Names extractor_names() {
  Names names;
  for (const ExtractorInfo& info : extractors()) names.push_back(info.name);
  return names;
}

Names parameter_names(const ExtractorInfo& info) {
  Names names;
  for (const ParameterInfo& parameter : info.parameters) names.push_back(parameter.name);
  return names;
}

std::string one_of(const Names& names) {
  if (names.empty()) return "nothing";
  if (names.size() == 1) return std::string(names[0]);
  std::string text = "one of ";
  for (const std::string_view name : names) text += (name == names[0] ? "" : ", ") + std::string(name);
  return text;
}

// "did you mean": empty if nothing is near, or if the name itself is among the candidates.
std::string nearest(std::string_view name, const Names& candidates) {
  return std::string(nearest_name(name.substr(0, 100), candidates));
}

// "search.example.org", "127.0.0.1:8585", "[::1]": what a Host header may say. parse_url checks the port.
bool is_host(const std::string& text) {
  const auto fits = [](char c) {
    return is_alphanumeric_ascii(c) || std::string_view(".-_:[]").find(c) != std::string_view::npos;
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), fits) && parse_url("http://" + text + "/");
}

// The scheme of an address with "://"; host_of gives what follows, up to the path.
std::string scheme_of(const std::string& text) {
  const std::size_t end = text.find("://");
  return end == text.npos ? std::string() : text.substr(0, end + 3);
}

// Of segments that no proxy or browser reads differently: "/search", "/intranet/search".
bool is_base_path(std::string_view text) {
  if (!text.starts_with('/') || text.ends_with('/') || text.size() > 200) return false;
  bool dots = true;  // whether the segment is empty or has but dots
  for (const char c : text.substr(1)) {
    if (c == '/') {
      if (dots) return false;
      dots = true;
    } else if (is_alphanumeric_ascii(c) || c == '-' || c == '_' || c == '~') {
      dots = false;
    } else if (c != '.') {
      return false;
    }
  }
  return !dots;
}

std::string trimmed(const std::string& text, char edge) {
  const std::size_t begin = text.find_first_not_of(edge);
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(edge) - begin + 1);
}

std::string host_of(const std::string& text) {
  const std::string rest = text.substr(scheme_of(text).size());
  return rest.substr(0, rest.find('/'));
}

// Reads the values of one key. Every `read` returns nothing after it has added a problem.
class Reader {
 public:
  Reader(const Key& key, Problems& problems) : key_(key), problems_(problems) {}

  std::optional<ReadValue> read(const YamlNode& node, const std::string& path) {
    switch (key_.type()) {
      case Type::flag:
      case Type::whole:
      case Type::fraction:
      case Type::text:
        if (auto value = scalar(node, path)) return ReadValue{std::move(*value), {}};
        return std::nullopt;
      case Type::texts:
        return texts(node, path);
      case Type::text_map:
        return map<std::string>(node, path);
      case Type::number_map:
        return map<double>(node, path);
      case Type::parameters:
        return all_parameters(node, path);
    }
    return std::nullopt;
  }

 private:
  std::optional<Value> scalar(const YamlNode& node, const std::string& path) {
    if (node.kind == YamlNode::Kind::scalar) {
      switch (key_.type()) {
        case Type::flag:
          if (const auto flag = parse_flag(node.text)) return *flag;
          break;
        case Type::whole: {
          const auto number = key_.unit == "bytes" ? parse_size(node.text) : parse_whole(node.text);
          if (number && in_range(static_cast<double>(*number))) return *number;
          break;
        }
        case Type::fraction:
        case Type::number_map: {
          const auto number = parse_fraction(node.text);
          if (number && in_range(*number)) return *number;
          break;
        }
        default:
          if (check_text(node, path)) return node.text;
          return std::nullopt;
      }
    }
    problems_.add(node.at, path, describe(node), expectation(key_));
    return std::nullopt;
  }

  bool is_list() const { return key_.type() == Type::texts; }

  bool in_range(double number) const { return number >= key_.minimum && number <= key_.maximum; }

  bool check_text(const YamlNode& node, const std::string& path) {
    const std::string& text = node.text;
    const auto refuse = [&](std::string nearest = {}) {
      problems_.add(node.at, path, describe(node), expectation(key_), std::move(nearest));
      return false;
    };
    if (!is_clean_text(text)) {
      problems_.add(node.at, path, "control characters and bytes that are not UTF-8 are not allowed here");
      return false;
    }
    const bool may_be_empty = key_.content == Content::name || key_.content == Content::base_path ||
                              ((key_.content == Content::file || key_.content == Content::origin) && !is_list());
    if (text.empty()) return may_be_empty || refuse();
    switch (key_.content) {
      case Content::any:
      case Content::name:
        return true;
      case Content::choice:
        return std::find(key_.choices.begin(), key_.choices.end(), text) != key_.choices.end() ||
               refuse(nearest(text, key_.choices));
      case Content::path:
      case Content::file:
        if (text != "~" && !text.starts_with("~/")) return true;
        problems_.add(node.at, path, "~ is not expanded here; write the whole path");
        return false;
      case Content::url:
        if (parse_url(text)) return true;
        if (const auto mistyped = mistyped_url(text)) return refuse(mistyped->meant);
        return refuse(text.find(':') == text.npos && parse_url("https://" + text) ? "https://" + text : "");
      case Content::selector: {
        const auto selector = Selector::parse(text);
        if (!selector) problems_.add(node.at, path, printable(selector.error().message, 300));
        return selector.ok();
      }
      case Content::url_pattern: {
        const auto pattern = parse_url_pattern(text);
        if (!pattern) problems_.add(node.at, path, printable(pattern.error().message, 300));
        return pattern.ok();
      }
      case Content::extractor:
        return find_extractor(text) != nullptr || refuse(nearest(text, extractor_names()));
      case Content::analyzer:
        return text == "auto" || text == "standard" || is_language_code(text) ||
               refuse(nearest(text, {"auto", "standard"}));
      case Content::host:
        return is_host(text) || refuse(is_host(host_of(text)) ? host_of(text) : "");
      case Content::origin: {
        const std::string scheme = scheme_of(text), host = host_of(text);
        if ((text == "*" && is_list()) || (!scheme.empty() && is_host(host) && text == scheme + host)) return true;
        return refuse(is_host(host) ? (scheme.empty() ? "https://" : scheme) + host : "");
      }
      case Content::base_path: {
        if (is_base_path(text)) return true;
        const std::string likely = "/" + trimmed(text, '/');
        return refuse(is_base_path(likely) ? likely : "");
      }
    }
    return false;
  }

  std::optional<ReadValue> texts(const YamlNode& node, const std::string& path) {
    std::vector<std::string> list;
    if (node.kind == YamlNode::Kind::list) {
      for (const YamlNode& item : node.children)
        if (auto value = scalar(item, path)) list.push_back(std::get<std::string>(std::move(*value)));
    } else if (node.kind == YamlNode::Kind::scalar) {
      if (auto value = scalar(node, path)) list.push_back(std::get<std::string>(std::move(*value)));
    } else {
      problems_.add(node.at, path, describe(node), "a list");
      return std::nullopt;
    }
    return ReadValue{std::move(list), {}};
  }

  // Whether the node is a map (or nothing) without duplicate keys; otherwise adds a problem.
  bool is_map(const YamlNode& node, const std::string& path) {
    if (node.kind != YamlNode::Kind::map && node.kind != YamlNode::Kind::null) {
      problems_.add(node.at, path, describe(node), "a mapping (name: value)");
      return false;
    }
    std::set<std::string_view> seen;
    bool good = true;
    for (const YamlNode& child : node.children)
      if (!seen.insert(child.key).second) {
        problems_.add(child.key_at, path + "." + child.key, "is given twice");
        good = false;
      }
    return good;
  }

  bool check_entry_name(const YamlNode& child, const std::string& path) {
    if (key_.entries == Entries::languages) {
      if (is_language_code(child.key)) return true;
      problems_.add(child.key_at, path, "not a language code such as en or zh-Hant");
    } else {
      const auto fields = key_.entries == Entries::text_fields ? text_fields() : index_fields();
      if (std::find(fields.begin(), fields.end(), child.key) != fields.end()) {
        if (child.key != "url" || key_.content != Content::name || !child.text.empty()) return true;
        problems_.add(child.at, path, "the url cannot be left out: by it, a page replaces its older self");
        return false;
      }
      const auto all = index_fields();
      const bool known = std::find(all.begin(), all.end(), child.key) != all.end();
      const std::string unknown = known ? "is not a text field" : "unknown field";
      const std::string near = known ? "" : nearest(child.key, Names(fields.begin(), fields.end()));
      problems_.add(
          child.key_at, path,
          near.empty() ? unknown + "; there are " + one_of(Names(fields.begin(), fields.end())).substr(7) : unknown, "",
          near);
    }
    return false;
  }

  template <typename T>
  std::optional<ReadValue> map(const YamlNode& node, const std::string& path) {
    if (!is_map(node, path)) return std::nullopt;
    std::map<std::string, T> values;
    ReadValue result;
    for (const YamlNode& child : node.children) {
      const std::string entry = path + "." + child.key;
      if (!check_entry_name(child, entry)) continue;
      if (auto value = scalar(child, entry)) {
        values[child.key] = std::get<T>(std::move(*value));
        result.entries.emplace_back(child.key, child.key_at);
      }
    }
    result.value = std::move(values);
    return result;
  }

  std::optional<ReadValue> all_parameters(const YamlNode& node, const std::string& path) {
    if (!is_map(node, path)) return std::nullopt;
    std::map<std::string, Parameters> values;
    ReadValue result;
    for (const YamlNode& child : node.children) {
      const std::string entry = path + "." + child.key;
      if (const ExtractorInfo* info = find_extractor(child.key)) {
        values[child.key] = parameters(*info, child, entry, result);
      } else {
        const std::string near = nearest(child.key, extractor_names());
        problems_.add(child.key_at, entry,
                      near.empty() ? "unknown extractor; there is " + one_of(extractor_names()) : "unknown extractor",
                      "", near);
      }
    }
    result.value = std::move(values);
    return result;
  }

  Parameters parameters(const ExtractorInfo& info, const YamlNode& node, const std::string& path, ReadValue& result) {
    Parameters values;
    if (!is_map(node, path)) return values;
    for (const YamlNode& child : node.children) {
      const std::string entry = path + "." + child.key;
      const auto parameter = std::find_if(info.parameters.begin(), info.parameters.end(),
                                          [&](const ParameterInfo& p) { return p.name == child.key; });
      if (parameter == info.parameters.end()) {
        problems_.add(child.key_at, entry, "unknown parameter of " + std::string(info.name), "",
                      nearest(child.key, parameter_names(info)));
        continue;
      }
      if (child.kind != YamlNode::Kind::scalar || !is_clean_text(child.text)) {
        problems_.add(child.at, entry, describe(child), "one value");
        continue;
      }
      const auto complete = complete_parameters(info, {{child.key, parameter_value(*parameter, child.text)}});
      if (!complete) {
        std::string_view message = complete.error().message;
        const std::string name = std::string(info.name) + "." + child.key + ": ";  // already in `entry`
        if (message.starts_with(name)) message.remove_prefix(name.size());
        problems_.add(child.at, entry, printable(message, 300));
        continue;
      }
      values.insert_or_assign(child.key, complete->find(child.key)->second);
      result.entries.emplace_back(std::string(info.name) + "." + child.key, child.key_at);
    }
    return values;
  }

  // The text converted to the parameter's type, or as it is if it does not fit: complete_parameters then says what
  // fits.
  static ParameterValue parameter_value(const ParameterInfo& info, const std::string& text) {
    if (std::holds_alternative<bool>(info.fallback)) {
      if (const auto flag = parse_flag(text)) return *flag;
    } else if (std::holds_alternative<long>(info.fallback)) {
      if (const auto whole = parse_whole(text)) return *whole;
    } else if (std::holds_alternative<double>(info.fallback)) {
      if (const auto number = parse_fraction(text); number && std::isfinite(*number)) return *number;
    }
    return text;
  }

  const Key& key_;
  Problems& problems_;
};

}  // namespace

std::optional<ReadValue> read_value(const Key& key, const YamlNode& node, const std::string& path, Problems& problems) {
  return Reader(key, problems).read(node, path);
}

std::string expectation(const Key& key) {
  switch (key.type()) {
    case Type::flag:
      return "true or false";
    case Type::whole: {
      const auto minimum = static_cast<long>(key.minimum), maximum = static_cast<long>(key.maximum);
      if (key.unit == "bytes")
        return "a size from " + format_size(minimum) + " to " + format_size(maximum) +
               ", in bytes, kB, KiB, MB, MiB, GB or GiB";
      return "a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum);
    }
    case Type::fraction:
    case Type::number_map:
      return "a number from " + format_number(key.minimum) + " to " + format_number(key.maximum);
    default:
      break;
  }
  switch (key.content) {
    case Content::choice:
      return one_of(key.choices);
    case Content::path:
      return "a directory";
    case Content::file:
      return "a file";
    case Content::url:
      return "an http or https URL";
    case Content::selector:
      return "a CSS selector";
    case Content::url_pattern:
      return "a URL pattern";
    case Content::extractor:
      return one_of(extractor_names());
    case Content::analyzer:
      return "auto, standard or a language code";
    case Content::host:
      return "a host, or host:port";
    case Content::origin:
      return key.type() == Type::texts ? "scheme://host, scheme://host:port, or *"
                                       : "scheme://host or scheme://host:port";
    case Content::base_path:
      return "a path like /search";
    case Content::any:
    case Content::name:
      break;
  }
  return key.type() == Type::parameters ? "parameters by extractor" : "text";
}

std::string describe(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null:
      return "got nothing";
    case YamlNode::Kind::scalar:
      return node.text.empty() ? "got nothing" : "got \"" + printable(node.text, 60) + "\"";
    case YamlNode::Kind::list:
      return "got a list";
    case YamlNode::Kind::map:
      return "got a mapping";
  }
  return {};
}

}  // namespace pith::config
