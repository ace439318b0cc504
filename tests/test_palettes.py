"""Piece colours stand out from both grounds and from each other, also with a colour-vision deficiency.

Colours are read from the style sheet the pages use. Contrast is WCAG 2.2's (success criteria 1.4.3
and 1.4.11); deficiencies are simulated at full strength by the matrices of Machado, Oliveira and
Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (IEEE TVCG 15,
2009), which apply to linear RGB; distances are those of CIE 1976 L*a*b*, in which about 2.3 is the
least that can be noticed side by side. Letters and hatches tell pieces apart as well.
"""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from games.registry import TITLES

SHEET = (Path(__file__).resolve().parent.parent / "static" / "companion.css").read_text()
SCHEMES = ("light", "dark")
Rgb = tuple[float, float, float]
Matrix = tuple[Rgb, Rgb, Rgb]

VISIONS: dict[str, Matrix] = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
LEAST_GROUND = 3.0
LEAST_LETTER = 4.5
LEAST_DISTANCE = 10.0
"""Between two pieces of one set, four times what can just be noticed."""

_PIECE = re.compile(
    r"^\.c-(\w+) \{ --piece: ([^;]+); --on-piece: ([^;]+); \}(?: /\* (.*) \*/)?$", re.M
)
_TOKEN = re.compile(r"--(\w+): (light-dark\([^)]*\))")


def both(text: str) -> dict[str, str]:
    """Return a colour for each scheme, from `light-dark(a, b)` or one that serves both."""
    found = re.findall(r"#[0-9a-f]{6}", text)
    assert len(found) in (1, 2), text
    return dict(zip(SCHEMES, (found[0], found[-1]), strict=True))


TOKENS = {name: both(value) for name, value in _TOKEN.findall(SHEET)}
PIECES = {key: both(piece) for key, piece, _, _ in _PIECE.findall(SHEET)}
LETTERS = {key: both(letter) for key, _, letter, _ in _PIECE.findall(SHEET)}
BORDERED = {key for key, *_, comment in _PIECE.findall(SHEET) if comment == "its border carries it"}


def linear(colour: str) -> Rgb:
    """Return sRGB hex as linear RGB, 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    weights = (0.2126, 0.7152, 0.0722)
    dark, light = sorted(
        sum(w * part for w, part in zip(weights, linear(colour), strict=True))
        for colour in (one, other)
    )
    return (light + 0.05) / (dark + 0.05)


def seen(colour: str, vision: str) -> Rgb:
    """Return a colour as someone sees it, in L*a*b*."""
    rgb = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(m * part for m, part in zip(row, rgb, strict=True))))
        for row in VISIONS[vision]
    )
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = _f(x), _f(y), _f(z)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _f(part: float) -> float:
    return part ** (1 / 3) if part > 0.008856 else part * 7.787 + 16 / 116


def distance(one: str, other: str, vision: str) -> float:
    """Return how far apart two colours are for someone."""
    pairs = zip(seen(one, vision), seen(other, vision), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def sets_in_use() -> dict[str, list[str]]:
    """Return the colours that stand beside each other: the seats and the railroads of every title."""
    found: dict[str, list[str]] = {}
    for key, title in TITLES.items():
        found[f"{key} seats"] = [colour.value for colour in title.meta.colours]
        companies = [
            code.removeprefix("company_") for code in title.words if code.startswith("company_")
        ]
        railroads = [company for company in companies if company in PIECES]
        if railroads:
            found[f"{key} railroads"] = railroads
    return found


def test_sheet_names_every_colour_in_use() -> None:
    assert {"white", "brown"} <= PIECES.keys()
    for name, colours in sets_in_use().items():
        assert set(colours) <= PIECES.keys(), name


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("key", list(PIECES))
def test_piece_stands_out_from_both_grounds(key: str, scheme: str) -> None:
    # Every piece has a border of ink; where the sheet says so it is what stands out.
    colour = TOKENS["ink"][scheme] if key in BORDERED else PIECES[key][scheme]
    for ground in ("paper", "sheet"):
        assert contrast(colour, TOKENS[ground][scheme]) >= LEAST_GROUND, ground


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("key", list(PIECES))
def test_letter_can_be_read_on_its_piece(key: str, scheme: str) -> None:
    assert contrast(LETTERS[key][scheme], PIECES[key][scheme]) >= LEAST_LETTER


@pytest.mark.parametrize("vision", list(VISIONS))
@pytest.mark.parametrize("scheme", SCHEMES)
def test_pieces_of_a_set_differ_for_everyone(scheme: str, vision: str) -> None:
    close = [
        f"{name}: {one} and {other} are {apart:.1f} apart"
        for name, colours in sets_in_use().items()
        for one, other in combinations(colours, 2)
        if (apart := distance(PIECES[one][scheme], PIECES[other][scheme], vision)) < LEAST_DISTANCE
    ]
    assert close == []


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("vision", list(VISIONS))
def test_gain_and_cost_differ_for_everyone(scheme: str, vision: str) -> None:
    assert distance(TOKENS["go"][scheme], TOKENS["stop"][scheme], vision) >= LEAST_DISTANCE


def test_simulation_knows_a_confusion() -> None:
    """Red and green of one lightness are far apart, and near without the red or green cones."""
    assert distance("#b05050", "#608040", "usual") > 50
    assert distance("#b05050", "#608040", "deuteranopia") < 20
    assert distance("#808080", "#808080", "protanopia") == 0
