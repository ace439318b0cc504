"""A phone at the table: no network, lost answers, two tabs, stale pages. Nothing lost, nothing twice."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games import lines
from games.models import Event, Game
from games.services import clocks, tables
from games.services.undo import undo
from tests.browser.conftest import Opener, runs_sideways
from tests.game_factories import Cast, Person, enter, fresh, lobby, new_cast, request, started
from tests.games.pages import address, browser

pytestmark = pytest.mark.browser

TWO_RAILROADS = (
    "n=3 turn=3 active=A | A=30 B=20 C=20 | red{iss=5 val=20 inc=4 tre=25 hold=A2,B1 at=M2} "
    "| blue{iss=4 val=25 inc=3 tre=20 hold=A1 at=M2}"
)
WAITS = "waits? for the network"
NO_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("forbidden", "SecurityError"); }
});"""
FULL_STORAGE = """Storage.prototype.setItem = () => {
  throw new DOMException("full", "QuotaExceededError");
};"""
FAKE_LOCK = """window.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  const lock = new EventTarget();
  lock.release = async () => { lock.gone = true; lock.dispatchEvent(new Event("release")); };
  window.locks.push(lock);
  return lock;
} } });"""
NO_LOCK = """Object.defineProperty(navigator, "wakeLock", { value: undefined });"""
IS_KEPT = """async () => {
  for (let tries = 0; tries < 150; tries += 1) {
    if (await caches.match(window.location.pathname, { cacheName: "table" })) return true;
    await new Promise((later) => setTimeout(later, 100));
  }
  return false;
}"""
FAKE_BUZZ = """window.buzzes = 0;
navigator.vibrate = () => { window.buzzes += 1; return true; };"""


@pytest.fixture(autouse=True)
def _forget() -> None:
    lines.forget()


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """Ada hosts at A, Ben sits at B."""
    return new_cast()


@pytest.fixture
def game(cast: Cast) -> Game:
    """A game with two railroads; A is to act and can buy, build and start."""
    return started(cast, position=TWO_RAILROADS)


def sit(page: Page, person: Person, game: Game) -> None:
    """Open the table as someone of the cast."""
    known(page, person)
    page.goto(address(game))


def known(page: Page, person: Person) -> None:
    """Give a page's browser the cookies of someone of the cast."""
    page.goto("/join/", timeout=30_000)
    base = re.sub(r"^(https?://[^/]+).*", r"\1", page.url)
    page.context.add_cookies(
        [
            {"name": name, "value": each.value, "url": base}
            for name, each in browser(person).cookies.items()
        ]
    )


def table(opener: Opener, person: Person, game: Game, script: str = "", **options: Any) -> Page:
    """Return the table on a phone as a person sees it."""
    page = opener("phone", **options)
    if script:
        page.add_init_script(script)
    sit(page, person, game)
    expect(page.locator("#queue")).to_be_attached()
    return page


def form(page: Page, kind: str) -> Locator:
    """Return the entry form of a kind, opened."""
    found = page.locator(f'#slip form.entry-form[data-kind="{kind}"]')
    box = page.locator(f'#slip details.entry:has([data-kind="{kind}"])')
    if box.get_attribute("open") is None:
        box.locator("summary").click()
    return found


def fill_buy(page: Page, count: int, pay: int, company: str = "red") -> Locator:
    """Fill in the purchase of shares."""
    buy = form(page, "buy")
    choose = buy.locator('[name="f-railroad"]')
    if choose.first.evaluate("one => one.tagName") == "SELECT":
        choose.select_option(company)
    else:
        buy.locator(f'[name="f-railroad"][value="{company}"]').check(force=True)
    buy.locator('[name="f-shares"]').fill(str(count))
    buy.locator('[name="f-pay"]').fill(str(pay))
    return buy


def preview(found: Locator) -> None:
    """See what an entry does."""
    found.get_by_role("button", name="See what it does").click()


