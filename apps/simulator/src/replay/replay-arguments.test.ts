import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parseReplayArguments } from './replay-arguments.ts';

const login = { AIRDECK_USERNAME: '10000001:M-1', AIRDECK_PASSWORD: 'secret' };

it('takes a file, and the login from the environment or the command line', () => {
  expect(parseReplayArguments(['a.csv'], { ...login, INIT_CWD: '/data/air' })).toMatchObject({
    file: resolve('/data/air/a.csv'),
    url: 'mqtt://127.0.0.1:1883',
    username: '10000001:M-1',
    speed: 1,
    history: false,
    zone: 'Asia/Seoul',
  });
  const args = ['--speed', '60', 'a.csv', '--history', '--username', '10000002:GW', '--device', 'X', '--zone', 'UTC'];
  expect(parseReplayArguments(args, login)).toMatchObject({
    username: '10000002:GW',
    device: 'X',
    speed: 60,
    zone: 'UTC',
  });
  expect(parseReplayArguments(['--help'], {})).toBeNull();
});

it.each([
  [[], login, 'name one FILE'],
  [['a.csv', 'b.csv'], login, 'name one FILE'],
  [['a.csv'], {}, '--username and --password are needed'],
  [['a.csv', '--username', 'me'], login, 'ORGANIZATION:DEVICE, not "me"'],
  [['a.csv', '--speed', 'fast'], login, 'a number above 0, not "fast"'],
  [['a.csv', '--speed', '0'], login, 'a number above 0'],
  [['a.csv', '--url', 'http://x'], login, 'mqtt://HOST:PORT'],
  [['a.csv', '--zone', '+09:00'], login, 'not a time zone'],
  [['a.csv', '--device', 'a/b'], login, 'not a device code'],
  [['a.csv', '--faster'], login, '--faster'],
])('refuses %j', (args, environment, words) => {
  expect(() => parseReplayArguments(args, environment)).toThrow(words);
});
