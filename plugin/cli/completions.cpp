#include "plugin/cli/completions.h"

namespace pith::cli {
namespace {

std::string joined(const std::vector<std::string>& words, const std::string& end_of_each = {}) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word + end_of_each;
  return out;
}

// Between single quotes; none of the shells knows an escape there, so a quote becomes a typographic one.
std::string quoted(std::string text) {
  for (std::size_t at = 0; (at = text.find('\'', at)) != text.npos;) text.replace(at, 1, "’");
  return "'" + text + "'";
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// The options of a command and those of `pith`, each once.
std::vector<OptionEntry> options_of(const CommandEntry& root, const CommandEntry& command) {
  std::vector<OptionEntry> out = command.options;
  if (&root == &command) return out;
  for (const OptionEntry& option : root.options)
    if (option.names.back() != "--help" && option.names.back() != "--version") out.push_back(option);
  return out;
}

std::vector<std::string> words_of(const CommandEntry& root, const CommandEntry& command) {
  std::vector<std::string> out;
  for (const CommandEntry& below : command.below) out.push_back(below.name);
  for (const OptionEntry& option : options_of(root, command))
    out.insert(out.end(), option.names.begin(), option.names.end());
  for (const OptionEntry& argument : command.arguments)
    out.insert(out.end(), argument.choices.begin(), argument.choices.end());
  return out;
}

std::string paths(const CommandEntry& root) {
  std::string out;
  each_command(root, [&](const CommandEntry& command) {
    if (&command != &root) out += (out.empty() ? "" : "|") + ("\"" + command.path + "\"");
  });
  return out;
}

// Where a value is wanted that is not one of a few, bash completes file names (-o default).
std::string bash(const CommandEntry& root, const std::vector<std::string>& keys) {
  std::string values, words;
  each_command(root, [&](const CommandEntry& command) {
    for (const OptionEntry& option : options_of(root, command)) {
      if (option.value.empty()) continue;
      for (const std::string& name : option.names) {
        const std::string list = name == "--set" ? joined(keys, "=") : joined(option.choices);
        if (name == "--set" && &command != &root) continue;
        if (list.empty() && &command == &root) values += "    *\" " + name + "\") return ;;\n";
        if (list.empty()) values += "    \"" + command.path + " " + name + "\") return ;;\n";
        const std::string space = name == "--set" ? "compopt -o nospace; " : "";
        const std::string pattern = name == "--set" ? "*\" --set\"" : "\"" + command.path + " " + name + "\"";
        if (!list.empty())
          values +=
              "    " + pattern + ") " + space + "COMPREPLY=($(compgen -W \"" + list + "\" -- \"$word\")); return ;;\n";
      }
    }
    words += "    \"" + command.path + "\") COMPREPLY=($(compgen -W \"" + joined(words_of(root, command)) +
             "\" -- \"$word\")) ;;\n";
  });
  return "# bash completion for pith, made by `pith completion bash`\n"
         "_pith() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=pith i\n"
         "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
         "    case \"$command ${COMP_WORDS[i]}\" in " +
         paths(root) +
         ") command+=\" ${COMP_WORDS[i]}\" ;; esac\n"
         "  done\n"
         "  case \"$command $before\" in\n" +
         values +
         "  esac\n"
         "  case \"$command\" in\n" +
         words +
         "  esac\n"
         "}\n"
         "complete -o default -F _pith pith\n";
}

// In the brackets of _arguments, and in lists of words with meanings.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : first_line(text)) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh(const CommandEntry& root, const std::vector<std::string>& keys) {
  std::string cases;
  each_command(root, [&](const CommandEntry& command) {
    cases += "    (\"" + command.path + "\")\n";
    cases += "      _arguments -S";
    for (const OptionEntry& option : options_of(root, command)) {
      for (const std::string& name : option.names) {
        std::string rest = "[" + zsh_text(option.meaning) + "]";
        if (name == "--set")
          rest += ":key:{compadd -S = -- " + joined(keys) + "}";
        else if (!option.value.empty())
          rest += ":" + option.value + ":" + (option.choices.empty() ? "_files" : "(" + joined(option.choices) + ")");
        cases += " \\\n        " + quoted((name == "--set" ? "*" : "") + name + rest);
      }
    }
    std::string list;
    for (const CommandEntry& below : command.below)
      list += (list.empty() ? "" : " ") + below.name + "\\:\"" + zsh_text(below.summary()) + "\"";
    std::vector<std::string> choices;
    for (const OptionEntry& argument : command.arguments)
      choices.insert(choices.end(), argument.choices.begin(), argument.choices.end());
    if (!list.empty())
      cases += " \\\n        " + quoted("*:command:((" + list + "))");
    else
      cases += " \\\n        " + quoted(choices.empty() ? "*:file:_files" : "*:word:(" + joined(choices) + ")");
    cases += "\n      ;;\n";
  });
  return "#compdef pith\n"
         "# zsh completion for pith, made by `pith completion zsh`\n"
         "_pith() {\n"
         "  local command=pith word\n"
         "  for word in ${words[2,CURRENT-1]}; do\n"
         "    case \"$command $word\" in (" +
         paths(root) +
         ") command+=\" $word\" ;; esac\n"
         "  done\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "if [ \"$funcstack[1]\" = _pith ]; then _pith \"$@\"; else compdef _pith pith; fi\n";
}

std::string fish(const CommandEntry& root, const std::vector<std::string>& keys) {
  std::string out;
  each_command(root, [&](const CommandEntry& command) {
    const std::string at = "complete -c pith -n '__pith_at " + command.path + "'";
    if (!command.below.empty()) out += at + " -f\n";
    for (const CommandEntry& below : command.below)
      out += at + " -a " + below.name + " -d " + quoted(below.summary()) + "\n";
    for (const OptionEntry& argument : command.arguments)
      if (!argument.choices.empty()) out += at + " -fa " + quoted(joined(argument.choices)) + "\n";
    for (const OptionEntry& option : options_of(root, command)) {
      std::string line = at;
      for (const std::string& name : option.names)
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (option.names.back() == "--set")
        line += " -xa " + quoted(joined(keys, "="));
      else if (!option.choices.empty())
        line += " -xa " + quoted(joined(option.choices));
      else if (!option.value.empty())
        line += " -rF";
      out += line + " -d " + quoted(first_line(option.meaning)) + "\n";
    }
  });
  return "# fish completion for pith, made by `pith completion fish`\n"
         "function __pith_at\n"
         "    set -l command pith\n"
         "    for word in (commandline -opc)[2..-1]\n"
         "        switch \"$command $word\"\n"
         "            case " +
         [&] {
           std::string all;
           each_command(root, [&](const CommandEntry& command) {
             if (&command != &root) all += " '" + command.path + "'";
           });
           return all.substr(1);
         }() +
         "\n"
         "                set command \"$command $word\"\n"
         "        end\n"
         "    end\n"
         "    test \"$command\" = \"$argv\"\n"
         "end\n" +
         out;
}

}  // namespace

std::string completions(std::string_view shell, const CommandEntry& root, const std::vector<std::string>& keys) {
  if (shell == "bash") return bash(root, keys);
  return shell == "zsh" ? zsh(root, keys) : fish(root, keys);
}

}  // namespace pith::cli
