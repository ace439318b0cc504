"""Entry forms of any title: what is shown for its fields, and the move made of what was typed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext, gettext_noop

from games.engine.codec import convert, to_data
from games.engine.errors import Fault
from games.engine.hexgrid import DIRECTIONS, Hex, format_hex, parse_hex, step, straight_line
from games.engine.title import Field, Form, Title

PREFIX = "f-"
"""Before the names of a move's fields, so that none is taken for those of the envelope."""

LONGEST_TEXT = 2000
MOST_LENGTH = 59
MOST_CHARTED = 40
LONGEST_PLACE = 20
_INTEGER = re.compile(r"[+-]?[0-9]{1,9}")

Typed = Mapping[str, tuple[str, ...]]
"""What was typed, as it was typed, by the name of the field."""


CHARTED = "charted"
"""First part of the names of fields that chart a place together with a move."""


@dataclass(frozen=True, slots=True)
class Input:
    """One field as it is shown: with what was typed, and what is wrong with it."""

    field: Field
    id: str
    values: tuple[str, ...]
    error: str = ""

    @property
    def name(self) -> str:
        """Return the name the browser sends."""
        return PREFIX + self.field.name

    @property
    def value(self) -> str:
        """Return the only value, or an empty text."""
        return next(filter(None, self.values), "")

    @property
    def free(self) -> str:
        """Return what was typed beside the choices, empty if one of them was chosen."""
        chosen = any(choice.value == self.value for choice in self.field.choices)
        return "" if chosen else self.value

    @property
    def charted(self) -> str:
        """Return the place that this field charts, empty for any other field."""
        parts = self.field.name.split(".")
        return parts[1] if parts[0] == CHARTED and len(parts) == 3 else ""


@dataclass(frozen=True, slots=True)
class BoundForm:
    """One entry form as it is shown."""

    form: Form
    inputs: tuple[Input, ...]
    error: str = ""
    is_open: bool = False

    @property
    def groups(self) -> tuple[tuple[str, tuple[Input, ...]], ...]:
        """Return the fields by the place they chart, those of the move itself first under no name."""
        found = groupby(self.inputs, key=lambda one: one.charted)
        return tuple((place, tuple(inputs)) for place, inputs in found)


def default_typed(form: Form) -> Typed:
    """Return what a form holds before anyone has typed."""
    return {field.name: (field.value,) if field.value else () for field in form.fields}


def typed_of(form: Form, data: QueryDict) -> Typed:
    """Return what was typed into a form's fields; further fields are ignored."""
    return {field.name: tuple(data.getlist(PREFIX + field.name)) for field in form.fields}


def charted_places(data: QueryDict) -> tuple[str, ...]:
    """Return the places that are charted together with a move, in the order they were sent."""
    parts = [name.split(".") for name in data if name.startswith(f"{PREFIX}{CHARTED}.")]
    places = dict.fromkeys(names[1] for names in parts if len(names) == 3)
    return tuple(place for place in places if 0 < len(place) <= LONGEST_PLACE)[:MOST_CHARTED]


def hidden_of(form: Form, typed: Typed) -> tuple[tuple[str, str], ...]:
    """Return what was typed as (name, value) pairs, to be sent again with the confirmation."""
    return tuple(
        (PREFIX + field.name, text) for field in form.fields for text in typed.get(field.name, ())
    )


def bind(
    form: Form, typed: Typed, problems: Sequence[tuple[str, str]] = (), *, is_open: bool = False
) -> BoundForm:
    """Return a form with what was typed and the problems at the fields they name."""
    names = {field.name for field in form.fields}
    at_field: dict[str, list[str]] = {}
    general: list[str] = []
    for path, message in problems:
        name = path if path in names else re.split(r"[.\[]", path, maxsplit=1)[0]
        if name in names:
            at_field.setdefault(name, []).append(message)
        else:
            general.append(f"{path}: {message}" if path else message)
    inputs = tuple(
        Input(
            field,
            f"{form.kind}-{field.name}".replace(".", "-"),
            typed.get(field.name, ()),
            " ".join(at_field.get(field.name, ())),
        )
        for field in form.fields
    )
    return BoundForm(form, inputs, " ".join(general), is_open)


