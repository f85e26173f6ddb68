// SPDX-License-Identifier: MIT
// Tables where something waits for this person: a turn, a deal, an answer.
class WaitingList {
  tables = $state.raw<string[]>([]);

  set(table: string, waits: boolean): void {
    if (this.tables.includes(table) !== waits) this.tables = waits ? [...this.tables, table] : this.tables.filter((each) => each !== table);
  }

  /** For the title of a page: "(2) ". */
  get mark(): string {
    return this.tables.length > 0 ? `(${this.tables.length}) ` : '';
  }
}

export const waiting = new WaitingList();
