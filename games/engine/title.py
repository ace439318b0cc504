"""The record of functions a title is made of, and the small structs they exchange."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, get_args

import msgspec

from games.engine.codec import Value
from games.engine.errors import Fact
from games.engine.ledger import Posting

if TYPE_CHECKING:
    from games.engine.charts import ChartEditor, Completeness
    from games.engine.drawing import Drawing, Plan, Standing, Targets, Wish

LETTERS = "ABCDEF"
T = TypeVar("T")


class Choice(Value, frozen=True):
    """One value of an option or field, with the words shown for it."""

    value: str
    label: str


class Option(Value, frozen=True):
    """A table option fixed at set-up: its choices (the first is the default) and the rule it varies."""

    key: str
    label: str
    choices: tuple[Choice, ...]
    rule: str
    help: str = ""


class Meta(Value, frozen=True):
    """What is known of a title without its rules: for lists, set-up pages and checks."""

    key: str
    name: str
    credit: str
    players: tuple[int, int]
    rules_version: int
    options: tuple[Option, ...]
    ends: tuple[tuple[str, str], ...]
    colours: tuple[Choice, ...]
    minutes: int
    board_noun: str = "board"


class Note(Value, frozen=True):
    """A worded fact: `code` is a key of the title's WORDS, `facts` fills its template."""

    code: str
    facts: dict[str, Fact] = msgspec.field(default_factory=dict)


class Effect(Value, frozen=True):
    """One change a move makes, for the preview: what, from which value to which.

    `good` says whether the change is a gain for the one concerned (True), a cost (False) or neither;
    values of the kind `seat` are seat letters with blanks between them.
    """

    label: Note
    old: int | str
    new: int | str
    good: bool | None = None
    kind: Literal["text", "figure", "money", "seat", "place"] = "figure"
    secret: str = ""
    """The seat that alone sees it, where the table hides it from the others."""


class Secrets(Value, frozen=True):
    """What a table hides from everyone but the seat concerned, until the game is over.

    With `cash` that is what a seat has, with `points` also how it stands; of the kinds of moves in
    `moves` only the log's sentence is told. `parts` are what the state's data lacks for others, as
    keys with "/" between them and "*" for every seat that is not theirs: "money/*".
    """

    cash: bool = False
    points: bool = False
    moves: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


class Step(msgspec.Struct, frozen=True):
    """What applying a move gives: the state after it, the money that moved, and what to say of it."""

    state: Any
    postings: tuple[Posting, ...] = ()
    notes: tuple[Note, ...] = ()
    unchecked: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same during one game: seat letters in table order, options, and the board."""

    seats: str
    options: Any
    board: Any


class Field(Value, frozen=True):
    """One input of an entry form. `kind` decides the widget; choices also serve as its legal values."""

    name: str
    label: str
    kind: Literal["choice", "int", "text", "flag", "places", "paths", "place", "seat", "choices"]
    choices: tuple[Choice, ...] = ()
    least: int | None = None
    most: int | None = None
    value: str = ""
    help: str = ""
    required: bool = True
    taken: tuple[Choice, ...] = ()
    """Values that cannot be chosen, with who or what has them: shown struck out."""
    prices: dict[str, int] = msgspec.field(default_factory=dict)
    """For a sum: the price of one by the value of the form's first field; times the second field."""
    free: bool = False
    """Whether something that is not among the choices can be typed as well."""


class Column(Value, frozen=True):
    """A column of a panel; figures are right-aligned, `money` prints with the unit."""

    label: str
    kind: Literal["text", "figure", "money", "seat", "company"] = "figure"


class Panel(Value, frozen=True):
    """A table of figures of the current state, for the table page."""

    key: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[int | str, ...], ...]


class Form(Value, frozen=True):
    """One thing a seat can enter now: the move's kind, a verb for its button, its fields."""

    kind: str
    label: str
    button: str
    fields: tuple[Field, ...] = ()
    rule: str = ""
    blocked: Note | None = None
    panel: Panel | None = None
    """What it would come to, as a table, where the figures are worth seeing before it is entered."""


