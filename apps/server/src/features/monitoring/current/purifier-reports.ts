import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { PurifierReport } from '../../../feed/entry.ts';

export interface LastReport {
  /** Epoch ms, as measured. */
  time: number;
  state: PurifierState;
}

/** The last report of each purifier, in memory. */
export interface PurifierReports {
  /** Late reports change nothing. */
  apply(reports: readonly PurifierReport[]): void;
  of(purifierId: number): LastReport | undefined;
}

export const createPurifierReports = (): PurifierReports => {
  const last = new Map<number, LastReport>();
  return {
    apply(reports) {
      for (const { purifierId, time, state } of reports) {
        if (time >= (last.get(purifierId)?.time ?? Number.NEGATIVE_INFINITY)) last.set(purifierId, { time, state });
      }
    },
    of: (purifierId) => last.get(purifierId),
  };
};