def prefilled(form: Form, move: Any) -> Typed:
    """Return what one would have typed to enter a move again."""
    data = _apart(to_data(move), {field.name for field in form.fields})
    usual = {name: typed for name, typed in default_typed(form).items() if "." in name}
    said = {field.name: _as_typed(field, data.get(field.name)) for field in form.fields}
    return {name: typed or usual.get(name, ()) for name, typed in said.items()}


def _apart(data: dict[str, Any], names: Collection[str]) -> dict[str, Any]:
    """Return a move's data with a straight line as its ends and what it charts by place, as forms have it."""
    found = dict(data)
    for name in [name for name in data if {f"{name}.from", f"{name}.to"} <= set(names)]:
        path = data[name]
        try:
            line = straight_line(parse_hex(path[0]), parse_hex(path[-1]))
        except (ValueError, IndexError):
            continue
        if line is not None and [format_hex(place) for place in line] == list(path):
            del found[name]
            found |= {f"{name}.from": path[0], f"{name}.to": path[-1]}
    for entry in found.pop(CHARTED, ()):
        found |= {f"{CHARTED}.{entry['place']}.{part}": value for part, value in entry.items()}
    return found


def _as_typed(field: Field, value: Any) -> tuple[str, ...]:
    if value is None or value is False:
        return ()
    if value is True:
        return ("true",)
    if isinstance(value, (list, tuple)):
        if field.kind == "paths":
            return ("; ".join(" ".join(map(str, path)) for path in value),)
        texts = tuple(str(item) for item in value)
        return texts if field.kind == "choices" else (" ".join(texts),)
    return (str(value),)


def read_move(title: Title, form: Form, typed: Typed) -> Any:
    """Return the move typed into a form, or raise `Fault` with the fields that do not fit."""
    try:
        return convert(
            {"kind": form.kind, **read_data(form.fields, typed)}, title.move_type, strict=False
        )
    except Fault as fault:
        raise Fault(tuple((path, plain(message)) for path, message in fault.problems)) from None


def read_data(fields: Sequence[Field], typed: Typed) -> dict[str, Any]:
    """Return plain data of what was typed, or raise `Fault`; optional fields left blank are left out.

    Fields named `path.from`, `path.direction` and `path.length` together say a straight line for
    `path`, which counts where `path` itself was left blank; so do `path.from` and `path.to`.
    Fields named `charted.3,-2.cost` and so on become one object of the list `charted`.
    """
    data: dict[str, Any] = {}
    problems: list[tuple[str, str]] = []
    lines = {field.name.partition(".")[0] for field in fields if "." in field.name} - {CHARTED}
    for field in fields:
        try:
            value = _read(
                field, typed.get(field.name, ()), replaced=field.name.partition(".")[0] in lines
            )
        except ValueError as error:
            problems.append((field.name, str(error)))
            continue
        if value is not None:
            data[field.name] = value
    for name in lines:
        try:
            _straight(data, name)
        except ValueError as error:
            problems.append((f"{name}.from", str(error)))
    if problems:
        raise Fault(tuple(problems))
    return _with_charted(data)


