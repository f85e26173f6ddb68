// SPDX-License-Identifier: MIT
// Who the person at this browser is to the server: nobody yet, a guest, or an account.
import { connection } from './connection.svelte';
import { waiting } from '../shell/waiting.svelte';
import { renew } from './push';
import { get, post, type Me } from './rest';

class Self {
  me = $state.raw<Me | null>(null);

  async load(): Promise<Me> {
    this.me = await get<Me>('/api/me');
    // From now on this device asks for their games on the first page, too.
    if (this.me.name) localStorage.setItem('metropole.name', this.me.name);
    // Whose time runs out first comes first.
    const mine = this.me.tables.filter((table) => table.your_turn).sort((a, b) => (a.left ?? Infinity) - (b.left ?? Infinity) || 0);
    waiting.tables = mine.map((table) => table.table);
    // A courtesy: whatever goes wrong with it is tried again with the next page.
    if (this.me.name) renew(this.me.name).catch(() => undefined);
    return this.me;
  }

  /** The name to greet with: the account's, the guest's, or the one last used here. */
  get lastName(): string {
    return this.me?.name ?? localStorage.getItem('metropole.name') ?? '';
  }

  async beGuest(name: string): Promise<void> {
    await post('/api/guest', { name });
    await this.changed();
  }

  async sign(path: 'signup' | 'login' | 'recover' | 'password', body: object): Promise<{ recovery_code?: string }> {
    const answer = await post<{ recovery_code?: string }>(`/api/${path}`, body);
    await this.changed();
    return answer;
  }

  async signOut(everywhere: boolean): Promise<void> {
    await post(everywhere ? '/api/logout-all' : '/api/logout');
    await this.changed();
  }

  async remove(password: string): Promise<void> {
    await post('/api/delete-account', { password });
    await this.changed();
  }

  /** The cookie says somebody else now: the connection must be made anew. */
  private async changed(): Promise<void> {
    await this.load();
    if (connection.state === 'open') await connection.reopen();
  }
}

export const self = new Self();
