// SPDX-License-Identifier: MIT
// One WebSocket for the whole page. It notices by itself when nothing comes any more, comes back, and
// whoever listens to a table is told what was missed.
import { Refusal } from '../engine/protocol';
import { t, word } from '../i18n/lang.svelte';
import { renewal } from '../shell/renewal.svelte';
import { waiting } from '../shell/waiting.svelte';
import { notify } from './notices';
import type { Answer, Message } from './wire';

export type Listener = (message: Message) => void;

interface Waiting {
  since: number;
  resolve(answer: Answer): void;
  reject(error: Refusal): void;
}

/** After so long without a word the other side is asked for one; after `deafMs` it is given up. */
const quietMs = 5000;
const deafMs = 10000;
/** A page that was hidden or a network that changed is tried at once, and not for long. */
const hurryMs = 4000;
const openMs = 10000;
/** A request is not waited for longer, even while other words come. */
const patienceMs = 20000;
/** The version of the server's protocol that this page speaks. */
const protocol = 1;
const slowest = 10000;

const lost = (): Refusal => new Refusal({ code: 'offline', message: 'The connection is lost.' });

class Connection {
  state = $state<'closed' | 'open' | 'lost'>('closed');
  /** How often it has been made so far. */
  times = $state(0);
  private socket: WebSocket | null = null;
  private nextId = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Set<Listener>();
  /** Called after each (re)connection, to ask for what was missed. */
  private readonly greeters = new Set<() => void>();
  private pause = 500;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private opening: Promise<void> | null = null;
  private heardAt = 0;
  /** When it is given up unless a word comes before. */
  private deadline = 0;

  constructor() {
    globalThis.addEventListener?.('online', () => this.doubt());
    globalThis.addEventListener?.('offline', () => this.doubt());
    globalThis.window?.addEventListener('pageshow', (event) => event.persisted && this.doubt());
    globalThis.document?.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.doubt());
    setInterval(() => this.feel(), 1000);
  }

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
      clearTimeout(this.retry);
      const socket = new WebSocket(new URL('/ws', location.href.replace(/^http/, 'ws')), 'metropole.1');
      this.socket = socket;
      this.deadline = Date.now() + openMs;
      socket.onmessage = (event) => {
        if (this.socket !== socket) return;
        this.heardAt = Date.now();
        this.deadline = 0;
        const message = JSON.parse(String(event.data)) as Message;
        if (message.type === 'hello' && message.v !== protocol) {
          // Another protocol than this page knows: nothing is played by it.
          this.socket = null;
          this.opening = null;
          socket.close();
          this.drop();
          this.failed();
          renewal.come();
        } else if (message.type === 'hello') {
          this.state = 'open';
          this.times++;
          this.pause = 500;
          this.opening = null;
          resolve();
          for (const greet of [...this.greeters]) greet();
          // The server may have been renewed while it was away.
          if (this.times > 1) void renewal.look();
        } else this.take(message);
      };
      socket.onclose = () => {
        if (this.socket === socket) this.fail();
      };
      this.failed = () => reject(lost());
    });
    return this.opening;
  }
  private failed: () => void = () => undefined;

  /** Connects anew, as whoever the cookie now says. */
  async reopen(): Promise<void> {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.opening = null;
    // On purpose: nothing is lost unless it fails.
    this.drop('closed');
    await this.open();
  }

  /** Tries at once instead of waiting. */
  hurry(): void {
    if (this.state === 'open') return;
    this.pause = 500;
    this.open().catch(() => undefined);
  }

  async ask<T = object>(op: string, body: object = {}): Promise<T> {
    await this.open();
    const id = ++this.nextId;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { since: Date.now(), resolve: (answer) => resolve(answer as T), reject });
      this.deadline ||= Date.now() + deafMs;
      this.socket?.send(JSON.stringify({ op, id, ...body }));
    });
  }

  private take(message: Message): void {
    if (message.type === 'answer') {
      const id = Number(message.id ?? 0);
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (message.ok) waiting?.resolve(message);
      else waiting?.reject(new Refusal(message.error ?? { code: 'bad_request', message: '' }));
      return;
    }
    if (message.type === 'your_turn') {
      waiting.set(message.table, true);
      notify({ kind: 'turn', table: message.table, text: t('notify.turn', { game: word('game', message.game), what: '' }).trim() });
    }
    if (message.type === 'moving') this.move(10);
    for (const listener of [...this.listeners]) listener(message);
  }

  /** The node that serves this page is about to stop: others take over. Not all pages at once, and not before its answers
   *  are here, unless they take long. */
  private move(tries: number): void {
    const socket = this.socket;
    setTimeout(
      () => {
        if (this.socket !== socket) return;
        if (this.waiting.size > 0 && tries > 0) this.move(tries - 1);
        else this.reopen().catch(() => undefined);
      },
      50 + Math.random() * 300,
    );
  }

  /** Something may have happened to the network: ask for a sign of life, now. */
  private doubt(): void {
    if (this.state === 'lost') this.hurry();
    else if (this.state === 'open') this.ping(hurryMs);
  }

  private ping(limit: number): void {
    this.deadline = Math.min(this.deadline || Infinity, Date.now() + limit);
    this.ask('ping').catch(() => undefined);
  }

  private feel(): void {
    const now = Date.now();
    for (const [id, waiting] of this.waiting) {
      if (now - waiting.since < patienceMs) continue;
      this.waiting.delete(id);
      waiting.reject(new Refusal({ code: 'slow', message: 'The server did not answer in time.' }));
    }
    if (this.deadline > 0 && now > this.deadline && (this.opening || this.state === 'open')) {
      const deaf = this.socket;
      this.fail();
      deaf?.close();
    } else if (this.state === 'open' && this.deadline === 0 && now - this.heardAt > quietMs) this.ping(deafMs - quietMs);
  }

  private fail(): void {
    this.socket = null;
    const wasOpening = this.opening !== null;
    this.opening = null;
    this.drop();
    if (wasOpening) this.failed();
    if (this.greeters.size > 0) this.later();
  }

  private drop(to: 'lost' | 'closed' = this.greeters.size > 0 ? 'lost' : 'closed'): void {
    this.deadline = 0;
    this.state = to;
    for (const waiting of this.waiting.values()) waiting.reject(lost());
    this.waiting.clear();
  }

  private later(): void {
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.state === 'lost' && this.open().catch(() => undefined), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, slowest);
  }
}

export const connection = new Connection();
