// SPDX-License-Identifier: MIT
// Choosing a move step by step. A game splits each legal move into named parts; what has been
// picked narrows the list, and what the list still offers is what lights up. No rule is known here:
// the list is the engine's.
export type Parts = Record<string, string>;

export interface Listed {
  move: string;
  parts: Parts;
}

export class Choice {
  readonly listed: Listed[];
  readonly picked: Parts;

  constructor(listed: Listed[], picked: Parts = {}) {
    this.listed = listed;
    this.picked = picked;
  }

  static of(moves: string[], split: (move: string) => Parts): Choice {
    return new Choice(moves.map((move) => ({ move, parts: split(move) })));
  }

  private fits(listed: Listed, picked: Parts): boolean {
    return Object.entries(picked).every(([part, value]) => listed.parts[part] === value);
  }

  /** The moves that agree with everything picked. */
  left(): Listed[] {
    return this.listed.filter((listed) => this.fits(listed, this.picked));
  }

  /** The values still on offer for a part, given the other picked parts. */
  offers(part: string): Set<string> {
    const others = { ...this.picked };
    delete others[part];
    const values = new Set<string>();
    for (const listed of this.listed) {
      const value = listed.parts[part];
      if (value !== undefined && this.fits(listed, others)) values.add(value);
    }
    return values;
  }

  /** Whether some legal move has this value, whatever was picked. */
  has(part: string, value: string): boolean {
    return this.listed.some((listed) => listed.parts[part] === value);
  }

  /**
   * Picks a value. Parts picked earlier that no longer fit are dropped, latest kept. Null if no
   * legal move has this value at all.
   */
  pick(part: string, value: string): Choice | null {
    if (!this.has(part, value)) return null;
    let picked: Parts = { [part]: value };
    for (const [key, was] of Object.entries(this.picked).reverse()) {
      if (key === part) continue;
      const wider: Parts = { [key]: was, ...picked };
      if (this.listed.some((listed) => this.fits(listed, wider))) picked = wider;
    }
    return new Choice(this.listed, picked);
  }

  clear(part?: string): Choice {
    if (part === undefined) return new Choice(this.listed);
    const picked = { ...this.picked };
    delete picked[part];
    return new Choice(this.listed, picked);
  }

  /** The move that is meant: the one with exactly the picked parts, or the only one left. */
  move(): string | null {
    const count = Object.keys(this.picked).length;
    if (count === 0) return null;
    const left = this.left();
    const exact = left.find((listed) => Object.keys(listed.parts).length === count);
    return exact?.move ?? (left.length === 1 ? (left[0]?.move ?? null) : null);
  }
}
