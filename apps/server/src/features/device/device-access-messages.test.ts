import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../platform/log.ts';
import type { DeviceMessage } from '../../registry/device-message.ts';
import { aSnapshot } from '../../testing/snapshot.ts';
import { createDeviceAccess, type Receivers } from './device-access.ts';
import type { DeviceIdentity } from './device-identity.ts';
import { hashSecret } from './secret.ts';

describe('a message', () => {
  afterEach(() => void vi.useRealTimers());

  const who: DeviceIdentity = {
    kind: 'DEVICE',
    organizationId: 1,
    organizationCode: 'O',
    deviceCode: 'M1',
    secretHash: hashSecret('secret'),
  };
  const gateway: DeviceIdentity = { ...who, kind: 'GATEWAY', deviceCode: 'GW' };
  const registrySnapshot = (use: 'Y' | 'N') => {
    const snapshot = aSnapshot([
      { id: 1, code: 'O', offices: [{ id: 1, departments: [{ id: 1, meters: [{ id: 1, use }] }] }] },
    ]);
    const owner = snapshot.organizations.get(1);
    if (owner) {
      const { secretHash } = who;
      snapshot.credentials.set('O:M1', { organization: owner, code: 'M1', kind: 'DEVICE', meterId: 1, secretHash });
      snapshot.credentials.set('O:GW', { organization: owner, code: 'GW', kind: 'GATEWAY', meterId: null, secretHash });
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

  it('that its receiver cannot bear is counted and acknowledged', () => {
    const { said, receive } = open({
      readings: () => {
        throw new RangeError('Maximum call stack size exceeded');
      },
    });
    receive(who);
    expect(said).toEqual(['FAILED M1', 'acknowledged']);
  });

  it('that waits its turn is dropped when its device is taken out of use meanwhile', async () => {
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
