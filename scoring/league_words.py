"""The rules of a season in sentences, made from its settings, so that what is said is what is counted."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from scoring.leagues.rules import SeasonRules
from scoring.templatetags.scoring_tags import points, title_name


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading of the rules page, and what stands under it."""

    heading: str
    sentences: tuple[str, ...]


def chapters(rules: SeasonRules, divisions: int) -> tuple[Chapter, ...]:
    """Return everything that decides a season, in the order in which people ask."""
    parts = (
        (gettext("Which plays count"), _plays(rules)),
        (gettext("Points of a game"), _points(rules)),
        (gettext("The table"), _table(rules)),
        (gettext("Staying away and sitting in"), _absence(rules)),
        (gettext("Confirming results"), _results(rules)),
        (gettext("At the end"), _end(rules, divisions)),
    )
    return tuple(Chapter(heading, tuple(said)) for heading, said in parts if said)


def _plays(rules: SeasonRules) -> list[str]:
    titles = ", ".join(title_name(title) for title in rules.titles)
    said = [
        gettext("These titles count: {titles}.").format(titles=titles)
        if titles
        else gettext("Every title counts."),
        gettext("A play counts if it was played within the season’s dates and is a rated play."),
    ]
    if rules.play == "free":
        said.append(
            gettext(
                "Entrants play when and with whom they like; a play counts if all in it are of one division."
            )
        )
    else:
        said += [
            ngettext(
                "{rounds} round is held, at tables of {seats} or one fewer.",
                "{rounds} rounds are held, at tables of {seats} or one fewer.",
                rules.rounds,
            ).format(rounds=rules.rounds, seats=rules.seats),
            gettext(
                "The schedule lets everyone meet as evenly, and sit in every seat as often, as can be."
            ),
            gettext("A play counts if just those of a game of the schedule sat in it."),
        ]
    return said


def _points(rules: SeasonRules) -> list[str]:
    shared = gettext(
        "Who share a place get the mean of the points of the places they fill, so nothing is lost."
    )
    if rules.points == "table":
        table = "; ".join(
            f"{number}. {points(worth)}" for number, worth in enumerate(rules.table, 1)
        )
        return [
            gettext("Points by place: {table}; nothing after that.").format(table=table),
            shared,
        ]
    if rules.points == "wins":
        return [
            gettext("The winner gets 1 point, all others none."),
            gettext("Who win together share the point."),
        ]
    if rules.points == "share":
        return [
            gettext(
                "The winner gets 100 points; all others as many hundredths as they have of the winner’s score."
            ),
            gettext("A score of zero or below is worth nothing."),
        ]
    if rules.points == "normalised":
        pars = "; ".join(f"{title_name(key)} {points(par)}" for key, par in rules.pars.items())
        return [
            gettext(
                "Each score is set against a par: as much as par is worth 100 points, half of it 50."
            ),
            gettext("Pars: {pars}; 100 where none is named.").format(pars=pars or "–"),
            gettext("No game is worth less than 0 or more than 200."),
        ]
    return [
        gettext("The last place is worth 1 point, and each place above it one more."),
        shared,
    ]


def _table(rules: SeasonRules) -> list[str]:
    said = [
        gettext("Points are added up.")
        if rules.total == "sum"
        else gettext("The mean of the points of a game counts."),
    ]
    if rules.best:
        said.append(
            ngettext(
                "Only the best game of each entrant counts.",
                "Only the {count} best games of each entrant count, of equal ones the earlier.",
                rules.best,
            ).format(count=rules.best)
        )
    if rules.least:
        said.append(
            ngettext(
                "Who has played fewer than {count} game has no place.",
                "Who has played fewer than {count} games has no place.",
                rules.least,
            ).format(count=rules.least)
        )
    breaks = [TIE_BREAKS[name]() for name in rules.ties]
    if breaks:
        said.append(
            gettext("Equal points are parted, in this order, by: {breaks}.").format(
                breaks="; ".join(breaks)
            )
        )
    said.append(
        gettext("Who is still level shares the place, and the next one is left out (1, 2, 2, 4).")
    )
    return said


TIE_BREAKS = {
    "wins": lambda: gettext("more games won"),
    "head_to_head": lambda: gettext("who came in ahead more often in games among those level"),
    "best_game": lambda: gettext("the better best game"),
    "lot": lambda: gettext("lots drawn"),
}


def _absence(rules: SeasonRules) -> list[str]:
    if rules.play == "free":
        return []
    substitutes = {
        "full": gettext("A substitute may sit in and earns the entrant all the points."),
        "half": gettext("A substitute may sit in and earns the entrant half the points."),
        "none": gettext(
            "A substitute may sit in so that the game can be played, but earns nothing."
        ),
        "forbidden": gettext("Nobody may sit in for an entrant."),
    }
    return [
        gettext("Who stays away gets {points} for that game; it is no game played.").format(
            points=points(rules.forfeit)
        ),
        gettext("Places are counted as if everyone had come, so the others lose nothing by it."),
        gettext("Who comes alone gets what a win is worth."),
        substitutes[rules.substitutes],
    ]


def _results(rules: SeasonRules) -> list[str]:
    counted = (
        gettext(
            "A result counts once someone who sat in the game, or an organiser, has confirmed it."
        )
        if rules.confirm
        else gettext("A result counts at once.")
    )
    return [
        counted,
        gettext(
            "Who sat in it may dispute it; then it does not count until an organiser has settled it."
        ),
        gettext("Where a confirmed result is changed afterwards, it waits to be confirmed again."),
    ]


def _end(rules: SeasonRules, divisions: int) -> list[str]:
    if divisions < 2 or not rules.moves:
        return []
    return [
        ngettext(
            "Between neighbouring divisions {count} goes up and {count} goes down.",
            "Between neighbouring divisions {count} go up and {count} go down.",
            rules.moves,
        ).format(count=rules.moves),
        gettext("Who has no place never goes up, and goes down before those who have one."),
        gettext("Where a tie lies across the line, lots are drawn."),
    ]
