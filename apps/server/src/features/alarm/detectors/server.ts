import { SERVER_ERRORS } from '@airdeck/contract/standard/built-in';
import type { SubjectCondition } from '../subject-condition.ts';
import type { Detector } from './types.ts';

/** Problems of the server itself, such as a full disk, evaluation that lags behind, or a backup that failed. */
export const server: Detector = {
  source: 'SERVER',
  codes: SERVER_ERRORS,
  onSites: async (_tx, { now }, troubles) => ({
    conditions: troubles.map(({ code, holds, detail }): SubjectCondition => {
      const time = { since: now, time: now };
      return { organization: null, code, source: 'SERVER', holds, isFresh: true, ...time, ...(detail && { detail }) };
    }),
  }),
};
