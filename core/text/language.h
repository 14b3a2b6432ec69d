// The language of a text.
#pragma once

#include <string>
#include <string_view>

namespace pith {

// Primary language subtag ("en", "zh") of UTF-8 text by cld2; empty if the text is too short, the detector is unsure,
// or the text is not valid UTF-8. `declared` is a hint, any BCP 47 tag. Looks at the first 4 KB. Thread-safe.
std::string detect_language(std::string_view utf8, std::string_view declared = {});

// The primary subtag of a declared language in lower case: "en-US", "EN_us", "eng" → "en"; "zh-Hant-TW" → "zh"; "nb"
// and "nn" → "no", the language that analysers know. Empty if it is not a language ("x-default", "english", "").
std::string primary_language(std::string_view tag);

}  // namespace pith
