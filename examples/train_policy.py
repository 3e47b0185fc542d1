"""Teach a small convolutional network the exact risks, and let it play (pip install torch==2.13.0).

It sees the planes of the environment, learns the risk of every unopened cell, and opens the cell
that it rates safest. Prints how often it wins before and after, and how often chance does.
"""

import argparse

import gymnasium
import numpy as np
import torch
from torch import nn

from sapper.arena.statistics import rate_interval
from sapper.batch.labels import label_games
from sapper.rules.board import Level
from sapper.rules.view import FirstClick

LEVEL = Level.NAMED["beginner"]


def network(width=48, depth=4):
    layers = [nn.Conv2d(10, width, 3, padding=1), nn.ReLU()]
    for _ in range(depth - 1):
        layers += [nn.Conv2d(width, width, 3, padding=1), nn.ReLU()]
    return nn.Sequential(*layers, nn.Conv2d(width, 1, 1))


def examples(positions, seed):
    """Return the planes of positions and the exact risks."""
    labels = label_games(
        "fast", LEVEL, FirstClick.SAFE, seed=seed, start=0, positions=positions, every=2
    )
    views = labels.view.reshape(-1, LEVEL.height, LEVEL.width)
    planes = np.stack([views == mark for mark in (*range(9), -1)], axis=1)
    return torch.tensor(planes), torch.tensor(labels.risk.reshape(views.shape))


def train(model, planes, risks, epochs, batch=128):
    adam = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(epochs):
        total = 0.0
        for rows in torch.randperm(len(planes)).split(batch):
            unopened = planes[rows, 9]
            guess = model(planes[rows].float())[:, 0][unopened]
            loss = nn.functional.binary_cross_entropy_with_logits(guess, risks[rows][unopened])
            adam.zero_grad()
            loss.backward()
            adam.step()
            total += loss.item() * len(rows)
        print(f"epoch {epoch + 1}: loss {total / len(planes):.4f}", flush=True)


def play(choose, games, seed=99):
    """Play each board once; return how many were won."""
    envs = gymnasium.make_vec("sapper.gym:sapper/Beginner-v0", num_envs=games)
    shown, infos = envs.reset(seed=seed)
    over, won = np.zeros(games, bool), np.zeros(games, bool)
    while not over.all():
        scores = np.where(infos["action_mask"], choose(shown), -np.inf)
        shown, _, terminated, _, infos = envs.step(scores.argmax(axis=1))
        won |= infos["won"] & ~over
        over |= terminated
    low, high = rate_interval(int(won.sum()), games)
    print(f"  {100 * won.mean():.1f} % [{100 * low:.1f}, {100 * high:.1f}] of {games} games won")
    return int(won.sum())


def main(positions=40_000, epochs=3, games=500, seed=1):
    torch.manual_seed(seed)
    rng, model = np.random.default_rng(seed), network()

    @torch.no_grad()
    def safest(shown):
        return -model(torch.tensor(shown).float()).flatten(1).numpy()

    print("chance:")
    wins = [play(lambda shown: rng.random((len(shown), LEVEL.board.size)), games)]
    print("the network before:")
    wins.append(play(safest, games))
    train(model, *examples(positions, seed), epochs)
    print("the network after:")
    return [*wins, play(safest, games)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in {"positions": 40_000, "epochs": 3, "games": 500, "seed": 1}.items():
        parser.add_argument(f"--{name}", type=int, default=usual)
    main(**vars(parser.parse_args()))
