"""Compare the speed of two installed versions of Sapper, in one run.

    python benchmarks compare OLD/.venv/bin/python [--rounds 7] [--only arena]

In each round both do the same work, one right after the other, in separate processes, so
that a noisy machine is noisy for both; every other round the other begins. What is printed is
the median CPU time of each, with that of the processes it started, and the median of the rounds'
ratios: above 1, the version that runs this script is slower. The answers are compared as well.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from statistics import median

SETUP = """
import resource, sys
import numpy as np
import sapper
from sapper import FirstClick, Game, Level, Outcome
from sapper.arena.chunk import Contest, Task, play_chunk
from sapper.players.host import close_programs

EXPERT = Level.NAMED["expert"]

def played(player, games):
    contest = Contest(player, EXPERT, FirstClick.SAFE, 3)
    return play_chunk(Task(contest, 0, 0, games)).signature

def foreign(player, games):
    contest = Contest(player, EXPERT, FirstClick.SAFE, 3)
    result = play_chunk(Task(contest, 0, 0, games))
    close_programs()
    return result.moves, int(result.won.sum())

def cpu_seconds():
    whose = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, whose))

def views():
    for index in range(40):
        game = Game(EXPERT, seed=5, index=index, first_click=FirstClick.ZERO)
        game.open((8, 15))
        for cell in sorted(sapper.analyse(game.view).safe):
            if game.outcome is Outcome.PLAYING and not game.view.is_opened(cell):
                game.open(cell)
        yield game.view
"""

# Both open the unopened cells in order.
CLASS = """
from sapper.players import Move
class FirstCell:
    def __init__(self, seed): pass
    def move(self, view):
        cell = next(cell for cell in view.board if not view.is_opened(cell))
        return Move(cell, False, "the first")
"""

PROGRAM = """
import sys
opened = set()
for line in sys.stdin:
    word, *rest = line.split()
    if word == "hello":
        print("hello 1 first cell", flush=True)
    elif word == "new":
        width, opened = int(rest[0]), set()
    elif word == "open":
        opened.add((int(rest[0]), int(rest[1])))
    elif word == "go":
        place = next(n for n in range(10**6) if divmod(n, width) not in opened)
        print("move", *divmod(place, width), flush=True)
"""

SERVER = """
import asyncio, httpx, tempfile
from pathlib import Path
from sapper.web.carriers.app import create_app

async def answers(folder, ask):
    app = create_app(Path(folder, "games.sqlite"))
    transport = httpx.ASGITransport(app)
    async with app.router.lifespan_context(app):
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            game = (await client.post("/api/games", json={"level": "expert", "seed": 1})).json()
            url = "/api/games/" + game["id"]
            return {(await ask(client, url, n)).status_code for n in range(NUMBER)}

def work():
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(answers(folder, ask))
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
    "server: 2,000 clicks on an expert board": f"""
NUMBER = 2000
{SERVER}
def ask(client, game, n):
    click = {{"action": "flag", "row": n % 16, "column": n % 29}}
    return client.post(game + "/actions", json=click)
""",
    "server: 150 overlays, with their process": f"""
NUMBER = 150
{SERVER}
def ask(client, game, n):
    return client.post(game + "/overlay")
""",
    "players: 1,000 expert games of master": "def work(): return played('master', 1000)\n",
    "players: 4,000 expert games of fast": "def work(): return played('fast', 4000)\n",
    "arena: 1,000 expert games of random": "def work(): return played('random', 1000)\n",
    "arena: 100 expert games of textbook": "def work(): return played('textbook', 100)\n",
    "arena: 200 expert games of a class": f"""
import tempfile
folder = tempfile.TemporaryDirectory()
open(folder.name + "/first_cell.py", "w").write({CLASS!r})
sys.path.insert(0, folder.name)
def work(): return foreign("first_cell:FirstCell", 200)
""",
    "arena: 200 expert games of a program": f"""
import tempfile
folder = tempfile.TemporaryDirectory()
open(folder.name + "/program.py", "w").write({PROGRAM!r})
def work(): return foreign(f"cmd:{{sys.executable}} {{folder.name}}/program.py", 200)
""",
    "arena: 60 expert games of least-risk": "def work(): return played('least-risk', 60)\n",
}

RUN = """
work()
start = cpu_seconds()
answer = work()
print(cpu_seconds() - start, answer)
"""


def measure(python: str, task: str) -> tuple[float, str]:
    """Return the CPU seconds that the second run of a task takes, and its answer."""
    run = subprocess.run(
        [python, "-c", SETUP + task + RUN], capture_output=True, text=True, check=True
    )
    seconds, _, answer = run.stdout.strip().partition(" ")
    return float(seconds), answer


def compared(
    pythons: tuple[str, str], task: str, count: int
) -> tuple[list[tuple[float, float]], set[str]]:
    """Return the CPU seconds of both versions in each round, and all answers."""
    rounds, answers = [], set()
    for number in range(count):
        order = (0, 1) if number % 2 else (1, 0)
        found = {side: measure(pythons[side], task) for side in order}
        answers |= {answer for _, answer in found.values()}
        rounds.append((found[0][0], found[1][0]))
    return rounds, answers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("python", help="the Python of the other version's environment")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="", help="the beginning of the names of tasks")
    options = parser.parse_args()
    print(f"{'CPU seconds':46} {'other':>8} {'this':>8} {'ratio':>6}  answers")
    for name, task in TASKS.items():
        if not name.startswith(options.only):
            continue
        rounds, answers = compared((options.python, sys.executable), task, options.rounds)
        other, this = (median(seconds) for seconds in zip(*rounds, strict=True))
        ratio = median(this / other for other, this in rounds)
        same = "the same" if len(answers) == 1 else "DIFFER"
        print(f"{name:46} {other:8.3f} {this:8.3f} {ratio:6.2f}  {same}", flush=True)


if __name__ == "__main__":
    main()
