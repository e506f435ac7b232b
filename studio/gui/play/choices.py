"""The legal moves of a position, sorted into targets, plans and buttons, and the selection among them."""

from __future__ import annotations

from collections.abc import Callable

from studio.core.game import Action, State
from studio.core.panel import Panel, Plan
from studio.core.plugin import Game


class Choices:
    """The legal moves of the seat to move: by target or without one, and what is selected of them.

    Several moves on one target (such as rotations of a tile) are cycled through. A target without a move of its own
    may have a plan. Either a move is selected or a plan is pointed at, never both. Texts and plans are made on demand,
    because a position may have hundreds of moves.

    `usual` is the move that Enter plays if nothing is selected (None: the first without a target); `aside` are targets
    of moves that are always possible, such as buying goods; `numbers` are the numbers that moves are put together from;
    `amounts` are moves chosen by kind and number. Only the controller changes the selection.
    """

    def __init__(
        self, game: Game, state: State, actions: list[Action], panel: Panel, say: Callable[[str], str] = str
    ) -> None:
        """`panel` is that of the position; `say` fills in seat names."""
        self.game = game
        self.state = state
        self.actions = actions
        self.usual, self.aside = panel.default_move, panel.quiet_targets
        self.numbers = panel.numbers if actions else ()
        self.amounts = panel.amounts if actions else ()
        self.runs = {run[0]: run for run in panel.move_runs}  # by first move: moves that are played together
        self._amounts_by_move = {
            action: (kind, number) for kind, amount in enumerate(self.amounts) for number, action in amount.moves
        }
        self.picked_numbers: tuple[int, ...] = ()
        self.number_moves: dict[Action, frozenset[int]] = {}  # moves made of numbers, and of which
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
        """Return the target of a move, or -1."""
        return -1 if action is None else self._target.get(action, -1)

    def sentence(self, action: Action) -> str:
        if action not in self._sentence:
            self._sentence[action] = self._fill_names(self.game.text.describe(self.state, action))
        return self._sentence[action]

    def label(self, action: Action) -> str:
        if action not in self._label:
            self._label[action] = self._fill_names(self.game.text.button_text(self.state, action))
        return self._label[action]

    def move_at(self, target: int) -> Action | None:
        here = self.by_target.get(target)
        return here[self._cycle_index.get(target, 0)] if here else None

    def plan(self, target: int) -> Plan | None:
        """Return the moves that a click on this target means if it has no move of its own."""
        if target < 0 or target in self.by_target or not self.actions:
            return None
        if target not in self._plans:
            plan = self.game.picture.plan(self.state, target)
            self._plans[target] = None if plan is None else plan._replace(text=self._fill_names(plan.text))
        return self._plans[target]

    def is_playable(self, target: int) -> bool:
        return target in self.by_target or self.plan(target) is not None

    @property
    def main_targets(self) -> list[int]:
        return [target for target in self.targets if target not in self.aside]

    def _select_only_choice(self) -> None:
        """Select the only move, or the only place if all moves there are rotations of the same thing."""
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
        """Whether a move is selected, at least in part, or a plan is pointed at."""
        return self.selected_move is not None or self.plan_target >= 0 or bool(self.picked_numbers)

    @property
    def clickable(self) -> frozenset[int]:
        """The targets drawn as clickable: those of moves, and the end of the plan pointed at."""
        return frozenset(self.by_target) | ({self.plan_target} if self.plan_target >= 0 else frozenset())

    @property
    def pointed_plan(self) -> Plan | None:
        return self.plan(self.plan_target)

    @property
    def text(self) -> str:
        plan = self.pointed_plan
        if plan is not None:
            return plan.text
        return "" if self.selected_move is None else self.sentence(self.selected_move)

    @property
    def current_target(self) -> int:
        """The target of the selected move or the plan, or -1."""
        return self.plan_target if self.plan_target >= 0 else self.target(self.selected_move)

    def has_distinct_moves(self, target: int) -> bool:
        """Whether the moves on a target are more than rotations of the same thing."""
        return len({self.label(action) for action in self.by_target.get(target, ())}) > 1

    def is_ambiguous(self, target: int) -> bool:
        """Whether a click on a target could mean different moves, none of which the user has cycled to."""
        return target not in self._disambiguated and self.has_distinct_moves(target)

    def choose(self, action: Action | None) -> bool:
        """Select a move, or none; returns whether anything changed."""
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
        """Select the move or plan on a target; without one the selection stays. Returns whether anything changed."""
        action = self.move_at(target)
        if action is not None:
            return self.choose(action)
        if target == self.plan_target or self.plan(target) is None:
            return False
        self.selected_move, self.plan_target = None, target
        return True

    def missing_count(self) -> int:
        """Return how many numbers are still to be picked for a move; 0 if one is selected."""
        if self.selected_move is not None:
            return 0
        fitting = [len(named) for named in self.number_moves.values() if named.issuperset(self.picked_numbers)]
        return min(fitting, default=0) - len(self.picked_numbers)

    def pick(self, number: int) -> bool:
        """Pick or drop a number; if enough are picked, the first one is dropped. Returns whether it is offered."""
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
    def ending_move(self) -> Action | None:
        """The move that passes or ends a turn or an expedition: in every game the last one without operands."""
        return next((action for action in reversed(self.untargeted) if len(action) == 1), None)

    @property
    def amount_count(self) -> int:
        return len(self._amounts_by_move)

    def amount(self, action: Action | None) -> tuple[int, int] | None:
        """Return kind and number of a move that is chosen by them, else None."""
        return None if action is None else self._amounts_by_move.get(action)

    def choose_amount(self, kind: int, number: int) -> bool:
        """Select the move of a kind with the nearest number; returns whether anything changed."""
        if not 0 <= kind < len(self.amounts) or not self.amounts[kind].moves:
            return False
        return self.choose(min(self.amounts[kind].moves, key=lambda move: abs(move[0] - number))[1])

    def move_count(self) -> int:
        """Return how many moves share the selected target."""
        target = self.target(self.selected_move)
        return len(self.by_target[target]) if target >= 0 else 0

    def cycle_move(self, steps: int) -> bool:
        """Select another move on the selected target; returns whether there is one."""
        target = self.target(self.selected_move)
        if target < 0 or len(self.by_target[target]) < 2:
            return False
        here = self.by_target[target]
        self._disambiguated.add(target)
        self._cycle_index[target] = (self._cycle_index.get(target, 0) + steps) % len(here)
        self.selected_move = here[self._cycle_index[target]]
        return True

    def step(self, steps: int) -> bool:
        """Select the next target in board order; without targets, the next move."""
        if self.targets:
            now = self.target(self.selected_move)
            if now >= 0:
                place = (self.targets.index(now) + steps) % len(self.targets)
            else:
                place = 0 if steps > 0 else len(self.targets) - 1
            return self.choose(self.move_at(self.targets[place]))
        if not self.untargeted:
            return False
        if self.selected_move not in self.untargeted:
            return self.choose(self.untargeted[0])
        return self.choose(self.untargeted[(self.untargeted.index(self.selected_move) + steps) % len(self.untargeted)])

    @property
    def default_move(self) -> Action | None:
        """The move that Enter plays: the selected one, or the usual one if none has to be selected."""
        if self.has_selection or self.numbers:
            return self.selected_move
        if not self.untargeted or self.main_targets:
            return None
        return self.usual if self.usual in self.untargeted else self.untargeted[0]
