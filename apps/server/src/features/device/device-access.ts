import { parseTopic, type TopicKind } from '@airdeck/contract/protocol/topic';
import type { MessageRejection } from '@airdeck/contract/reading/schema';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { isDeviceCode } from '@airdeck/domain/field-rule';
import { type DeviceMessage, type Done, type SiteIdentity, siteKey } from '../../device-messages/device-message.ts';
import { parseJson } from '../../device-messages/parse-payload.ts';
import type { Clock } from '../../platform/clock.ts';
import { limitLog } from '../../platform/limit-log.ts';
import type { Log } from '../../platform/log.ts';
import type { BrokerRules, Message } from '../../platform/mqtt/broker-rules.ts';
import { createTokenBuckets } from '../../platform/mqtt/token-buckets.ts';
import type { Registry } from '../../registry/registry.ts';
import { codesOf, deviceKey, type Meter } from '../../registry/snapshot.ts';
import {
  admitDevice,
  type DeviceIdentity,
  isAdmitted,
  isSaidByDevice,
  mayPublish,
  maySubscribe,
} from './device-identity.ts';
import { createSiteQueue } from './site-queue.ts';

/** Messages a second that one device may send on average, and how many at once. */
const MESSAGES_A_SECOND = 10;
const BURST = 20;
/** A device this far ahead of its rate is disconnected; it resends its unacknowledged messages after reconnecting. */
const MAX_DELAY_MS = 10_000;
/**
 * A device behind a site counts as flooding if it is this far ahead of its rate (6,000 messages) and its messages are
 * recent. The backlog of an outage does not count, because its messages are old.
 */
const FLOOD_MS = 10 * MINUTE_MS;
/** A message with older readings than this was queued at the site. */
const LATE_MS = MINUTE_MS;
const PRUNE_MS = 60_000;
const LOG_LINES_A_MINUTE = 30;

type Kind = TopicKind['kind'];
type TopicOf<K extends Kind> = Extract<TopicKind, { kind: K }>;

/** Handles a message: `done()` acknowledges it, `done(error)` closes its connection. */
export type Receiver<K extends Kind = Kind> = (message: DeviceMessage, done: Done, topic: TopicOf<K>) => void;

/** The receiver of each kind of message; other kinds are rejected. */
export type Receivers = { readonly [K in Kind]?: Receiver<K> };

export interface DeviceAccessOptions {
  registry: Pick<Registry, 'snapshot'>;
  clock: Clock;
  /** Monotonic time in milliseconds. */
  monotonic(): number;
  log: Log;
  receivers: Receivers;
  /** Called for each admitted login. */
  onLogin?(who: DeviceIdentity): void;
  /**
   * Called for each message of a registered meter, with the device or site that delivered it and the organization's code
   * in its topic.
   */
  onMeterMessage?(meter: Meter, who: DeviceIdentity | SiteIdentity, organizationCode: string): void;
  /** Records a rejected message. */
  reject(message: DeviceMessage, reason: MessageRejection, sample: string): void;
}

export interface DeviceAccess {
  rules: BrokerRules<DeviceIdentity>;
  /**
   * Receives a message forwarded by a site's broker. `done` acknowledges it once it is stored. Above a device's rate the
   * acknowledgement is delayed, and the broker keeps the message. Forbidden messages and floods of recent ones are counted
   * and acknowledged; otherwise the broker would redeliver them first.
   */
  receiveThrough(site: SiteIdentity, message: Message & { isRetained: boolean }, done: Done): void;
  /** Records a rejected message of a site. */
  refuseThrough(site: SiteIdentity, topic: string, reason: MessageRejection): void;
  /** Whether a connection's credentials and rights are still valid. */
  isAdmitted(who: DeviceIdentity): boolean;
  start(): void;
  stop(): void;
}

