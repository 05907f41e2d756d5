import type { DoorParts, DoorPreview } from '@airdeck/contract/door/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { typeOfChannel } from '@airdeck/domain/channel';
import { fromTicks } from '@airdeck/domain/stored-value';
import { applyBinding, type BoundSensor, suggestBinding } from '@airdeck/drivers/binding';
import { textOf } from '@airdeck/drivers/body';
import { NETWORK_SERVER_GUIDES } from '@airdeck/drivers/envelopes/guides';
import { ENVELOPES } from '@airdeck/drivers/envelopes/index';
import { FAMILY_GUIDES } from '@airdeck/drivers/families/guides';
import { DRIVERS } from '@airdeck/drivers/families/index';
import type { Guide } from '@airdeck/drivers/guide';
import type { DeviceValue, Json } from '@airdeck/drivers/types';
import { arrivalOf, decodeOpened, openArrival, type ReadFacts } from './decode-arrival.ts';
import type { DoorSample } from './door-device-queries.ts';

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

/** Decodes the last message of a device as its next one would be decoded. */
export const previewSample = (
  sample: DoorSample,
  facts: ReadonlyMap<string, Json>,
  otherDriver: string | undefined,
): DoorPreview => {
  const readFacts: ReadFacts = (key) => (key == null ? undefined : facts.get(key));
  const { sample_topic: topic, sample_payload: payload } = sample;
  if (topic === null || payload === null) return EMPTY;
  const text = textOf(payload);
  const isText = text !== null && !BINARY.test(text);
  const shown = {
    ...EMPTY,
    received_time: sample.last_seen_time?.toISOString() ?? null,
    topic,
    raw: (isText ? text : payload.toString('hex')).slice(0, MAX_RAW),
    is_text: isText,
  };
  const chosen = { envelope: sample.envelope, driver: sample.door_driver };
  const opened = openArrival(chosen, arrivalOf(topic, payload, false), readFacts);
  if ('ignored' in opened) return { ...shown, warnings: [opened.ignored] };
  const { decoded, driver } = decodeOpened(opened, otherDriver ?? sample.driver ?? sample.door_driver, readFacts);
  const bound = [...sample.sensors, ...suggestBinding(decoded.frames, sample.sensors)];
  const bySensor = new Map(bound.map((each) => [each.sensor, each]));
  const [first] = decoded.frames;
  const values = first?.values ?? [];
  return {
    ...shown,
    envelope: opened.envelope?.id ?? null,
    driver: driver?.id ?? null,
    port: opened.message?.body.fPort ?? null,
    time: first?.time == null ? null : new Date(first.time).toISOString(),
    values: values.slice(0, MAX_SHOWN_VALUES).map((value) => {
      const to = bySensor.get(value.sensor);
      return {
        ...{ sensor: value.sensor, type: value.type, value: value.value, unit: value.unit, note: value.note ?? null },
        channel: to?.channel ?? null,
        stored: to === undefined ? null : storedValue(value, values, to),
      };
    }),
    missing: [...(decoded.missing ?? [])],
    purifier: decoded.purifier ? { ...decoded.purifier } : null,
    warnings: [...decoded.warnings],
    default_interval_s: driver?.defaultInterval ?? null,
  };
};

const stepsOf = (guide: Guide | undefined, language: Language): string[] => [...(guide?.[language] ?? [])];

/** Network servers and families that can be chosen, in the viewer's language. */
export const listDoorParts = (language: Language): DoorParts => ({
  envelopes: ENVELOPES.map(({ id, title }) => ({ id, title, guide: stepsOf(NETWORK_SERVER_GUIDES[id], language) })),
  drivers: DRIVERS.map(({ id, title, transports, filters = [], defaultInterval, encode }) => ({
    ...{ id, title: title[language], transports: [...transports], filters: [...filters] },
    default_interval_s: defaultInterval,
    takes_commands: encode !== undefined,
    guide: stepsOf(FAMILY_GUIDES[id], language),
  })),
});
