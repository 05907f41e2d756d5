import { expect, test } from 'vitest';
import { connectionOf } from './connection.ts';

const now = 5_000;
const since = 4_000;

test.each([
  [{ live: 'open', alarms: 'idle', online: true }, { state: 'live' }],
  // The console runs on the server's own machine, which has no network.
  [{ live: 'open', alarms: 'idle', online: false }, { state: 'live' }],
  [{ live: 'idle', alarms: 'open', online: false }, { state: 'idle' }],
  [{ live: 'connecting', alarms: 'idle', online: true }, { state: 'connecting' }],
  [{ live: 'idle', alarms: 'idle', online: true }, { state: 'idle' }],
  [
    { live: 'lost', alarms: 'idle', online: true },
    { state: 'reconnecting', since },
  ],
  [
    { live: 'idle', alarms: 'lost', online: true },
    { state: 'reconnecting', since },
  ],
  [
    { live: 'lost', alarms: 'idle', online: false },
    { state: 'offline', since },
  ],
  [
    { live: 'idle', alarms: 'idle', online: false },
    { state: 'offline', since },
  ],
  [
    { live: 'connecting', alarms: 'idle', online: false },
    { state: 'offline', since },
  ],
] as const)('%o is %o', (lines, connection) => {
  expect(connectionOf({ ...lines, since, now })).toEqual(connection);
});

test('without anything ever heard, what is on screen is from now', () => {
  const lines = { live: 'idle', alarms: 'idle', online: false } as const;
  expect(connectionOf({ ...lines, since: null, now })).toEqual({ state: 'offline', since: now });
});
