"""Write the approved transcripts, node counts and generated layouts again; read the diff.

    python -m tests.contract.regenerate [GAME …]

A transcript is one match in words: what could be done, what was done, what came of it. A change of the rules, of the
order of moves or of a sentence shows here as a diff of plain text.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection
from hashlib import sha256
from pathlib import Path

from studio.core.game import CHANCE, OVER, State
from studio.core.match import Match
from studio.core.rng import Rng
from studio.core.text import SEAT_NAMES, name_seats
from studio.games import known, load
from studio.lab.jobs import make_bots
from tests.contract.cases import CASES, Case, step

HERE = Path(__file__).parent
COUNTS = HERE / "node_counts.json"
DETAILED = 40  # number of decisions that are written with moves that were not chosen
SHOWN = 4  # number of legal moves that are written
DEEPEST = 3
MADE_SEED = 1
LATER = 150  # decisions and draws after which the second position of the node counts is reached


def stories() -> dict[str, tuple[Case, str, int]]:
    """Transcript files: the case, the bot in every seat, the seed. Few and different, so that they stay readable."""
    found: dict[str, tuple[Case, str, int]] = {}
    for case in CASES:
        first = next(other.layout for other in CASES if other.slug == case.slug)
        if case.layout == first and case.seats == 2 and not case.option:
            found[f"{case.slug}_greedy.txt"] = (case, "greedy", 1)
        if case.layout == first and case.seats == 3 and case.option:
            found[f"{case.slug}_{case.option}.txt"] = (case, "random", 2)
        if case.layout != first and case.seats == 4 and not case.option:
            found[f"{case.slug}_four.txt"] = (case, "random", 3)  # the last layout stays
    return found


def transcript(case: Case, bot: str, seed: int) -> str:
    """One match in words."""
    names = SEAT_NAMES[: case.seats]
    match = Match(case.game, case.board, case.seats, case.options, seed)
    bots = make_bots([bot] * case.seats, seed)
    layout = Path(case.layout).stem or "-"
    options = {option.key: match.options[option.key] for option in case.game.info.options}
    lines = [f"{case.game.info.name} · layout {layout} · {bot} bots · seed {seed} · options {options}", ""]
    lines += [f"  {name_seats(event.text, names)}" for event in match.root.events]
    while not match.is_over:
        state, seat = match.state, match.state.to_move
        actions = state.legal()
        action = bots[seat].choose(case.game, state, seat)
        number = len(match.decisions()) + 1
        lines.append(f"{number}. {list(action)} of {len(actions)}, scores {state.scores()}")
        if number <= DETAILED or len({other[0] for other in actions}) > 2:
            for other in _some(actions, action):
                mark = ">" if other == action else " "
                sentence = name_seats(case.game.text.describe(state, other), names)
                lines.append(f"  {mark} [{name_seats(case.game.text.button_text(state, other), names)}] {sentence}")
        node = match.play(action)
        for event in node.events:
            alone = f" (only {names[event.private_to]})" if event.private_to >= 0 else ""
            lines.append(f"  - {event.kind}{alone}: {name_seats(event.text, names)}")
    reckoning = case.game.text.score_breakdown(match.state)
    lines.append("")
    for line in reckoning.lines:
        lines.append(f"{line.title}: {list(line.points)} {name_seats(line.reason, names)}".rstrip())
    lines += [f"Scores {match.state.scores()}. {name_seats(reckoning.verdict, names)}", ""]
    return "\n".join(lines)


def _some(actions: list[tuple[int, ...]], chosen: tuple[int, ...]) -> list[tuple[int, ...]]:
    """A few moves spread over all, the chosen one among them."""
    if len(actions) <= SHOWN:
        return actions
    spread = {actions[index * len(actions) // SHOWN] for index in range(SHOWN)}
    return sorted({*spread, chosen})


def node_counts(case: Case) -> dict[str, list[int]]:
    """How many positions lie one, two and three steps (decisions or draws) beyond the start and a later position."""
    start, rng = case.start(), Rng(6)
    while start.to_move == CHANCE:
        start.apply(start.draw(rng))
    later = start.clone()
    for _step in range(LATER):
        if later.to_move == OVER:
            break
        step(later, rng)
    return {"start": _levels(start), f"after {LATER} steps": _levels(later)}


def _levels(state: State) -> list[int]:
    counts, level = [], [state]
    for depth in range(DEEPEST):
        last = depth == DEEPEST - 1
        count, beyond = 0, []
        for one in level:
            if one.to_move == OVER:
                continue
            steps = [outcome for outcome, _weight in one.chance()] if one.to_move == CHANCE else one.legal()
            count += len(steps)
            if not last:
                for action in steps:
                    after = one.clone()
                    after.apply(action)
                    beyond.append(after)
        counts.append(count)
        level = beyond
    return counts


def counted() -> list[Case]:
    """The cases whose nodes are counted: every layout with every number of seats, options off; options on the last."""
    return [case for case in CASES if not case.option or (case.seats == 2 and case.layout == CASES[-1].layout)]


def all_counts(games: Collection[str]) -> str:
    """The node counts of all these cases, one line each; those of other games than `games` as they were approved."""
    approved = json.loads(COUNTS.read_text(encoding="utf-8"))
    lines = []
    for case in counted():
        counts = approved[str(case)] if case.slug not in games else node_counts(case)
        lines.append(f'  "{case}": {json.dumps(counts)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def made(slug: str) -> str:
    """What a game makes of its templates with one seed: the map, and a sum over the whole layout."""
    game, lines = load(slug), [f"{slug}, seed {MADE_SEED}"]
    for template in game.generation.templates():
        plain = game.body.to_plain(game.generation.make(template.recipe, MADE_SEED))
        total = sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:16]
        lines += ["", f"{template.key} {total}", *map(str, plain.get("spaces", ()))]
    return "\n".join([*lines, ""])


def main(games: Collection[str]) -> None:
    """Write the files of these games, of all if none is given."""
    games = games or {case.slug for case in CASES}
    for name, (case, bot, seed) in stories().items():
        if case.slug in games:
            (HERE / "playthroughs" / name).write_text(transcript(case, bot, seed), encoding="utf-8")
    for slug in set(games) & set(known()):
        (HERE / "made" / f"{slug}.txt").write_text(made(slug), encoding="utf-8")
    COUNTS.write_text(all_counts(games), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
