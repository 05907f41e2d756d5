import type { DoorParts, DoorPreview } from '@airdeck/contract/door/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { typeOfChannel } from '@airdeck/domain/channel';
import { fromTicks } from '@airdeck/domain/stored-value';
import { applyBinding, type BoundSensor, suggestBinding } from '@airdeck/drivers/binding';
import { isObject, stringOf, textOf } from '@airdeck/drivers/body';
import { ENVELOPES } from '@airdeck/drivers/envelopes/index';
import { DRIVERS } from '@airdeck/drivers/families/index';
import { registerDriver } from '@airdeck/drivers/register-driver';
import { REGISTER_MAPS } from '@airdeck/drivers/register-maps/index';
import type { Decoded, DeviceValue, Json } from '@airdeck/drivers/types';
import { arrivalOf, decodeOpened, driverOf, openAnswer, openArrival, type ReadFacts } from './decode-arrival.ts';
import type { DoorSample } from './door-device-queries.ts';
import { checkedRegisterMap } from './door-queries.ts';

const MAX_RAW = 8_000;
const MAX_SHOWN_VALUES = 200;
/** A text without control characters other than line breaks and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters mean bytes.
const BINARY = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const EMPTY: DoorPreview = {
  ...{ received_time: null, topic: null, raw: null, is_text: false, envelope: null, driver: null, port: null },
  ...{ time: null, values: [], missing: [], purifier: null, warnings: [], default_interval_s: null },
};

/** What would be stored of a value; null: nothing. */
const storedValue = (value: DeviceValue, values: readonly DeviceValue[], bound: BoundSensor): number | null => {
  // The other values matter to gases measured by volume.
  const { frames } = applyBinding([{ time: null, values: [...values] }], [bound]);
  const [frame] = frames;
  const channel = frame?.channels[0];
  const ticks = frame?.ticks[0];
  if (value.type === null || channel === undefined || ticks === undefined) return null;
  return fromTicks(typeOfChannel(channel), ticks);
};

/** The values of a message with their channels, or suggested ones, and what would be stored. */
export const shownValues = ({ frames }: Decoded, sensors: readonly BoundSensor[]): DoorPreview['values'] => {
  const bySensor = new Map([...sensors, ...suggestBinding(frames, sensors)].map((each) => [each.sensor, each]));
  const values = frames[0]?.values ?? [];
  return values.slice(0, MAX_SHOWN_VALUES).map((value) => {
    const to = bySensor.get(value.sensor);
    return {
      ...{ sensor: value.sensor, type: value.type, value: value.value, unit: value.unit, note: value.note ?? null },
      channel: to?.channel ?? null,
      stored: to === undefined ? null : storedValue(value, values, to),
    };
  });
};

/** The beginning of a message, as text or in hexadecimal. */
export const shownPayload = (payload: Uint8Array): { raw: string; is_text: boolean } => {
  const text = textOf(payload);
  const isText = text !== null && !BINARY.test(text);
  return { raw: (isText ? text : Buffer.from(payload).toString('hex')).slice(0, MAX_RAW), is_text: isText };
};

/** Decodes the last message of a device as its next one would be decoded. */
export const previewSample = (
  sample: DoorSample,
  facts: ReadonlyMap<string, Json>,
  otherDriver: string | undefined,
): DoorPreview => {
  const readFacts: ReadFacts = (key) => (key == null ? undefined : facts.get(key));
  const { sample_topic: topic, sample_payload: payload } = sample;
  if (topic === null || payload === null) return EMPTY;
  const shown = {
    ...EMPTY,
    received_time: sample.last_seen_time?.toISOString() ?? null,
    topic,
    ...shownPayload(payload),
  };
  const chosen = { envelope: sample.envelope, driver: sample.door_driver };
  const map = sample.kind === 'MODBUS' ? checkedRegisterMap(sample.register_map) : null;
  const chosenDriver = otherDriver ?? sample.driver ?? sample.door_driver;
  const opened =
    sample.kind === 'MODBUS' || sample.kind === 'POLL'
      ? openAnswer(sample.address, map === null ? driverOf(chosenDriver) : registerDriver(map), { topic, payload })
      : openArrival(chosen, arrivalOf(topic, payload, false), readFacts);
  if ('ignored' in opened) return { ...shown, warnings: [opened.ignored] };
  const { decoded, driver } = decodeOpened(opened, map === null ? chosenDriver : null, readFacts);
  const [first] = decoded.frames;
  return {
    ...shown,
    envelope: opened.envelope?.id ?? null,
    driver: driver?.id ?? null,
    port: opened.message?.body.fPort ?? null,
    time: first?.time == null ? null : new Date(first.time).toISOString(),
    values: shownValues(decoded, sample.sensors),
    missing: [...(decoded.missing ?? [])],
    purifier: decoded.purifier ? { ...decoded.purifier } : null,
    warnings: [...decoded.warnings],
    default_interval_s: driver?.defaultInterval ?? null,
  };
};

/** Network servers and families that can be chosen, in the viewer's language. */
export const listDoorParts = (language: Language): DoorParts => ({
  envelopes: ENVELOPES.map(({ id, title }) => ({ id, title })),
  drivers: DRIVERS.map(({ id, title, transports, filters = [], path = null, defaultInterval, encode }) => ({
    ...{ id, title: title[language], transports: [...transports], filters: [...filters], path },
    default_interval_s: defaultInterval,
    takes_commands: encode !== undefined,
  })),
  register_maps: Object.entries(REGISTER_MAPS).flatMap(([id, map]) =>
    isObject(map) ? [{ id, title: stringOf(map.name) ?? id, map: { ...map } }] : [],
  ),
});
