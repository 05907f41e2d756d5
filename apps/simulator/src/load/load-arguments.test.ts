import { expect, it } from 'vitest';
import { LoadArgumentError, loadOfPlan, parseLoadArguments } from './load-arguments.ts';

const login = { AIRDECK_USERNAME: '10000001:GW', AIRDECK_PASSWORD: 'secret' };

it('makes a plan of the command line', () => {
  const asked = parseLoadArguments(['--connections', '2', '--devices', '3', '--rate', '500'], login);
  if (!('plan' in asked)) throw new Error('no plan');
  const load = loadOfPlan(asked.plan);
  expect(load).toMatchObject({ connections: 2, devicesPerConnection: 3, inFlight: 20, seconds: 10, rate: 500 });
  expect(load.credentials(1)).toMatchObject({ username: '10000001:GW', password: 'secret' });
  expect(load.topicOf(1, 2)).toBe('airdeck/v1/10000001/LOAD-2-3/readings');
});

it('takes a plan from a file, or asks for help', () => {
  expect(parseLoadArguments(['--plan', 'a.json'], {})).toEqual({ planFile: 'a.json' });
  expect(parseLoadArguments(['-h'], {})).toEqual({ help: true });
});

it.each([
  [[], {}, '--username ORGANIZATION:GATEWAY'],
  [['--devices', '0'], login, '--devices is a whole number from 1'],
  [['--seconds', 'long'], login, 'not "long"'],
  [['--more'], login, '--more'],
])('refuses %j', (args, environment, words) => {
  expect(() => parseLoadArguments(args, environment)).toThrow(words);
  expect(() => parseLoadArguments(args, environment)).toThrow(LoadArgumentError);
});

it('refuses a plan with logins that differ', () => {
  const plan = { url: 'mqtt://x', inFlight: 1, seconds: 1, readingsPerFrame: 7 };
  const one = { username: '10000001:A', password: 'p', devices: ['A'] };
  expect(() => loadOfPlan({ ...plan, logins: [] })).toThrow('a plan needs logins');
  expect(() => loadOfPlan({ ...plan, logins: [one, { ...one, devices: ['A', 'B'] }] })).toThrow('same number');
});
