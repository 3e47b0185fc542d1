"""Compare the speed of two installed versions of Sapper, in one run.

    python benchmarks/compare.py OLD/.venv/bin/python [--rounds 5]

Both do the same work by turns, in processes of their own, so that a noisy machine is noisy
for both. What is printed is the least CPU time of each, and the ratio: above 1, the version
that runs this script is slower. The answers are compared as well.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

SETUP = """
import sys
from time import process_time
import numpy as np
import sapper
from sapper import FirstClick, Game, Level, Outcome
from sapper.arena.chunk import Contest, Task, play_chunk

EXPERT = Level.NAMED["expert"]

def played(player, games):
    contest = Contest(player, EXPERT, FirstClick.SAFE, 3)
    return play_chunk(Task(contest, 0, 0, games)).signature

def views():
    for index in range(40):
        game = Game(EXPERT, seed=5, index=index, first_click=FirstClick.ZERO)
        game.open((8, 15))
        for cell in sorted(sapper.analyse(game.view).safe):
            if game.outcome is Outcome.PLAYING and not game.view.is_opened(cell):
                game.open(cell)
        yield game.view
"""

TASKS = {
    "engine: analyse 40 expert views, 50 times": """
kept = list(views())
def work():
    return sum(round(float(np.nansum(sapper.analyse(v).risk)), 6) for v in kept * 50)
""",
    "knowledge: explain what is certain in them": """
kept = [(v, c) for v in views() for c in sorted(sapper.analyse(v).safe)[:5]]
def work():
    return len([sapper.explain(v, c).tier for v, c in kept])
""",
    "boards: 2,000 expert boards without guessing": """
def work():
    made = sapper.generate_many(EXPERT, count=2000, first=(8, 15), seed=1)
    return sum(b.layout.mask.find(1) for b in made)
""",
    "gym: 300 steps of 1,024 expert boards": """
import gymnasium
env = gymnasium.make_vec("sapper.gym:sapper/Expert-v0", 1024, "vector_entry_point")
def work():
    rng, total = np.random.default_rng(1), 0.0
    mask = env.reset(seed=1)[1]["action_mask"]
    for _ in range(300):
        step = env.step((rng.random(mask.shape, np.float32) * mask).argmax(axis=-1))
        mask, total = step[4]["action_mask"], total + float(step[1].sum())
    return round(total, 6)
""",
    "players: 1,000 expert games of master": "def work(): return played('master', 1000)\n",
    "players: 4,000 expert games of fast": "def work(): return played('fast', 4000)\n",
    "arena: 300 expert games of random": "def work(): return played('random', 300)\n",
    "arena: 40 expert games of textbook": "def work(): return played('textbook', 40)\n",
    "arena: 40 expert games of least-risk": "def work(): return played('least-risk', 40)\n",
}

RUN = """
work()
start = process_time()
answer = work()
print(process_time() - start, answer)
"""


def measure(python: str, task: str) -> tuple[float, str]:
    """Return the CPU seconds that the second run of a task takes, and its answer."""
    told = subprocess.run(
        [python, "-c", SETUP + task + RUN], capture_output=True, text=True, check=True
    )
    seconds, _, answer = told.stdout.strip().partition(" ")
    return float(seconds), answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("python", help="the Python of the other version's environment")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(f"{'CPU seconds':46} {'other':>8} {'this':>8} {'ratio':>6}  answers")
    for name, task in TASKS.items():
        least, answers = [float("inf")] * 2, set()
        for _ in range(options.rounds):
            for side, python in enumerate((options.python, sys.executable)):
                seconds, answer = measure(python, task)
                least[side] = min(least[side], seconds)
                answers.add(answer)
        same = "the same" if len(answers) == 1 else "DIFFER"
        print(f"{name:46} {least[0]:8.3f} {least[1]:8.3f} {least[1] / least[0]:6.2f}  {same}")


if __name__ == "__main__":
    main()
