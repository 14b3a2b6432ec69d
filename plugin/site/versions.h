// Raised by hand to make an upgrade noticed: with another version, all sites are examined again, pages extracted, and
// changed documents written.
#pragma once

namespace pith::pipeline {

inline constexpr const char* pipeline_version = "pipeline/20";  // the same inputs may give another extraction
inline constexpr const char* document_version = "document/13";  // the same extraction gives another document
inline constexpr const char* template_version = "template/3";  // the same pages give another document of their template
inline constexpr const char* inbound_texts_version = "inbound/4";  // the same link texts give other inbound texts

}  // namespace pith::pipeline
