"""Log lines as JSON, one object a line, for machines that gather them."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON, with the traceback where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line: time (UTC), level, logger, message, and status or error if known."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        status = getattr(record, "status_code", None)
        if status is not None:
            line["status"] = status
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def logging_config(level: str, form: str, *, in_process: bool = False) -> dict[str, Any]:
    """Return the settings of Python's logging: everything to standard error, as text or json.

    Tasks that run `in_process`, within a request or a command, say only what went wrong.
    """
    tasks = "WARNING" if in_process and level == "INFO" else level
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "text": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
            "json": {"()": "railcompanion.logs.JsonFormatter"},
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": form}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django would add handlers of its own; the root's is enough.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            "celery.app.trace": {"handlers": [], "level": tasks, "propagate": True},
        },
    }
