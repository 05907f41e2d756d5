import { MESSAGE_REJECTIONS, REJECTIONS } from '@airdeck/contract/reading/schema';
import { DAY_MS } from '@airdeck/domain/duration';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { storeForSure } from '../../platform/db/store-for-sure.ts';
import type { Log } from '../../platform/log.ts';
import type { RejectionNote } from './intake.ts';
import {
  countRows,
  findKnown,
  foldRejections,
  MAX_RECENT,
  type RejectionCount,
  upsertRejections,
} from './rejection-queries.ts';

const FLUSH_MS = 1_000;
const STOP_MS = 2_000;
const KEEP_MS = 90 * DAY_MS;
/**
 * Invented names must not fill the table: further keys of a device are counted together, and so are further devices of
 * an organization.
 */
const MAX_ROWS_PER_DEVICE = 100;
const MAX_ROWS_PER_ORGANIZATION = 2_000;
/** Number of keys that remain after pruning, so that new ones have a row of their own again. */
const KEPT_ROWS_PER_ORGANIZATION = 1_500;
/** The device and key of what is counted together; no device and no sensor can be called so. */
export const OTHERS = '…';
const MAX_KEY_LENGTH = 40;
const MAX_SAMPLE_LENGTH = 200;

/** PostgreSQL takes no NUL in a text, and a row is for reading: control characters become spaces. */
const printable = (text: string, length: number): string => text.slice(0, length).replace(/\p{Cc}/gu, ' ');

const rowId = ({ organizationId, deviceCode, key, reason }: RejectionNote): string =>
  JSON.stringify([organizationId, deviceCode, key, reason]);

const add = (counted: Map<string, RejectionCount>, count: RejectionCount): void => {
  const id = rowId(count);
  const before = counted.get(id);
  if (before === undefined) counted.set(id, { ...count });
  else {
    before.count += count.count;
    before.sample = count.sample;
    before.firstTime = Math.min(before.firstTime, count.firstTime);
    before.lastTime = Math.max(before.lastTime, count.lastTime);
    before.recent = [...count.recent, ...before.recent].toSorted((a, b) => b - a).slice(0, MAX_RECENT);
  }
};

/** Counts together what would be a row too many. */
const folded = (counts: RejectionCount[], known: Set<string>, rowsOf: (device: string) => number): RejectionCount[] => {
  const result = new Map<string, RejectionCount>();
  const added = new Map<string, number>();
  const hasRoom = (owner: string, most: number): boolean => rowsOf(owner) + (added.get(owner) ?? 0) < most;
  for (const count of counts) {
    if (known.has(rowId(count)) || count.deviceCode === OTHERS) {
      add(result, count);
      continue;
    }
    const organization = `${count.organizationId}`;
    const device = `${organization}:${count.deviceCode}`;
    if (!hasRoom(organization, MAX_ROWS_PER_ORGANIZATION)) add(result, { ...count, deviceCode: OTHERS, key: OTHERS });
    else if (!hasRoom(device, MAX_ROWS_PER_DEVICE)) add(result, { ...count, key: OTHERS });
    else add(result, count);
    for (const owner of [organization, device]) added.set(owner, (added.get(owner) ?? 0) + 1);
  }
  return [...result.values()];
};

const save = (db: Db, counts: RejectionCount[]): Promise<void> =>
  db.tx(async (tx) => {
    const known = new Set((await findKnown(tx, counts)).map(rowId));
    const fresh = counts.filter((count) => !known.has(rowId(count)));
    const rows = new Map<string, number>();
    const organizations = [...new Set(fresh.map((count) => count.organizationId))];
    for (const { organizationId, deviceCode, count } of await countRows(tx, organizations, OTHERS)) {
      const organization = `${organizationId}`;
      rows.set(`${organization}:${deviceCode}`, count);
      rows.set(organization, (rows.get(organization) ?? 0) + count);
    }
    await upsertRejections(
      tx,
      folded(counts, known, (owner) => rows.get(owner) ?? 0),
    );
  });

export interface Rejections {
  add(note: RejectionNote): void;
  /** How many there were of each reason since the process began. */
  totals: Readonly<Record<RejectionNote['reason'], number>>;
  start(): void;
  /** Writes down what is still counted here only. */
  stop(): Promise<void>;
  /** Counts together keys that were not sent for long, and the oldest of too many; their number stays. */
  prune(): Promise<void>;
}

/** Counts what devices send that cannot be taken, and writes the counts down once a second. */
export const createRejections = (options: { db: Db; clock: Clock; log: Log; random(): number }): Rejections => {
  const { db, clock, log, random } = options;
  const reasons = [...REJECTIONS, ...MESSAGE_REJECTIONS].map((reason) => [reason, 0]);
  const totals: Record<RejectionNote['reason'], number> = Object.fromEntries(reasons);
  let counted = new Map<string, RejectionCount>();
  /** Entries of `counted` by organization: it has to hold all there is while the database is away. */
  let entries = new Map<number, number>();
  let timer: NodeJS.Timeout | null = null;
  let saving: Promise<unknown> = Promise.resolve();
  let stopping = new AbortController();

  const count = (given: RejectionCount): void => {
    const isNew = !counted.has(rowId(given));
    const size = entries.get(given.organizationId) ?? 0;
    if (isNew && size >= MAX_ROWS_PER_ORGANIZATION) return add(counted, { ...given, deviceCode: OTHERS, key: OTHERS });
    if (isNew) entries.set(given.organizationId, size + 1);
    add(counted, given);
  };

  const flush = async (): Promise<void> => {
    if (counted.size === 0) return;
    const batch = [...counted.values()];
    counted = new Map();
    entries = new Map();
    await storeForSure(batch, {
      store: (counts) => save(db, counts),
      refuse: (refused, error) => log.error({ err: error, refused }, 'a rejection could not be written down'),
      failed: (error) => log.error({ err: error }, 'rejections could not be written down; trying again'),
      random,
      signal: stopping.signal,
    });
  };

  /** Stopping a server whose database is away does not wait for it. A slow database is tried once. */
  const patiently = async (work: () => Promise<unknown>): Promise<void> => {
    const impatience = setTimeout(() => stopping.abort(), STOP_MS);
    await work();
    clearTimeout(impatience);
    stopping = new AbortController();
  };

  return {
    totals,
    add(note) {
      totals[note.reason]++;
      const now = clock.now();
      const key = printable(note.key, MAX_KEY_LENGTH);
      const sample = printable(note.sample, MAX_SAMPLE_LENGTH);
      count({ ...note, key, sample, count: 1, firstTime: now, lastTime: now, recent: [now] });
    },
    start() {
      let isSaving = false;
      timer = setInterval(() => {
        if (isSaving) return;
        isSaving = true;
        saving = flush().finally(() => {
          isSaving = false;
        });
      }, FLUSH_MS);
    },
    async stop() {
      if (timer) clearInterval(timer);
      timer = null;
      await patiently(() => saving);
      await patiently(flush);
    },
    prune: () => foldRejections(db, clock.now() - KEEP_MS, KEPT_ROWS_PER_ORGANIZATION, OTHERS),
  };
};
