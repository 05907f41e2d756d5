import { registerDriver } from '@airdeck/drivers/register-driver';
import type { Driver } from '@airdeck/drivers/types';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import { driverOf } from './decode-arrival.ts';
import type { Door, DoorBook, DoorDevice } from './door-book.ts';
import { claimDevices, HOLDER_SILENT_MS, releaseDevices } from './poll-queries.ts';
import { type DeviceReader, type PolledDevice, polledDevice, registerMapOf } from './read-device.ts';
import type { DoorReceiver } from './receive.ts';

/** Devices without an owner are looked for at this interval. */
const CLAIM_MS = 5_000;
const RETRY_MS = 1_000;
/** Devices that are asked at once. */
const MAX_AT_ONCE = 32;
const DEFAULT_INTERVAL_S = 60;
/** Polls are spread: an interval is up to this part longer or shorter. */
const JITTER = 0.1;
const MAX_BACK_OFF = 10;
const MAX_BACK_OFF_MS = 600_000;

/** The driver of a polled device; null: the recognized one. */
export const polledDriver = (door: Door, device: DoorDevice): Driver | null => {
  const map = registerMapOf(door, device);
  return map === null ? driverOf(device.driver ?? door.driver) : registerDriver(map);
};

/** Milliseconds from the beginning of one poll to the next. A device that does not answer is asked less often. */
export const pollDelay = (intervalMs: number, failures: number, random: number): number => {
  const most = Math.max(intervalMs, Math.min(intervalMs * MAX_BACK_OFF, MAX_BACK_OFF_MS));
  const delay = Math.min(intervalMs * 2 ** Math.min(failures, MAX_BACK_OFF), most);
  return delay * (1 + JITTER * (2 * random - 1));
};

const intervalOf = ({ door, device }: PolledDevice): number =>
  (device.pollIntervalS ?? polledDriver(door, device)?.defaultInterval ?? DEFAULT_INTERVAL_S) * 1_000;

/** Changes of these settings let a device be asked at once. */
const settingsOf = ({ door, device, host, port }: PolledDevice): string =>
  JSON.stringify([
    ...[host, port, device.unit, device.path, device.transport, device.pollIntervalS, device.meterId],
    ...[device.tls, device.login],
    ...[device.driver ?? door.driver, registerMapOf(door, device)],
  ]);

const placeOf = ({ host, port }: PolledDevice): string => `${host} ${port}`;

/** A device that this process polls. */
interface Plan {
  polled: PolledDevice;
  settings: string;
  /** Monotonic time of its next poll. */
  due: number;
  /** Polls in a row that had no answer. */
  failures: number;
  isRunning: boolean;
  /** Another poll was asked for while one runs. */
  isAgain: boolean;
}

export interface PollerOptions {
  db: Db;
  book: Pick<DoorBook, 'devices' | 'door'>;
  reader: Pick<DeviceReader, 'read'>;
  receiver: Pick<DoorReceiver, 'answer' | 'noteFault'>;
  /** Supervisor of this process. */
  holder: string;
  clock: Clock;
  monotonic(): number;
  random(): number;
  log: Log;
  /** This process polls further devices, which may have commands waiting. */
  onClaimed(devices: readonly DoorDevice[]): void;
}