class Figure(Value, frozen=True):
    """One of the few figures that decide this step."""

    label: str
    value: int | str
    kind: Literal["text", "figure", "money"] = "figure"


class Measure(Value, frozen=True):
    """A figure of each seat that is worth following over time: its name and today's values by seat."""

    key: str
    label: str
    values: dict[str, int]
    kind: Literal["figure", "money"] = "figure"


@dataclass(frozen=True, slots=True)
class Calculator:
    """A question such as "what would it bring?" that a title answers; nothing is entered.

    `question_type` is the struct its fields fill, `fields(table, state, seat)` ask it with sensible
    values filled in (none while there is nothing to ask), `answer(table, state, question)` says from
    which value to which things would go, what else there is to say, and lists, or raises `Refusal`.
    `key` tells a title's calculators apart; `help` is said below every answer.
    """

    key: str
    label: str
    button: str
    question_type: Any
    fields: Callable[[Table, Any, str], tuple[Field, ...]]
    answer: Callable[[Table, Any, Any], tuple[Effect | Note | Panel, ...]]
    rule: str = ""
    help: str = ""


class RuleText(Value, frozen=True):
    """One numbered rule or decision of the digest; `section` groups them, `status` says who checks it."""

    id: str
    section: str
    text: str
    status: Literal["checked", "board", "table", "info", "decision"] = "checked"


class Outcome(msgspec.Struct):
    """What a worked example came to, in the terms its `expect` uses."""

    verdict: Literal["legal", "illegal", "ask", "query"]
    code: str = ""
    rule: str = ""
    shows: str = ""
    facts: dict[str, Any] = msgspec.field(default_factory=dict)
    score: Any = None
    extra: dict[str, Any] = msgspec.field(default_factory=dict)


class Chance(Protocol):
    """What a game played at random needs of chance."""

    def random(self) -> float:
        """Return a fraction of one."""
        ...

    def choice(self, seq: Sequence[T]) -> T:
        """Return one of some things."""
        ...


