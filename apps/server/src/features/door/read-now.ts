import type { DoorReading } from '@airdeck/contract/door/schema';
import { decodeRegisters, type RegisterAnswer, type RegisterMap } from '@airdeck/drivers/register-map';
import type { Json } from '@airdeck/drivers/types';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { SiteAddressRule } from '../../platform/net/site-address.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import { decodeOpened, openAnswer } from './decode-arrival.ts';
import { deviceOf, doorOf } from './door-book.ts';
import type { DoorDeviceRow, DoorRow } from './message-queries.ts';
import { polledDriver } from './poller.ts';
import { shownPayload } from './preview.ts';
import { createDeviceReader, type GroupResult, polledDevice, registerMapOf } from './read-device.ts';
import { shownValues } from './shown-values.ts';

/** Each may wait for a device for half a minute. */
const MAX_AT_ONCE = 8;

const hexOf = (bytes: Uint8Array | null): string | null => (bytes === null ? null : Buffer.from(bytes).toString('hex'));

/** The registers of a map with what the answers hold of them. */
const registersOf = (map: RegisterMap, groups: readonly GroupResult[]): DoorReading['registers'] => {
  const answers = groups.flatMap(({ table, register, count, data }): RegisterAnswer[] =>
    data === null ? [] : [{ table, register, count, data }],
  );
  const { readings, states } = decodeRegisters(map, answers);
  const units = new Map(map.reads.map(({ sensor, unit }) => [sensor, unit]));
  return [
    ...readings.map(({ sensor, ...rest }) => ({ ...rest, name: sensor, unit: units.get(sensor) ?? '', state: null })),
    ...states.map(({ state, value, ...rest }) => ({ ...rest, name: state, value: null, unit: '', state: value })),
  ];
};

/**
 * Asks a device at a person's request, with a connection of its own, and stores nothing. A device that accepts one
 * connection may refuse this one while it is polled.
 */
export const createReadNow = (options: {
  clock: Clock;
  monotonic(): number;
  isAllowed: SiteAddressRule;
  seal: Pick<PasswordSeal, 'open'>;
}) => {
  const { clock, monotonic } = options;
  let running = 0;

  return async (
    rows: { door: DoorRow; device: DoorDeviceRow },
    facts: ReadonlyMap<string, Json>,
    /** In place of the stored map of a MODBUS device. */
    otherMap: RegisterMap | null = null,
  ): Promise<DoorReading> => {
    const door = doorOf(rows.door);
    const stored = deviceOf(rows.device);
    const device = otherMap === null ? stored : { ...stored, registerMap: otherMap };
    // A person may ask a blocked device too.
    const polled = polledDevice(door, { ...device, isBlocked: false });
    if (polled === null) throw new Failure('INVALID_PARAMETER', { host: 'REQUIRED' });
    if (running >= MAX_AT_ONCE) throw new Failure('TOO_MANY_REQUESTS');
    running += 1;
    const reader = createDeviceReader(options);
    const began = monotonic();
    const { message, fault, groups } = await reader.read(polled).finally(async () => {
      running -= 1;
      await reader.stop();
    });
    const map = registerMapOf(door, device);
    const opened = message && openAnswer(device.address, polledDriver(door, device), message);
    const { decoded, driver } = opened
      ? decodeOpened(opened, null, (key) => (key == null ? undefined : facts.get(key)))
      : { decoded: { frames: [], warnings: [] }, driver: null };
    return {
      time: new Date(clock.now()).toISOString(),
      duration_ms: Math.round(monotonic() - began),
      fault,
      raw: message !== null && door.kind === 'POLL' ? shownPayload(message.payload).raw : null,
      groups: groups.map(({ table, register, count, data, error }) => ({
        ...{ table, register, count, raw: hexOf(data) },
        error: error?.code ?? null,
        exception: error?.exception ?? null,
      })),
      registers: map === null ? [] : registersOf(map, groups),
      driver: driver?.id ?? null,
      values: shownValues(decoded, device.sensors),
      missing: [...(decoded.missing ?? [])],
      purifier: decoded.purifier ? { ...decoded.purifier } : null,
      warnings: [...decoded.warnings],
    };
  };
};
