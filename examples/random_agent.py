"""A random agent that minds the mask: 1,024 boards at once, a few thousand games."""

import gymnasium
import numpy as np


def main(boards=1024, steps=100, seed=1):
    envs = gymnasium.make_vec("sapper.gym:sapper/Beginner-v0", num_envs=boards)
    rng = np.random.default_rng(seed)
    _, infos = envs.reset(seed=seed)
    games = wins = 0
    for _ in range(steps):
        actions = (rng.random(infos["action_mask"].shape) * infos["action_mask"]).argmax(axis=1)
        _, _, terminated, _, infos = envs.step(actions)
        games += int(terminated.sum())
        wins += int(infos["won"].sum())
    print(f"{games} games, {wins} won: {100 * wins / games:.2f} %")
    return games, wins


if __name__ == "__main__":
    main()
