"""What searches in the index of main content must reach. A figure is a dictionary of `pith measure --json`."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Bar:
    what: str
    main: float
    floor: float
    meaning: str  # of the floor

    @property
    def is_reached(self):
        return self.main >= self.floor - 1e-9


def _bar(what, figure, less=None, at_least=None):
    main, whole = figure["main"]["mean"], figure["whole"]["mean"]
    if at_least is not None:
        return Bar(what, main, at_least, "")
    return Bar(what, main, whole - less, f"whole pages' {whole:.3f}" + (f" less {less:g}" if less else ""))


def of_manual(title, figures):
    """figures: of the queries from its index."""
    return [_bar(f"{title}: found", figures["found"], less=0.002), _bar(f"{title}: MRR", figures["MRR"], less=0)]


def of_known_items(figures):
    """figures: {kind: figures}"""
    return [_bar("phrases found", figures["phrase"]["found"], at_least=0.99),
            _bar("headings found", figures["heading"]["found"], at_least=0.97),
            _bar("titles found", figures["title"]["found"], less=0.01)]
