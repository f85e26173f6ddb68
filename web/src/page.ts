// SPDX-License-Identifier: MIT
// The client as one file that carries a game and its review: `metropole review --html` fills it in, and it
// opens there, from a disk as well as from a site.
import { packRecord } from './play/link';
import { parseRecord, recordText } from './play/record';
import { given, type Given } from './review/given';

const text = document.getElementById('review')?.textContent?.trim();
if (text) {
  const { record, review } = JSON.parse(text) as Given;
  const parsed = parseRecord(record);
  if (parsed) Object.assign(given, { record: recordText(parsed), review });
  if (!location.hash && given.record) location.replace(`#/record/${await packRecord(given.record)}/all//review`);
}
await import('./main');