def keep(found: Locator) -> None:
    """Ask for a preview without a network, and have the entry wait."""
    preview(found)
    found.get_by_role("button", name="Enter it when the network is back").click()


def waiting(page: Page) -> Locator:
    """Return the lines of the queue."""
    return page.locator("#queue .queue-list > li")


def until(page: Page, what: str) -> None:
    """Wait until something is true in the page; its policy forbids Playwright's own way of waiting."""
    for _ in range(300):
        if page.evaluate(f"Boolean({what})"):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"never became true: {what}")


def kinds(game: Game) -> list[str]:
    """Return the kinds of the moves in the log, in order."""
    stored = Event.objects.filter(game=game, kind=Event.Kind.MOVE).order_by("number")
    return [
        re.findall(r'"kind":"(\w+)"', data)[0] for data in stored.values_list("data", flat=True)
    ]


# The queue


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_entries_without_network_wait_and_go_out_in_order(
    open_page: Opener, game: Game, cast: Cast, scheme: str
) -> None:
    page = table(open_page, cast.ada, game, color_scheme=scheme)
    page.context.set_offline(True)
    keep(fill_buy(page, 1, 30))
    expect(page.locator("#queue-head")).to_have_text("1 entry waits for the network.")
    keep(form(page, "done"))
    expect(page.locator("#queue-head")).to_have_text("2 entries wait for the network.")
    expect(waiting(page).first).to_contain_text("30")
    assert not runs_sideways(page)
    for button in page.locator("#queue button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 48
    assert kinds(game) == []
    page.context.set_offline(False)
    expect(waiting(page)).to_have_count(0)
    expect(page.locator("#queue")).to_contain_text("Entered:")
    assert kinds(game) == ["buy", "done"]
    expect(page.locator("#status")).to_contain_text("Ben")


def test_confirmed_entry_that_meets_no_network_waits_by_itself(
    open_page: Opener, game: Game, cast: Cast
) -> None:
    page = table(open_page, cast.ada, game)
    preview(fill_buy(page, 1, 30))
    page.locator("#slip form[data-held]").wait_for()
    said = page.locator("#slip h2[data-focus]").inner_text()
    page.context.set_offline(True)
    page.locator("#slip .btn.go").click()
    expect(waiting(page)).to_have_count(1)
    expect(waiting(page).first).to_contain_text(said)
    expect(page.locator("#notice")).to_contain_text("sent when the network is back")
    expect(page.locator('#slip form.entry-form[data-kind="done"]')).to_be_attached()
    page.context.set_offline(False)
    expect(waiting(page)).to_have_count(0)
    assert kinds(game) == ["buy"]


def test_entry_whose_answer_was_lost_counts_once(open_page: Opener, game: Game, cast: Cast) -> None:
    page = table(open_page, cast.ada, game)
    preview(fill_buy(page, 1, 30))
    page.locator("#slip form[data-held]").wait_for()

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(re.compile("/enter/$"), lose)
    page.locator("#slip .btn.go").click()
    expect(page.locator("#queue")).to_contain_text("Entered:")
    expect(waiting(page)).to_have_count(0)
    assert kinds(game) == ["buy"]


def test_refused_entry_stops_the_queue_and_is_changed_in_the_slip(
    open_page: Opener, game: Game, cast: Cast
) -> None:
    page = table(open_page, cast.ada, game)
    page.context.set_offline(True)
    keep(fill_buy(page, 2, 1))
    keep(form(page, "done"))
    page.context.set_offline(False)
    expect(page.locator("#queue .refusal")).to_be_visible()
    expect(page.locator("#queue .refusal .rule")).to_contain_text("CD")
    expect(waiting(page)).to_have_count(2)
    assert kinds(game) == []
    assert not runs_sideways(page)
    page.get_by_role("button", name="Change it").click()
    buy = page.locator('#slip form.entry-form[data-kind="buy"]')
    expect(buy.locator('[name="f-shares"]')).to_have_value("2")
    expect(waiting(page).first).to_contain_text("You are changing this entry")
    fill_buy(page, 1, 30)
    preview(buy)
    page.locator("#slip form[data-held] .btn.go").click()
    expect(waiting(page)).to_have_count(0)
    assert kinds(game) == ["buy", "done"]


@pytest.mark.parametrize(("button", "left"), [("Remove", ["done"]), ("Drop all", [])])
def test_refused_entry_is_dropped_alone_or_with_the_rest(
    open_page: Opener, game: Game, cast: Cast, button: str, left: list[str]
) -> None:
    page = table(open_page, cast.ada, game)
    page.context.set_offline(True)
    keep(fill_buy(page, 2, 1))
    keep(form(page, "done"))
    page.context.set_offline(False)
    expect(page.locator("#queue .refusal")).to_be_visible()
    page.get_by_role("button", name=button).first.click()
    expect(waiting(page)).to_have_count(0)
    page.wait_for_timeout(500)
    assert kinds(game) == left


def test_game_that_moved_on_meanwhile_is_asked_about(
    open_page: Opener, game: Game, cast: Cast
) -> None:
    page = table(open_page, cast.ada, game)
    page.context.set_offline(True)
    keep(form(page, "done"))
    enter(game, cast.ada, "A: buy red n=1 pay=30")
    page.context.set_offline(False)
    expect(page.locator("#queue .refusal")).to_contain_text("The game has moved on")
    expect(page.locator("#queue .refusal li").first).to_contain_text("Ada")
    assert kinds(game) == ["buy"]
    page.get_by_role("button", name="Enter it all the same").click()
    expect(waiting(page)).to_have_count(0)
    assert kinds(game) == ["buy", "done"]


def test_new_entry_never_overtakes_those_that_wait(
    open_page: Opener, game: Game, cast: Cast
) -> None:
    page = table(open_page, cast.ada, game)
    page.route(re.compile("/queued/$"), lambda route: route.abort())
    page.context.set_offline(True)
    keep(fill_buy(page, 1, 30))
    page.context.set_offline(False)
    preview(form(page, "done"))
    page.locator("#slip form[data-held] .btn.go").click()
    expect(waiting(page)).to_have_count(2)
    assert kinds(game) == []
    page.unroute(re.compile("/queued/$"))
    expect(waiting(page)).to_have_count(0)
    assert kinds(game) == ["buy", "done"]


def test_refresh_without_network_says_what_waits_and_goes_on(
    open_page: Opener, game: Game, cast: Cast
) -> None:
    page = table(open_page, cast.ada, game)
    assert page.evaluate(IS_KEPT)
    old = page.locator(".old-page")
    expect(old).to_be_hidden()
    page.context.set_offline(True)
    keep(form(page, "done"))
    expect(waiting(page)).to_have_count(1)
    page.reload()
    expect(old).to_contain_text(f"as of entry {fresh(game).last}")
    expect(waiting(page)).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("Ada")
    assert not runs_sideways(page)
    page.context.set_offline(False)
    expect(page.locator("#status")).to_contain_text("Ben")
    expect(old).to_be_hidden()
    assert kinds(game) == ["done"]


def test_other_page_without_network_says_what_waits_and_comes_by_itself(
    open_page: Opener, game: Game, cast: Cast
) -> None:
    page = table(open_page, cast.ada, game)
    assert page.evaluate(IS_KEPT)
    page.context.set_offline(True)
    keep(form(page, "done"))
    expect(waiting(page)).to_have_count(1)
    page.goto(address(game, "log"))
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.locator("#offline-waits")).to_contain_text("1 entry waits on this phone")
    assert not runs_sideways(page)
    page.context.set_offline(False)
    expect(page.locator("ol.log")).to_be_visible()


