// URLs as people type them.
#pragma once

#include <optional>
#include <string>

#include "core/text/url.h"

namespace pith {

struct MistypedUrl {
  std::string what;   // for people: "a colon is missing after http"
  std::string meant;  // the URL that was probably meant; empty: unknown
};

// What is wrong with what comes before the host: "http//h", "http:/h", "https:h", "htp://h", "mailto:a@h",
// "http://http://h"; or a file's name, as "index.html". Nothing if that is an http or https URL's, or missing, as in
// "h/a" and "h:8080". Without this check, "http//h" would be a page of the host "http", and "mailto:a@h" one of "h".
std::optional<MistypedUrl> mistyped_url(const std::string& text);

// "http://me:secret@h/".
bool has_user_name(const std::string& text);

// In normal form; "h/a" is taken for http://h/a. nullopt: no http or https URL.
std::optional<Url> parse_typed_url(const std::string& text);

}  // namespace pith
