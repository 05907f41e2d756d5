import type { LiveEvent } from '@airdeck/contract/live/event';
import { createStore, type Store } from '../store.ts';

export type AlarmsEvent = Extract<LiveEvent, { type: 'alarms' }>;
/** `hello`: a stream has started, and events may have been missed. */
type Told = AlarmsEvent | Extract<LiveEvent, { type: 'hello' }>;

const listeners = new Set<(event: Told) => void>();

/** Number of screens with a stream. Every stream carries alarms. */
export const screensWithStream: Store<number> = createStore(0);

export function tellAlarms(events: readonly LiveEvent[]): void {
  for (const event of events) {
    if (event.type === 'alarms' || event.type === 'hello') for (const listener of [...listeners]) listener(event);
  }
}

/** Subscribes to the alarm events of all streams of this tab. Returns a function that unsubscribes. */
export function onAlarms(listener: (event: Told) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
