import { expect, describe as group, it } from 'vitest';
import { choosePrimary, describe, type HostState, type KnownPrimary } from './choose-primary.ts';

const primary = (name: string, timeline = 1, cluster = '7'): HostState => ({
  name,
  answer: { cluster, isInRecovery: false, isReadOnly: false, timeline },
});
const standby = (name: string, cluster = '7'): HostState => ({
  name,
  answer: { cluster, isInRecovery: true, isReadOnly: true, timeline: null },
});
const readOnly = (name: string): HostState => ({
  name,
  answer: { cluster: '7', isInRecovery: false, isReadOnly: true, timeline: 1 },
});
const away = (name: string, code = 'ECONNREFUSED'): HostState => ({
  name,
  error: Object.assign(new Error(`no ${name}`), { code }),
});
const nothing: KnownPrimary = { cluster: null, timeline: 0 };

group('choosePrimary', () => {
  it.each<[string, HostState[], KnownPrimary, string]>([
    ['the only writable host', [standby('a'), primary('b')], nothing, 'b'],
    ['one beside a host that is away', [away('a'), primary('b')], nothing, 'b'],
    ['the newest timeline of two', [primary('a', 1), primary('b', 2)], nothing, 'b'],
    ['the first of two names of one host', [primary('a', 3), primary('b', 3)], nothing, 'a'],
    ['the one of the known cluster', [primary('a', 9, '8'), primary('b')], { cluster: '7', timeline: 1 }, 'b'],
    ['the one known before', [primary('a', 2), standby('b')], { cluster: '7', timeline: 2 }, 'a'],
  ])('chooses %s', (_, states, known, name) => {
    expect(choosePrimary(states, known)).toMatchObject({ name, cluster: '7' });
  });

  it.each<[string, HostState[], KnownPrimary, string, boolean]>([
    ['standbys alone', [standby('a'), away('b')], nothing, 'a is a standby; b cannot be reached (no b)', true],
    ['a read-only host', [readOnly('a')], nothing, 'a is read-only', true],
    ['hosts that are away', [away('a'), away('b')], nothing, 'no host accepts writes', false],
    ['a host that starts', [away('a', '57P03')], nothing, 'a cannot be reached', true],
    ['a wrong password everywhere', [away('a', '28P01')], nothing, 'a cannot be reached', false],
    ['a former primary', [primary('a', 1)], { cluster: '7', timeline: 2 }, 'a is a former primary (timeline 1', true],
    ['two clusters', [primary('a'), standby('b', '8')], nothing, 'b has the system identifier 8', false],
    ['another cluster than before', [primary('a', 9, '8')], { cluster: '7', timeline: 1 }, '8 instead of 7', true],
  ])('chooses none of %s', (_, states, known, problem, mayPass) => {
    expect(choosePrimary(states, known)).toEqual({ problem: expect.stringContaining(problem), mayPass });
  });
});

it('describes a host that accepts writes', () => {
  expect(describe(primary('a'), nothing)).toBe('a accepts writes');
});