def test_kept_table_goes_with_the_sign_in(open_page: Opener, game: Game, cast: Cast) -> None:
    page = table(open_page, cast.ada, game)
    assert page.evaluate(IS_KEPT)
    page.goto("/accounts/logout/")
    page.locator("main form button[type=submit]").click()
    page.wait_for_url(re.compile(r"/$"))
    assert page.evaluate("async () => !(await caches.has('table'))")


# What is being typed


def test_typing_survives_a_refresh_and_the_back_button(
    open_page: Opener, game: Game, cast: Cast
) -> None:
    page = table(open_page, cast.ada, game)
    fill_buy(page, 2, 41)
    page.reload()
    buy = page.locator('#slip form.entry-form[data-kind="buy"]')
    expect(buy.locator('[name="f-pay"]')).to_have_value("41")
    expect(buy.locator('[name="f-shares"]')).to_be_visible()
    expect(page.locator(".draft-back")).to_contain_text("here again")
    preview(buy)
    page.locator("#slip :is(form[data-held], .refusal)").first.wait_for()
    page.goto(address(game, "log"))
    page.go_back()
    expect(buy.locator('[name="f-pay"]')).to_have_value("41")
    page.get_by_role("button", name="Clear it").click()
    page.reload()
    expect(page.locator(".draft-back")).to_have_count(0)
    assert kinds(game) == []


