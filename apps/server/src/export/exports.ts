import type { ExportProgress } from '@airdeck/contract/export-file';
import type { Clock } from '../platform/clock.ts';
import { Failure } from '../platform/http/failure.ts';
import type { Who } from '../platform/http/who.ts';

/** Maximum number of files that are written or read at once, so that other requests get their turn. */
const MOST = { ofUser: 2, ofOrganization: 4, inAll: 8 };
const KEPT_MS = 60_000;
/** Number of finished exports whose progress can still be requested. */
const MOST_ENDED = 200;

/** An admitted export or import. */
export interface RunningExport {
  /** Sets the expected number of rows. */
  begin(total: number): void;
  /** Adds to the number of written rows. */
  count(rows: number): void;
  /** Calls `stop` when the session ends from now on. */
  onSessionEnd(stop: () => void): void;
  /** Marks the end; `isWhole`: everything was written. Only the first call counts. */
  end(isWhole: boolean): void;
}

interface Entry extends ExportProgress {
  /** null if no client can ask for it. */
  key: string | null;
  sessionId: string;
  userId: number;
  organizationId: number;
  stop: () => void;
}

/** Running exports and imports with their progress. */
export class Exports {
  readonly #running = new Set<Entry>();
  /** Running and recently finished ones, by user and the id that the client chose. */
  readonly #known = new Map<string, Entry>();
  /** In the order of their ends. */
  readonly #ended = new Map<Entry, number>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws Failure TOO_MANY_REQUESTS, or INVALID_PARAMETER if an export with this id is running. */
  admit(who: Pick<Who, 'sessionId' | 'userId' | 'organizationId'>, exportId: string | undefined): RunningExport {
    this.#forget();
    const { sessionId, userId, organizationId } = who;
    const running = [...this.#running];
    const ofUser = running.filter((entry) => entry.userId === userId).length;
    const ofOrganization = running.filter((entry) => entry.organizationId === organizationId).length;
    if (running.length >= MOST.inAll || ofOrganization >= MOST.ofOrganization || ofUser >= MOST.ofUser) {
      throw new Failure('TOO_MANY_REQUESTS');
    }
    const key = exportId === undefined ? null : exportKey(userId, exportId);
    const entry: Entry = {
      key,
      sessionId,
      userId,
      organizationId,
      rows: 0,
      total: 0,
      done: false,
      stop: () => undefined,
    };
    if (key !== null) {
      const earlier = this.#known.get(key);
      if (earlier && !earlier.done) throw new Failure('INVALID_PARAMETER', { exportId: 'INVALID' });
      this.#known.set(key, entry);
    }
    this.#running.add(entry);
    return {
      begin: (total) => {
        entry.total = total;
      },
      count: (rows) => {
        entry.rows += rows;
        // Readings arrived while it was running.
        entry.total = Math.max(entry.total, entry.rows);
      },
      onSessionEnd: (stop) => {
        entry.stop = stop;
      },
      end: (isWhole) => this.#end(entry, isWhole),
    };
  }

  /**
   * @throws Failure RESOURCE_NOT_FOUND for an export of another user, or one that was aborted or finished more than a
   * minute ago.
   */
  progress(userId: number, exportId: string): ExportProgress {
    this.#forget();
    const entry = this.#known.get(exportKey(userId, exportId));
    if (!entry) throw new Failure('RESOURCE_NOT_FOUND');
    const { rows, total, done } = entry;
    return { rows, total, done };
  }

  /** How many exports and imports run now. */
  running(): number {
    return this.#running.size;
  }

  /** Aborts the exports of the session. */
  endSession(sessionId: string): void {
    for (const entry of this.#running) if (entry.sessionId === sessionId) entry.stop();
  }

  #end(entry: Entry, isWhole: boolean): void {
    if (!this.#running.delete(entry)) return;
    if (!isWhole) return this.#drop(entry);
    entry.done = true;
    entry.total = entry.rows;
    this.#ended.set(entry, this.#clock.now());
    this.#forget();
  }

  #forget(): void {
    const before = this.#clock.now() - KEPT_MS;
    for (const [entry, endedAt] of this.#ended) {
      if (endedAt > before && this.#ended.size <= MOST_ENDED) return;
      this.#drop(entry);
    }
  }

  #drop(entry: Entry): void {
    this.#ended.delete(entry);
    // Its id may have been used again.
    if (entry.key !== null && this.#known.get(entry.key) === entry) this.#known.delete(entry.key);
  }
}

const exportKey = (userId: number, exportId: string): string => `${userId}/${exportId.toLowerCase()}`;
