#include "plugin/cli/man_page.h"

#include <string_view>
#include <vector>

#include "core/text/ascii.h"

namespace pith::cli {
namespace {

// Text for roff: no line begins with a control character, and no character is an escape or a typographic hyphen.
std::string roff(std::string_view text) {
  std::string out;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    begins = c == '\n';
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

// As it is, line by line: help texts are laid out in columns.
std::string as_is(std::string_view text) { return ".nf\n" + roff(text) + "\n.fi\n"; }

std::string dashed(std::string path) {
  for (char& c : path)
    if (c == ' ') c = '-';
  return path;
}

std::string upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string names_of(const OptionEntry& option) {
  std::string out;
  for (const std::string& name : option.names) out += (out.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
  if (!option.value.empty() && option.names.front().starts_with('-')) out += " \\fI" + roff(option.value) + "\\fR";
  return out;
}

void append_options(std::string& out, const std::vector<OptionEntry>& options) {
  for (const OptionEntry& option : options) {
    out += ".TP\n" + names_of(option) + "\n" + roff(option.meaning);
    if (!option.choices.empty()) {
      out += ": one of ";
      for (const std::string& choice : option.choices)
        out += (choice == option.choices.front() ? "" : ", ") + roff(choice);
    }
    out += "\n";
  }
}

std::string synopsis(const CommandEntry& command) {
  std::string out = "\\fB" + roff(command.path) + "\\fR [\\fIoptions\\fR]";
  if (!command.below.empty()) out += " \\fIcommand\\fR";
  for (const OptionEntry& argument : command.arguments) out += " \\fI" + roff(argument.names.front()) + "\\fR";
  return out + "\n";
}

void append_command(std::string& out, const CommandEntry& command, bool is_root) {
  if (!command.arguments.empty()) {
    out += ".SH ARGUMENTS\n";
    append_options(out, command.arguments);
  }
  out += ".SH OPTIONS\n";
  append_options(out, command.options);
  if (!command.below.empty()) out += ".SH COMMANDS\n";
  for (const CommandEntry& below : command.below) {
    out += ".TP\n" +
           (is_root ? "\\fB" + roff(dashed(below.path)) + "\\fR(1)"
                    : synopsis(below).substr(0, synopsis(below).size() - 1)) +
           "\n" + roff(below.summary()) + "\n";
    if (is_root) continue;
    out += ".RS\n";
    append_options(out, below.arguments);
    append_options(out, below.options);
    if (!below.more.empty() && below.more != command.more) out += ".PP\n" + as_is(below.more);
    out += ".RE\n";
  }
  if (!command.more.empty()) out += ".SH NOTES\n" + as_is(command.more);
}

}  // namespace

std::string man_page(const CommandEntry& root, const CommandEntry& command, const std::string& version) {
  const bool is_root = &root == &command;
  std::string out =
      ".TH " + upper(roff(dashed(command.path))) + " 1 \"\" \"pith " + roff(version) + "\" \"User Commands\"\n";
  std::string summary = is_root ? "search what crawled pages say, not what their templates repeat" : command.summary();
  if (!is_root && !summary.empty()) summary[0] = lower_ascii(summary[0]);
  out += ".SH NAME\n" + roff(dashed(command.path)) + " \\- " + roff(summary) + "\n";
  out += ".SH SYNOPSIS\n" + synopsis(command);
  if (is_root || command.meaning != command.summary()) out += ".SH DESCRIPTION\n" + as_is(command.meaning);
  append_command(out, command, is_root);
  if (!is_root) {
    out += ".SH OPTIONS OF ALL COMMANDS\n";
    for (const OptionEntry& option : root.options)
      if (option.names.back() != "--help" && option.names.back() != "--version") append_options(out, {option});
    out += ".SH SEE ALSO\n\\fBpith\\fR(1)\n";
  }
  return out;
}

std::string man_file(const CommandEntry& command) { return dashed(command.path) + ".1"; }

}  // namespace pith::cli