def test_typing_is_forgotten_once_it_is_entered(open_page: Opener, game: Game, cast: Cast) -> None:
    page = table(open_page, cast.ada, game)
    preview(fill_buy(page, 1, 30))
    page.locator("#slip form[data-held] .btn.go").click()
    expect(page.locator("#slip .notice.success")).to_be_visible()
    page.reload()
    expect(page.locator(".draft-back")).to_have_count(0)


def test_ended_sign_in_loses_nothing(open_page: Opener, game: Game, cast: Cast) -> None:
    page = table(open_page, cast.ada, game)
    preview(fill_buy(page, 1, 30))
    page.locator("#slip form[data-held]").wait_for()
    page.context.clear_cookies()
    page.locator("#slip .btn.go").click()
    answer = page.locator("#slip .answer")
    expect(answer).to_contain_text("not known at the table")
    expect(answer.get_by_role("link", name="Join again")).to_be_visible()
    expect(answer.get_by_role("link", name="Sign in")).to_be_visible()
    sit(page, cast.ada, game)
    buy = page.locator('#slip form.entry-form[data-kind="buy"]')
    expect(buy.locator('[name="f-pay"]')).to_have_value("30")
    preview(buy)
    page.locator("#slip form[data-held] .btn.go").click()
    expect(page.locator("#slip .notice.success")).to_be_visible()
    assert kinds(game) == ["buy"]


def test_page_older_than_its_token_is_renewed(open_page: Opener, game: Game, cast: Cast) -> None:
    page = table(open_page, cast.ada, game)
    page.evaluate(
        """() => {
            const fields = document.querySelectorAll('[name="csrfmiddlewaretoken"]');
            for (const one of fields) one.value = "x".repeat(64);
            document.body.setAttribute("hx-headers", '{"X-CSRFToken": "old"}');
        }"""
    )
    done = form(page, "done")
    preview(done)
    expect(page.locator("#slip .answer")).to_contain_text("renewed")
    preview(done)
    page.locator("#slip form[data-held] .btn.go").click()
    expect(page.locator("#slip .notice.success")).to_be_visible()


@pytest.mark.parametrize("script", [NO_STORAGE, FULL_STORAGE], ids=["forbidden", "full"])
def test_storage_that_cannot_be_used_breaks_nothing(
    open_page: Opener, game: Game, cast: Cast, script: str
) -> None:
    page = table(open_page, cast.ada, game, script)
    page.context.set_offline(True)
    keep(fill_buy(page, 1, 30))
    expect(page.locator("#queue-head")).to_contain_text("lost when the page is closed")
    page.context.set_offline(False)
    expect(waiting(page)).to_have_count(0)
    assert kinds(game) == ["buy"]


# Tabs, taps, stale pages, wrong clocks


