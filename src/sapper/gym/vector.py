"""Thousands of games as one Gymnasium vector environment, stepped in the kernel over threads.

Each step returns what Gymnasium's own vectorisation of `MinesweeperEnv` would return.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sapper.batch.running import Boards, Shown
from sapper.formatting import brief
from sapper.gym.rendering import picture
from sapper.gym.settings import PLANES, BadSetting, Observation, Settings
from sapper.rules.board import Level
from sapper.rules.errors import InvalidMove, SapperError
from sapper.rules.rendering import render_text
from sapper.rules.seeds import check_seed
from sapper.rules.view import FLAG, UNOPENED, View

RENDER_MODES = ["ansi", "rgb_array"]

Array = npt.NDArray[Any]
Infos = dict[str, Any]


class MinesweeperVectorEnv(VectorEnv[Array, Array, Array]):
    """Many games side by side; board k of seed s is `MinesweeperEnv` with the seed s + k.

    With `copy=False` the returned arrays are the kernel's own: read-only, and changed by the
    next call. Neither `copy` nor `threads` (by default one per core) changes a result.

    >>> envs = MinesweeperVectorEnv(4, "beginner", threads=1)
    >>> observation, infos = envs.reset(seed=7)
    >>> observation.shape, infos["action_mask"].shape
    ((4, 10, 9, 9), (4, 81))
    """

    def __init__(
        self,
        num_envs: int = 1,
        level: str | Level = "beginner",
        *,
        first_click: str = "safe",
        flags: bool = False,
        observation: str = "planes",
        rewards: Mapping[str, float] | None = None,
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int | None = None,
    ) -> None:
        self.settings = Settings.read(level, first_click, flags, observation, rewards)
        self._autoreset = _mode(autoreset_mode)
        self.metadata = {"render_modes": RENDER_MODES, "autoreset_mode": self._autoreset}
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadSetting(f"there is no render mode {brief(render_mode)}: use {RENDER_MODES}")
        self.render_mode = render_mode
        self.num_envs, self._copy = _positive(num_envs, "num_envs"), copy
        self.single_action_space = self.settings.action_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = space = self.settings.observation_space
        self.observation_space = batch_space(space, num_envs)
        self._shown = Shown.empty(num_envs, space.shape, space.dtype, self.settings.actions)
        limit = max_episode_steps  # to the kernel, 0 means no limit
        steps = 0 if limit is None else _positive(limit, "max_episode_steps")
        workers = os.cpu_count() or 1 if threads is None else _positive(threads, "threads")
        self._boards = self._make_boards(steps, min(workers, 1024))
        self._begun = False

    def _make_boards(self, most_steps: int, threads: int) -> Boards:
        settings = self.settings
        return Boards(
            settings.level,
            settings.first_click,
            self._shown,
            flags=settings.flags,
            observation_kind=str(settings.observation),
            autoreset=self._autoreset.value,
            most_steps=most_steps,
            rewards=dict(settings.rewards),
            threads=threads,
        )

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Array, Infos]:
        """Begin a new game on every board, or on those of `options["reset_mask"]`.

        One seed gives board k the seed + k; a list gives each board its own, where None means
        the board's next game.
        """
        self._check_open()
        requested = dict(options or {})
        chosen = self._chosen(requested.pop("reset_mask", None))
        given = self.settings.given_game(requested)
        seeds = self._seeds_of(seed)
        super().reset(seed=seed if isinstance(seed, int) else None)
        self._boards.begin(chosen, *self._fresh_seeds(seeds))
        self._begun = True
        if given is not None:
            self._boards.begin_on(chosen, given)
        return self._hand_out(self._shown.observation), self._infos(chosen)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Infos]:
        """Act on every board; raise InvalidMove, and change nothing, if an action is invalid."""
        self._check_open()
        if not self._begun:
            raise InvalidMove("reset the environment before the first step")
        shown = self._shown
        self._boards.step(self._numbers(actions))
        infos = self._infos(np.ones(self.num_envs, np.bool_))
        if self._autoreset is AutoresetMode.SAME_STEP:
            infos |= self._final_infos(shown.terminated | shown.truncated)
        shared = (shown.observation, shown.reward, shown.terminated, shown.truncated)
        observation, reward, terminated, truncated = map(self._hand_out, shared)
        return observation, reward, terminated, truncated, infos

    def _check_open(self) -> None:
        if self.closed:
            raise InvalidMove("this environment is closed: make a new one")

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise SapperError(
            "a vector environment can be neither copied nor pickled: its games are in the kernel; "
            "make a new one, and reset it with the same seed"
        )

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal, one row per board."""
        return self._shown.mask.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """Draw every board, as text or as an array of pixels."""
        if self.render_mode is None:
            return None
        draw = picture if self.render_mode == "rgb_array" else self._text
        return tuple(draw(marks) for marks in self._marks())

    def _fresh_seeds(
        self, seeds: list[int | None]
    ) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.uint64]]:
        """Return which boards get a new seed, and the seeds; the first reset draws missing ones."""
        fresh = np.array([seed is not None for seed in seeds])
        drawn = np.zeros(self.num_envs, np.uint64)
        if not self._begun and not fresh.all():
            drawn = self.np_random.integers(2**63, size=self.num_envs, dtype=np.uint64)
        chosen = [old if new is None else new for old, new in zip(drawn, seeds, strict=True)]
        return fresh | (not self._begun), np.array(chosen, np.uint64)

    def _seeds_of(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, Iterable):
            seeds = list(seed)
        else:
            first, _ = check_seed(seed, 0)
            seeds = [first + k for k in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise BadSetting(f"{len(seeds)} seeds do not fit {self.num_envs} boards")
        return [None if one is None else check_seed(one, 0)[0] for one in seeds]

    def _numbers(self, actions: Any) -> npt.NDArray[np.int64]:
        try:
            numbers = np.asarray(actions)
        except ValueError:
            numbers = np.empty(0)
        if numbers.dtype.kind not in "iu" or numbers.shape != (self.num_envs,):
            raise InvalidMove(f"actions are {self.num_envs} whole numbers, one per board")
        return np.ascontiguousarray(numbers, np.int64)

    def _chosen(self, mask: Any) -> npt.NDArray[np.bool_]:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        chosen = np.asarray(mask)
        if chosen.dtype != np.bool_ or chosen.shape != (self.num_envs,) or not chosen.any():
            raise BadSetting("reset_mask has one bool for each board, and at least one True")
        if not self._begun and not chosen.all():
            raise BadSetting("the first reset must reset all boards")
        return np.ascontiguousarray(chosen)

    def _hand_out(self, array: Array) -> Array:
        if self._copy:
            return array.copy()
        shared = array.view()
        shared.flags.writeable = False
        return shared

    def _infos(self, chosen: npt.NDArray[np.bool_]) -> Infos:
        mask, won = self._hand_out(self._shown.mask), self._hand_out(self._shown.won)
        if not chosen.all():
            mask, won = np.where(chosen[:, np.newaxis], mask, np.int8(0)), won & chosen
        return {"action_mask": mask, "_action_mask": chosen, "won": won, "_won": chosen.copy()}

    def _final_infos(self, over: npt.NDArray[np.bool_]) -> Infos:
        """Return the last observation of the boards that ended and restarted in this step."""
        shown, ended = self._shown, np.flatnonzero(over)
        if not len(ended):
            return {}
        final = np.full(self.num_envs, None, dtype=object)
        kept = shown.final_observation[ended]
        for row, place in enumerate(ended):
            final[place] = kept[row]
        mask = np.zeros_like(shown.final_mask)
        mask[ended] = shown.final_mask[ended]
        info = {"action_mask": mask, "won": shown.final_won & over}
        info |= {"_action_mask": over.copy(), "_won": over.copy()}
        ends = {"final_obs": final, "final_info": info}
        return ends | {"_final_obs": over.copy(), "_final_info": over.copy()}

    def _marks(self) -> npt.NDArray[np.int8]:
        """Return the boards as views mark them."""
        shown = self._shown.observation
        if self.settings.observation is Observation.CODES:
            return shown
        numbers = shown[:, : PLANES - 1].argmax(axis=1).astype(np.int8)
        marks = np.where(shown[:, PLANES - 1] > 0, np.int8(UNOPENED), numbers)
        if self.settings.flags:
            marks[shown[:, PLANES] > 0] = FLAG
        return marks

    def _text(self, marks: npt.NDArray[np.int8]) -> str:
        rule = self.settings.first_click
        return render_text(View.of(marks.tolist(), self.settings.level.mines, rule))


def _mode(mode: str | AutoresetMode) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        modes = ", ".join(mode.value for mode in AutoresetMode)
        raise BadSetting(f"there is no autoreset mode {brief(mode)}: use {modes}") from None


def _positive(number: int, name: str) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise BadSetting(f"{name} is a whole number from 1 on, not {brief(number)}")
    return number
