// Shows an untrusted page: its text and the structure of its markup, and nothing that could act.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/explanation.h"

namespace pith::explain {

// The policy of all documents made here: load nothing, run nothing.
inline constexpr std::string_view content_security_policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

// The document written anew from its tree, with a fixed list of elements and attributes: it never contains a script,
// style, frame, form, image, link target, handler, id or name of the page; other elements are unwrapped and their text
// kept. An image becomes its alternative text. Each block has its verdict as a class, and shows its reasons under the
// pointer and on focus; hidden text is shown only if it is content. `language` of the text, for screen readers; empty:
// unknown. Linear in the page.
std::string inert_page(const Document& page, const std::vector<ExplainedBlock>& blocks, std::string_view language = {});

// The reasons of a block in one line: "on 412 of 430 pages of this template; in <nav>".
std::string reasons_text(const ExplainedBlock& block);

// Rules for the classes v-content, v-template, ... in light and dark; verdicts differ in more than colour.
std::string_view verdict_style();

}  // namespace pith::explain
