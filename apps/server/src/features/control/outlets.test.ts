import { describe, expect, it } from 'vitest';
import type { Meter } from '../../registry/snapshot.ts';
import { createBrokerOutlet, createSiteOutlet, listenersOf } from './outlets.ts';

const organization: Meter['organization'] = {
  ...{ id: 1, name: '한빛초', nameEn: null, revision: 0, code: '12345678', timeZone: 'Asia/Seoul', use: 'Y' },
  ...{ aliases: [], enrolmentHash: null, blockedCodes: new Set(), offices: [], windows: [], publicSlug: null },
};
const office = { id: 2, name: '본관', nameEn: null, organization, departments: [], revision: 0 };
const meter: Meter = {
  ...{
    id: 4,
    name: '교실',
    nameEn: null,
    organization,
    code: 'M-1',
    type: 'AIR',
    intervalS: 60,
    use: 'Y',
    periods: [],
    backfillUntil: null,
  },
  ...{
    department: { id: 3, name: '1층', nameEn: null, office, meters: [], revision: 0 },
    sensors: new Map(),
    purifiers: [],
  },
  ...{
    deletedTime: null,
    past: { sensors: [], purifiers: [] },
    certificate: { grade: null, number: null, until: null },
    ...{ calibrationDate: null, isPublic: true },
  },
};
const OWN = 'airdeck/v1/12345678/M-1/commands';
const GATEWAY = 'airdeck/v1/12345678/+/commands';

describe('the outlet of the own broker', () => {
  const published: unknown[] = [];
  const outletWith = (subscribers: Record<string, number>) =>
    createBrokerOutlet({
      subscribers: (filter) => subscribers[filter] ?? 0,
      publish: async (...message) => void published.push(message),
    });

  it.each([
    ['no client', {}, false],
    ['the device', { [OWN]: 1 }, true],
    ['a gateway', { [GATEWAY]: 1 }, true],
    ['another device', { 'airdeck/v1/12345678/M-2/commands': 1 }, false],
    ['a gateway of another organization', { 'airdeck/v1/87654321/+/commands': 1 }, false],
    ['the device, for its settings', { 'airdeck/v1/12345678/M-1/settings': 1 }, false],
  ])('reaches a device when %s listens: %s %s', (_, subscribers, expected) => {
    expect(outletWith(subscribers).reaches(meter)).toBe(expected);
  });

  it('publishes to the topic of the device, not retained', async () => {
    await outletWith({}).publish(meter, 'payload');
    expect(published).toEqual([[OWN, 'payload', { retain: false }]]);
  });
});

describe('the outlet of the own broker, for an organization with a former code', () => {
  const FORMER = 'airdeck/v1/11111111/M-1/commands';
  const FORMER_GATEWAY = 'airdeck/v1/11111111/+/commands';
  const moved = { ...meter, organization: { ...organization, aliases: ['11111111'] } };

  it.each([
    ['the code that the device used last', { [OWN]: 1, [FORMER]: 1 }, '11111111', FORMER],
    ['the current code, when the device uses it', { [OWN]: 1, [FORMER]: 1 }, '12345678', OWN],
    ['the code under which a gateway listens for it', { [FORMER_GATEWAY]: 1 }, '12345678', FORMER],
    ['the code that the device used last, when none listens', {}, '11111111', FORMER],
  ])('publishes under %s', async (_, subscribers: Record<string, number>, used, expected) => {
    const topics: string[] = [];
    const outlet = createBrokerOutlet(
      { subscribers: (filter) => subscribers[filter] ?? 0, publish: async (topic) => void topics.push(topic) },
      () => used,
    );
    expect(outlet.reaches(moved)).toBe(Object.keys(subscribers).length > 0);
    await outlet.publish(moved, 'payload');
    expect(topics).toEqual([expected]);
    expect(Object.keys(subscribers).map((filter) => listenersOf(filter)?.(moved))).not.toContain(false);
  });
});

describe('the outlet of sites', () => {
  const calls: unknown[] = [];
  const outlet = (isTaken: boolean) =>
    createSiteOutlet({
      reaches: ({ code }) => code === 'M-1',
      publish: async (...message) => {
        calls.push(message);
        return isTaken;
      },
    });

  it('publishes commands, not retained', async () => {
    expect(outlet(true).reaches(meter)).toBe(true);
    await outlet(true).publish(meter, 'payload');
    expect(calls).toEqual([[meter, 'commands', 'payload', { retain: false }]]);
  });

  it('rejects a command that the site did not take', async () => {
    await expect(outlet(false).publish(meter, 'payload')).rejects.toThrow();
  });
});

describe('the meters whose commands a filter receives', () => {
  it.each([
    [OWN, true],
    [GATEWAY, true],
    ['airdeck/v1/12345678/M-2/commands', false],
    ['airdeck/v1/87654321/M-1/commands', false],
    ['airdeck/v1/12345678/M-1/settings', null],
    ['airdeck/v1/12345678/M-1/commands/ack', null],
    ['other/v1/12345678/M-1/commands', null],
    ['airdeck/v12/12345678/M-1/commands', null],
    ['commands', null],
  ])('%s: %s', (filter, expected) => {
    const isMeant = listenersOf(filter);
    expect(isMeant === null ? null : isMeant(meter)).toBe(expected);
  });
});
