import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DeviceMessage } from '../../device-messages/device-message.ts';
import { hashSecret } from '../../device-messages/secret.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { aSnapshot } from '../../testing/snapshot.ts';
import { createDeviceAccess, type Receivers } from './device-access.ts';
import { type DeviceIdentity, mayPublish, maySubscribe } from './device-identity.ts';

describe('a message', () => {
  afterEach(() => void vi.useRealTimers());

  const who: DeviceIdentity = {
    kind: 'DEVICE',
    organizationId: 1,
    organizationCode: 'O',
    deviceCode: 'M1',
    secretHash: hashSecret('secret'),
    ip: '',
    connectedTime: 0,
  };
  const gateway: DeviceIdentity = { ...who, kind: 'GATEWAY', deviceCode: 'GW' };
  const registrySnapshot = (use: 'Y' | 'N') => {
    const snapshot = aSnapshot([
      { id: 1, code: 'O', offices: [{ id: 1, departments: [{ id: 1, meters: [{ id: 1, use }] }] }] },
    ]);
    const owner = snapshot.organizations.get(1);
    if (owner) {
      const common = { organization: owner, secretHash: who.secretHash, handOver: null };
      snapshot.credentials.set('O:M1', { ...common, code: 'M1', kind: 'DEVICE', meterId: 1 });
      snapshot.credentials.set('O:GW', { ...common, code: 'GW', kind: 'GATEWAY', meterId: null });
    }
    return snapshot;
  };
  const open = (receivers: Partial<Receivers>) => {
    let snapshot = registrySnapshot('Y');
    const said: string[] = [];
    const say = (what: string) => (_: DeviceMessage, done: () => void) => {
      said.push(what);
      done();
    };
    const deviceAccess = createDeviceAccess({
      registry: { snapshot: () => snapshot },
      clock: systemClock,
      monotonic: () => 0,
      log: createLog({ level: 'silent' }),
      receivers: {
        readings: say('readings'),
        status: say('status'),
        'purifier-state': (message, done, { number }) => say(`purifier ${number}`)(message, done),
        ...receivers,
      },
      reject: ({ deviceCode }, reason) => {
        if (reason !== 'THROTTLED') said.push(`${reason} ${deviceCode}`);
      },
    });
    const receive = (from: DeviceIdentity, topic = 'airdeck/v1/O/M1/readings') =>
      deviceAccess.rules.receive(from, { topic, payload: Buffer.from('{}'), ip: '' }, (error) =>
        said.push(error?.message ?? 'acknowledged'),
      );
    return { said, receive, change: (use: 'Y' | 'N') => (snapshot = registrySnapshot(use)) };
  };

  it.each([
    ['purifiers/7/state', ['purifier 7', 'acknowledged']],
    ['commands/ack', ['NOT_SUPPORTED M1', 'acknowledged']],
    ['errors', ['error received', 'acknowledged']],
  ])('on %s goes to the receiver of its kind, if there is one', (rest, expected) => {
    const { said, receive } = open({
      errors: (_, done) => {
        said.push('error received');
        done();
      },
    });
    receive(who, `airdeck/v1/O/M1/${rest}`);
    expect(said).toEqual(expected);
  });

  it('a message is counted and acknowledged when its receiver fails', () => {
    const { said, receive } = open({
      readings: () => {
        throw new RangeError('Maximum call stack size exceeded');
      },
    });
    receive(who);
    expect(said).toEqual(['FAILED M1', 'acknowledged']);
  });

  it.each([
    ['airdeck/v1/O/M1/readings', ['readings', 'acknowledged']],
    ['airdeck/v1/O/M1/status', ['status', 'acknowledged']],
    ['airdeck/v1/O/M1/purifiers/2/state', ['purifier 2', 'acknowledged']],
    ['airdeck/v1/O/M1/errors', ['NOT_SUPPORTED M1', 'acknowledged']],
    ['airdeck/v1/O/M1', ['no such topic: airdeck/v1/O/M1']],
  ])('on %s goes to whom it is for', (topic, expected) => {
    const { said, receive } = open({});
    receive(who, topic);
    expect(said).toEqual(expected);
  });

  it('of an organization that is gone closes its connection', () => {
    const { said, receive } = open({});
    receive({ ...who, organizationId: 2 });
    expect(said).toEqual(['no such organization']);
  });

  it('a waiting message is dropped when its device is disabled', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { said, receive, change } = open({});
    for (let i = 0; i < 22; i++) receive(who);
    expect(said).toHaveLength(40);
    change('N');
    await vi.advanceTimersByTimeAsync(1000);
    expect(said.slice(40)).toEqual(['no longer admitted', 'no longer admitted']);
  });

  it('of a meter out of use is counted and acknowledged when its gateway brings it', () => {
    const { said, receive, change } = open({});
    change('N');
    receive(gateway);
    expect(said).toEqual(['REFUSED M1', 'acknowledged']);
  });

  it('of a code that a gateway invents counts for the gateway', () => {
    const { said, receive } = open({});
    for (let i = 0; i < 300; i++) receive(gateway, `airdeck/v1/O/INVENTED-${i}/readings`);
    expect(said.filter((what) => what === 'readings')).toHaveLength(20);
    expect(said.filter((what) => what === 'too many messages')).toHaveLength(180);
  });
});

