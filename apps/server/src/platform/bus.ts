import type { Log } from './log.ts';

type Listener<T> = (payload: T) => void;

export interface Bus<E> {
  /** Subscribes; returns the function that unsubscribes. */
  on<K extends keyof E>(name: K, listener: Listener<E[K]>): () => void;
  /** Calls the listeners synchronously, in the order of subscription. */
  emit<K extends keyof E>(name: K, payload: E[K]): void;
}

/** Typed events within one process. A listener that throws is logged and does not stop the others. */
export function createBus<E>(log: Log): Bus<E> {
  const listeners: { [K in keyof E]?: Set<Listener<E[K]>> } = {};
  return {
    on(name, listener) {
      // A separate entry per call, so that one function can subscribe twice.
      const entry: typeof listener = (payload) => listener(payload);
      const set = listeners[name] ?? new Set();
      listeners[name] = set;
      set.add(entry);
      return () => {
        set.delete(entry);
      };
    },
    emit(name, payload) {
      for (const listener of [...(listeners[name] ?? [])]) {
        try {
          listener(payload);
        } catch (error) {
          log.error({ err: error, event: String(name) }, 'a listener failed');
        }
      }
    },
  };
}
