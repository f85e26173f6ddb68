// SPDX-License-Identifier: MIT
// What a player has noted about the others' objectives: crossed out, or suspected. Kept on this
// device, for this table; nobody else sees it.
export type Note = 'no' | 'maybe';

interface Kept {
  who: string;
  turns: number;
  notes: Record<string, Note>;
}

class Notes {
  private kept = $state<Kept>({ who: '', turns: 0, notes: {} });
  private key = '';

  /** Takes up the notes of this table; another game at the same address begins without any. */
  open(who: string, turns: number): void {
    const key = `metropole.notes ${location.hash}`;
    if (key === this.key && who === this.kept.who) return;
    this.key = key;
    this.kept = { who, turns, notes: {} };
    try {
      const was = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
      if (was && was.who === who && was.turns <= turns) this.kept = was;
    } catch {
      // What cannot be read is not missed.
    }
  }

  of(card: string, objective: string): Note | undefined {
    return this.kept.notes[`${card} ${objective}`];
  }

  /** Nothing, crossed out, suspected, nothing. */
  turn(card: string, objective: string, turns: number): void {
    const name = `${card} ${objective}`;
    const was = this.kept.notes[name];
    if (was === 'maybe') delete this.kept.notes[name];
    else this.kept.notes[name] = was === 'no' ? 'maybe' : 'no';
    this.kept.turns = turns;
    try {
      localStorage.setItem(this.key, JSON.stringify(this.kept));
    } catch {
      // Notes that cannot be kept last as long as the page.
    }
  }
}

export const notes = new Notes();
