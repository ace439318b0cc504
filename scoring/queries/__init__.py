"""The read side: clubs, players and plays, for whoever may see them, in a bounded number of queries."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, Prefetch, Q, QuerySet

from scoring.errors import NotAllowed, NotFound
from scoring.models import Club, Member, Play, Player, Score
from scoring.people import Who
from scoring.queries.measures import Filter

PAGE = 25


@dataclass(frozen=True, slots=True)
class Access:
    """A club as one person finds it: what they are there decides what they may."""

    club: Club
    member: Member | None

    @property
    def is_owner(self) -> bool:
        """Say whether the club is theirs: they may hand out roles."""
        return self.member is not None and self.member.role == Member.Role.OWNER

    @property
    def is_organiser(self) -> bool:
        """Say whether they may rename, open and close the club, and remove members."""
        return self.member is not None and self.member.role != Member.Role.MEMBER

    @property
    def is_member(self) -> bool:
        """Say whether they belong to the club, and so may host games and add plays."""
        return self.member is not None

    @property
    def may_join(self) -> bool:
        """Say whether they could join without an invitation."""
        return self.member is None and self.club.visibility != Club.Visibility.PRIVATE


@dataclass(frozen=True, slots=True)
class History:
    """One page of a club's plays, newest first, with their scores in order of place."""

    plays: tuple[Play, ...]
    page: int
    has_more: bool


def access_to(club: Club, who: Who) -> Access:
    """Return what `who` may do in a club; raise `NotFound` if they may not know of it.

    A private club is for its members; one by link is for whoever has the link; a public one is
    for everyone.
    """
    member = club.members.filter(who.owns()).first() if who.is_known else None
    if member is None and club.visibility == Club.Visibility.PRIVATE:
        raise NotFound("no_club")
    return Access(club, member)


def club_access(public_id: str, who: Who) -> Access:
    """Return the club of that public id as `who` finds it, or raise `NotFound`."""
    club = Club.objects.filter(public_id=public_id).first()
    if club is None:
        raise NotFound("no_club")
    return access_to(club, who)


def organiser_access(public_id: str, who: Who) -> Access:
    """Return the club if `who` is one of its organisers; raise `NotFound` or `NotAllowed`."""
    access = club_access(public_id, who)
    if not access.is_organiser:
        raise NotAllowed("organisers_only", club=access.club.name)
    return access


def club_by_invite(invite: str, who: Who) -> Access:
    """Return the club that an invitation leads to, private or not, or raise `NotFound`."""
    club = Club.objects.filter(invite=invite).first()
    if club is None:
        raise NotFound("no_club")
    return Access(club, club.members.filter(who.owns()).first())


def my_clubs(who: Who) -> QuerySet[Club]:
    """Return the clubs that `who` belongs to, by name."""
    if not who.is_known:
        return Club.objects.none()
    return Club.objects.filter(pk__in=Member.objects.filter(who.owns()).values("club"))


def public_clubs() -> QuerySet[Club]:
    """Return the clubs that are listed for everyone, by name."""
    return Club.objects.filter(visibility=Club.Visibility.PUBLIC)


def club_plays(club: Club, title: str = "") -> QuerySet[Play]:
    """Return the club's plays with their scores, newest first; those of one title if it is given."""
    plays = Play.objects.filter(club=club, withdrawn_at=None).select_related("club")
    if title:
        plays = plays.filter(title=title)
    return plays.prefetch_related(Prefetch("scores", _by_place()))


def history(club: Club, page: int = 1, title: str = "") -> History:
    """Return a page of 25 plays; a page beyond the last is empty. Two queries."""
    page = max(page, 1)
    start = (page - 1) * PAGE
    plays = tuple(club_plays(club, title)[start : start + PAGE + 1])
    return History(plays[:PAGE], page, len(plays) > PAGE)


def club_players(club: Club) -> QuerySet[Player]:
    """Return the club's active players by name, each with `plays`, the number they took part in."""
    return (
        Player.objects.filter(club=club, active=True)
        .annotate(plays=_plays_count())
        .order_by("sought", "id")
    )


def players_of(who: Who) -> QuerySet[Player]:
    """Return the players that are `who`, in whichever club, with their clubs and `plays`."""
    if not who.is_known:
        return Player.objects.none()
    return (
        Player.objects.filter(who.owns(), active=True)
        .select_related("club")
        .annotate(plays=_plays_count())
        .order_by("club__name", "sought", "id")
    )


def play_sheet(public_id: str, who: Who) -> tuple[Play, Access]:
    """Return a play with its scores by place, and the access to its club; raise `NotFound`.

    Whoever sat in a play sees it, even where the club is private and they are no member.
    A withdrawn play is found too, so that its address can say that the game goes on.
    """
    play = (
        Play.objects.filter(public_id=public_id)
        .select_related("club")
        .prefetch_related(Prefetch("scores", _by_place()))
        .first()
    )
    if play is None:
        raise NotFound("no_play")
    try:
        return play, access_to(play.club, who)
    except NotFound:
        if (
            who.is_known
            and play.scores.filter(player__in=Player.objects.filter(who.owns())).exists()
        ):
            return play, Access(play.club, None)
        raise NotFound("no_play") from None


def taken_out_by(play: Play) -> str:
    """Return who took a play out of the history by hand; empty if nobody did."""
    if play.withdrawn_at is None:
        return ""
    last = play.revisions.order_by("-number").values_list("by_name", flat=True).first()
    return last or ""


def play_of(source: str, source_ref: str) -> Play | None:
    """Return the play recorded for a source's reference, unless it is withdrawn or there is none."""
    return Play.objects.filter(source=source, source_ref=source_ref, withdrawn_at=None).first()


def player_page(public_id: str, who: Who) -> tuple[Player, Access]:
    """Return a player (the one merged into, for a merged one) and the access to the club.

    Raises `NotFound`.
    """
    player = (
        Player.objects.filter(public_id=public_id)
        .select_related("club", "merged_into", "merged_into__club")
        .first()
    )
    if player is None:
        raise NotFound("no_player")
    if player.merged_into is not None:
        player = player.merged_into
    try:
        return player, access_to(player.club, who)
    except NotFound:
        raise NotFound("no_player") from None


def player_plays(
    player: Player, page: int = 1, wish: Filter | None = None
) -> tuple[tuple[Score, ...], bool]:
    """Return a page of a player's scores with their plays, newest first, and whether there are more.

    With a filter only those are listed that count for it.
    """
    start = (max(page, 1) - 1) * PAGE
    wanted = Q(play__withdrawn_at=None)
    if wish is not None and wish != Filter():
        wanted = wish.of_plays("play__")
    scores = tuple(
        Score.objects.filter(wanted, player=player)
        .select_related("play")
        .order_by("-play__played_on", "-play_id")[start : start + PAGE + 1]
    )
    return scores[:PAGE], len(scores) > PAGE


def _by_place() -> QuerySet[Score]:
    # Seats that are not tallied have no place and stand last, in seat order.
    return Score.objects.select_related("player").order_by(
        F("rank").asc(nulls_last=True), "order", "id"
    )


def _plays_count() -> Count:
    return Count("scores", filter=Q(scores__play__withdrawn_at=None))
