"""The gain and cost of several workers: `python -m tests.bench.workers --matches 5000`.

It uses processor time, so that load does not matter: the gain of two idle cores is twice the time of a single worker
divided by the time of two workers and their scheduler. Wall time is printed too. The last columns are matches per
second of one core, with all statistics and the work of the scheduler, and their ratio to those of the simulator
catanatron, which uses one core.
"""

from __future__ import annotations

import argparse
import pickle
import resource
from statistics import median
from time import perf_counter

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.lab.jobs import play_one
from studio.lab.report.text import table_lines
from studio.lab.run import Experiment, Run, make_side, prepare_experiment
from studio.lab.statistics import Matches
from studio.services.loading import load_layout
from tests.bench.rules import Peer


def processor() -> tuple[float, float]:
    """Seconds of this process and of its finished children."""
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime, others.ru_utime + others.ru_stime


def seconds_of(experiment: Experiment) -> tuple[float, float, float]:
    """Seconds of this process, of its workers, and wall time."""
    (own, others), clock = processor(), perf_counter()
    Run(experiment).finish()
    after = processor()
    return after[0] - own, after[1] - others, perf_counter() - clock


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--game", choices=slugs(), action="append", default=None)
    args = parser.parse_args()
    rows = [
        (
            "game",
            "ms a match",
            "dealing, ms",
            "bytes back",
            "bytes of a plan",
            "gain of two",
            "by the clock",
            "matches/s and core",
            "× catanatron",
        )
    ]
    peer = Peer()
    for slug in args.game or slugs():
        side = make_side(load_layout(shipped_layouts(slug)[0]), 4)
        one = prepare_experiment(Experiment((side,), 4, ("random",), stop=Matches(args.matches), workers=1))
        two = prepare_experiment(Experiment((side,), 4, ("random",), stop=Matches(args.matches), workers=2))
        rates = [peer.rate()]
        alone, _none, slow = seconds_of(one)
        rates.append(peer.rate())
        dealing, playing, quick = seconds_of(two)
        rates.append(peer.rate())
        plan = two.plan(0)
        back = len(pickle.dumps([play_one(plan, index) for index in range(50)])) // 50
        gain = 2 * alone / (dealing + playing)
        rows.append(
            (
                slug,
                f"{1000 * playing / args.matches:.2f}",
                f"{1000 * dealing / args.matches:.2f}",
                f"{back:,}",
                f"{len(pickle.dumps(plan)):,}",
                f"{gain:.2f}",
                f"{slow / quick:.2f}",
                f"{args.matches / (dealing + playing):.0f}",
                f"{args.matches / (dealing + playing) / median(rates):.1f}" if all(rates) else "–",
            )
        )
    print("\n".join(table_lines(rows)))


if __name__ == "__main__":
    main()
