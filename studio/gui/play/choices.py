"""The legal moves of one position, sorted into places that can be clicked, plans, and words that can be pressed."""

from __future__ import annotations

from collections.abc import Callable

from studio.core.game import Action, State
from studio.core.panel import Amount, Plan
from studio.core.plugin import Game


class Choices:
    """What the seat to move may do: moves by target, moves without one, and the one chosen so far.

    Several moves on one target (turns of a tile) are cycled through. A target without a move of its own may have a
    plan; then either a move is `chosen` or a plan is pointed at (`planned` is its target), never both. Words and
    plans are made when first asked for, since a position may allow hundreds of moves.

    `usual` is what Enter means among the words when nothing has to be pointed at (None: the first); `aside` are
    targets that are not what is asked (goods that can be bought at any time); `say` puts names into sentences;
    `numbers` are what moves are put together from, `picked` those chosen so far; `amounts` are chosen by kind and
    number. Only the controller points.
    """

    def __init__(
        self,
        game: Game,
        state: State,
        actions: list[Action],
        usual: Action | None = None,
        aside: frozenset[int] = frozenset(),
        say: Callable[[str], str] = str,
        numbers: tuple[int, ...] = (),
        amounts: tuple[Amount, ...] = (),
        runs: tuple[tuple[Action, ...], ...] = (),
    ) -> None:
        self.game = game
        self.state = state
        self.actions = actions
        self.usual = usual
        self.aside = aside
        self.numbers = numbers if actions else ()
        self.amounts = amounts if actions else ()
        self.runs = {run[0]: run for run in runs}
        """By its first move: moves that are made together."""
        self._amounts_by_move = {
            action: (kind, number) for kind, amount in enumerate(self.amounts) for number, action in amount.moves
        }
        self.picked_numbers: tuple[int, ...] = ()
        self.number_moves: dict[Action, frozenset[int]] = {}
        """The moves that are put together from numbers, and from which."""
        self._fill_names = say
        self.by_target: dict[int, list[Action]] = {}
        self.untargeted: list[Action] = []
        self._target: dict[Action, int] = {}
        for action in actions:
            target = game.picture.target(state, action)
            self._target[action] = target
            if target < 0:
                self.untargeted.append(action)
            else:
                self.by_target.setdefault(target, []).append(action)
        for action in self.untargeted:
            named = frozenset(action[1:]) - {0}
            if named and named.issubset(self.numbers):
                self.number_moves[action] = named
        self.targets: list[int] = list(self.by_target)
        self.selected_move: Action | None = None
        self.plan_target = -1
        self._plans: dict[int, Plan | None] = {}
        self._disambiguated: set[int] = set()
        self._cycle_index: dict[int, int] = {}
        self._sentence: dict[Action, str] = {}
        self._label: dict[Action, str] = {}
        self._select_only_choice()

    def target(self, action: Action | None) -> int:
        """The target of one of the moves, or -1."""
        return -1 if action is None else self._target.get(action, -1)

    def sentence(self, action: Action) -> str:
        """The move in a sentence."""
        if action not in self._sentence:
            self._sentence[action] = self._fill_names(self.game.text.describe(self.state, action))
        return self._sentence[action]

    def label(self, action: Action) -> str:
        """The move in a few words, for a button."""
        if action not in self._label:
            self._label[action] = self._fill_names(self.game.text.button_text(self.state, action))
        return self._label[action]

    def move_at(self, target: int) -> Action | None:
        """The move that a click on this target would make."""
        here = self.by_target.get(target)
        return here[self._cycle_index.get(target, 0)] if here else None

    def plan(self, target: int) -> Plan | None:
        """The moves that a click on this target means, when none lies there by itself."""
        if target < 0 or target in self.by_target or not self.actions:
            return None
        if target not in self._plans:
            plan = self.game.picture.plan(self.state, target)
            self._plans[target] = None if plan is None else plan._replace(text=self._fill_names(plan.text))
        return self._plans[target]

    def is_playable(self, target: int) -> bool:
        """Whether a click on a target means anything."""
        return target in self.by_target or self.plan(target) is not None

    @property
    def main_targets(self) -> list[int]:
        """The targets that the question is about."""
        return [target for target in self.targets if target not in self.aside]

    def _select_only_choice(self) -> None:
        """Choose the only move; where all are turns of one thing on one place, point at it: nothing is to be found."""
        places = self.main_targets
        if len(self.actions) == 1:
            self.choose(self.actions[0])
        elif (
            len(places) == 1
            and not self.untargeted
            and len(self.by_target[places[0]]) > 1
            and not self.has_distinct_moves(places[0])
        ):
            self.choose(self.move_at(places[0]))

    @property
    def has_selection(self) -> bool:
        """Whether a move is chosen, in part at least, or a plan pointed at."""
        return self.selected_move is not None or self.plan_target >= 0 or bool(self.picked_numbers)

    @property
    def clickable(self) -> frozenset[int]:
        """The targets that show that they can be clicked: those of moves, and the end of the plan pointed at."""
        return frozenset(self.by_target) | ({self.plan_target} if self.plan_target >= 0 else frozenset())

    @property
    def pointed_plan(self) -> Plan | None:
        """The plan pointed at."""
        return self.plan(self.plan_target)

    @property
    def text(self) -> str:
        """The move chosen or the plan pointed at in a sentence; "" for neither."""
        plan = self.pointed_plan
        return (
            plan.text
            if plan is not None
            else self.sentence(self.selected_move)
            if self.selected_move is not None
            else ""
        )

    @property
    def current_target(self) -> int:
        """The target of the move chosen or of the plan pointed at, or -1."""
        return self.plan_target if self.plan_target >= 0 else self.target(self.selected_move)

    def has_distinct_moves(self, target: int) -> bool:
        """Whether several moves lie on a target that are more than turns of the same thing."""
        return len({self.label(action) for action in self.by_target.get(target, ())}) > 1

    def is_ambiguous(self, target: int) -> bool:
        """Whether a click on a target could mean several things: nobody has gone through them yet."""
        return target not in self._disambiguated and self.has_distinct_moves(target)

    def choose(self, action: Action | None) -> bool:
        """Choose a move, or none; says whether anything changed."""
        if action is not None and action not in self._target:
            return False
        picked = tuple(sorted(self.number_moves.get(action, ()))) if action is not None else ()
        changed = action != self.selected_move or self.plan_target >= 0 or picked != self.picked_numbers
        self.selected_move, self.plan_target, self.picked_numbers = action, -1, picked
        target = self.target(action)
        if action is not None and target >= 0:
            self._cycle_index[target] = self.by_target[target].index(action)
        return changed

    def point(self, target: int) -> bool:
        """Choose what lies on a target, as the pointer passes over it; elsewhere the last choice stays."""
        action = self.move_at(target)
        if action is not None:
            return self.choose(action)
        if target == self.plan_target or self.plan(target) is None:
            return False
        self.selected_move, self.plan_target = None, target
        return True

    def missing_count(self) -> int:
        """How many numbers are still to be picked for a move; 0 when one is chosen."""
        if self.selected_move is not None:
            return 0
        fitting = [len(named) for named in self.number_moves.values() if named.issuperset(self.picked_numbers)]
        return min(fitting, default=0) - len(self.picked_numbers)

    def pick(self, number: int) -> bool:
        """Pick a number, or put it back; where there are enough the first one gives way. Says whether it was one."""
        if number not in self.numbers:
            return False
        if number in self.picked_numbers:
            picked = tuple(other for other in self.picked_numbers if other != number)
        else:
            most = max(map(len, self.number_moves.values()), default=0)
            picked = (*self.picked_numbers, number)[-most:]
        self.choose(next((action for action, named in self.number_moves.items() if named == set(picked)), None))
        self.picked_numbers = picked
        return True

    @property
    def amount_count(self) -> int:
        """How many moves are chosen by kind and number."""
        return len(self._amounts_by_move)

    def amount(self, action: Action | None) -> tuple[int, int] | None:
        """The kind and the number of a move that is chosen by these, else None."""
        return None if action is None else self._amounts_by_move.get(action)

    def choose_amount(self, kind: int, number: int) -> bool:
        """Choose a kind and its nearest number; says whether anything changed."""
        if not 0 <= kind < len(self.amounts) or not self.amounts[kind].moves:
            return False
        return self.choose(min(self.amounts[kind].moves, key=lambda move: abs(move[0] - number))[1])

    def move_count(self) -> int:
        """How many moves share the chosen target."""
        target = self.target(self.selected_move)
        return len(self.by_target[target]) if target >= 0 else 0

    def cycle_move(self, steps: int) -> bool:
        """Go on to another move on the chosen target (another rotation); says whether there is one."""
        target = self.target(self.selected_move)
        if target < 0 or len(self.by_target[target]) < 2:
            return False
        here = self.by_target[target]
        self._disambiguated.add(target)
        self._cycle_index[target] = (self._cycle_index.get(target, 0) + steps) % len(here)
        self.selected_move = here[self._cycle_index[target]]
        return True

    def step(self, steps: int) -> bool:
        """Choose the next target round the board; among moves without places, the next of these."""
        if self.targets:
            now = self.target(self.selected_move)
            if now >= 0:
                place = (self.targets.index(now) + steps) % len(self.targets)
            else:
                place = 0 if steps > 0 else len(self.targets) - 1
            return self.choose(self.move_at(self.targets[place]))
        if not self.untargeted:
            return False
        place = (
            (self.untargeted.index(self.selected_move) + steps) % len(self.untargeted)
            if self.selected_move in self.untargeted
            else 0
        )
        return self.choose(self.untargeted[place])

    @property
    def default_move(self) -> Action | None:
        """What Enter plays: the chosen move, or the usual one when nothing has to be pointed at."""
        if self.has_selection or self.numbers:
            return self.selected_move
        if not self.untargeted or self.main_targets:
            return None
        return self.usual if self.usual in self.untargeted else self.untargeted[0]
