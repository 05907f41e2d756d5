import { createTokenBuckets } from '../../platform/mqtt/token-buckets.ts';

/**
 * Messages a second that one site may send beyond the rates of its devices: the backlog that its broker kept while the
 * line was down. 200 sites that catch up together stay below what one server stores.
 */
const CATCH_UP_A_SECOND = 200;
const CATCH_UP_BURST = 20;
/** Twice what the client's inbox lets wait, so that a connection that ended and its successor both fit. */
const MAX_WAITING_BYTES = 2 * 1024 * 1024;
/** Memory of a waiting message beside its payload. */
const MESSAGE_COST = 1024;

interface Entry {
  /** Milliseconds on the monotonic clock. */
  due: number;
  cost: number;
  run(): void;
}

interface Queue {
  entries: Entry[];
  bytes: number;
  timer: NodeJS.Timeout;
}

/** Dispatches the messages of each site in their order of arrival, paced where its devices are beyond their rates. */
export const createSiteQueue = ({ monotonic }: { monotonic(): number }) => {
  const buckets = createTokenBuckets(CATCH_UP_A_SECOND, CATCH_UP_BURST);
  const queues = new Map<string, Queue>();

  const schedule = (session: string, due: number): NodeJS.Timeout =>
    setTimeout(() => drain(session), Math.max(1, due - monotonic()));

  const drain = (session: string): void => {
    const queue = queues.get(session);
    if (queue === undefined) return;
    for (let head = queue.entries[0]; head !== undefined; head = queue.entries[0]) {
      if (head.due > monotonic()) {
        queue.timer = schedule(session, head.due);
        return;
      }
      queue.entries.shift();
      queue.bytes -= head.cost;
      head.run();
    }
    queues.delete(session);
  };

  return {
    /**
     * Runs `run` at once or at the message's turn. `payloadBytes` counts towards the site's bound; `isOverRate`: the
     * device has used up its rate. Returns false, without running it, if too much of the site waits already.
     */
    add(session: string, message: { payloadBytes: number; isOverRate: boolean }, run: () => void): boolean {
      const now = monotonic();
      const queue = queues.get(session);
      const cost = message.payloadBytes + MESSAGE_COST;
      if ((queue?.bytes ?? 0) + cost > MAX_WAITING_BYTES) return false;
      const delay = message.isOverRate ? buckets.take(session, now) : 0;
      if (queue === undefined && delay === 0) {
        run();
        return true;
      }
      const due = Math.max(now + delay, queue?.entries.at(-1)?.due ?? 0);
      if (queue === undefined)
        queues.set(session, { entries: [{ due, cost, run }], bytes: cost, timer: schedule(session, due) });
      else {
        queue.entries.push({ due, cost, run });
        queue.bytes += cost;
      }
      return true;
    },
    prune: () => buckets.prune(monotonic()),
    /** Drops waiting messages: they are unacknowledged, so the sites' brokers still have them. */
    stop(): void {
      for (const { timer } of queues.values()) clearTimeout(timer);
      queues.clear();
    },
  };
};