def test_two_tabs_of_a_seat_send_what_waits_once(open_page: Opener, game: Game, cast: Cast) -> None:
    page = table(open_page, cast.ada, game)
    other = page.context.new_page()
    other.goto(address(game))
    page.context.set_offline(True)
    keep(fill_buy(page, 1, 30))
    expect(waiting(other)).to_have_count(1)
    other.bring_to_front()
    keep(form(other, "done"))
    expect(waiting(page)).to_have_count(2)
    page.context.set_offline(False)
    expect(waiting(page)).to_have_count(0)
    expect(waiting(other)).to_have_count(0)
    assert kinds(game) == ["buy", "done"]


def test_second_tab_is_told_what_the_first_has_done(
    open_page: Opener, game: Game, cast: Cast
) -> None:
    page = table(open_page, cast.ada, game)
    other = page.context.new_page()
    other.route(re.compile("/(at|part/)(\\?.*)?$"), lambda route: route.abort())
    other.goto(address(game))
    buy = fill_buy(other, 1, 30)
    preview(form(page, "done"))
    page.locator("#slip form[data-held] .btn.go").click()
    expect(page.locator("#slip .notice.success")).to_be_visible()
    preview(buy)
    expect(other.locator("#slip")).to_contain_text(re.compile("moved on|as the game stands"))
    assert kinds(game) == ["done"]


def test_double_tap_enters_once(open_page: Opener, game: Game, cast: Cast) -> None:
    page = table(open_page, cast.ada, game)
    form(page, "done").get_by_role("button", name="See what it does").dblclick()
    page.locator("#slip form[data-held] .btn.go").dblclick()
    expect(page.locator("#slip .notice.success")).to_be_visible()
    page.wait_for_timeout(500)
    assert kinds(game) == ["done"]


def test_double_tap_without_network_keeps_one(open_page: Opener, game: Game, cast: Cast) -> None:
    page = table(open_page, cast.ada, game)
    page.context.set_offline(True)
    done = form(page, "done")
    preview(done)
    done.get_by_role("button", name="Enter it when").dblclick()
    expect(waiting(page)).to_have_count(1)


def test_page_left_open_over_night_shows_what_came_in(
    open_page: Opener, game: Game, cast: Cast
) -> None:
    page = table(open_page, cast.ada, game)
    page.route(re.compile("/(at|part/)(\\?.*)?$"), lambda route: route.abort())
    buy = fill_buy(page, 1, 30)
    for words in ("A: done", "B: done", "C: done"):
        enter(game, cast.ada, words)
    for _ in range(3):
        undo(game.pk, cast.ada.claims, request(game, confirm=True))
    preview(buy)
    expect(page.locator("#slip")).to_contain_text("The game has moved on")
    expect(page.locator("#slip form[data-held]")).to_be_visible()
    page.locator("#slip form[data-held] .btn.go").click()
    expect(page.locator("#slip .notice.success")).to_be_visible()
    assert kinds(game) == ["done", "done", "done", "buy"]


def test_phone_with_a_wrong_clock_changes_nothing(
    open_page: Opener, game: Game, cast: Cast
) -> None:
    clocks.set_clock(game.pk, cast.ada.claims, "on", 20)
    page = open_page("phone")
    page.clock.set_fixed_time("2001-02-03T04:05:06Z")
    sit(page, cast.ada, game)
    face = page.locator("#lead .clock")
    expect(face).to_have_text(re.compile("^(20:00|19:5)"))
    page.context.set_offline(True)
    keep(form(page, "done"))
    page.context.set_offline(False)
    expect(waiting(page)).to_have_count(0)
    event = Event.objects.filter(game=game).order_by("number").last()
    assert event is not None
    assert event.at.year > 2001
    assert kinds(game) == ["done"]


# The clock, the screen, the signals, the display


def test_clock_runs_on_the_page_and_stops_for_everyone(
    open_page: Opener, game: Game, cast: Cast
) -> None:
    clocks.set_clock(game.pk, cast.ada.claims, "on", 20)
    ada, ben = table(open_page, cast.ada, game), table(open_page, cast.ben, game)
    face = ada.locator("#lead .clock")
    before = face.inner_text()
    expect(face).not_to_have_text(before)
    assert not runs_sideways(ada)
    ben.get_by_role("button", name="Stop the clock").click()
    expect(ada.get_by_text("The clock is stopped")).to_be_visible()
    expect(ada.locator("#lead .clock.running")).to_have_count(0)


