"""Measure steps per second of one environment, of Gymnasium's vectorisation and of the native one.

    python benchmarks gym [--boards 1024] [--seconds 3]

Every run plays random legal actions with autoreset. Choosing them costs the same for all and
is left out of the time. What is printed is the median of five runs, with the least and the most.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

RUNS = 5
IDS = {"9x9/10": "sapper.gym:sapper/Beginner-v0", "30x16/99": "sapper.gym:sapper/Expert-v0"}


def choose(rng: np.random.Generator, masks: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
    """Draw a legal action for each board."""
    return np.asarray((rng.random(masks.shape, np.float32) * masks).argmax(axis=-1))


def rate(step: Callable[[npt.NDArray[Any]], npt.NDArray[Any]], masks: Any, seconds: float) -> float:
    """Return steps per second; `step` acts and returns the masks for the next actions."""
    rng, spent, steps = np.random.default_rng(1), 0.0, 0
    while spent < seconds:
        actions = choose(rng, masks)
        start = time.perf_counter()
        masks = step(actions)
        spent += time.perf_counter() - start
        steps += actions.size
    return steps / spent


def single(id: str, boards: int, seconds: float) -> float:
    env = gymnasium.make(id)
    _, info = env.reset(seed=1)

    def step(action: npt.NDArray[Any]) -> npt.NDArray[Any]:
        *_, terminated, _, info = env.step(int(action))
        if terminated:
            _, info = env.reset()
        return np.asarray(info["action_mask"])

    return rate(step, info["action_mask"], seconds)


def vector(mode: str, **settings: Any) -> Callable[[str, int, float], float]:
    def measure(id: str, boards: int, seconds: float) -> float:
        env = gymnasium.make_vec(id, boards, mode, **settings)
        _, infos = env.reset(seed=1)
        return rate(
            lambda actions: env.step(actions)[4]["action_mask"], infos["action_mask"], seconds
        )

    return measure


def measured(measure: Callable[..., float], id: str, boards: int, seconds: float) -> list[float]:
    return sorted(measure(id, boards, seconds / RUNS) for _ in range(RUNS))


def report(name: str, rates: list[float], base: float | None) -> None:
    times = "" if base is None else f"  {median(rates) / base:7.1f} x sync"
    spread = f"[{rates[0]:,.0f}, {rates[-1]:,.0f}]"
    print(f"  {name:34}{median(rates):12,.0f} steps/s  {spread:26}{times}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=5.0)
    options = parser.parse_args()
    native = "vector_entry_point"
    kinds: dict[str, Callable[..., float]] = {
        "native, planes": vector(native),
        "native, planes, shared arrays": vector(native, copy=False),
        "native, codes, shared arrays": vector(native, copy=False, observation="codes"),
        "native, planes, one thread": vector(native, threads=1),
        "native, exact risks": vector(native, observation="risks"),
    }
    for level, id in IDS.items():
        print(f"{level}, {options.boards} boards, random legal actions")
        report("single environment", measured(single, id, 1, options.seconds), None)
        sync = measured(vector("sync"), id, options.boards, options.seconds)
        report("Gymnasium's SyncVectorEnv, planes", sync, None)
        for name, measure in kinds.items():
            rates = measured(measure, id, options.boards, options.seconds)
            report(name, rates, median(sync))


if __name__ == "__main__":
    main()
