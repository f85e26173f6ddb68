# SPDX-License-Identifier: MIT
"""A net in whole numbers, as ai/net.c has it: made from what was trained, reckoned, written."""
import numpy as np

FIRST_UNIT, SECOND_UNIT, UNIT = 256, 64, 128  # what is 1 in each layer's weights
CLIPPED = 127


class Net:
    """Weights as arrays of whole numbers, in the order of the file."""

    def __init__(self, players, inputs, first, first_bias, second, second_bias, out):
        self.players, self.inputs = players, inputs
        self.first, self.first_bias = first, first_bias
        self.second, self.second_bias, self.out = second, second_bias, out

    @classmethod
    def quantised(cls, players, inputs, parts):
        """From floating numbers, by layer."""
        units = FIRST_UNIT, FIRST_UNIT, SECOND_UNIT, UNIT, UNIT
        return cls(players, inputs, *(np.rint(np.asarray(part) * unit).astype(np.int64)
                                      for part, unit in zip(parts, units)))

    def strengths(self, on):
        """What speaks for each seat, in parts of 2^14, for rows of inputs by position and seat."""
        rows = self.first.reshape(self.players, self.inputs, -1)
        rows = np.concatenate([rows, np.zeros_like(rows[:, :1])], axis=1)
        out = []
        for seat in range(self.players):
            total = self.first_bias + sum(
                rows[(other - seat) % self.players][on[:, other]].sum(axis=1)
                for other in range(self.players))
            hidden = np.clip(total, 0, None) >> 1
            hidden = np.minimum(hidden, CLIPPED)
            second = (hidden @ self.second + self.second_bias * 64) >> 6
            out.append(np.clip(second, 0, CLIPPED) @ self.out)
        return np.stack(out, axis=1)

    def shares(self, on):
        strength = self.strengths(on) / 16384
        power = np.exp(strength - strength.max(axis=1, keepdims=True))
        return power / power.sum(axis=1, keepdims=True)

    def numbers(self):
        return np.concatenate([part.ravel() for part in (
            self.first, self.first_bias, self.second, self.second_bias, self.out)])

    def hash(self):
        """As net_hash() of ai/net.c."""
        value = 2166136261
        for byte in self.numbers().astype("<i2").tobytes():
            value = (value ^ byte) * 16777619 & 0xffffffff
        return f"{value:08x}"

    def write(self, path, head, story):
        """The head is checked by whoever reads the file; the story is for people."""
        numbers = self.numbers()
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"/* {head}\n")
            file.writelines(f" * {line}\n" for line in story)
            file.write(" */\n")
            for at in range(0, len(numbers), 24):
                row = ",".join(str(n) for n in numbers[at:at + 24])
                file.write(row + (",\n" if at + 24 < len(numbers) else "\n"))
