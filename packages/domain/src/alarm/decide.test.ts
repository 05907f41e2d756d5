import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../duration.ts';
import {
  CLEAR_AFTER_MS,
  decideAlarm,
  type PresentCondition,
  RAISE_AGAIN_MS,
  REOPEN_AFTER_MS,
  type StandingAlarm,
} from './decide.ts';

const NOW = Date.UTC(2026, 10, 21);
const holds: PresentCondition = { holds: true, isFresh: true, isSuppressed: false };
const stale: PresentCondition = { ...holds, isFresh: false };
const suppressed: PresentCondition = { ...holds, isSuppressed: true };
const not: PresentCondition = { ...holds, holds: false };
const open: StandingAlarm = { endedTime: null, clearedTime: null };
const ended: StandingAlarm = { endedTime: NOW - 1, clearedTime: null };
const endedLongAgo: StandingAlarm = { endedTime: NOW - CLEAR_AFTER_MS, clearedTime: null };
const cleared: StandingAlarm = { endedTime: null, clearedTime: NOW - RAISE_AGAIN_MS + 1 };
const clearedLongAgo: StandingAlarm = { endedTime: null, clearedTime: NOW - RAISE_AGAIN_MS };

describe('an alarm', () => {
  it.each([
    ['is raised', null, holds, 'RAISE'],
    ['is not raised while nothing is wrong', null, not, null],
    ['is not raised by what is old', null, stale, null],
    ['is not raised under a cause', null, suppressed, null],
    ['is held', open, holds, null],
    ['is held by what is old', open, stale, null],
    ['is held under a cause', open, suppressed, null],
    ['ends', open, not, 'END'],
    ['ends under a cause', open, { ...not, isSuppressed: true }, 'END'],
    ['ends by what is old', open, { ...not, isFresh: false }, 'END'],
    ['comes back', ended, holds, 'COME_BACK'],
    [
      'has to be acknowledged again when it comes back later',
      { ...ended, endedTime: NOW - REOPEN_AFTER_MS },
      holds,
      'REOPEN',
    ],
    ['only dithers until then', { ...ended, endedTime: NOW - REOPEN_AFTER_MS + 1 }, holds, 'COME_BACK'],
    ['does not want anybody later by what is old', endedLongAgo, stale, null],
    ['does not want anybody later under a cause', endedLongAgo, suppressed, null],
    ['does not come back by what is old', ended, stale, null],
    ['does not come back under a cause', ended, suppressed, null],
    ['stays ended', endedLongAgo, not, null],
    ['is left alone after a person cleared it', cleared, holds, null],
    ['is raised again 10 minutes later', clearedLongAgo, holds, 'RAISE_AGAIN'],
    ['is not raised again by what is old', clearedLongAgo, stale, null],
    ['is not raised again under a cause', clearedLongAgo, suppressed, null],
    ['ends after it was cleared', cleared, not, 'END'],
  ] as const)('%s', (_, alarm, condition, expected) => {
    expect(decideAlarm(alarm, condition, { now: NOW, clearsItself: false })).toBe(expected);
  });

  it.each([
    ['not at once', ended, not, null],
    ['10 minutes after its end', endedLongAgo, not, 'CLEAR'],
    ['not when it has come back', endedLongAgo, holds, 'REOPEN'],
    ['not under what comes back unseen', endedLongAgo, suppressed, null],
    ['not while it holds', open, holds, null],
  ] as const)('an alarm that clears itself does so %s', (_, alarm, condition, expected) => {
    expect(decideAlarm(alarm, condition, { now: NOW, clearsItself: true })).toBe(expected);
  });
});

describe('decisions over time', () => {
  type Row = { -readonly [K in keyof StandingAlarm]: StandingAlarm[K] } & { raisedTime: number };
  const steps = fc.array(
    fc.record({
      wait: fc.integer({ min: 0, max: 12 }).map((minutes) => minutes * MINUTE_MS),
      condition: fc.record({ holds: fc.boolean(), isFresh: fc.boolean(), isSuppressed: fc.boolean() }),
      clears: fc.boolean(),
      clearsItself: fc.boolean(),
    }),
    { maxLength: 60 },
  );

  /**
   * Replays decisions and manual clears as the engine and a person would make them; checks all alarms so far after each
   * step.
   */
  const run = (given: typeof steps extends fc.Arbitrary<infer T> ? T : never, check: (rows: Row[]) => void): void => {
    const rows: Row[] = [];
    let now = NOW;
    for (const { wait, condition, clears, clearsItself } of given) {
      now += wait;
      const newest = rows.at(-1);
      const standing = newest && (newest.clearedTime === null || newest.endedTime === null) ? newest : null;
      const change = decideAlarm(standing, condition, { now, clearsItself });
      if (standing) {
        if (change === 'END' || change === 'RAISE_AGAIN') standing.endedTime = now;
        if (change === 'COME_BACK' || change === 'REOPEN') standing.endedTime = null;
        if (change === 'CLEAR') standing.clearedTime = now;
      }
      if (change === 'RAISE' || change === 'RAISE_AGAIN') {
        rows.push({ raisedTime: now, endedTime: null, clearedTime: null });
      }
      check(rows);
      const last = rows.at(-1);
      if (clears && last?.clearedTime === null) last.clearedTime = now;
    }
  };

  it('keep at most one standing alarm', () => {
    fc.assert(
      fc.property(steps, (given) => {
        run(given, (rows) => {
          const standing = rows.filter((row) => row.clearedTime === null || row.endedTime === null);
          expect(standing.length).toBeLessThanOrEqual(1);
        });
      }),
    );
  });

  it('give a fresh, unsuppressed condition an open alarm, or one that was just cleared', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const always = given.map((step) => ({ ...step, condition: holds }));
        run(always, (rows) => {
          const last = rows.at(-1);
          expect(last?.endedTime).toBeNull();
        });
      }),
    );
  });
});
