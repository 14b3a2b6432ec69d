#include "plugin/serve/opensearch_description.h"

#include "plugin/serve/html.h"

namespace pith::http {

std::string opensearch_description(const std::string& page) {
  Html xml;
  xml << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<OpenSearchDescription xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">\n"
         "<ShortName>Pith</ShortName>\n<Description>Search what pages say: "
      << page
      << "</Description>\n<InputEncoding>UTF-8</InputEncoding>\n"
         "<Url type=\"text/html\" template=\""
      << page << "?q={searchTerms}\"/>\n<Url type=\"application/x-suggestions+json\" template=\"" << page
      << "api/v1/suggest?q={searchTerms}&amp;format=opensearch\"/>\n"
         "<Url type=\"application/opensearchdescription+xml\" rel=\"self\" template=\""
      << page << "opensearch.xml\"/>\n</OpenSearchDescription>\n";
  return xml.str();
}

}  // namespace pith::http