def test_screen_stays_awake_until_it_is_switched_off_or_the_game_ends(
    open_page: Opener, game: Game, cast: Cast
) -> None:
    page = table(open_page, cast.ada, game, FAKE_LOCK)
    until(page, "window.locks.length === 1")
    page.locator("#phone summary").click()
    expect(page.locator("[data-awake-sign]")).to_be_visible()
    switch = page.get_by_label("Keep the screen on")
    switch.uncheck()
    until(page, "window.locks[0].gone")
    expect(page.locator("[data-awake-sign]")).to_be_hidden()
    page.reload()
    assert page.evaluate("window.locks.length") == 0
    page.locator("#phone summary").click()
    switch.check()
    until(page, "window.locks.length === 1")
    tables.set_status(game.pk, cast.ada.claims, "abandon")
    until(page, "window.locks[0].gone")


def test_screen_lock_is_taken_again_on_return(open_page: Opener, game: Game, cast: Cast) -> None:
    page = table(open_page, cast.ada, game, FAKE_LOCK)
    until(page, "window.locks.length === 1")
    page.evaluate("window.locks[0].dispatchEvent(new Event('release'))")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(page, "window.locks.length === 2")


def test_screen_that_cannot_be_kept_on_is_said(open_page: Opener, game: Game, cast: Cast) -> None:
    page = table(open_page, cast.ada, game, NO_LOCK)
    page.locator("#phone summary").click()
    expect(page.get_by_text("This browser cannot keep the screen on here")).to_be_visible()
    expect(page.get_by_label("Keep the screen on")).to_be_disabled()
    assert not runs_sideways(page)


def test_phone_tells_of_ones_turn_only_when_asked_to(
    open_page: Opener, game: Game, cast: Cast
) -> None:
    page = table(open_page, cast.ben, game, FAKE_BUZZ)
    enter(game, cast.ada, "A: done")
    expect(page.locator("#status")).to_contain_text("Ben")
    assert page.evaluate("window.buzzes") == 0
    undo(game.pk, cast.ada.claims, request(game))
    expect(page.locator("#status")).to_contain_text("Ada")
    page.locator("#phone summary").click()
    page.get_by_label("Vibrate").check()
    assert page.evaluate("window.buzzes") == 1  # what it will be like
    enter(game, cast.ada, "A: done")
    until(page, "window.buzzes === 2")


def test_display_follows_the_game_and_its_board(open_page: Opener, game: Game, cast: Cast) -> None:
    page = open_page("wide")
    page.goto(address(game, "display"))
    expect(page.locator("#board-frame .piece").first).to_be_visible()
    pieces = page.locator("#board-frame .piece")
    before = pieces.count()
    enter(game, cast.ada, "A: build red from=M2 dir=W len=1")
    expect(pieces).to_have_count(before + 1)
    enter(game, cast.ada, "A: done")
    expect(page.locator("#lead")).to_contain_text("Ben")
    expect(page.locator("#crew .acts-now")).to_contain_text("Ben")
    expect(page.locator("#story li")).to_have_count(3)
    assert page.locator("button:visible, form, input").count() == 0
    assert not runs_sideways(page)
    assert fresh(game).actor == "B"


def test_display_of_the_lobby_becomes_that_of_the_game(open_page: Opener, cast: Cast) -> None:
    room = lobby(cast)
    page = open_page("wide")
    page.goto(address(room, "display"))
    expect(page.locator("#lobby .qr")).to_be_visible()
    tables.start(room.pk, cast.ada.claims, {"order": room.seat_letters})
    expect(page.locator("#lobby")).to_have_count(0, timeout=15_000)
    expect(page.locator("#crew .acts-now")).to_contain_text("Ada")
