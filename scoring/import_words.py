"""What is said about a file or a row of an import: a sentence for each code of `scoring.exchange`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext

WORDS: Final = {
    # of the file
    "empty": "The file is empty.",
    "not_text": "This is no text file. Export as CSV, JSON or XML, and unpack it if it is packed.",
    "encoding": "The file cannot be read as {encoding}.",
    "broken_json": "The file is not complete JSON: {reason}",
    "too_deep": "The file is nested too deeply to be an export.",
    "no_list": "“{name}” is not a list of entries: {reason}",
    "too_many": "The file has more than {most} {name}; part it.",
    "other_json": "This JSON is neither an export of BG Stats nor one of Rail Companion.",
    "other_version": "The file has version {version}, which is newer than this site.",
    "entities": "The file declares a document type or entities. No export does; it is not read.",
    "broken_xml": "The file is not complete XML: {reason}",
    "other_xml": "The file begins with <{name}>; plays of BoardGameGeek begin with <plays>.",
    "bgg_error": "BoardGameGeek answered with an error instead of plays; save the plays themselves.",
    "no_lines": "The file has no lines.",
    "broken_csv": "From line {line} on this is no CSV: {reason}",
    "columns": "Say which columns have the date and the player.",
    "no_plays": "The file has no plays.",
    # of a row, when it is read
    "no_play": "This entry is no play.",
    "other_shape": "This entry is not as it should be: {reason}",
    "no_players": "Nobody is named.",
    "many_players": "{count} players are named; a play has at most {most}.",
    "player_twice": "{name} is named twice.",
    "score_in_words": "“{score}” of {name} is no whole number; it is kept as it is written.",
    "no_date": "“{date}” is no date.",
    "ignored": "It is marked as ignored.",
    "incomplete": "It is marked as not finished.",
    "counted_often": "It is counted {times} times there; it comes in once.",
    "no_game": "Its game is not in the file.",
    "no_game_named": "It names no game.",
    "unknown_player": "Player {ref} is not in the file; the seat has no name.",
    # of a row, when it is compared
    "date_needed": "It has no date.",
    "future": "{date} is yet to come.",
    "no_result": "Nobody has a score, a place or a win.",
    "large_score": "The score of {name} is too large to count with; it is kept as it is written.",
    "other_game": "{name} is not one of the titles chosen here.",
    "person_skipped": "The plays of {name} are left out.",
    "same_person": "{name} would sit at the table twice.",
    "unusual_count": "{count} players; the rules have {least} to {most}.",
    "known_id": "It was imported or played here before.",
    "same_row": "It is the same as entry {number}.",
    "known_content": "A play with the same day, players and points is there already.",
    "sheet_left_out": "Its score sheet does not fit the title; its totals are kept.",
    "not_kept": "The database does not take it ({reason}).",
}


def sentence(problem: Mapping[str, Any]) -> str:
    """Return a kept problem as a sentence."""
    return gettext(WORDS[problem["code"]]).format_map(problem["facts"])


def sentences(problems: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return kept problems as sentences, each once."""
    return list(dict.fromkeys(sentence(problem) for problem in problems))