/** Polls the devices of POLL and MODBUS doors, each in one process, one at a time for each host and port. */
export const createPoller = (options: PollerOptions) => {
  const { db, book, reader, receiver, holder, clock, monotonic, random, log, onClaimed } = options;
  const plans = new Map<number, Plan>();
  const running = new Set<Promise<void>>();
  const busy = new Set<string>();
  let claimed: ReadonlySet<number> = new Set();
  let claimedTime = Number.NEGATIVE_INFINITY;

  const polledDevices = (): PolledDevice[] =>
    book.devices().flatMap((device) => {
      const door = book.door(device.doorId);
      return door === undefined ? [] : (polledDevice(door, device) ?? []);
    });

  const claim = async (): Promise<void> => {
    const wanted = polledDevices();
    claimed = new Set(wanted.length > 0 || plans.size > 0 ? await claimDevices(db, holder) : []);
    claimedTime = monotonic();
    const held = wanted.filter(({ device }) => claimed.has(device.id));
    const ids = new Set(held.map(({ device }) => device.id));
    for (const id of plans.keys()) if (!ids.has(id)) plans.delete(id);
    const added: DoorDevice[] = [];
    for (const polled of held) {
      const { device, door } = polled;
      const known = plans.get(device.id);
      if (known?.polled.device === device && known.polled.door === door) continue;
      const settings = settingsOf(polled);
      if (known === undefined) added.push(device);
      // A plan that is replaced while it runs ends by itself.
      if (known?.settings === settings) known.polled = polled;
      else {
        const state = { due: claimedTime, failures: 0, isRunning: false, isAgain: false };
        plans.set(device.id, { polled, settings, ...state });
      }
    }
    if (added.length > 0) onClaimed(added);
  };

  const poll = async (plan: Plan): Promise<void> => {
    const { polled } = plan;
    const { door, device } = polled;
    const began = monotonic();
    const { message, fault } = await reader.read(polled);
    if (loop.isStopped()) return;
    const at = clock.now();
    if (message === null) {
      plan.failures += 1;
      receiver.noteFault(device, fault ?? 'no answer', at);
    } else {
      plan.failures = 0;
      const arrived = { ...message, isRetained: false, receivedTime: at, ip: polled.host };
      // A reading that cannot be stored is lost: the next poll brings another.
      await new Promise<void>((resolve) =>
        receiver.answer(door, device, polledDriver(door, device), arrived, () => resolve()),
      );
    }
    plan.due = began + pollDelay(intervalOf(polled), plan.failures, random());
  };

  const begin = (plan: Plan): void => {
    const place = placeOf(plan.polled);
    plan.isRunning = true;
    plan.isAgain = false;
    busy.add(place);
    const run = poll(plan)
      .catch((error) => {
        plan.due = monotonic() + pollDelay(intervalOf(plan.polled), 1, random());
        log.error({ err: error, device: plan.polled.device.id }, 'a device could not be polled');
      })
      .finally(() => {
        plan.isRunning = false;
        if (plan.isAgain) plan.due = monotonic();
        busy.delete(place);
        running.delete(run);
        loop.wake();
      });
    running.add(run);
  };

  /** Begins what is due; returns the time until more is. */
  const beginDue = (): number => {
    const now = monotonic();
    let next = Number.POSITIVE_INFINITY;
    const waiting = [...plans.values()].filter(({ isRunning }) => !isRunning).sort((a, b) => a.due - b.due);
    for (const plan of loop.isStopped() ? [] : waiting) {
      if (plan.due > now) {
        next = plan.due - now;
        break;
      }
      if (running.size >= MAX_AT_ONCE) break;
      // The end of the other poll continues here.
      if (!busy.has(placeOf(plan.polled))) begin(plan);
    }
    return next;
  };

  let isChanged = true;
  const loop = createLoop(
    async () => {
      if (isChanged || monotonic() - claimedTime >= CLAIM_MS) {
        isChanged = false;
        await claim();
      }
      const rest = CLAIM_MS - (monotonic() - claimedTime);
      return Math.max(0, Math.min(rest, beginDue()));
    },
    (error) => {
      log.warn({ err: error }, 'claiming the devices to poll failed; retrying');
      // Soon another process takes them.
      if (monotonic() - claimedTime < HOLDER_SILENT_MS) beginDue();
      return RETRY_MS;
    },
  );

  return {
    start: loop.start,
    /** Devices may have changed. */
    wake() {
      isChanged = true;
      loop.wake();
    },
    /** Whether this process polls a device. */
    holds: (deviceId: number): boolean => plans.has(deviceId),
    /** Asks a device as soon as its host and port are free. */
    pollNow(deviceId: number): void {
      const plan = plans.get(deviceId);
      if (plan === undefined) return;
      plan.due = monotonic();
      plan.isAgain = plan.isRunning;
      loop.wake();
    },
    async stop() {
      await loop.stop();
      await Promise.all(running);
      if (plans.size === 0) return;
      await releaseDevices(db, holder).catch((error) => log.warn({ err: error }, 'polled devices are not released'));
    },
  };
};

export type Poller = ReturnType<typeof createPoller>;
