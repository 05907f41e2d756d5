import type { Log } from './log.ts';

type Listener<T> = (payload: T) => void;

export interface Bus<E> {
  /** Listens from now on; the answer is the way to stop. */
  on<K extends keyof E>(name: K, listener: Listener<E[K]>): () => void;
  /** Calls the listeners at once, in the order in which they came. */
  emit<K extends keyof E>(name: K, payload: E[K]): void;
}

/** Typed events in one process. A listener that throws is logged and does not stop the others. */
export function createBus<E>(log: Log): Bus<E> {
  const listeners: { [K in keyof E]?: Set<Listener<E[K]>> } = {};
  return {
    on(name, listener) {
      // An entry of its own for each call, so that listening twice with one function is two listeners.
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
