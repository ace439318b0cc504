"""An uploaded file made ready for its reader: what kind it is, and its text in UTF-8."""

from __future__ import annotations

import codecs
import io
import mmap
import re
import shutil
from typing import IO

import charset_normalizer

from scoring.exchange import bgg, bgstats, own, table
from scoring.exchange.record import Rows, Unreadable

KINDS = (own.KIND, bgstats.KIND, bgg.KIND, table.KIND)
ENCODINGS = (
    "utf-8",
    "windows-1252",
    "windows-1250",
    "windows-1251",
    "utf-16",
    "shift_jis",
    "gb18030",
)
_SAMPLE = 64 * 1024
_DECLARED = re.compile(rb"<\?xml[^>]{0,200}encoding=[\"']([A-Za-z0-9._-]{1,40})[\"']")
_BOMS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def kind_of(file: IO[bytes]) -> str:
    """Return which of `KINDS` a file in UTF-8 is, by what it begins with; raise `Unreadable` if empty."""
    file.seek(0)
    start = file.read(4096).removeprefix(codecs.BOM_UTF8).lstrip()
    if not start:
        raise Unreadable("empty")
    if start.startswith(b"<"):
        return bgg.KIND
    if start[:1] in b"{[":
        return own.KIND if f'"{own.FORMAT}"'.encode() in start else bgstats.KIND
    if b"\x00" in start or start.startswith((b"PK\x03\x04", b"%PDF", b"\xd0\xcf\x11\xe0")):
        raise Unreadable("not_text")
    return table.KIND


def encoding_of(file: IO[bytes]) -> str:
    """Return the encoding of a file: by its mark, UTF-8 if it is that, or else the likeliest."""
    file.seek(0)
    start = file.read(4)
    for mark, name in sorted(_BOMS.items(), key=lambda each: -len(each[0])):
        if start.startswith(mark):
            return name
    file.seek(0)
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while chunk := file.read(1 << 20):
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return _likeliest(file)
    return "utf-8"


def _likeliest(file: IO[bytes]) -> str:
    file.seek(0)
    sample = file.read(_SAMPLE)
    if (said := _DECLARED.match(sample)) and _is_known(said[1].decode()):
        return said[1].decode()
    if not any(byte > 127 for byte in sample):
        return "windows-1252"
    best = charset_normalizer.from_bytes(sample).best()
    if best is None or str(best) == sample.decode("windows-1252", errors="replace"):
        return "windows-1252"
    return best.encoding


def _is_known(encoding: str) -> bool:
    try:
        # Not every codec makes text: "base64" does not.
        return isinstance(codecs.decode(b"", encoding), str)
    except (LookupError, UnicodeError):
        return False


def to_utf8(file: IO[bytes], encoding: str, target: IO[bytes]) -> None:
    """Write a file's text to `target` in UTF-8; what is no text in its encoding becomes a mark.

    Raises `Unreadable` for an encoding that nobody knows.
    """
    file.seek(0)
    try:
        if encoding in ("utf-8", "utf-8-sig") or codecs.lookup(encoding).name == "ascii":
            shutil.copyfileobj(file, target, 1 << 20)
            return
        text = io.TextIOWrapper(file, encoding, errors="replace", newline="")
        while chunk := text.read(1 << 18):
            target.write(chunk.encode(errors="replace"))
        text.detach()
    except (LookupError, UnicodeError) as error:
        raise Unreadable("encoding", encoding=encoding) from error


def sample_of(file: IO[bytes]) -> str:
    """Return the first lines of a file in UTF-8."""
    file.seek(0)
    return file.read(table.SAMPLE).decode("utf-8-sig", errors="replace")


def rows_of(file: IO[bytes], kind: str, layout: table.Layout | None = None) -> Rows:
    """Yield the rows of a file in UTF-8 that is on disk; raise `Unreadable`.

    A JSON file is mapped, not read, so that its memory can be given back.
    """
    file.seek(0, io.SEEK_END)
    size = file.tell()
    file.seek(0)
    if not size:
        raise Unreadable("empty")
    if kind == bgg.KIND:
        yield from bgg.read(file, size)
    elif kind == table.KIND:
        yield from table.read(file, size, layout or table.layout_of(sample_of(file)))
    else:
        yield from _mapped(file, kind)


def _mapped(file: IO[bytes], kind: str) -> Rows:
    mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    skip = len(codecs.BOM_UTF8) if mapped[:3] == codecs.BOM_UTF8 else 0
    buffer = memoryview(mapped)[skip:]
    yield from (own if kind == own.KIND else bgstats).read(buffer)
