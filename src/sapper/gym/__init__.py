"""Gymnasium environments: a learner acts on cells, sees the view, and never the mines.

Importing this module registers `sapper/Minesweeper-v0` and one id for each named level;
`gymnasium.make("sapper.gym:sapper/Expert-v0")` imports it automatically.
"""

try:
    from gymnasium.envs.registration import register, registry
except ImportError:
    raise ImportError("sapper.gym needs Gymnasium: pip install gymnasium") from None

from sapper.gym.environment import MinesweeperEnv
from sapper.gym.settings import REWARDS, Settings
from sapper.gym.vector import MinesweeperVectorEnv

__all__ = ["IDS", "REWARDS", "MinesweeperEnv", "MinesweeperVectorEnv", "Settings"]

IDS = {
    "sapper/Minesweeper-v0": {},
    "sapper/Beginner-v0": {"level": "beginner"},
    "sapper/Intermediate-v0": {"level": "intermediate"},
    "sapper/Expert-v0": {"level": "expert"},
}
"""The ids, each with the settings that it fixes."""

# Gymnasium's wrappers would hide `action_masks`; the environment checks the order of calls itself.
for _id, _fixed in IDS.items():
    if _id not in registry:
        register(
            _id,
            entry_point="sapper.gym.environment:MinesweeperEnv",
            vector_entry_point="sapper.gym.vector:MinesweeperVectorEnv",
            kwargs=_fixed,
            order_enforce=False,
            disable_env_checker=True,
        )
