"""A title's score sheet as fields to fill in: what each is called, and where in the sheet it goes.

A title describes its `Sheet` in a `SheetForm`; bounds, choices and kinds of the fields are read off
the struct itself, so that they are said once. A title without a description has one made from its
struct, with the names of the struct's fields as words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

Kind = Literal["number", "flag", "choice", "numbers"]
Of = Literal["seat", "key", "table"]
Built = dict[str, Any]
"""A sheet as plain data, as JSON has it."""

MOST_NUMBERS = 40
_LARGEST = 9_999_999


class Item(msgspec.Struct, frozen=True):
    """One printed scoring item: a field of the struct, what it is called, and a word of help.

    `name` may lead further in, by dots. `once` says that one seat alone can have it; `words` are
    those of a choice's values.
    """

    name: str
    label: str
    help: str = ""
    once: bool = False
    words: Mapping[str, str] = {}


class Part(msgspec.Struct, frozen=True):
    """Items that stand together: of each seat, of each of `keys`, or of the table as a whole.

    `at` is the field of the sheet that holds them, empty for the sheet itself. Items of `more` parts
    count for nothing or are seldom needed, and are folded away.
    """

    of: Of
    at: str
    items: tuple[Item, ...]
    label: str = ""
    keys: tuple[tuple[str, str], ...] = ()
    more: bool = False


class Variant(msgspec.Struct, frozen=True):
    """A printed variant: an option of the game, its values with their words, the first the usual one."""

    key: str
    label: str
    choices: tuple[tuple[str, str], ...]


class SheetForm(msgspec.Struct, frozen=True):
    """All that is asked for a title's sheet; `finish(built, options, seats)` completes it.

    `finish` may raise `ValueError` with a sentence for people.
    """

    parts: tuple[Part, ...]
    colours: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()
    finish: Callable[[Built, Mapping[str, str], Sequence[str]], Built] | None = None


class Field(msgspec.Struct, frozen=True):
    """One field to fill in: its path in the sheet, and what can be entered there."""

    path: tuple[str, ...]
    item: Item
    kind: Kind
    least: int = 0
    most: int = _LARGEST
    choices: tuple[tuple[str, str], ...] = ()
    default: Any = 0
    inner: str = ""
    """The one field that is asked of each entry of a list of structs."""

    @property
    def name(self) -> str:
        """Return the path as one word: "seats-A-regionals"."""
        return "-".join(self.path)


class Group(msgspec.Struct, frozen=True):
    """The fields of one seat, one key, or the table, with what they are headed by."""

    part: Part
    key: str
    label: str
    fields: tuple[Field, ...]


def groups(sheet_type: Any, form: SheetForm, seats: Sequence[str]) -> tuple[Group, ...]:
    """Return every field of a sheet for these seats, in the order of the description."""
    return tuple(
        Group(part, key, label, tuple(_field(sheet_type, path, item) for path, item in found))
        for part in form.parts
        for key, label, found in _paths(part, seats)
    )


def _paths(
    part: Part, seats: Sequence[str]
) -> Iterator[tuple[str, str, list[tuple[tuple[str, ...], Item]]]]:
    keys = {"seat": [(seat, seat) for seat in seats], "key": part.keys, "table": [("", "")]}
    for key, label in keys[part.of]:
        found = [
            (tuple(step for step in (part.at, key, *item.name.split(".")) if step), item)
            for item in part.items
        ]
        yield key, label or part.label, found


def _field(sheet_type: Any, path: tuple[str, ...], item: Item) -> Field:
    kind, default = msgspec.inspect.type_info(sheet_type), None
    for step in path:
        kind, default = _step(kind, step)
    return _of_type(kind, path, item, default)


def _step(kind: Any, step: str) -> tuple[Any, Any]:
    if isinstance(kind, msgspec.inspect.StructType):
        for field in kind.fields:
            if field.name == step:
                given = field.default
                if given is msgspec.NODEFAULT and field.default_factory is not msgspec.NODEFAULT:
                    given = field.default_factory()
                return field.type, None if given is msgspec.NODEFAULT else given
    if isinstance(kind, msgspec.inspect.DictType):
        return kind.value_type, None
    raise KeyError(step)


def _of_type(kind: Any, path: tuple[str, ...], item: Item, default: Any) -> Field:
    match kind:
        case msgspec.inspect.BoolType():
            return Field(path, item, "flag", default=bool(default))
        case msgspec.inspect.LiteralType(values=values):
            named = map(str, values)
            words = tuple((value, item.words.get(value) or value) for value in named)
            return Field(path, item, "choice", choices=words, default=default or str(values[0]))
        case msgspec.inspect.IntType():
            least, most = _bounds(kind)
            return Field(path, item, "number", least, most, default=default or 0)
        case msgspec.inspect.VarTupleType(item_type=inner):
            least, most, name = _of_entries(inner)
            longest = kind.max_length or MOST_NUMBERS
            return Field(
                path, item, "numbers", least, most, default=(), inner=name, choices=_size(longest)
            )
    raise TypeError(f"no field for {kind!r} at {path}")


def _of_entries(kind: Any) -> tuple[int, int, str]:
    if isinstance(kind, msgspec.inspect.IntType):
        return *_bounds(kind), ""
    first = kind.fields[0]
    return *_bounds(first.type), first.name


def _size(longest: int) -> tuple[tuple[str, str], ...]:
    return (("most", str(min(longest, MOST_NUMBERS))),)


def _bounds(kind: Any) -> tuple[int, int]:
    return (
        kind.ge if kind.ge is not None else -_LARGEST,
        kind.le if kind.le is not None else _LARGEST,
    )


def longest(field: Field) -> int:
    """Return how many numbers a field of the kind "numbers" takes."""
    return int(dict(field.choices)["most"])


def read(built: Built, field: Field) -> Any:
    """Return the value of a field in a sheet, its default where the sheet does not say."""
    value: Any = built
    for step in field.path:
        if not isinstance(value, dict) or step not in value:
            return field.default
        value = value[step]
    if field.kind == "numbers":
        return tuple(entry[field.inner] if field.inner else entry for entry in value)
    return value


def write(built: Built, field: Field, value: Any) -> None:
    """Put a value into a sheet. What a list of structs says beside the number stays if it is the same."""
    if field.kind == "numbers":
        if tuple(value) == read(built, field) and _there(built, field):
            return
        value = [{field.inner: entry} if field.inner else entry for entry in value]
    place = built
    for step in field.path[:-1]:
        place = place.setdefault(step, {})
    place[field.path[-1]] = value


def _there(built: Built, field: Field) -> bool:
    place: Any = built
    for step in field.path:
        if step not in place:
            return False
        place = place[step]
    return True


def build(
    form: SheetForm,
    found: Sequence[Group],
    values: Mapping[str, Any],
    options: Mapping[str, str],
    base: Built | None = None,
) -> Built:
    """Return the sheet with the values by the fields' names, on top of an earlier sheet if one is given.

    A field without a value has its default. Raises `ValueError` where the title's `finish` does.
    """
    built: Built = _copied(base or {})
    seats = list(dict.fromkeys(group.key for group in found if group.part.of == "seat"))
    for part in form.parts:
        if part.at:
            kept = built.get(part.at, {})
            built[part.at] = {key: kept[key] for key in kept if part.of != "seat" or key in seats}
            if part.of == "seat":
                built[part.at] |= {seat: built[part.at].get(seat, {}) for seat in seats}
    for group in found:
        for field in group.fields:
            write(built, field, values.get(field.name, field.default))
    return form.finish(built, options, seats) if form.finish is not None else built


def _copied(built: Any) -> Any:
    if isinstance(built, dict):
        return {key: _copied(value) for key, value in built.items()}
    return [_copied(value) for value in built] if isinstance(built, list) else built


def described(sheet_type: Any) -> SheetForm:
    """Return a description made from the struct alone: each mapping of structs is asked of every seat."""
    parts = []
    table = []
    for field in msgspec.inspect.type_info(sheet_type).fields:  # type: ignore[attr-defined] # a struct
        kind = field.type
        if isinstance(kind, msgspec.inspect.DictType) and isinstance(
            kind.value_type, msgspec.inspect.StructType
        ):
            items = (_item(inner) for inner in kind.value_type.fields)
            parts.append(Part("seat", field.name, tuple(item for item in items if item)))
        elif (item := _item(field)) is not None:
            table.append(item)
    if table:
        parts.insert(0, Part("table", "", tuple(table)))
    return SheetForm(tuple(parts))


def _item(field: Any) -> Item | None:
    fit = msgspec.inspect.BoolType | msgspec.inspect.LiteralType | msgspec.inspect.IntType
    if isinstance(field.type, fit | msgspec.inspect.VarTupleType):
        words = field.name.replace("_", " ")
        return Item(field.name, words[:1].upper() + words[1:])
    return None


def variant_of(form: SheetForm, options: Mapping[str, Any]) -> str:
    """Return the printed variants that were played as "key=value" parted by blanks, the usual left out."""
    return " ".join(
        f"{variant.key}={options[variant.key]}"
        for variant in form.variants
        if options.get(variant.key, variant.choices[0][0])
        in {value for value, _ in variant.choices[1:]}
    )