const SAMPLE_LENGTH = 200;
/** Placeholder for an invalid device code. */
const NO_CODE = '…';
/** Whether a message's first time of measurement is older than `LATE_MS`. */
const isLate = (payload: Buffer, now: number): boolean => {
  const parsed = parseJson(payload);
  if ('reason' in parsed) return false;
  const first: unknown = Array.isArray(parsed.json) ? parsed.json[0] : parsed.json;
  if (typeof first !== 'object' || first === null || !('time' in first)) return false;
  const time = typeof first.time === 'string' ? Date.parse(first.time) : first.time;
  return typeof time === 'number' && now - time > LATE_MS;
};

const sampleOf = ({ payload }: DeviceMessage): string => payload.toString('utf8', 0, SAMPLE_LENGTH);

/** Wraps `done`: only the first call counts, and its exceptions are logged instead of reaching the code that stored the message. */
const once = (done: Done, log: Log): Done => {
  let isOver = false;
  return (error) => {
    if (isOver) return;
    isOver = true;
    try {
      done(error);
    } catch (failure) {
      log.error({ err: failure }, 'a message could not be acknowledged');
    }
  };
};

/** Entry point of device messages: authenticates devices, enforces topics and rates, and dispatches messages. */
export const createDeviceAccess = (options: DeviceAccessOptions): DeviceAccess => {
  const { registry, clock, monotonic, log, receivers, onLogin, onMeterMessage, reject } = options;
  const buckets = createTokenBuckets(MESSAGES_A_SECOND, BURST);
  const siteQueue = createSiteQueue({ monotonic });
  const waiting = new Set<NodeJS.Timeout>();
  const logLimited = limitLog(log, { lines: LOG_LINES_A_MINUTE, monotonic });
  let pruner: NodeJS.Timeout | null = null;

  const dispatchToReceiver = <K extends Kind>(topic: TopicOf<K>, message: DeviceMessage, done: Done): void => {
    const receiver: Receiver<K> | undefined = receivers[topic.kind as K];
    if (receiver !== undefined) return receiver(message, done, topic);
    reject(message, 'NOT_SUPPORTED', sampleOf(message));
    done();
  };

  /** If handling fails, only that message is rejected: resending it would not help. */
  const dispatch = (topic: TopicKind, message: DeviceMessage, done: Done): void => {
    // A gateway may send for disabled meters and for blocked codes.
    const isBlocked = message.meter === null && message.organization.blockedCodes.has(message.deviceCode);
    if (isBlocked || message.meter?.use === 'N') {
      reject(message, 'REFUSED', '');
      return done();
    }
    const end = once(done, log);
    try {
      dispatchToReceiver(topic, message, end);
    } catch (error) {
      const device = deviceKey(message.organization.code, message.deviceCode);
      logLimited('error', { err: error, device, topic: topic.kind }, 'a message could not be handled');
      reject(message, 'FAILED', sampleOf(message));
      end();
    }
  };

  const later = (delay: number, run: () => void): void => {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      run();
    }, delay);
    waiting.add(timer);
  };

  const receive: BrokerRules<DeviceIdentity>['receive'] = (who, { topic, payload, ip, lostTime }, done) => {
    const parsed = parseTopic(topic);
    if (parsed === null) return done(new Error(`no such topic: ${topic}`));
    const snapshot = registry.snapshot();
    const organization = snapshot.organizations.get(who.organizationId);
    if (organization === undefined) return done(new Error('no such organization'));
    const key = deviceKey(organization.code, parsed.device);
    const meter = snapshot.metersByCode.get(key) ?? null;
    const isEnrolled = who.kind === 'ENROLMENT';
    const message: DeviceMessage = {
      ...{ organization, deviceCode: parsed.device, meter, payload, ip, isEnrolled },
      ...(lostTime !== undefined && { lostTime }),
    };
    if (meter !== null) onMeterMessage?.(meter, who, parsed.organization);
    // Unregistered codes share their gateway's rate: it could invent any number of them.
    const taker = meter?.id ?? deviceKey(organization.code, who.deviceCode);
    const delay = buckets.take(taker, monotonic());
    if (delay === 0) return dispatch(parsed, message, done);
    reject(message, 'THROTTLED', '');
    if (delay > MAX_DELAY_MS) {
      buckets.giveBack(taker);
      logLimited(
        'warn',
        { device: meter === null ? taker : key, ip },
        'device exceeds its message rate; closing connection',
      );
      return done(new Error('too many messages'));
    }
    later(delay, () => {
      const now = registry.snapshot();
      const current = now.organizations.get(who.organizationId);
      if (current === undefined || !isAdmitted(now, who, clock.now())) return done(new Error('no longer admitted'));
      const currentMeter = now.metersByCode.get(deviceKey(current.code, parsed.device)) ?? null;
      dispatch(parsed, { ...message, organization: current, meter: currentMeter }, done);
    });
  };

  const refuseThrough: DeviceAccess['refuseThrough'] = (site, topic, reason) => {
    const organization = registry.snapshot().organizations.get(site.organizationId);
    const code = parseTopic(topic)?.device ?? '';
    const deviceCode = isDeviceCode(code) ? code : NO_CODE;
    const message = { deviceCode, meter: null, payload: Buffer.alloc(0), ip: '' };
    if (organization !== undefined) reject({ organization, ...message }, reason, topic.slice(0, SAMPLE_LENGTH));
  };

  const receiveThrough: DeviceAccess['receiveThrough'] = (site, { topic, payload, ip, isRetained }, done) => {
    const parsed = parseTopic(topic);
    const owner = registry.snapshot().organizations.get(site.organizationId);
    if (owner === undefined) return done(new Error('no such organization'));
    if (parsed === null || !isSaidByDevice(parsed, codesOf(owner)) || !isDeviceCode(parsed.device)) {
      refuseThrough(site, topic, 'REFUSED');
      return done();
    }
    /** The current registration: the rights may have changed while the message waited. */
    const current = (): DeviceMessage | null => {
      const { organizations, metersByCode } = registry.snapshot();
      const organization = organizations.get(site.organizationId);
      if (organization === undefined) return null;
      const meter = metersByCode.get(deviceKey(organization.code, parsed.device)) ?? null;
      return { organization, deviceCode: parsed.device, meter, payload, ip, isRetained };
    };
    const message = current();
    if (message === null) return done(new Error('no such organization'));
    if (message.meter !== null) onMeterMessage?.(message.meter, site, parsed.organization);
    // No device has a code like this: unregistered codes share the rate of their site.
    const taker = message.meter?.id ?? deviceKey(message.organization.code, `local server ${site.localServerId}`);
    const ahead = buckets.take(taker, monotonic());
    if (ahead > FLOOD_MS) {
      buckets.giveBack(taker);
      if (!isLate(payload, clock.now())) {
        reject(message, 'THROTTLED', '');
        return done();
      }
    }
    const isQueued = siteQueue.add(siteKey(site), { payloadBytes: payload.length, isOverRate: ahead > 0 }, () => {
      const now = current();
      if (now === null) done(new Error('no such organization'));
      else dispatch(parsed, now, done);
    });
    if (!isQueued) done(new Error('site queue is full'));
  };

  return {
    receiveThrough,
    refuseThrough,
    rules: {
      admit(login) {
        const who = admitDevice(registry.snapshot(), login, clock.now());
        if (who !== null) onLogin?.(who);
        return who;
      },
      mayPublish,
      maySubscribe,
      now: () => clock.now(),
      receive,
    },
    isAdmitted: (who) => isAdmitted(registry.snapshot(), who, clock.now()),
    start() {
      pruner = setInterval(() => {
        buckets.prune(monotonic());
        siteQueue.prune();
      }, PRUNE_MS);
    },
    stop() {
      if (pruner) clearInterval(pruner);
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
      siteQueue.stop();
    },
  };
};
