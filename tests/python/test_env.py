# SPDX-License-Identifier: MIT
"""A conformance script of our own: what PettingZoo's and Gymnasium's checkers ask of environments,
written from their documented conventions, since they cannot be installed here."""
import metropole
import numpy as np
import pytest

AEC = ["metadata", "agents", "possible_agents", "agent_selection", "rewards", "terminations",
       "truncations", "infos", "observation_spaces", "action_spaces", "num_agents",
       "max_num_agents", "unwrapped"]


def check_agents(env):
    for table in (env.rewards, env.terminations, env.truncations, env.infos,
                  env._cumulative_rewards):
        assert list(table) == env.agents
    assert set(env.agents) <= set(env.possible_agents) and env.num_agents == len(env.agents)


def run_aec(env, seed, most=4000):
    """One episode by the book; what was rewarded, and the masks that were seen."""
    env.reset(seed=seed)
    for name in AEC:
        assert hasattr(env, name), name
    total = dict.fromkeys(env.possible_agents, 0.0)
    seen, rng = [], np.random.default_rng(seed)
    for agent in env.agent_iter(most):
        check_agents(env)
        assert agent == env.agent_selection
        observation, reward, termination, truncation, info = env.last()
        assert env.observation_space(agent).contains(observation)
        assert isinstance(reward, float) and isinstance(info, dict)
        assert env.last(observe=False)[0] is None
        total[agent] += reward
        if termination or truncation:
            env.step(None)
            continue
        mask = observation["action_mask"]
        assert mask.any()
        for other in env.agents:
            if other != agent:
                assert not env.observe(other)["action_mask"].any()
        action = int(rng.choice(np.flatnonzero(mask)))
        assert env.action_space(agent).contains(action)
        seen.append((agent, action))
        env.step(action)
    assert not env.agents
    return total, seen


def test_aec(game):
    env = metropole.AECEnv(game, render_mode="svg")
    total, seen = run_aec(env, 1)
    assert sum(total.values()) == pytest.approx(0, abs=1e-6) and any(total.values())
    assert run_aec(env, 1) == (total, seen)
    assert run_aec(env, 2)[1] != seen
    assert env.observation_space("player_0") is env.observation_space("player_0")
    for agent in env.possible_agents:
        space = env.observation_space(agent)
        assert space.sample() in space and "action_mask" in space and {} not in space
    env.reset(seed=4, options={})
    mask = env.last()[0]["action_mask"]
    first = np.flatnonzero(mask)[0]
    env.step(np.int32(first))  # any integer is an action
    after = env.observe("player_1")["observation"]
    env.reset(seed=4)
    env.step(int(first))
    assert np.array_equal(env.observe("player_1")["observation"], after)
    with pytest.raises(ValueError):
        env.step(None)  # only who is done may say nothing
    env.reset()
    assert env.render().startswith("<svg")
    assert env.state().dtype == np.float32
    with pytest.raises(metropole.Error):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    env.close()


def test_an_episode_can_be_cut_short(game):
    env = metropole.AECEnv(game, max_moves=60)
    run_aec(env, 3)
    env.reset(seed=3)
    while not any(env.truncations.values()) and not any(env.terminations.values()):
        mask = env.last()[0]["action_mask"]
        env.step(int(np.flatnonzero(mask)[0]))
    with pytest.raises(ValueError):
        env.step(0)


def test_gymnasium(game):
    bot = metropole.Bot("b0", iterations=1)
    for opponent in (None, bot.choose):
        env = metropole.SoloEnv(game, opponent, seat=1)
        episodes = []
        for _ in range(2):
            observation, info = env.reset(seed=5)
            assert info == {} and observation in env.observation_space
            assert env.unwrapped is env and isinstance(env.np_random, np.random.Generator)
            env.action_space.seed(5)
            steps, over = [], False
            while not over and len(steps) < 2000:
                action = env.action_space.sample(observation["action_mask"])
                observation, reward, terminated, truncated, info = env.step(action)
                assert env.observation_space.contains(observation)
                assert isinstance(terminated, bool) and isinstance(truncated, bool)
                steps.append((action, reward))
                over = terminated or truncated
            assert over and all(reward == 0 for _, reward in steps[:-1])
            assert -1.001 <= steps[-1][1] <= 1.001
            episodes.append(steps)
            with pytest.raises(ValueError):
                env.step(0)
        if opponent is None:
            assert episodes[0] == episodes[1]
        with env as same:
            assert same is env
