// A page of somebody else's, to be shown: its text and the structure of its markup, and nothing that could act.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/explanation.h"

namespace pith::explain {

// The policy of all documents made here: nothing is loaded, nothing runs.
inline constexpr std::string_view content_security_policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

// The document written anew from its tree, with elements and attributes from a fixed list: no script, style, frame,
// form, image, link target, handler, id or name of the page is in it, whatever the page holds; all else is unwrapped
// and its text kept. An image is shown as its alternative text. Of the blocks, each has its verdict as a class, and its
// reasons to be seen under the pointer and on focus; what is hidden is shown only if it is content. `language` of the text, for who reads it
// out; empty: not known. Linear in the page.
std::string inert_page(const Document& page, const std::vector<ExplainedBlock>& blocks, std::string_view language = {});

// The reasons of a block in one line: "on 412 of 430 pages of this template; in <nav>".
std::string reasons_text(const ExplainedBlock& block);

// Rules for the classes v-content, v-template, ... in light and dark, which tell verdicts apart without colours too.
std::string_view verdict_style();

}  // namespace pith::explain
