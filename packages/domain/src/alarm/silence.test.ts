import { expect, it } from 'vitest';
import { isSilent, WILL_WAIT_MS } from './silence.ts';

const NOW = Date.UTC(2026, 10, 21);
const LONG_AGO = NOW - 86_400_000;
const missed = NOW - 180_001;
const fresh = NOW - 60_000;
const offline = (time: number) => ({ value: 'OFFLINE', time }) as const;
const online = (time: number) => ({ value: 'ONLINE', time }) as const;

it.each([
  ['never spoke', null, null, LONG_AGO, false],
  ['came once and never measured', null, online(LONG_AGO), LONG_AGO, false],
  ['came, went and never measured', null, offline(LONG_AGO), LONG_AGO, true],
  ['measures', fresh, null, LONG_AGO, false],
  ['has missed three intervals', missed, null, LONG_AGO, true],
  ['its third frame is due now', NOW - 180_000, null, LONG_AGO, false],
  ['was silent while the server was', missed, null, NOW - 180_000, false],
  ['is silent since the server listens again', LONG_AGO, null, missed, true],
  ['said good-bye a moment ago', fresh, offline(NOW - WILL_WAIT_MS + 1), LONG_AGO, false],
  ['said good-bye and is not back', fresh, offline(NOW - WILL_WAIT_MS), LONG_AGO, true],
  ['said good-bye and had no time to come back to the server', fresh, offline(LONG_AGO), NOW - WILL_WAIT_MS + 1, false],
  ['said good-bye to a server that has listened since', fresh, offline(fresh), NOW - WILL_WAIT_MS, true],
  ['said good-bye and was back in time', fresh, online(NOW - WILL_WAIT_MS), LONG_AGO, false],
  ['has measured since', fresh, offline(fresh - 1), LONG_AGO, false],
  ['is back and has not measured yet', missed, online(NOW), LONG_AGO, true],
] as const)('a meter that %s', (_, measured, status, listening, expected) => {
  expect(isSilent({ measured, status, intervalS: 60 }, listening, NOW)).toBe(expected);
});
