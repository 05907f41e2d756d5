import { DAY_MS } from './duration.ts';

/** When failed logins lock a login id, whether it exists or not. */
export const LOGIN_LOCK = {
  /** Failures from one address after which the id is locked for that address. */
  ofAddress: 5,
  /** Failures within `withinMs` after which the id is locked for all addresses; a single address never reaches it. */
  ofAll: 20,
  withinMs: DAY_MS,
} as const;
