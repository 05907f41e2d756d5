import { randomUUID } from 'node:crypto';
import type { StreamedRecords } from '@airdeck/contract/audit-stream/schema';
import { MINUTE_MS } from '@airdeck/domain/duration';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import { type Claimed, claimStream, listStreamedRecords, markAccepted, markFailed, moveIdle } from './claim-queries.ts';
import { type Batch, readAudit, readLogins, readWriters, type Settled, type Writers } from './record-queries.ts';
import type { SendStream } from './send-stream.ts';
import { auditOf, loginOf } from './stream-message.ts';

const REST_MS = 1_000;
const AFTER_ERROR_MS = 10_000;
/** Longer than a request with its statements takes. */
const LEASE_MS = MINUTE_MS;
/** Waits after failures: 5, 10, 20 … seconds, at most ten minutes. They never end. */
const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 10 * MINUTE_MS;
/** Concurrent requests of this process; a stream has one at a time. */
const MAX_REQUESTS = 8;
const MAX_RECORDS = 500;
const MAX_BYTES = 1_000_000;
const MAX_RECORD_BYTES = 256_000;
/** An idle stream is moved forward when it is this many numbers behind. */
const IDLE_BEHIND = 500;

const waitAfter = (failures: number): number => Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 10));

export interface StreamWorkerOptions {
  db: Db;
  clock: Clock;
  log: Log;
  send: SendStream;
}

interface Sending {
  claimed: Claimed;
  claim: string;
  records: readonly object[];
  /** Position after these records. */
  position: number;
}

/**
 * Sends audit streams. Several processes share the work: the one that claims a stream sends its next records and moves
 * its position after the receiver has accepted them. If it crashes in between, they are sent again: at least once.
 */
export const createStreamWorker = ({ db, clock, log, send }: StreamWorkerOptions) => {
  /** The writers that are waited for. */
  const pending = new Map<StreamedRecords, Writers>();
  const sending = new Set<Promise<void>>();

  /** null: nothing is known to be settled yet. */
  const settle = async (records: StreamedRecords): Promise<Settled | null> => {
    const present = await readWriters(db, records);
    const before = pending.get(records);
    const isOpen = ({ writers, server }: Writers) =>
      server === present.server && writers.some((writer) => present.writers.includes(writer));
    // The writers that were there first are waited for, so that new ones do not delay the stream without end.
    if (before && isOpen(before)) return null;
    pending.set(records, present);
    if (present.writers.length === 0) return present;
    return before?.server === present.server ? before : null;
  };

  const claimNext = (records: StreamedRecords, settled: Settled): Promise<Sending | null> =>
    db.tx(async (tx) => {
      const claim = randomUUID();
      const claimed = await claimStream(tx, {
        ...{ ...settled, records, claim, now: clock.now(), leaseMs: LEASE_MS, maxWaitMs: MAX_WAIT_MS },
      });
      if (!claimed) return null;
      const { organization_id: organizationId, position } = claimed;
      const batch: Batch = {
        ...{ organizationId, position, end: settled.end },
        ...{ max: MAX_RECORDS, maxBytes: MAX_BYTES, maxRecordBytes: MAX_RECORD_BYTES },
      };
      if (records === 'AUDIT') {
        const rows = await readAudit(tx, batch);
        return { claimed, claim, records: rows.map(auditOf), position: rows.at(-1)?.id ?? position };
      }
      const rows = await readLogins(tx, batch);
      return { claimed, claim, records: rows.map(loginOf), position: rows.at(-1)?.number ?? position };
    });

  const deliverNext = async ({ claimed, claim, records, position }: Sending): Promise<void> => {
    const { id, failures } = claimed;
    const error = await send(id, records);
    const now = clock.now();
    if (error === null) await markAccepted(db, { id, claim, position, now });
    else await markFailed(db, { id, claim, error, now, again: now + waitAfter(failures) });
  };

  const launch = (next: Sending): void => {
    const promise = deliverNext(next)
      // The claim expires and the records are sent again.
      .catch((error) => log.error({ err: error }, 'saving the result of an audit stream failed; it will be sent again'))
      .finally(() => {
        sending.delete(promise);
        loop.wake();
      });
    sending.add(promise);
  };

  /** Starts requests while slots are free. Returns whether it started any. */
  const pump = async (): Promise<boolean> => {
    let hasSent = false;
    for (const records of await listStreamedRecords(db)) {
      const settled = await settle(records);
      if (settled === null) continue;
      while (sending.size < MAX_REQUESTS) {
        const next = await claimNext(records, settled);
        if (next === null) break;
        launch(next);
        hasSent = true;
      }
      await moveIdle(db, { ...settled, records, now: clock.now(), behind: IDLE_BEHIND });
    }
    return hasSent;
  };

  const loop = createLoop(
    async () => {
      await pump();
      return REST_MS;
    },
    (error) => {
      log.error({ err: error }, 'sending audit streams failed; retrying');
      return AFTER_ERROR_MS;
    },
  );

  return {
    start: loop.start,
    /** Waits for the requests in progress. */
    async stop(): Promise<void> {
      await loop.stop();
      await Promise.all(sending);
    },
    /** Sends everything that is due and settled. Resolves when it was accepted or has failed. */
    async deliver(): Promise<void> {
      while ((await pump()) || sending.size > 0) await Promise.all(sending);
    },
  };
};
