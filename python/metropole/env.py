# SPDX-License-Identifier: MIT
"""Environments with the call conventions of PettingZoo (AEC) and Gymnasium.

Neither package is needed: the classes have the methods and attributes that code written for them
calls. Observations are dictionaries with `observation` and `action_mask`, as PettingZoo's games have
them; actions are the dense ones of batches. Where a move is a set, it takes several actions of the
same agent.
"""
from __future__ import annotations

from typing import Any, Callable, Iterator

import numpy as np

from .game import Game, Match


class Discrete:
    """The numbers 0 … n-1; as much of a Gymnasium space as is used."""

    dtype = np.dtype(np.int64)
    shape: tuple[int, ...] = ()

    def __init__(self, n: int, seed: int | None = None) -> None:
        self.n, self.start = n, 0
        self._rng = np.random.default_rng(seed)

    def seed(self, seed: int | None = None) -> None:
        self._rng = np.random.default_rng(seed)

    def sample(self, mask: np.ndarray | None = None) -> int:
        if mask is None:
            return int(self._rng.integers(self.n))
        return int(self._rng.choice(np.flatnonzero(mask)))

    def contains(self, x: Any) -> bool:
        return isinstance(x, (int, np.integer)) and 0 <= int(x) < self.n

    __contains__ = contains

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discrete) and other.n == self.n

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class Box:
    """Arrays of one shape and type, between two bounds."""

    def __init__(self, low: float, high: float, shape: tuple[int, ...], dtype: Any) -> None:
        self.shape, self.dtype = shape, np.dtype(dtype)
        self.low, self.high = (np.full(shape, bound, dtype) for bound in (low, high))
        self._rng = np.random.default_rng()

    def seed(self, seed: int | None = None) -> None:
        self._rng = np.random.default_rng(seed)

    def sample(self) -> np.ndarray:
        low, high = np.maximum(self.low, -1000), np.minimum(self.high, 1000)
        if np.issubdtype(self.dtype, np.integer):
            return self._rng.integers(low, high, self.shape, endpoint=True).astype(self.dtype)
        return self._rng.uniform(low, high).astype(self.dtype)

    def contains(self, x: Any) -> bool:
        return (isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype
                and bool(np.all(x >= self.low)) and bool(np.all(x <= self.high)))

    __contains__ = contains

    def __repr__(self) -> str:
        return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"


class Dict(dict):
    """A space for each key."""

    def sample(self) -> dict[str, Any]:
        return {key: space.sample() for key, space in self.items()}

    def seed(self, seed: int | None = None) -> None:
        for space in self.values():
            space.seed(seed)

    def contains(self, x: Any) -> bool:
        return isinstance(x, dict) and x.keys() == self.keys() and all(
            space.contains(x[key]) for key, space in self.items())

    def __contains__(self, x: object) -> bool:
        """`observation in space`, as Gymnasium's checkers ask; a key of its own too."""
        return self.contains(x) if isinstance(x, dict) else super().__contains__(x)

    @property
    def spaces(self) -> dict[str, Any]:
        return dict(self)


def _space(game: Game) -> Dict:
    return Dict(observation=Box(-np.inf, np.inf, (game.observation_size,), np.float32),
                action_mask=Box(0, 1, (game.num_actions,), np.int8))


def _observe(match: Match, seat: int, begun: list[int]) -> dict[str, np.ndarray]:
    begun = begun if match.turn == seat else []
    return {"observation": match.observation(seat, begun),
            "action_mask": match.legal_mask(seat, begun).astype(np.int8)}


