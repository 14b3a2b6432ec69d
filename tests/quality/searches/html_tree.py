"""HTML as an ElementTree: parse(TEXT) -> root. For pages that programs wrote: end tags may lack, but tags nest."""
import html.parser
import xml.etree.ElementTree as tree

VOID = set("area base br col embed hr img input link meta source track wbr".split())
# An element that ends when one of the others begins beside it.
ENDED_BY = {"li": {"li"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}, "tr": {"tr"}, "td": {"td", "th", "tr"},
            "th": {"td", "th", "tr"}, "p": {"p", "ul", "ol", "dl", "table", "div"}}


class _Parser(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.builder = tree.TreeBuilder()
        self.open = ["html"]
        self.builder.start("html", {})

    def close_last(self):
        self.builder.end(self.open.pop())

    def handle_starttag(self, tag, attributes):
        while tag in ENDED_BY.get(self.open[-1], ()):
            self.close_last()
        if tag == "html":
            return
        self.builder.start(tag, {name: value or "" for name, value in attributes})
        if tag in VOID:
            self.builder.end(tag)
        else:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in self.open[1:]:
            while self.open[-1] != tag:
                self.close_last()
            self.close_last()

    def handle_data(self, data):
        self.builder.data(data)


def parse(text):
    parser = _Parser()
    parser.feed(text)
    parser.close()
    while parser.open:
        parser.close_last()
    return parser.builder.close()


def parents(root):
    """{element: its parent}"""
    return {child: parent for parent in root.iter() for child in parent}


def text_of(element):
    return "".join(element.itertext())