def _with_charted(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data with what was typed of each charted place as one object."""
    found: dict[str, Any] = {}
    charted: dict[str, dict[str, Any]] = {}
    for name, value in data.items():
        parts = name.split(".")
        if parts[0] == CHARTED and len(parts) == 3:
            charted.setdefault(parts[1], {"place": parts[1]})[parts[2]] = value
        else:
            found[name] = value
    return found | {CHARTED: list(charted.values())} if charted else found


def _read(field: Field, texts: tuple[str, ...], *, replaced: bool) -> Any:
    """Return a field's value, None if left out; raise `ValueError` with the words for the person."""
    if field.kind == "flag":
        return any(text not in ("", "false") for text in texts)
    texts = tuple(text.strip() for text in texts if text.strip())
    for text in texts:
        _check_text(text)
    if not texts:
        if field.required and not replaced:
            raise ValueError(gettext("Choose one.") if field.choices else gettext("Fill this in."))
        return None
    if field.kind == "choices":
        return list(texts)
    if field.kind == "places":
        return [place for place in re.split(r"[\s;]+", " ".join(texts)) if place]
    if field.kind == "paths":
        return [path.split() for path in "; ".join(texts).split(";") if path.split()]
    if field.kind == "int":
        return _integer(texts[0])
    return texts[0]


def _check_text(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise ValueError(gettext("At most {0} characters.").format(LONGEST_TEXT))
    if any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text if sign not in "\t\r\n"):
        raise ValueError(gettext("There are characters in this that cannot be typed."))


def _integer(text: str) -> int:
    tidy = text.replace("−", "-").removeprefix("$").replace("\u00a0", "").replace(" ", "")
    if not _INTEGER.fullmatch(tidy) or not tidy.isascii():
        raise ValueError(gettext("Enter a whole number, in digits."))
    return int(tidy)


def _straight(data: dict[str, Any], name: str) -> None:
    """Replace the parts of a straight line by its hexes, the one it starts from included."""
    parts = ("from", "to", "direction", "length")
    start, end, direction, length = (data.pop(f"{name}.{part}", None) for part in parts)
    if name in data:
        return
    if start is None or (end is None and (direction is None or length is None)):
        raise ValueError(
            gettext("Say where the line starts, its direction and how many hexes; or list them.")
        )
    first = _hex(start)
    if end is not None:
        found = straight_line(first, _hex(end))
        # Where there is no line, the referee is asked all the same: it says why, with the rule.
        straight = found is not None and len(found) <= MOST_LENGTH
        data[name] = [format_hex(place) for place in found or ()] if straight else [start, end]
        return
    if direction not in DIRECTIONS:
        raise ValueError(gettext("There is no such direction."))
    if not 1 <= length <= MOST_LENGTH:
        raise ValueError(gettext("A line has 1 to {most} hexes.").format(most=MOST_LENGTH))
    steps = (step(first, DIRECTIONS[direction], count) for count in range(length + 1))
    data[name] = [format_hex(place) for place in steps]


def _hex(text: str) -> Hex:
    try:
        return parse_hex(text)
    except ValueError:
        raise ValueError(
            gettext("{text} is not a hex on the chart; list the hexes of the line.").format(
                text=text[:20]
            )
        ) from None


_PLAIN = (
    (re.compile(r"Expected `int` >= (-?\d+)"), gettext_noop("At least {0}.")),
    (re.compile(r"Expected `int` <= (-?\d+)"), gettext_noop("At most {0}.")),
    (re.compile(r"Expected `array` of length >= (\d+)"), gettext_noop("At least {0} are needed.")),
    (re.compile(r"Expected `array` of length <= (\d+)"), gettext_noop("At most {0}.")),
    (re.compile(r"Expected `str` of length <= (\d+)"), gettext_noop("At most {0} characters.")),
    (re.compile(r"Expected `int`"), gettext_noop("Enter a whole number, in digits.")),
    (
        re.compile(r"Expected `str` matching regex"),
        gettext_noop("This is not written as it should be."),
    ),
    (re.compile(r"Invalid enum value"), gettext_noop("This is not one of the choices.")),
    (re.compile(r"Object missing required field"), gettext_noop("Something is missing.")),
)


def plain(message: str) -> str:
    """Return a codec's message in plain words."""
    for pattern, words in _PLAIN:
        found = pattern.search(message)
        if found:
            return gettext(words).format(*found.groups())
    return message
