import { DAY_MS } from './duration.ts';

/** When failed logins lock an id, existing or not. */
export const LOGIN_LOCK = {
  /** Failures after which it is locked for the address that they came from. */
  ofAddress: 5,
  /** Failures within `withinMs` after which it is locked for everybody; of one address there are never so many. */
  ofAll: 20,
  withinMs: DAY_MS,
} as const;
