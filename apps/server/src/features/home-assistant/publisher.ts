import { setImmediate } from 'node:timers/promises';
import type { Language } from '@airdeck/contract/user/schema';
import { localDay } from '@airdeck/domain/calendar';
import { discoveryTopic } from '../../device-messages/home-assistant-topics.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import { matchesFilter } from '../../platform/mqtt/topic-filter.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Meter } from '../../registry/snapshot.ts';
import { thresholdsOn } from '../../registry/thresholds.ts';
import { createFollowed, isPublished, publishedMeters } from './followed.ts';
import {
  discoveryKey,
  isMeterFresh,
  type MeterFacts,
  renderDiscovery,
  renderState,
  topicsOfMeter,
} from './meter-messages.ts';
import { createSiteCopies } from './site-copies.ts';

/** A meter's state is published at most this often. */
export const STATE_MS = 5_000;
/** Interval of looking for changes, while an organization publishes. */
const LOOK_MS = 500;
const IDLE_MS = 60_000;
const RETRY_MS = 2_000;
/** Meters between two pauses in which devices are served. */
const SLICE = 100;

/** A door at which an organization publishes its meters. */
export interface PublishingDoor {
  id: number;
  organizationId: number;
  /** null: the connections of its account; else the broker of this local server. */
  localServerId: number | null;
  language: Language;
}

export type Send = (topic: string, payload: string) => Promise<boolean>;

export interface PublisherOptions {
  db: Db;
  feed: Pick<Feed, 'follow'>;
  registry: Pick<Registry, 'snapshot'>;
  doors(): Iterable<PublishingDoor>;
  /** Sends to the connections of a door's account that subscribe to the topic. */
  sendToAccount(doorId: number, topic: string, payload: string): Promise<boolean>;
  /** Publishes a retained message to a local server; false: it did not take it. */
  retainAtSite(localServerId: number, topic: string, payload: string): Promise<boolean>;
  hasSite(localServerId: number): boolean;
  clock: Clock;
  monotonic(): number;
  log: Log;
}

/** The messages of a door, by topic. */
interface Publication {
  door: PublishingDoor;
  messages: Map<string, string>;
  /** Its meters, each with the time of its last state by the monotonic clock. */
  stateTimes: Map<number, number>;
  /** Key of each published discovery message. */
  discoveryKeys: Map<number, string>;
  /** Meters with news, and the revision of the registry whose meters are published. */
  due: Set<number>;
  revision: number;
  sweptTime: number;
}

const isSame = (a: PublishingDoor, b: PublishingDoor): boolean =>
  a.organizationId === b.organizationId && a.localServerId === b.localServerId && a.language === b.language;

/**
 * Publishes the meters of organizations as devices of Home Assistant: at the broker of a local server as retained
 * messages, and to connections of a door's account, which get everything that matches when they subscribe.
 */
