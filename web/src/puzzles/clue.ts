// SPDX-License-Identifier: MIT
// A clue to the best move of a puzzle: the piece or the place to begin with, or, where that would be the
// whole move already, what the move brings about.
import { t } from '../i18n/lang.svelte';
import type { Session } from '../play/session.svelte';

export interface Clue {
  text: string;
  pick?: { part: string; value: string };
}

export async function clueOf(session: Session, best: string): Promise<Clue> {
  const { game, choice, players } = session;
  for (const [part, value] of Object.entries(game.split(best))) {
    if (!choice || choice.picked[part] === value || choice.offers(part).size < 2) continue;
    const next = choice.pick(part, value);
    // What the game fills in by itself is not the answer yet, if something else could be chosen.
    if (next && next.left().length > 1) return { text: t('puzzles.clue.part'), pick: { part, value } };
  }
  const { effects } = await session.table.preview(session.self ?? 1, best);
  const [, ...then] = effects.flatMap((effect) => game.tell(effect, players, true) ?? []);
  if (then.length > 0) return { text: t('puzzles.clue.effect', { text: then.join(' ') }) };
  const [first] = Object.entries(game.split(best)).filter(([part]) => choice?.picked[part] === undefined);
  return first ? { text: t('puzzles.clue.part'), pick: { part: first[0], value: first[1] } } : { text: t('puzzles.ask') };
}
