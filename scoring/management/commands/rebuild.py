"""Counts ratings, figures and standings anew, here or by the workers; can be stopped and resumed."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring import jobs
from scoring.models import Club, Job
from scoring.services import rebuild
from scoring.tasks import start_lanes


class Command(BaseCommand):
    """Begins a rebuild, or stops, resumes and shows one."""

    help = "Count ratings, figures and standings anew from the plays; --resume goes on with a stopped one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to count, or which rebuild to stop, resume or show."""
        parser.add_argument(
            "--club", default="", help="id of the one club to count, as in its address"
        )
        parser.add_argument(
            "--here", action="store_true", help="work in this process, not by workers"
        )
        for what in ("stop", "resume", "show"):
            parser.add_argument(f"--{what}", default="", metavar="JOB", help=f"{what} this rebuild")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do what was asked, and print how the rebuild stands."""
        given = options["stop"] or options["resume"] or options["show"]
        job = self._known(given) if given else rebuild.begin(_club(options["club"]))
        if options["stop"]:
            jobs.stop(job.pk)
        elif not options["show"]:
            if options["resume"]:
                jobs.resume(job.pk)
            self._go(job, here=options["here"])
        job.refresh_from_db()
        self.stdout.write(f"{job.public_id}: {job.state}, {job.done} of {job.total} plays")

    def _go(self, job: Job, *, here: bool) -> None:
        if not here:
            start_lanes(job.pk)
            return
        for lane in rebuild.open_lanes(job.pk):
            rebuild.work(job.pk, lane)

    def _known(self, public_id: str) -> Job:
        job = Job.objects.filter(public_id=public_id, kind=rebuild.KIND).first()
        if job is None:
            raise CommandError(f"There is no rebuild {public_id}.")
        return job


def _club(public_id: str) -> int | None:
    if not public_id:
        return None
    club = Club.objects.filter(public_id=public_id).first()
    if club is None:
        raise CommandError(f"There is no club {public_id}.")
    return club.pk
