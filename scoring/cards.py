"""A result to pass on: a few lines of text, a card as a picture, and what a link's preview says.

The card is SVG drawn by our own template. None of the libraries kept here draws PNG, so the browser
turns the card into one (static/share.js); link previews, which take no SVG, show the site's icon.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from scoring.models import Club, Play, Player, Score
from scoring.templatetags.scoring_tags import place, points, title_name

WIDTH, HEIGHT = 1200, 630
LONGEST_NAME = 24
_TOP, _LEAST_STEP, _MOST_STEP = 210, 58, 84

PALETTE: Mapping[str, tuple[str, str]] = {
    "red": ("#8e1226", "#ffffff"),
    "blue": ("#2d5adf", "#ffffff"),
    "green": ("#1c6c54", "#ffffff"),
    "yellow": ("#815701", "#ffffff"),
    "purple": ("#400b58", "#ffffff"),
    "orange": ("#d47216", "#14191c"),
    "tan": ("#a4865d", "#14191c"),
    "gray": ("#8a8d8e", "#14191c"),
    "black": ("#141617", "#ffffff"),
    "white": ("#ffffff", "#1c2326"),
    "brown": ("#6b4226", "#ffffff"),
}
"""Ground and letter of a piece: the light colours of companion.css, which a picture cannot read."""

_UNKNOWN = ("#5d666b", "#faf7ef")


@dataclass(frozen=True, slots=True)
class Row:
    """One seat on the card, with the heights it is drawn at."""

    place: str
    letter: str
    fill: str
    ink: str
    name: str
    points: str
    winner: bool
    y: int
    middle: int


@dataclass(frozen=True, slots=True)
class Card:
    """The card's words and rows; whole numbers of the drawing's units."""

    title: str
    under: str
    headline: str
    rows: tuple[Row, ...]
    width: int = WIDTH
    height: int = HEIGHT


@dataclass(frozen=True, slots=True)
class Preview:
    """What a link's preview says: never more than a stranger with the link may see."""

    title: str
    text: str


def card_of(play: Play) -> Card:
    """Return the card of a tallied play; the seats by place."""
    scores = list(play.scores.all())
    room = HEIGHT - _TOP - 50
    step = max(_LEAST_STEP, min(_MOST_STEP, room // max(1, len(scores))))
    rows = tuple(_row(score, _TOP + number * step, step) for number, score in enumerate(scores))
    return Card(title_name(play.title), _under(play), headline(play), rows)


def _row(score: Score, top: int, step: int) -> Row:
    fill, ink = PALETTE.get(score.colour, _UNKNOWN)
    name = score.name
    if len(name) > LONGEST_NAME:
        name = f"{name[: LONGEST_NAME - 1]}…"
    return Row(
        place(score.rank),
        score.seat,
        fill,
        ink,
        name,
        points(score.total),
        score.winner,
        top + step // 2 + 12,
        top + step // 2,
    )


def headline(play: Play) -> str:
    """Return who won, with how much: "Ada and Ben share the win with 21"; empty if not counted."""
    winners = [score for score in play.scores.all() if score.winner]
    if not winners:
        return ""
    names = [score.name for score in winners]
    total = points(winners[0].total)
    if len(names) == 1:
        return gettext("{name} wins with {points}").format(name=names[0], points=total)
    both = gettext("{first} and {last}").format(first=", ".join(names[:-1]), last=names[-1])
    return gettext("{names} share the win with {points}").format(names=both, points=total)


def text_of(play: Play, address: str) -> str:
    """Return the result as lines of text to paste, its address last."""
    lines = [f"{title_name(play.title)}, {_under(play)}"]
    lines += [f"{place(s.rank)} {s.name} {points(s.total)}" for s in play.scores.all()]
    return "\n".join([*lines, address])


def preview_of(play: Play) -> Preview | None:
    """Return what a preview of the play says; None where its club is for members only."""
    if play.club.visibility == Club.Visibility.PRIVATE:
        return None
    name = title_name(play.title)
    if play.withdrawn_at is not None or play.tally_state != Play.TallyState.DONE:
        return Preview(name, gettext("A result of {club}.").format(club=play.club))
    seats = ", ".join(f"{place(s.rank)} {s.name} {points(s.total)}" for s in play.scores.all())
    return Preview(f"{name}: {headline(play)}", seats)


def preview_of_club(club: Club, players: int) -> Preview | None:
    """Return what a preview of a club says; None where it is for members only."""
    if club.visibility == Club.Visibility.PRIVATE:
        return None
    text = ngettext(
        "A club with {count} player: games, results, history.",
        "A club with {count} players: games, results, history.",
        players,
    )
    return Preview(club.name, text.format(count=players))


def preview_of_player(player: Player, plays: int, wins: int, period: str = "") -> Preview | None:
    """Return what a preview of a player says, of all time or of a period; None for a closed club."""
    if player.club.visibility == Club.Visibility.PRIVATE:
        return None
    text = gettext("{club}: {plays} plays, {wins} wins.")
    title = f"{player.name}, {period}" if period else player.name
    return Preview(title, text.format(club=player.club, plays=plays, wins=wins))


def preview_of_recap(club: Club, period: str, plays: int, hours: int) -> Preview | None:
    """Return what a preview of a club's year says; None where it is for members only."""
    if club.visibility == Club.Visibility.PRIVATE:
        return None
    text = gettext("{plays} plays, {hours} hours at the table.")
    return Preview(f"{club}, {period}", text.format(plays=plays, hours=hours))


def _under(play: Play) -> str:
    day = date_format(play.played_on, "DATE_FORMAT")
    if play.club.visibility == Club.Visibility.PRIVATE:
        return day
    return f"{play.club}, {day}"
