import { createStore, type Store } from '../store.ts';

/** idle: this screen is not live, or the tab is hidden. lost: the connection broke and is being restored. */
export type LiveState = 'idle' | 'connecting' | 'open' | 'lost';

export const liveState: Store<LiveState> = createStore<LiveState>('idle');

/** From one screen to the next the stream is opened anew: that takes less, and is nothing to tell. */
const SETTLED_MS = 600;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells what has become of the stream: good and bad news at once, what may pass only when it lasts. */
export function tellLive(state: LiveState): void {
  clearTimeout(timer);
  if (state === 'open' || state === 'lost') liveState.set(state);
  else timer = setTimeout(() => liveState.set(state), SETTLED_MS);
}
