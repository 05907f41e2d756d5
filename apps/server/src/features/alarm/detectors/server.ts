import type { SubjectCondition } from '../subject-condition.ts';
import type { Detector } from './types.ts';

/** Problems of the server itself: a full disk, or evaluation that lags behind. */
export const server: Detector = {
  source: 'SERVER',
  codes: ['S001', 'S002'],
  onSites: async (_tx, { now }, troubles) => ({
    conditions: troubles.map(({ code, holds }): SubjectCondition => {
      return { organization: null, code, source: 'SERVER', holds, isFresh: true, since: now, time: now };
    }),
  }),
};