describe('an identity', () => {
  const of = (kind: DeviceIdentity['kind'], deviceCode = 'M1'): DeviceIdentity => ({
    kind,
    organizationId: 1,
    organizationCode: 'O',
    deviceCode,
    secretHash: hashSecret('secret'),
    ip: '',
    connectedTime: 0,
  });
  const identities = [of('DEVICE'), of('GATEWAY', 'GW'), of('ENROLMENT')];
  const allowed = (may: (who: DeviceIdentity) => boolean) => identities.filter(may).map(({ kind }) => kind);

  it.each([
    ['airdeck/v1/O/M1/readings', ['DEVICE', 'GATEWAY', 'ENROLMENT']],
    ['airdeck/v1/O/M1/status', ['DEVICE', 'GATEWAY', 'ENROLMENT']],
    ['airdeck/v1/O/M1/settings/ack', ['DEVICE', 'GATEWAY', 'ENROLMENT']],
    ['airdeck/v1/O/M1/commands/ack', ['DEVICE', 'GATEWAY']],
    ['airdeck/v1/O/M1/errors', ['DEVICE', 'GATEWAY']],
    ['airdeck/v1/O/M1/purifiers/1/state', ['DEVICE', 'GATEWAY']],
    ['airdeck/v1/O/M2/readings', ['GATEWAY']],
    ['airdeck/v1/O/M 2/readings', []],
    ['airdeck/v1/O/M1/commands', []],
    ['airdeck/v1/O/M1/settings', []],
    ['airdeck/v1/P/M1/readings', []],
    ['airdeck/v1/O/M1', []],
    ['readings', []],
  ])('may publish to %s: %j', (topic, expected) => {
    expect(allowed((who) => mayPublish(who, topic))).toEqual(expected);
  });

  it.each([
    ['airdeck/v1/O/M1/commands', ['DEVICE', 'GATEWAY']],
    ['airdeck/v1/O/M1/settings', ['DEVICE', 'GATEWAY', 'ENROLMENT']],
    ['airdeck/v1/O/M2/settings', ['GATEWAY']],
    ['airdeck/v1/O/M2/commands', ['GATEWAY']],
    ['airdeck/v1/O/+/settings', ['GATEWAY']],
    ['airdeck/v1/O/M 2/commands', []],
    ['airdeck/v1/O/M1/readings', []],
    ['airdeck/v1/O/M1/commands2', []],
    ['airdeck/v1/O/M1/commands/1', []],
    ['airdeck/v1/O/M1/commands\n', []],
    ['airdeck/v1/O/a/M1/commands', []],
    ['airdeck/v1/O//commands', []],
    ['airdeck/v1/P/M1/commands', []],
    ['airdeck/v1/+/M1/commands', []],
    ['M1/commands', []],
    ['#', []],
  ])('may subscribe to %j: %j', (filter, expected) => {
    expect(allowed((who) => maySubscribe(who, filter))).toEqual(expected);
  });
});
