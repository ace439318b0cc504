"""Addresses of imports, exports and webhooks."""

from __future__ import annotations

from django.urls import path

from scoring.views import exports, imports, webhooks

exchange_patterns = [
    path("clubs/<slug:club_id>/exchange/", imports.exchange, name="exchange"),
    *(
        path(
            f"clubs/<slug:club_id>/exchange/plays.{kind}",
            exports.club_file,
            {"kind": kind},
            name=f"club_{kind}",
        )
        for kind in exports.TYPES
    ),
    path("clubs/<slug:club_id>/webhook/", webhooks.save, name="webhook"),
    path("clubs/<slug:club_id>/webhook/test/", webhooks.test, name="webhook_test"),
    path("clubs/<slug:club_id>/webhook/remove/", webhooks.remove, name="webhook_remove"),
    path("imports/<slug:batch_id>/", imports.batch, name="import"),
    path("imports/<slug:batch_id>/games/", imports.set_games, name="import_games"),
    path("imports/<slug:batch_id>/people/", imports.set_people, name="import_people"),
    path("imports/<slug:batch_id>/columns/", imports.set_columns, name="import_columns"),
    path("imports/<slug:batch_id>/begin/", imports.begin, name="import_begin"),
    path("imports/<slug:batch_id>/go-on/", imports.go_on, name="import_go_on"),
    path("imports/<slug:batch_id>/undo/", imports.undo, name="import_undo"),
    path("imports/<slug:batch_id>/discard/", imports.discard, name="import_discard"),
    path("plays/<slug:play_id>/export/", exports.play_export, name="play_export"),
    path("plays/<slug:play_id>/export/code.svg", exports.play_code, name="play_code"),
    *(
        path(
            f"plays/<slug:play_id>/export/play.{kind}",
            exports.play_file,
            {"kind": kind},
            name=f"play_{kind}",
        )
        for kind in exports.TYPES
    ),
]
