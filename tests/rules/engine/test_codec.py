"""The codec: what is written reads back, what does not fit says where."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.codec import Value, convert, decode, encode, schema, to_data
from games.engine.errors import Fault


class Leg(Value, frozen=True):
    place: str
    cost: Annotated[int, msgspec.Meta(ge=0)] = 0


class Trip(Value, frozen=True, tag="trip", tag_field="kind"):
    legs: tuple[Leg, ...]
    region: Literal["E", "W"] = "E"
    notes: dict[str, int] = msgspec.field(default_factory=dict)


TRIPS = st.builds(
    Trip,
    st.lists(st.builds(Leg, st.text(max_size=8), st.integers(0, 99)), max_size=4).map(tuple),
    st.sampled_from(["E", "W"]),
    st.dictionaries(st.text(max_size=4), st.integers(-9, 9), max_size=4),
)


@given(TRIPS)
def test_struct_survives_text_and_plain_data(trip: Trip) -> None:
    assert decode(encode(trip), Trip) == trip
    assert convert(to_data(trip), Trip) == trip


@given(st.dictionaries(st.text(max_size=4), st.integers(), max_size=6))
def test_text_does_not_depend_on_the_order_of_keys(notes: dict[str, int]) -> None:
    backwards = dict(reversed(list(notes.items())))
    assert encode(Trip((), notes=notes)) == encode(Trip((), notes=backwards))


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"kind":"trip","legs":[{"place":"a"},{"place":3}]}', "legs[1].place"),
        ('{"kind":"trip","legs":[{"place":"a","cost":-1}]}', "legs[0].cost"),
        ('{"kind":"trip","legs":[],"region":"N"}', "region"),
        ('{"kind":"trip"}', ""),
        ('{"kind":"trip","legs":[],"more":1}', ""),
        ('{"kind":"walk","legs":[]}', "kind"),
        ("[", ""),
        (b"\xff", ""),
        ("[" * 5000 + "]" * 5000, ""),
    ],
)
def test_fault_names_the_path(text: str | bytes, path: str) -> None:
    with pytest.raises(Fault) as caught:
        decode(text, Trip)
    ((where, message),) = caught.value.problems
    assert where == path
    assert message


@given(st.recursive(st.none() | st.integers() | st.text(max_size=5), st.lists, max_leaves=8))
def test_plain_data_that_does_not_fit_is_a_fault(data: Any) -> None:
    with pytest.raises(Fault):
        convert(data, Trip)


def test_numbers_may_come_as_text_where_forms_send_them() -> None:
    assert convert({"place": "a", "cost": "4"}, Leg, strict=False) == Leg("a", 4)
    with pytest.raises(Fault):
        convert({"place": "a", "cost": "4"}, Leg)


def test_schema_names_its_components() -> None:
    (drawn,), components = schema((Trip,), "#/c/{name}")
    assert drawn == {"$ref": "#/c/Trip"}
    assert components["Leg"]["properties"]["cost"]["minimum"] == 0
    assert components["Leg"]["additionalProperties"] is False
