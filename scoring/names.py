"""What people call themselves, their clubs and their boards: one rule for every name typed in."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

LONGEST = 60
# Cc: control, Cs: surrogate, Co: private use, Zl and Zp: line and paragraph separators.
_REFUSED = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})
# Of the format signs, those that shape letters and emoji; the rest hide, or turn what follows.
_JOINERS = frozenset({"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))})
_MOST_MARKS = 3


def clean_name(text: str) -> str:
    """Return the name trimmed, in NFC, blanks run together; raise `ValidationError` if unfit.

    Markup is text like any other; right-to-left letters are welcome, marks that turn the reading
    direction of what follows are not.
    """
    trimmed = text.strip()
    if any(unicodedata.category(sign) in _REFUSED for sign in trimmed):
        raise ValidationError(
            gettext("A name has no control characters or line breaks."), code="control"
        )
    if any(unicodedata.category(sign) == "Cf" and sign not in _JOINERS for sign in trimmed):
        raise ValidationError(
            gettext("A name has no hidden marks, such as those that change the reading direction."),
            code="hidden",
        )
    name = " ".join(unicodedata.normalize("NFC", trimmed).split())
    if not any(_shows(sign) for sign in name):
        raise ValidationError(gettext("Enter a name."), code="blank")
    if len(name) > LONGEST:
        raise ValidationError(
            gettext("A name has at most {most} characters; this one has {count}.").format(
                most=LONGEST, count=len(name)
            ),
            code="long",
        )
    if _piled(name):
        raise ValidationError(gettext("A letter carries too many accents."), code="piled")
    return name


def _shows(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LNPS"


def _piled(name: str) -> bool:
    run = 0
    for sign in name:
        run = run + 1 if unicodedata.category(sign) in {"Mn", "Me"} else 0
        if run > _MOST_MARKS:
            return True
    return False


def same_name(name: str) -> str:
    """Return the form in which two names are compared: without regard to case."""
    return unicodedata.normalize("NFC", name.casefold())
