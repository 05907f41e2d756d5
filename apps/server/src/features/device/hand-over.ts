import type { HandOverMessage } from '@airdeck/contract/protocol/message';
import { topicOf } from '@airdeck/contract/protocol/topic';
import { hashSecret, newSecret } from '../../device-messages/secret.ts';
import type { FeedWriter } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import type { Broker } from '../../platform/mqtt/broker.ts';
import type { Registry } from '../../registry/registry.ts';
import { type Credential, deviceKey, type HandOver } from '../../registry/snapshot.ts';
import type { DeviceIdentity } from './device-identity.ts';
import { deliverSecrets, finishHandOvers, undoDeliveries } from './hand-over-queries.ts';

/** Expired hand-overs are noticed after this; everything else wakes the loop. */
const PAUSE_MS = 5_000;
const RETRY_MS = 1_000;
const DELIVERIES_AT_ONCE = 200;

export interface HandOversOptions {
  db: Db;
  feed: FeedWriter;
  processId: string;
  registry: Registry;
  broker: Pick<Broker<DeviceIdentity>, 'identities' | 'isSubscribed' | 'send'>;
  clock: Clock;
  log: Log;
  randomBytes(size: number): Buffer;
  /** The registry of this process has changed. */
  onChanged(): void;
  /** Closes connections that are no longer admitted. */
  closeRefused(): void;
}

/** Gives claimed devices their own secrets over the connections with which they enrolled (docs/adr/0025). */
export interface HandOvers {
  loggedIn(who: DeviceIdentity): void;
  /** A device subscribed, or the registry changed. */
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

const topicFor = ({ organizationCode, deviceCode }: DeviceIdentity): string =>
  topicOf(organizationCode, deviceCode, 'settings');

/** Whether a connection may receive the secret: one from the address of the enrolment, or one that an administrator saw. */
const mayReceive = ({ ip, connectedTime }: DeviceIdentity, handOver: HandOver): boolean =>
  ip === handOver.ip || (handOver.connectedBefore !== null && connectedTime < handOver.connectedBefore);

interface Delivery {
  meterId: number;
  who: DeviceIdentity;
  secret: string;
}

export const createHandOvers = (options: HandOversOptions): HandOvers => {
  const { db, feed, processId, registry, broker, clock, log, randomBytes, onChanged, closeRefused } = options;
  /** Meters whose devices used their own secrets. */
  const used = new Set<number>();

  const credentialOf = ({ organizationId, deviceCode }: DeviceIdentity): Credential | undefined => {
    const { organizations, credentials } = registry.snapshot();
    return credentials.get(deviceKey(organizations.get(organizationId)?.code ?? '', deviceCode));
  };

  /** Changes meters, and resolves when this process admits devices accordingly. */
  const change = async <T>(run: (tx: Tx) => Promise<T>, meters: (result: T) => readonly number[]): Promise<T> => {
    const result = await db.tx(async (tx) => {
      const answer = await run(tx);
      const touch = { organizations: [], meters: [...meters(answer)] };
      if (touch.meters.length > 0) await feed.append(tx, [{ kind: 'registry', word: { from: processId, touch } }]);
      return answer;
    });
    const touched = [...meters(result)];
    if (touched.length > 0) {
      feed.wake('registry');
      await registry.refresh({ organizations: [], meters: touched });
      onChanged();
    }
    return result;
  };

  const finish = async (): Promise<void> => {
    const meterIds = [...used];
    if (meterIds.length === 0) return;
    await change(
      (tx) => finishHandOvers(tx, meterIds, clock.now()),
      () => meterIds,
    );
    for (const id of meterIds) used.delete(id);
  };

  /** Connections that should receive a secret now: the only ones of their codes. */
  const receivers = (): Delivery[] => {
    const waiting = new Map<number, { handOver: HandOver; connections: DeviceIdentity[] }>();
    for (const who of broker.identities(({ kind }) => kind === 'ENROLMENT')) {
      const { meterId = null, handOver = null } = credentialOf(who) ?? {};
      if (meterId === null || handOver === null || handOver.isDelivered) continue;
      const known = waiting.get(meterId) ?? { handOver, connections: [] };
      waiting.set(meterId, known);
      known.connections.push(who);
    }
    return [...waiting].flatMap(([meterId, { handOver, connections }]) => {
      const [who, other] = connections;
      // Two connections with one code: one of them may be an intruder's.
      if (who === undefined || other !== undefined || !mayReceive(who, handOver)) return [];
      return broker.isSubscribed(who, topicFor(who)) ? [{ meterId, who, secret: newSecret(randomBytes) }] : [];
    });
  };

  const deliver = async (): Promise<boolean> => {
    const deliveries = receivers().slice(0, DELIVERIES_AT_ONCE);
    if (deliveries.length === 0) return false;
    const secrets = deliveries.map(({ meterId, secret }) => ({ meterId, secretHash: hashSecret(secret) }));
    // The secret must work before the device receives it.
    const given = await change(
      (tx) => deliverSecrets(tx, secrets, clock.now()),
      (ids) => [...ids],
    );
    const unsent: number[] = [];
    for (const { meterId, who, secret } of deliveries) {
      if (!given.has(meterId)) continue;
      const payload = JSON.stringify({ secret } satisfies HandOverMessage);
      if (!(await broker.send(who, topicFor(who), payload))) unsent.push(meterId);
    }
    if (unsent.length > 0) {
      await change(
        (tx) => undoDeliveries(tx, unsent),
        () => unsent,
      );
    }
    return deliveries.length === DELIVERIES_AT_ONCE;
  };

  const loop = createLoop(
    async () => {
      await finish();
      const isMore = await deliver();
      // The time of a hand-over may be over.
      closeRefused();
      return isMore ? 0 : PAUSE_MS;
    },
    (error) => {
      log.error({ err: error }, 'secrets could not be handed over; retrying');
      return RETRY_MS;
    },
  );

  return {
    loggedIn(who) {
      if (who.kind !== 'DEVICE') return;
      const { meterId = null, handOver = null } = credentialOf(who) ?? {};
      if (meterId === null || handOver === null) return;
      used.add(meterId);
      loop.wake();
    },
    wake: loop.wake,
    start: loop.start,
    stop: loop.stop,
  };
};
