import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { Db } from '../../platform/db/pool.ts';
import type { PurifierReport } from '../../site/events.ts';
import { loadReports } from './purifier-queries.ts';

export interface LastReport {
  /** Epoch ms, as measured. */
  time: number;
  state: PurifierState;
}

/** What each purifier last reported, in memory. */
export interface PurifierReports {
  load(): Promise<void>;
  /** Late ones change nothing. */
  apply(reports: readonly PurifierReport[]): void;
  of(purifierId: number): LastReport | undefined;
}

export const createPurifierReports = (db: Db): PurifierReports => {
  const last = new Map<number, LastReport>();
  const take = (purifierId: number, report: LastReport): void => {
    if (report.time >= (last.get(purifierId)?.time ?? Number.NEGATIVE_INFINITY)) last.set(purifierId, report);
  };
  return {
    async load() {
      for (const { purifier_id, last_time, state } of await loadReports(db)) {
        take(purifier_id, { time: last_time.getTime(), state });
      }
    },
    apply(reports) {
      for (const { purifierId, time, state } of reports) take(purifierId, { time, state });
    },
    of: (purifierId) => last.get(purifierId),
  };
};
