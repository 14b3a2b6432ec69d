// URLs whose beginning somebody has mistyped.
#pragma once

#include <optional>
#include <string>

namespace pith {

struct MistypedUrl {
  std::string what;   // for people: "a colon is missing after http"
  std::string meant;  // the URL that was probably meant; empty: unknown
};

// What is wrong with what comes before the host: "http//h", "http:/h", "https:h", "htp://h", "mailto:a@h". Nothing if
// that is an http or https URL's, or missing, as in "h/a" and "h:8080". Without this check, "http//h" would be a page
// of the host "http", and "mailto:a@h" one of "h".
std::optional<MistypedUrl> mistyped_url(const std::string& text);

}  // namespace pith
