import io

from rich.console import Console

from eights.client.demo.faces import card_face, hand_faces
from eights.client.demo.phrases import ENGLISH, FRENCH


def printed(card: str, *, terminal: bool) -> str:
    paper = io.StringIO()
    Console(file=paper, force_terminal=terminal, color_system="standard" if terminal else None).print(
        card_face(card, ENGLISH), end=""
    )
    return paper.getvalue()


def test_french_court_cards_are_valet_dame_roi() -> None:
    assert [card_face(card, FRENCH).plain for card in ("JH", "QS", "KD", "AC", "TH")] == [
        "V♥",
        "D♠",
        "R♦",
        "As♣",
        "10♥",
    ]


def test_a_hand_is_sorted_by_suit() -> None:
    assert hand_faces(("KS", "2C", "XX", "3S", "TH"), ENGLISH).plain == "2♣ 10♥ 3♠ K♠ Joker"


def test_hearts_are_red_on_a_terminal() -> None:
    assert "\x1b[1;31m" in printed("QH", terminal=True)
    assert "31" not in printed("QS", terminal=True)


def test_no_colour_goes_into_a_pipe() -> None:
    assert printed("QH", terminal=False) == "Q♥"