@dataclass(frozen=True, slots=True)
class Title:
    """A title as a frozen record of pure functions; nothing to override, no hooks.

    `Table` comes first everywhere. A seat is a letter, or "" for an act of the whole table.
    """

    meta: Meta

    # Data: the structs the codec reads and writes for this title.
    board_type: Any
    options_type: Any
    setup_type: Any
    state_type: Any
    move_type: Any
    """The union of the title's move structs, tagged by `kind`."""

    # Rules.
    check_board: Callable[[Any], None]
    """Raise `Fault` with the paths of what a decoded board has wrong (holes, duplicates, strays)."""
    setup: Callable[[Table, Any], Any]
    """Return the opening state from a `setup_type`, or raise `Refusal`."""
    check_state: Callable[[Table, Any], None]
    """Raise `Fault` where a state breaks an invariant (pieces, money, connection)."""
    apply: Callable[[Table, Any, str, Any, frozenset[str]], Step]
    """`apply(table, state, seat, move, waive)`: return the step, or raise `Refusal`.

    `waive` holds refusal codes that the table has overruled; codes in `hard_codes` are never
    waived, because no state could hold the result.
    """
    hard_codes: frozenset[str]
    actor: Callable[[Table, Any], str | None]
    """Return the seat expected to act; "" when anyone may (an act of the table), None when over."""
    turn_key: Callable[[Table, Any], str]
    """Return a key that stays the same within one seat's turn: what "take back my turn" takes back."""
    legal_moves: Callable[[Table, Any], Iterator[tuple[str, Any]]]
    """Yield (seat, move) in a stable order; where an amount is free, its least value stands for it."""
    end: Callable[[Table, Any], str | None]
    """Return the key of the end condition that ended the game, one of `meta.ends`, or None."""
    merged_board: Callable[[Table, Any], Any]
    """Return the board with what was charted during the game: the table's own board if nothing was."""
    sheet: Callable[[Table, Any], Any]
    """Return the score sheet (of `scoring.tables.<title>`) as if the game ended now."""

    # Notation: one line of text for a position, one for a move.
    parse_position: Callable[[Table, str], tuple[Table, Any]]
    """Return (table, state); the given table holds the board and options to start from."""
    format_position: Callable[[Table, Any], str]
    parse_move: Callable[[Table, Any, str], tuple[str, Any]]
    format_move: Callable[[Table, str, Any], str]

    # Words and figures, as facts that pages word.
    words: Mapping[str, str]
    """Templates by code, for refusals, log sentences, labels and effects: "{seat} has {cash}"."""
    narrate: Callable[[Table, Any, str, Any, Step], Note]
    """`narrate(table, before, seat, move, step)`: the log's sentence for a move."""
    effects: Callable[[Table, Any, Step], tuple[Effect, ...]]
    """`effects(table, before, step)`: what a move changes, for the preview."""
    status: Callable[[Table, Any], Note]
    """What is expected now, and of whom."""
    forms: Callable[[Table, Any, str], tuple[Form, ...]]
    """What a seat can enter now."""
    figures: Callable[[Table, Any, str], tuple[Figure, ...]]
    """The few figures that decide a seat's step."""
    panels: Callable[[Table, Any], tuple[Panel, ...]]
    """All figures of the state, as small tables."""
    setup_fields: Callable[[Table], tuple[Field, ...]]
    """What the table must tell at set-up (a deal, a draw), with sensible values filled in."""

    rulebook: tuple[RuleText, ...]
    """The digest, in our own words and in its order: what refusals link to."""

    run_example: Callable[[Any, Mapping[str, Any]], Outcome]
    """`run_example(board, case)`: play one worked example on a board and return what it came to."""

    # The board as a picture; a title without one is entered by its forms alone.
    drawing: Callable[[Table, Any], Drawing] | None = None
    """The board with all that is charted; it changes only where `merged_board` does."""
    pieces: Callable[[Table, Any], tuple[Standing, ...]] | None = None
    """What stands on it."""
    targets: Callable[[Table, Any, str], Targets] | None = None
    """`targets(table, state, seat)`: what a seat can do on it now, as `legal_moves` has it.

    A place tapped becomes the field `at` of the form named; the ends of a line become the fields
    `path.from` and `path.to` of the form `build`, whose first field is the company.
    """
    plan: Callable[[Table, Any, str, Wish], Plan] | None = None
    """`plan(table, state, seat, wish)`: what taps on the board come to, for titles whose moves a
    list of targets cannot hold; raises `Refusal` where the last tap can lead to nothing.
    """
    charting: Callable[[Table, str], tuple[Field, ...]] | None = None
    """`charting(table, place)`: the fields that chart one place together with the move touching it.

    A refusal `uncharted` names such places in its fact `hexes`; the moves take what was typed as
    `charted`, a list with one object for each place.
    """

    completeness: Callable[[Any], Completeness] | None = None
    """How much of a board is known, for titles whose boards are charted."""
    editor: ChartEditor | None = None
    """How a board is edited; None where a title's board comes whole."""

    measures: Callable[[Table, Any], tuple[Measure, ...]] | None = None
    """What is followed over time for the charts of a game: money, income, points; always the same keys."""

    what_if: tuple[Calculator, ...] = ()
    """Small calculators for the table page."""

    secrets: Callable[[Table], Secrets] | None = None
    """What this table hides; what a title prints in panels and measures is for everyone anyway."""

    place_names: Callable[[Table, Any], Mapping[str, str]] | None = None
    """What people call the places of the board that have a name, by their keys."""

    sensible: Callable[[Chance, Table, Any, Sequence[tuple[str, Any]]], tuple[str, Any]] | None = (
        None
    )
    """`sensible(chance, table, state, legal)`: a move towards the goal, for titles whose games go on
    for ever where moves merely look good at once.
    """

    @property
    def move_structs(self) -> tuple[type, ...]:
        """Return the structs of the move union."""
        return get_args(self.move_type) or (self.move_type,)
