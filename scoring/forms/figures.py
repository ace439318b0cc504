"""Fields for figures as people write them: thousands apart, a real minus sign, several in a row, h:mm."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

_MINUS = str.maketrans({"−": "-", "–": "-"})
_GROUPED = re.compile(r"-?[0-9]{1,3}(?:[.,'’\u00a0\u202f ][0-9]{3})+")
_PLAIN = re.compile(r"-?[0-9]{1,12}")
_LENGTH = re.compile(r"([0-9]{1,3}):([0-5][0-9])")
LONGEST_PLAY = 14 * 24 * 60
"""Minutes: a game by post is not what this counts."""


def whole(text: str) -> int:
    """Return the whole number a text says, thousands apart or not; raise `ValueError`."""
    plain = text.strip().translate(_MINUS)
    if _GROUPED.fullmatch(plain):
        plain = re.sub(r"[^0-9-]", "", plain)
    if not _PLAIN.fullmatch(plain):
        raise ValueError(text)
    return int(plain)


class FigureField(forms.Field):
    """A whole number within bounds, typed or tapped on the pad; blank is `None`."""

    def __init__(self, *, least: int, most: int, **options: Any) -> None:
        self.least, self.most = least, most
        options.setdefault("required", False)
        super().__init__(widget=_widget("number", least), **options)

    def to_python(self, value: Any) -> int | None:
        """Return the number, or raise `ValidationError` with what would be right."""
        if value in self.empty_values or not str(value).strip():
            return None
        try:
            number = whole(str(value))
        except ValueError:
            raise ValidationError(gettext("Enter a whole number."), code="invalid") from None
        return _within(number, self.least, self.most)


class FiguresField(forms.Field):
    """Several whole numbers parted by blanks, commas or plus signs; blank is none."""

    def __init__(self, *, least: int, most: int, longest: int, **options: Any) -> None:
        self.least, self.most, self.longest = least, most, longest
        options.setdefault("required", False)
        super().__init__(widget=_widget("numbers", least), **options)

    def to_python(self, value: Any) -> tuple[int, ...]:
        """Return the numbers, or raise `ValidationError`."""
        parts = re.split(r"[\s,;+]+", str(value or "").strip(" ,;+\t\r\n"))
        if parts == [""]:
            return ()
        if len(parts) > self.longest:
            raise ValidationError(
                gettext("At most {most} numbers; these are {count}.").format(
                    most=self.longest, count=len(parts)
                ),
                code="many",
            )
        try:
            numbers = [whole(part) for part in parts]
        except ValueError:
            raise ValidationError(
                gettext("Enter whole numbers with blanks between them."), code="invalid"
            ) from None
        return tuple(_within(number, self.least, self.most) for number in numbers)

    def prepare_value(self, value: Any) -> Any:
        """Return the numbers as they are typed."""
        return " ".join(map(str, value)) if isinstance(value, tuple | list) else value


class LengthField(forms.Field):
    """How long something took: minutes, or hours and minutes as 2:05; blank is `None`."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> int | None:
        """Return minutes, or raise `ValidationError`."""
        text = str(value or "").strip()
        if not text:
            return None
        if found := _LENGTH.fullmatch(text):
            return _within(int(found[1]) * 60 + int(found[2]), 1, LONGEST_PLAY)
        try:
            return _within(whole(text), 1, LONGEST_PLAY)
        except ValueError:
            raise ValidationError(
                gettext("Enter minutes, or hours and minutes as 2:05."), code="invalid"
            ) from None


def _within(number: int, least: int, most: int) -> int:
    if number < least:
        raise ValidationError(gettext("At least {least}.").format(least=least), code="small")
    if number > most:
        raise ValidationError(gettext("At most {most}.").format(most=most), code="large")
    return number


def _widget(kind: str, least: int) -> forms.TextInput:
    # Not type="number": no browser lets thousands or several numbers be typed into that.
    return forms.TextInput(
        attrs={
            "inputmode": "numeric",
            "class": "figure",
            "autocomplete": "off",
            "enterkeyhint": "next",
            "maxlength": 200,
            "data-pad": kind,
            "data-least": least,
        }
    )
