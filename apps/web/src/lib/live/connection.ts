import { useSyncExternalStore } from 'react';
import { useStore } from '../store.ts';
import { alarmLine, type LiveState, liveState, lostSince } from './live-state.ts';

/**
 * `since`: time of the newest values on screen, epoch ms. idle: the screen has no live data, and there is no problem.
 */
export type Connection =
  | { state: 'idle' | 'connecting' | 'live' }
  | { state: 'reconnecting' | 'offline'; since: number };

interface Lines {
  /** State of the screen's stream, or of the alarm stream on screens without one. */
  live: LiveState;
  alarms: LiveState;
  /** Network state of the browser. A server on the same machine is reachable without a network. */
  online: boolean;
  /** Time of the server's last message; null while a stream is open, or if none ever broke. */
  since: number | null;
  now: number;
}

/** State of the connection for display. An open stream proves that it works. */
export function connectionOf({ live, alarms, online, since, now }: Lines): Connection {
  if (live === 'open') return { state: 'live' };
  const settled = { state: live === 'connecting' ? 'connecting' : 'idle' } as const;
  if (alarms === 'open') return settled;
  const isLost = live === 'lost' || alarms === 'lost';
  if (!isLost && online) return settled;
  return { state: online ? 'reconnecting' : 'offline', since: since ?? now };
}

/** When the browser lost its network, or when that was first noticed. */
let offlineSince: number | null = null;
const isOnline = (): boolean => {
  offlineSince = navigator.onLine ? null : (offlineSince ?? Date.now());
  return navigator.onLine;
};

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const connectionNow = (): Connection =>
  connectionOf({
    live: liveState.get(),
    alarms: alarmLine.get(),
    online: isOnline(),
    since: lostSince.get() ?? offlineSince,
    now: Date.now(),
  });

/** Whether the data on screen are current, and if not, since when. */
export function useConnection(): Connection {
  useStore(liveState);
  useStore(alarmLine);
  useStore(lostSince);
  useSyncExternalStore(subscribe, isOnline);
  return connectionNow();
}

/** For the diagnosis that users can send. */
export const connectionWord = (): string => connectionNow().state;

const retries = new Set<() => void>();

/** Calls back when the user asks for a retry at once. Returns a function that unsubscribes. */
export function onRetry(listener: () => void): () => void {
  retries.add(listener);
  window.addEventListener('online', listener);
  return () => {
    retries.delete(listener);
    window.removeEventListener('online', listener);
  };
}

export function retryNow(): void {
  for (const retry of [...retries]) retry();
}

/** Calls back when the network is lost: a stream does not notice that itself. Returns a function that stops it. */
export function onNetworkLost(listener: () => void): () => void {
  window.addEventListener('offline', listener);
  return () => window.removeEventListener('offline', listener);
}
