// SPDX-License-Identifier: MIT
// One WebSocket for the whole page. It comes back by itself when it is lost; whoever listens to a
// table is told what was missed.
import { Refusal } from '../engine/protocol';
import type { Message } from './wire';

export type Listener = (message: Message) => void;

interface Waiting {
  resolve(answer: never): void;
  reject(error: Refusal): void;
}

const lost = (): Refusal => new Refusal({ code: 'offline', message: 'The connection is lost.' });

class Connection {
  state = $state<'closed' | 'open' | 'lost'>('closed');
  /** How often it has been made so far. */
  times = $state(0);
  /** Tables elsewhere where it is this person's turn. */
  turns = $state.raw<string[]>([]);
  private socket: WebSocket | null = null;
  private nextId = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Set<Listener>();
  /** Called after each (re)connection, to ask for what was missed. */
  private readonly greeters = new Set<() => void>();
  private pause = 500;
  private opening: Promise<void> | null = null;

  listen(listener: Listener, greet: () => void): () => void {
    this.listeners.add(listener);
    this.greeters.add(greet);
    return () => {
      this.listeners.delete(listener);
      this.greeters.delete(greet);
    };
  }

  open(): Promise<void> {
    if (this.state === 'open') return Promise.resolve();
    this.opening ??= new Promise((resolve, reject) => {
      const socket = new WebSocket(new URL('/ws', location.href.replace(/^http/, 'ws')), 'metropole.1');
      this.socket = socket;
      socket.onmessage = (event) => {
        const message = JSON.parse(String(event.data)) as Message;
        if (message.type === 'hello') {
          this.state = 'open';
          this.times++;
          this.pause = 500;
          this.opening = null;
          resolve();
          for (const greet of [...this.greeters]) greet();
        } else this.take(message);
      };
      socket.onclose = () => {
        if (this.socket !== socket) return;
        const was = this.state;
        this.opening = null;
        this.drop();
        if (was !== 'open') reject(lost());
        if (this.greeters.size > 0) this.later();
      };
    });
    return this.opening;
  }

  /** Connects anew, as whoever the cookie now says. */
  async reopen(): Promise<void> {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.opening = null;
    this.drop();
    await this.open();
  }

  async ask<T = object>(op: string, body: object = {}): Promise<T> {
    await this.open();
    const id = ++this.nextId;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
      this.socket?.send(JSON.stringify({ op, id, ...body }));
    });
  }

  private take(message: Message): void {
    if (message.type === 'answer') {
      const waiting = this.waiting.get(message.id ?? 0);
      this.waiting.delete(message.id ?? 0);
      if (message.ok) waiting?.resolve(message as never);
      else waiting?.reject(new Refusal(message.error ?? { code: 'bad_request', message: '' }));
      return;
    }
    if (message.type === 'your_turn' && !this.turns.includes(message.table)) {
      this.turns = [...this.turns, message.table];
      notify(message.game);
    }
    for (const listener of [...this.listeners]) listener(message);
  }

  private drop(): void {
    this.state = this.greeters.size > 0 ? 'lost' : 'closed';
    for (const waiting of this.waiting.values()) waiting.reject(lost());
    this.waiting.clear();
  }

  private later(): void {
    setTimeout(
      () => {
        if (this.state === 'lost') this.open().catch(() => undefined);
      },
      this.pause * (0.75 + Math.random() / 2),
    );
    this.pause = Math.min(this.pause * 2, 10000);
  }
}

export const connection = new Connection();

/** A notice of the system, if the person allowed it and looks elsewhere. */
export function notify(title: string): void {
  if (document.hidden && 'Notification' in globalThis && Notification.permission === 'granted') new Notification('Metropole', { body: title, tag: 'turn' });
}
