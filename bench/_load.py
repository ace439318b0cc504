"""A small load client: HTTP over kept connections, one request after another on each."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any


class Client:
    """One connection; every request waits for the answer to the one before."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def post(
        self, path: str, body: dict[str, Any], token: str = ""
    ) -> tuple[int, Any, float]:
        """Return (status, answer, seconds) of one request."""
        if self._writer is None or self._reader is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        data = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        if token:
            head += f"Authorization: Seat {token}\r\n"
        head += f"Content-Length: {len(data)}\r\n\r\n"
        began = time.perf_counter()
        self._writer.write(head.encode() + data)
        raw = await self._reader.readuntil(b"\r\n\r\n")
        length = 0
        for line in raw.split(b"\r\n"):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        answer = await self._reader.readexactly(length)
        seconds = time.perf_counter() - began
        return int(raw.split(b" ", 2)[1]), json.loads(answer or b"null"), seconds

    def close(self) -> None:
        """Close the connection."""
        if self._writer is not None:
            self._writer.close()