export const createPublisher = (options: PublisherOptions) => {
  const { db, feed, registry, sendToAccount, clock, monotonic, log } = options;
  const publications = new Map<number, Publication>();
  const siteCopies = createSiteCopies(options);

  const markDue = (meterId: number): void => {
    const organizationId = registry.snapshot().meters.get(meterId)?.organization.id;
    for (const publication of publications.values()) {
      if (publication.door.organizationId === organizationId) publication.due.add(meterId);
    }
  };

  /** Opens and closes publications as doors come and go. */
  const followDoors = async (): Promise<void> => {
    const doors = new Map([...options.doors()].map((door) => [door.id, door]));
    for (const [id, { door }] of publications) {
      const now = doors.get(id);
      if (now !== undefined && isSame(now, door)) continue;
      const publication = publications.get(id);
      publications.delete(id);
      // Connections of the account get empty messages; brokers of sites are cleaned.
      if (now === undefined && publication !== undefined) await removeMeters(publication, []);
    }
    for (const door of doors.values()) {
      if (publications.has(door.id)) continue;
      const empty = { messages: new Map(), stateTimes: new Map(), discoveryKeys: new Map(), due: new Set<number>() };
      publications.set(door.id, { door, ...empty, revision: -1, sweptTime: Number.NEGATIVE_INFINITY });
    }
    followed.setOrganizations(new Set([...doors.values()].map(({ organizationId }) => organizationId)));
  };

  const factsOf = (meter: Meter, common: Pick<MeterFacts, 'language' | 'now' | 'thresholds'>): MeterFacts => ({
    ...common,
    meter,
    values: followed.current.valuesOf(meter.id),
    reportOf: followed.current.reportOf,
    hasAlarm: followed.current.hasAlarm(meter.id),
  });

  /** Changes the message of a topic; null removes it. Connections of an account get it now, brokers of sites with the next copy. */
  const put = async ({ door, messages }: Publication, topic: string, payload: string | null): Promise<boolean> => {
    if (messages.get(topic) === (payload ?? undefined)) return false;
    if (payload === null) messages.delete(topic);
    else messages.set(topic, payload);
    if (door.localServerId === null) await sendToAccount(door.id, topic, payload ?? '');
    return true;
  };

  const removeMeters = async (publication: Publication, meters: readonly Meter[]): Promise<void> => {
    const kept = new Set(
      meters.flatMap((meter) => {
        const { discovery, state, availability } = topicsOfMeter(meter);
        return [discovery, state, availability];
      }),
    );
    for (const topic of [...publication.messages.keys()]) if (!kept.has(topic)) await put(publication, topic, null);
    const ids = new Set(meters.map(({ id }) => id));
    for (const times of [publication.stateTimes, publication.discoveryKeys]) {
      for (const id of times.keys()) if (!ids.has(id)) times.delete(id);
    }
  };

  const publishMeter = async (publication: Publication, facts: MeterFacts): Promise<void> => {
    const { due, stateTimes, discoveryKeys } = publication;
    const { id } = facts.meter;
    const now = monotonic();
    if (now - (stateTimes.get(id) ?? Number.NEGATIVE_INFINITY) < STATE_MS) return;
    due.delete(id);
    const topics = topicsOfMeter(facts.meter);
    const key = `${registry.snapshot().revision} ${discoveryKey(facts)}`;
    if (discoveryKeys.get(id) !== key) {
      await put(publication, topics.discovery, renderDiscovery(facts));
      discoveryKeys.set(id, key);
    }
    await put(publication, topics.availability, isMeterFresh(facts) ? 'online' : 'offline');
    if (await put(publication, topics.state, renderState(facts))) stateTimes.set(id, now);
  };

  const publish = async (publication: Publication): Promise<void> => {
    const { door, due } = publication;
    const { revision, meters, organizations } = registry.snapshot();
    const isSweep = monotonic() - publication.sweptTime >= STATE_MS;
    if (publication.revision !== revision || isSweep) {
      // Names and parts may have changed; meters also fall silent without an event.
      const all = publishedMeters(registry.snapshot(), door.organizationId);
      for (const { id } of all) due.add(id);
      await removeMeters(publication, all);
      publication.revision = revision;
      publication.sweptTime = monotonic();
    }
    const organization = organizations.get(door.organizationId);
    if (organization === undefined) return;
    const now = clock.now();
    const day = localDay(now, organization.timeZone);
    const common = {
      language: door.language,
      now,
      thresholds: thresholdsOn(registry.snapshot(), organization.id, day),
    };
    let done = 0;
    for (const id of [...due]) {
      const meter = meters.get(id);
      if (isPublished(meter) && meter.organization.id === organization.id) {
        await publishMeter(publication, factsOf(meter, common));
      } else due.delete(id);
      done += 1;
      if (done % SLICE === 0) await setImmediate();
    }
    if (door.localServerId !== null) await siteCopies.copy(door.localServerId, publication.messages);
  };

  const followed = createFollowed({ db, feed, registry, onNews: markDue, onReload: () => loop.wake() });
  const loop = createLoop(
    async () => {
      await followDoors();
      await followed.read();
      for (const publication of publications.values()) await publish(publication);
      const sites = new Set([...publications.values()].map(({ door }) => door.localServerId));
      const isClean = await siteCopies.clean((localServerId) => sites.has(localServerId));
      return publications.size > 0 || !isClean ? LOOK_MS : IDLE_MS;
    },
    (error) => {
      log.warn({ err: error }, 'publishing for Home Assistant failed; retrying');
      return RETRY_MS;
    },
  );

  return {
    async start() {
      await siteCopies.start();
      loop.start();
    },
    async stop() {
      await loop.stop();
      await followed.stop();
    },
    /** Doors or meters may have changed. */
    wake: loop.wake,
    /** A connection of a door's account has subscribed: it gets what matches, as if it were retained. */
    async subscribed(doorId: number, filter: string, send: Send): Promise<void> {
      const publication = publications.get(doorId);
      if (publication === undefined) return;
      const { messages } = publication;
      for (const topic of [...messages.keys()].filter((each) => matchesFilter(filter, each))) {
        // A newer message may have been sent meanwhile.
        const payload = messages.get(topic);
        if (payload !== undefined) await send(topic, payload);
      }
      // Meters that were deleted while nothing was connected.
      for (const { id, organization } of registry.snapshot().past.meters.values()) {
        const topic = discoveryTopic(id);
        if (organization.id === publication.door.organizationId && matchesFilter(filter, topic)) await send(topic, '');
      }
    },
    /** Home Assistant has started: connections of the door's account get everything again. */
    async repeat(doorId: number): Promise<void> {
      const publication = publications.get(doorId);
      if (publication === undefined || publication.door.localServerId !== null) return;
      const { messages } = publication;
      for (const topic of [...messages.keys()]) {
        const payload = messages.get(topic);
        if (payload !== undefined) await sendToAccount(doorId, topic, payload);
      }
    },
    /** A local server is connected: its broker may have lost what it kept. */
    siteConnected(localServerId: number): void {
      siteCopies.forget(localServerId);
      loop.wake();
    },
  };
};

export type Publisher = ReturnType<typeof createPublisher>;