class AECEnv:
    """One match at a time, agent by agent (PettingZoo's AEC).

    >>> from metropole import games
    >>> env = AECEnv(Game(games()[0]))
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter(20):
    ...     observation, reward, termination, truncation, info = env.last()
    ...     over = termination or truncation
    ...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    """

    metadata: dict[str, Any] = {"name": "metropole_v0", "render_modes": ["ansi", "svg"],
                                "is_parallelizable": False}

    def __init__(self, game: Game, render_mode: str | None = None, max_moves: int = 20000) -> None:
        self.game, self.render_mode, self.max_moves = game, render_mode, max_moves
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: _space(game) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(game.num_actions) for agent in self.possible_agents}
        self._seed = 0

    @property
    def unwrapped(self) -> AECEnv:
        return self

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; without a seed the next of a fixed sequence."""
        self._seed = self._seed + 1 if seed is None else seed
        self.match = self.game.match(self._seed)
        self._begun: list[int] = []
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.match.turn]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        return _observe(self.match, self._seats[agent], self._begun)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._remove(agent, action)
            return
        if action is None:
            raise ValueError("an agent that is not done has to act")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        actions = self._begun + [int(action)]
        move = self.match.decode(actions)
        self._begun = actions if move is None else []
        if move is not None:
            self.match.apply(move)
        self._settle()
        for name in self.agents:
            self._cumulative_rewards[name] += self.rewards[name]

    def _settle(self) -> None:
        """Rewards and ends after a move; an even share is worth nothing, the whole win 1."""
        if self.match.is_over:
            shares, even = self.match.returns(), 1 / self.game.players
            won = any(shares)
            for agent, seat in self._seats.items():
                worth = (shares[seat] - even) / (1 - even) if won else 0.0
                self.rewards[agent] = worth
                self.terminations[agent] = True
        elif len(self.match) >= self.max_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.match.turn]
            return
        self.agent_selection = self.agents[0]

    def _remove(self, agent: str, action: int | None) -> None:
        if action is not None:
            raise ValueError("an agent that is done can only act with None")
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations,
                      self.infos):
            del table[agent]
        self.agents.remove(agent)
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 2 ** 63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.match.svg()
        return str(self.match) if self.render_mode == "ansi" else None

    def state(self) -> np.ndarray:
        """What all seats know together, one after the other."""
        return np.concatenate([self.match.observation(seat) for seat in range(self.game.players)])

    def close(self) -> None:
        self.agents = []


class SoloEnv:
    """One seat against opponents that choose for themselves (Gymnasium's convention).

    >>> from metropole import games
    >>> env = SoloEnv(Game(games()[0]))
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(
    ...     env.action_space.sample(observation["action_mask"]))
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"]}
    spec = None
    reward_range = (-1.0, 1.0)

    def __init__(self, game: Game, opponent: Callable[[Match], int] | None = None, seat: int = 0,
                 render_mode: str | None = None, max_moves: int = 20000) -> None:
        self._env = AECEnv(game, render_mode, max_moves)
        self.game, self.seat, self.render_mode = game, seat, render_mode
        self._opponent = opponent
        self._rng = np.random.default_rng(0)
        self.observation_space = _space(game)
        self.action_space = Discrete(game.num_actions)

    @property
    def unwrapped(self) -> SoloEnv:
        return self

    @property
    def np_random(self) -> np.random.Generator:
        """What the opponents without a mind of their own draw from."""
        return self._rng

    def __enter__(self) -> SoloEnv:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def match(self) -> Match:
        return self._env.match

    def _others(self) -> None:
        """Lets the others play until the seat is on turn, or nobody is."""
        match = self._env.match
        while not match.is_over and match.turn != self.seat and len(match) < self._env.max_moves:
            moves = match.legal_actions()
            match.apply(self._opponent(match) if self._opponent else
                        moves[self._rng.integers(len(moves))])
        self._env._settle()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None
              ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._env.reset(seed=seed)
        self._others()
        return self._env.observe(self._agent), {}

    @property
    def _agent(self) -> str:
        return self._env.possible_agents[self.seat]

    def step(self, action: int
             ) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        env = self._env
        if env.terminations[self._agent] or env.truncations[self._agent]:
            raise ValueError("the match is over: reset first")
        env.step(action)
        if not env._begun:
            self._others()
        return (env.observe(self._agent), env.rewards[self._agent], env.terminations[self._agent],
                env.truncations[self._agent], {})

    def render(self) -> str | None:
        return self._env.render()

    def close(self) -> None:
        self._env.close()
