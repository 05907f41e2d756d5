import { createStore, type Store } from '../store.ts';

/** idle: this screen is not live, or the tab is hidden. lost: the connection broke and is being restored. */
export type LiveState = 'idle' | 'connecting' | 'open' | 'lost';

export const liveState: Store<LiveState> = createStore<LiveState>('idle');

/** A change of screens opens another stream. That takes less time than this, and need not be shown. */
const SETTLED_MS = 600;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Sets the state of the stream: `open` and `lost` at once, the others when they last. */
export function tellLive(state: LiveState): void {
  clearTimeout(timer);
  if (state === 'open' || state === 'lost') liveState.set(state);
  else timer = setTimeout(() => liveState.set(state), SETTLED_MS);
}
