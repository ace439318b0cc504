"""Writing a row in SQL composed once: on the way of every move, composing costs more than running it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django.db import connection, models


@lru_cache(maxsize=32)
def _insert_sql(model: type[models.Model]) -> tuple[str, tuple[Any, ...]]:
    fields = tuple(f for f in model._meta.local_concrete_fields if not f.primary_key)
    columns = ", ".join(_quoted(fields))
    places = ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {model._meta.db_table} ({columns}) VALUES ({places})", fields


def _quoted(fields: Iterable[Any]) -> list[str]:
    return [connection.ops.quote_name(field.column) for field in fields]


@lru_cache(maxsize=32)
def _update_sql(model: type[models.Model], names: tuple[str, ...]) -> tuple[str, tuple[Any, ...]]:
    fields = tuple(model._meta.get_field(name) for name in names)
    changes = ", ".join(f"{column} = %s" for column in _quoted(fields))
    return f"UPDATE {model._meta.db_table} SET {changes} WHERE id = %s", fields


def _values(row: models.Model, fields: Iterable[Any], *, add: bool) -> list[Any]:
    return [f.get_db_prep_save(f.pre_save(row, add), connection) for f in fields]


def insert(row: models.Model) -> None:
    """Insert a row, as `save` does for a new one; its id stays unknown. Raises `IntegrityError`."""
    sql, fields = _insert_sql(type(row))
    with connection.cursor() as cursor:
        cursor.execute(sql, _values(row, fields, add=True))


def update(row: models.Model, names: tuple[str, ...]) -> None:
    """Store some fields of a row, as `save(update_fields=...)` does."""
    sql, fields = _update_sql(type(row), names)
    with connection.cursor() as cursor:
        cursor.execute(sql, [*_values(row, fields, add=False), row.pk])
