// SPDX-License-Identifier: MIT
// The server's protocol as types (docs/server-protocol.md): what it tells and answers. They are made
// from docs/server.schema.json, which the tests hold every message against.
import type { Event, Events, Table } from '@schema/server';

export type { Answer, Asking, ClockPlan, End, Info, Listing, Message, Now, SeatState } from '@schema/server';
export type WireEvent = Event;
export type ChatLine = Extract<Event, { kind: 'chat' }>;
export type EventsMessage = Events;
export type TableMessage = Table;
