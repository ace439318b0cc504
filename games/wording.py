"""Words for people: refusals, log sentences, labels and service errors, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext

from games.engine.errors import Refusal
from games.engine.title import Note, Title
from games.engine.words import Speak, fill

ERROR_WORDS: Mapping[str, str] = {
    "stale": "The game has moved on: you had seen entry {seen}, it is at {last}. Look again, then enter.",
    "busy": "Another entry came at the same moment. Look again, then enter.",
    "not_in_game": "You are not at this table. Join it first.",
    "host_only": "Only the host of this game may do that.",
    "watching_only": "You are watching; take a seat to enter moves.",
    "no_such_seat": "There is no seat {seat} in this game.",
    "not_your_seat": "Seat {seat} is not yours to enter for.",
    "not_your_entry": "Entry {number} was not made for your seat; the host or a scorekeeper can correct it.",
    "hidden_by_table": "This table keeps that hidden until the end of the game.",
    "ruling_rights": "Only the host or a scorekeeper may record what the table has ruled.",
    "ruling_needs_note": "Say in a note what the table has decided.",
    "clock_minutes": "A clock has 0 to {most} minutes; 0 counts up.",
    "note_length": "A note has 1 to {most} characters.",
    "position_empty": "Paste the position as one line of notation.",
    "position_of_another_table": "The position has other seats or options than this game.",
    "too_many_waivers": "Too many rules would have to be overruled; set the position instead.",
    "game_lobby": "The game has not been started yet.",
    "game_paused": "The game is paused; the host can resume it.",
    "game_over": "The game is finished; the host can reopen it.",
    "game_abandoned": "The game was abandoned; the host can reopen it.",
    "nothing_to_undo": "There is nothing to undo.",
    "nothing_to_redo": "There is nothing to redo: something was entered since the last undo.",
    "not_on_line": "Entry {number} does not count any more, or is not an entry.",
    "undo_other_turn": "This takes back entries by {names}. Confirm if they agree.",
    "undo_corrected_line": "This takes back {count} later entries of a corrected game. Confirm to do so.",
    "later_entries_fall": "{count} later entries would no longer hold: {numbers}. Accept losing them to go on.",
    "unreplayable": "Entry {number} of this game no longer fits the rules as kept today ({why}). "
    "The game can be read, not continued.",
    "no_such_title": "There is no title “{title}” here.",
    "no_such_board": "There is no such board for this title in this club.",
    "no_such_game": "There is no game with that code.",
    "no_such_colour": "There is no colour “{colour}” in this title.",
    "colour_taken": "The colour {colour} is taken by another seat.",
    "name_refused": "{message}",
    "seat_count": "This title is for {low} to {high} players; you have {count}.",
    "already_started": "The game has been started already.",
    "status_does_not_fit": "That cannot be done while the game stands as it does.",
    "bad_envelope": "This page was too old, or was changed on the way. Nothing was entered; look again.",
    "not_offered": "That cannot be entered as the game stands now.",
    "not_at_its_end": "The game has not reached its end.",
    "host_cannot_leave": "Hand the hosting on to someone before you leave.",
    "table_full": "At most {most} people can be at one table.",
    "no_such_request": "That request has been answered already.",
    "no_such_participant": "That person is not at this table.",
    "no_such_role": "There is no such role.",
    "too_many_tokens": "An account has at most {most} tokens; end one first.",
    "shipped_chart": "A board that ships with a title is not changed; copy it to your club first.",
    "chart_moved": "{name} has saved version {number} meanwhile. Nothing was saved, and nothing is lost.",
    "no_such_version": "This chart has no version {number}.",
    "no_editor": "Boards of this title are not edited here; send them as JSON.",
}

SENTENCES: Mapping[str, str] = {
    "position_set": "The position was set to what stands on the table",
    "noted": "Note",
    "undone": "Undone back to entry {number}",
    "redone": "Redone up to entry {number}",
    "corrected": "Entry {number} was corrected; later entries that fell: {dropped}",
    "unreadable_entry": "Entry {number} can no longer be read",
    "status_started": "The game begins",
    "status_pause": "The game is paused",
    "status_resume": "The game goes on",
    "status_abandon": "The game is abandoned",
    "status_reopen": "The game is reopened",
    "status_finished": "The game is closed at its end",
    "status_seat_taken": "{name} takes seat {seat}",
    "status_seat_left": "{name} gives up seat {seat}",
    "status_seat_asked": "{name} asks for seat {seat}",
    "status_seat_changed": "{name} changes name or colour of seat {seat}",
    "status_left": "{name} leaves the table",
    "status_back": "{name} goes on with another phone",
    "status_host": "{name} is the host now",
    "status_role_player": "{name} is a player now",
    "status_role_scorekeeper": "{name} may enter for everyone now",
    "status_role_watcher": "{name} is watching now",
    "status_clock_on": "Clock on: {minutes} minutes for each seat",
    "status_clock_up": "Clock on: counts the time of each seat",
    "status_clock_off": "Clock off",
    "status_clock_pause": "Clock stopped",
    "status_clock_resume": "Clock goes on",
}


@dataclass(frozen=True, slots=True)
class Speaker:
    """How one game's seats and places are called; everything else is the same for all."""

    title: Title
    names: Mapping[str, str]
    places: Callable[[], Mapping[str, str]] = dict

    def say(self, note: Note) -> str:
        """Return a note in words."""
        return fill(self._template(note.code), note.facts, self._speak())

    def refuse(self, refusal: Refusal) -> str:
        """Return a refusal in words."""
        return fill(self._template(refusal.code), refusal.facts, self._speak())

    def seat(self, letter: str) -> str:
        """Return the name of a seat, or its letter while it has none."""
        return self.names.get(letter) or letter

    def place(self, key: Any) -> str:
        """Return what people call a place, or its key while it has no name."""
        return self.places().get(str(key)) or str(key)

    def button(self, kind: str, said: Note | None) -> str:
        """Return what a move's button says with the figures of its sentence, empty if nothing special.

        A sentence that tells of more than the move, such as of the order it settles, may lack a figure.
        """
        code = f"button_{kind}"
        if said is None or code not in self.title.words:
            return ""
        text = self.say(Note(code, said.facts))
        return "" if "{" in text else text

    def _template(self, code: str) -> str:
        for words in (self.title.words, SENTENCES, ERROR_WORDS):
            if code in words:
                return gettext(words[code])
        return code

    def _speak(self) -> Speak:
        return {
            "seat": self._seats,
            "money": money,
            "company": self._company,
            "place": self._places,
            "number": figure,
        }

    def _seats(self, value: Any) -> str:
        letters = value if isinstance(value, (tuple, list)) else (value,)
        return ", ".join(self.seat(str(letter)) for letter in letters)

    def _places(self, value: Any) -> str:
        keys = value if isinstance(value, (tuple, list)) else (value,)
        return ", ".join(map(self.place, keys))

    def _company(self, key: Any) -> str:
        code = f"company_{key}"
        return gettext(self.title.words[code]) if code in self.title.words else str(key)


def money(amount: Any) -> str:
    """Return an amount of whole money units with its sign and thousands: "$1,200", "−$3"."""
    if not isinstance(amount, int):
        return str(amount)
    text = "$" + number_format(abs(amount), use_l10n=True, force_grouping=True)
    return text if amount >= 0 else "−" + text


def figure(value: Any) -> str:
    """Return a whole number with thousands and a real minus sign."""
    if not isinstance(value, int):
        return str(value)
    text = number_format(abs(value), use_l10n=True, force_grouping=True)
    return text if value >= 0 else "−" + text


def error_words(code: str, facts: Mapping[str, Any]) -> str:
    """Return a service error in words."""
    return fill(gettext(ERROR_WORDS.get(code, code)), facts)
