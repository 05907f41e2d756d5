import { MAX_TRIED_INPUT } from '@airdeck/contract/door/decoder';
import type { DoorParts, DoorPreview } from '@airdeck/contract/door/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { isObject, stringOf, textOf } from '@airdeck/drivers/body';
import { NETWORK_SERVER_GUIDES } from '@airdeck/drivers/envelopes/guides';
import { ENVELOPES } from '@airdeck/drivers/envelopes/index';
import { FAMILY_GUIDES } from '@airdeck/drivers/families/guides';
import { DRIVERS } from '@airdeck/drivers/families/index';
import type { Guide } from '@airdeck/drivers/guide';
import { registerDriver } from '@airdeck/drivers/register-driver';
import { REGISTER_MAPS } from '@airdeck/drivers/register-maps/index';
import type { Decoded, Json } from '@airdeck/drivers/types';
import type { DecoderInput, DecoderOutcome } from '../../decoder-sandbox/types.ts';
import {
  arrivalOf,
  decodedOfOutcome,
  decodeOpened,
  decoderIdOf,
  decoderInputOf,
  driverOf,
  type OpenedMessage,
  openAnswer,
  openArrival,
  type ReadFacts,
} from './decode-arrival.ts';
import type { DoorSample } from './door-device-queries.ts';
import { checkedRegisterMap } from './door-queries.ts';
import { shownValues } from './shown-values.ts';

const MAX_RAW = 8_000;
/** Of the topic of a message that is tried. */
const MAX_TOPIC = 200;
/** A text without control characters other than line breaks and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters mean bytes.
const BINARY = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const EMPTY: DoorPreview = {
  ...{ received_time: null, topic: null, raw: null, is_text: false, envelope: null, driver: null, port: null },
  ...{ time: null, values: [], missing: [], purifier: null, warnings: [], default_interval_s: null },
  decoder_input: null,
};

/** Runs a decoder of the organization; null: it has none with this id. */
export type RunDecoder = (id: number, input: DecoderInput) => Promise<DecoderOutcome | null>;

interface Read {
  decoded: Decoded;
  driver: string | null;
  interval: number | null;
}

const read = async (
  opened: OpenedMessage,
  chosen: string | null,
  readFacts: ReadFacts,
  { receivedTime, runDecoder }: { receivedTime: number; runDecoder: RunDecoder },
): Promise<Read> => {
  const id = decoderIdOf(chosen);
  if (id === null) {
    const { decoded, driver } = decodeOpened(opened, chosen, readFacts);
    return { decoded, driver: driver?.id ?? null, interval: driver?.defaultInterval ?? null };
  }
  const input = decoderInputOf(opened, receivedTime);
  const outcome = input && (await runDecoder(id, input));
  const none = { frames: [], warnings: input === null ? [] : ['there is no such decoder'] };
  const decoded = outcome === null ? none : decodedOfOutcome(outcome, opened.uplink);
  return { decoded, driver: chosen, interval: null };
};

/** The beginning of a message, as text or in hexadecimal. */
export const shownPayload = (payload: Uint8Array): { raw: string; is_text: boolean } => {
  const text = textOf(payload);
  const isText = text !== null && !BINARY.test(text);
  return { raw: (isText ? text : Buffer.from(payload).toString('hex')).slice(0, MAX_RAW), is_text: isText };
};

/** The message without its envelope, as a person would write it to try a decoder; null: none, or a long one. */
const writtenBody = ({ message }: OpenedMessage): DoorPreview['decoder_input'] => {
  if (message === null) return null;
  const { bytes, fPort, json } = message.body;
  const written =
    json === undefined
      ? { format: 'HEX' as const, content: Buffer.from(bytes).toString('hex') }
      : { format: 'JSON' as const, content: textOf(bytes) ?? JSON.stringify(json) };
  if (written.content.length > MAX_TRIED_INPUT) return null;
  return { ...written, f_port: fPort, topic: message.topic.slice(0, MAX_TOPIC) };
};

/** Decodes the last message of a device as its next one would be decoded. */
export const previewSample = async (
  sample: DoorSample,
  facts: ReadonlyMap<string, Json>,
  otherDriver: string | undefined,
  runDecoder: RunDecoder,
): Promise<DoorPreview> => {
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
  if ('parts' in opened) return { ...shown, warnings: ['the message is for several devices'] };
  const { decoded, driver, interval } = await read(opened, map === null ? chosenDriver : null, readFacts, {
    receivedTime: sample.last_seen_time?.getTime() ?? 0,
    runDecoder,
  });
  const [first] = decoded.frames;
  return {
    ...shown,
    envelope: opened.envelope?.id ?? null,
    driver,
    port: opened.message?.body.fPort ?? null,
    decoder_input: writtenBody(opened),
    time: first?.time == null ? null : new Date(first.time).toISOString(),
    values: shownValues(decoded, sample.sensors),
    missing: [...(decoded.missing ?? [])],
    purifier: decoded.purifier ? { ...decoded.purifier } : null,
    warnings: [...decoded.warnings],
    default_interval_s: interval,
  };
};

const stepsOf = (guide: Guide | undefined, language: Language): string[] => [...(guide?.[language] ?? [])];

/** Network servers, families and decoders that can be chosen, in the viewer's language. */
export const listDoorParts = (language: Language, decoders: DoorParts['decoders']): DoorParts => ({
  decoders,
  envelopes: ENVELOPES.map(({ id, title }) => ({ id, title, guide: stepsOf(NETWORK_SERVER_GUIDES[id], language) })),
  drivers: DRIVERS.map(({ id, title, transports, filters = [], path = null, defaultInterval, encode }) => ({
    ...{ id, title: title[language], transports: [...transports], filters: [...filters], path },
    default_interval_s: defaultInterval,
    takes_commands: encode !== undefined,
    guide: stepsOf(FAMILY_GUIDES[id], language),
  })),
  register_maps: Object.entries(REGISTER_MAPS).flatMap(([id, map]) =>
    isObject(map) ? [{ id, title: stringOf(map.name) ?? id, map: { ...map } }] : [],
  ),
});
