import { createStore, type Store } from '../store.ts';

/** idle: this screen has no live data, or the tab is hidden. lost: the connection broke and is being restored. */
export type LiveState = 'idle' | 'connecting' | 'open' | 'lost';

/** State of the screen's stream. */
export const liveState: Store<LiveState> = createStore<LiveState>('idle');
/** State of the alarm stream, on screens without a stream of their own. */
export const alarmLine: Store<LiveState> = createStore<LiveState>('idle');
/** Time of the last message before the connection broke, epoch ms; null while a stream is open. */
export const lostSince: Store<number | null> = createStore<number | null>(null);

/** A change of screens reopens a stream within this time, which is not shown. */
const SETTLED_MS = 600;

let timer: ReturnType<typeof setTimeout> | undefined;
let heard: number | null = null;

/** A message from the server. */
export function tellHeard(): void {
  heard = Date.now();
}

function tellLine(state: LiveState): void {
  if (state === 'open') {
    tellHeard();
    lostSince.set(null);
  }
  if (state === 'lost' && lostSince.get() === null) lostSince.set(heard ?? Date.now());
}

/** Sets the state of the screen's stream: `open` and `lost` at once, the others only if they last. */
export function tellLive(state: LiveState): void {
  clearTimeout(timer);
  tellLine(state);
  if (state === 'open' || state === 'lost') liveState.set(state);
  else timer = setTimeout(() => liveState.set(state), SETTLED_MS);
}

export function tellAlarmLine(state: LiveState): void {
  tellLine(state);
  alarmLine.set(state);
}
