import { createStore, type Store } from '../store.ts';

/** idle: this screen is not live, or the tab is hidden. lost: the connection broke and is being restored. */
export type LiveState = 'idle' | 'connecting' | 'open' | 'lost';

export const liveState: Store<LiveState> = createStore<LiveState>('idle');
