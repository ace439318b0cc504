"""After the last move: hand the sheet of a finished game to `scoring`."""

from __future__ import annotations

from datetime import timedelta

from django.core.cache import cache
from django.utils import timezone
from redis.exceptions import RedisError

from games import lines
from games.engine.codec import decode, encode
from games.models import Game, Seat
from games.services import charts
from games.signals import game_over
from games.timing import spells_of
from scoring.models import Play
from scoring.services import PlayDraft, SeatDraft, get_or_create_player, record_play

REMIND_SECONDS = 60


def hand_over(game_id: int) -> int | None:
    """Record a finished game as a play and return its id; None when the game is not over.

    May be called again at any time: the same play is brought up to date, never doubled.
    """
    game = Game.objects.select_related("board__chart").get(pk=game_id)
    if game.status != Game.Status.OVER:
        return None
    title, table = lines.title_of(game), lines.table_of(game)
    sheet = title.sheet(table, lines.state_at(game, game.head))
    charts.keep_charted(game)
    times = _times(game)
    play = record_play(
        PlayDraft(
            club_id=game.club_id,
            title=game.title,
            source=Play.Source.TRACKED,
            source_ref=game.code,
            played_on=timezone.localtime(game.ended_at or game.touched_at).date(),
            started_at=game.started_at,
            ended_at=game.ended_at,
            board=game.board.chart.name,
            options=decode(game.options, dict),
            end=game.end,
            rules_version=game.rules_version,
            sheet_json=encode(sheet),
            ruled=game.ruled,
            seats=tuple(
                _seat_draft(game, seat, *times.get(seat.letter, (None, None)))
                for seat in game.seats.all()
            ),
        )
    )
    return play.pk


def _times(game: Game) -> dict[str, tuple[int, int]]:
    """Return how many seconds each seat was to act, over how many of its turns, if its clock ran."""
    spent: dict[str, timedelta] = {}
    turns: dict[str, set[str]] = {}
    for spell in spells_of(game):
        if spell.turn and spell.seat:
            spent[spell.seat] = spent.get(spell.seat, timedelta()) + spell.time
            turns.setdefault(spell.seat, set()).add(spell.turn)
    return {seat: (int(time.total_seconds()), len(turns[seat])) for seat, time in spent.items()}


def _seat_draft(game: Game, seat: Seat, seconds: int | None, turns: int | None) -> SeatDraft:
    if seat.player_id is None and seat.name:
        # One phone may hold several seats; only the seat that bears its owner's name is theirs.
        own = seat.holder if seat.holder is not None and seat.holder.name == seat.name else None
        player = get_or_create_player(
            game.club_id,
            seat.name,
            user_id=own.user_id if own is not None else None,
            guest=own.guest if own is not None else None,
        )
        Seat.objects.filter(pk=seat.pk).update(player=player)
        seat.player_id = player.pk
    return SeatDraft(
        seat.letter,
        seat.order,
        seat.name or seat.letter,
        seat.colour,
        seat.player_id,
        seconds=seconds,
        turns=turns,
    )


def remind(game: Game) -> None:
    """Have a finished game recorded that nobody recorded yet, as when no worker could be told.

    Asked for by every look at such a game, done once a minute.
    """
    try:
        first = cache.add(f"games.remind:{game.pk}", 1, REMIND_SECONDS)
    except (RedisError, OSError):
        return
    if first:
        game_over.send_robust(sender=Game, game_id=game.pk)
