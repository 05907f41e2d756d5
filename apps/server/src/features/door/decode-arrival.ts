import { bodyOf, field, isObject, stringOf } from '@airdeck/drivers/body';
import { decodedOfObject } from '@airdeck/drivers/decoded-object';
import { ENVELOPES } from '@airdeck/drivers/envelopes/index';
import { DRIVERS } from '@airdeck/drivers/families/index';
import {
  type Arrival,
  type Decoded,
  type Driver,
  type Envelope,
  type Ignored,
  type Json,
  MAX_NAME_LENGTH,
  type Message,
  type Part,
  type Uplink,
} from '@airdeck/drivers/types';
import type { DecoderInput, DecoderOutcome } from '../../decoder-sandbox/types.ts';
import { splitPurifier } from './decoder-purifier.ts';

const envelopes = new Map(ENVELOPES.map((envelope) => [envelope.id, envelope]));
const drivers = new Map(DRIVERS.map((driver) => [driver.id, driver]));

export const driverOf = (id: string | null): Driver | null => (id === null ? null : (drivers.get(id) ?? null));

/** The parts that an administrator has chosen for a door; null: recognized. */
export interface ChosenParts {
  envelope: string | null;
  driver: string | null;
}

/** A message with its sender. A message without a body is a sign of life. */
export interface OpenedMessage {
  address: string;
  envelope: Envelope | null;
  uplink: Uplink | null;
  /** null: a sign of life. */
  message: Message | null;
  /** The door's driver, or the recognized one; null: no driver recognizes it. */
  driver: Driver | null;
}

/** A message that several devices share. */
export interface SharedMessage {
  parts: readonly Part[];
}

/** Why a message belongs to no device. */
export type Unaddressed = Ignored | { readonly ignored: 'NO_ADDRESS' };

export const envelopeOf = (id: string | null): Envelope | null => (id === null ? null : (envelopes.get(id) ?? null));

const isIgnored = (answer: Uplink | Ignored): answer is Ignored => 'ignored' in answer;

const recognize = (message: Message): Driver | null => DRIVERS.find((driver) => driver.matches(message)) ?? null;

/** A message that no driver recognizes is known by its topic until a person chooses a driver. */
const topicAddress = (topic: string): string | null => topic.slice(0, MAX_NAME_LENGTH) || null;

export const arrivalOf = (topic: string, payload: Uint8Array, isRetained: boolean): Arrival => ({
  ...{ topic, isRetained },
  body: bodyOf(payload),
});

/** Facts of a door by key: what drivers remembered. */
export type ReadFacts = (key: string | null | undefined) => Json | undefined;

/** Key of the facts that say whose topic it is, where a device named its topics itself (`Decoded.subscribe`). */
export const topicKey = (topic: string): string => `topic:${topic}`;

/** The sender of a topic that a device named as its own. */
const namedSender = (facts: Json | undefined): { address: string; driver: Driver } | null => {
  const address = stringOf(field(facts, 'address'));
  const driver = driverOf(stringOf(field(facts, 'driver')));
  return address === null || driver === null ? null : { address, driver };
};

/** Finds out who sent a message, and which driver reads it. */
export const openArrival = (
  chosen: ChosenParts,
  arrival: Arrival,
  readFacts: ReadFacts,
): OpenedMessage | SharedMessage | Unaddressed => {
  const { topic, isRetained } = arrival;
  const sender = namedSender(readFacts(topicKey(topic)));
  if (sender !== null) {
    const message = { topic, address: sender.address, model: null, body: arrival.body, isRetained };
    return { ...sender, envelope: null, uplink: null, message };
  }
  const named = chosen.envelope === null ? undefined : envelopes.get(chosen.envelope);
  const envelope = named ?? ENVELOPES.find((each) => each.matches(arrival)) ?? null;
  const uplink = envelope?.open(arrival) ?? null;
  if (uplink !== null && isIgnored(uplink)) return uplink;
  if (uplink !== null && uplink.body === null) {
    return { address: uplink.address, envelope, uplink, message: null, driver: driverOf(chosen.driver) };
  }
  const body = uplink?.body ?? arrival.body;
  const message = { topic, address: uplink?.address ?? null, model: uplink?.model ?? null, body, isRetained };
  const driver = driverOf(chosen.driver) ?? recognize(message);
  const parts = uplink === null ? (driver?.split?.(message) ?? null) : null;
  if (parts !== null) return { parts };
  const address = uplink?.address ?? driver?.addressOf(message) ?? (driver === null ? topicAddress(topic) : null);
  if (address === null || address.length > MAX_NAME_LENGTH) return { ignored: 'NO_ADDRESS' };
  return { address, envelope, uplink, message: { ...message, address }, driver };
};

/** An answer of a polled device: its sender is known, and no network server stands between. */
export const openAnswer = (
  address: string,
  driver: Driver | null,
  { topic, payload }: { topic: string; payload: Uint8Array },
): OpenedMessage => {
  const message = { topic, address, model: null, body: bodyOf(payload), isRetained: false };
  return { address, envelope: null, uplink: null, message, driver: driver ?? recognize(message) };
};

/** Adds what the envelope says. */
const withUplink = (decoded: Decoded, uplink: Uplink | null): Decoded => {
  const model = decoded.model ?? uplink?.model;
  return {
    ...decoded,
    // A device without a clock: the network server knows when its uplink was received.
    frames: decoded.frames.map((frame) => ({ ...frame, time: frame.time ?? uplink?.time ?? null })),
    warnings: [...(uplink?.warnings ?? []), ...decoded.warnings],
    ...(model == null ? {} : { model }),
  };
};

/** Values from the codec of the network server, for bytes that no driver reads. */
const fallbackOf = (uplink: Uplink | null): Decoded => {
  const decoded = isObject(uplink?.decoded) ? decodedOfObject(uplink.decoded) : null;
  if (decoded === null || decoded.frames.length === 0)
    return { frames: [], warnings: ['no driver recognizes this message'] };
  const warning = 'no driver reads the bytes; the values are those of the codec of the network server';
  return { ...decoded, warnings: [warning, ...decoded.warnings] };
};

/** Decodes an opened message with the driver of its device, or the recognized one. */
export const decodeOpened = (
  { address, uplink, message, driver }: OpenedMessage,
  deviceDriver: string | null,
  readFacts: ReadFacts,
): { decoded: Decoded; driver: Driver | null } => {
  const chosen = driverOf(deviceDriver) ?? driver;
  if (message === null) return { decoded: { frames: [], warnings: [] }, driver: chosen };
  if (chosen === null) return { decoded: withUplink(fallbackOf(uplink), uplink), driver: null };
  const decoded = chosen.decode(message, readFacts(address), readFacts(chosen.sharedKeyOf?.(message)));
  return { driver: chosen, decoded: withUplink(decoded, uplink) };
};

/** Id of the decoder that a door or a device names as its driver; null: it names another driver, or none. */
export const decoderIdOf = (driver: string | null): number | null => {
  const [, id] = /^decoder-([1-9]\d{0,8})$/.exec(driver ?? '') ?? [];
  return id === undefined ? null : Number(id);
};

/** The input of a decoder for a message; null: a sign of life. `receivedTime`: epoch milliseconds. */
export const decoderInputOf = ({ uplink, message }: OpenedMessage, receivedTime: number): DecoderInput | null => {
  if (message === null) return null;
  const { bytes, fPort, json } = message.body;
  const recvTime = uplink?.time ?? receivedTime;
  return { bytes, fPort, recvTime, topic: message.topic, ...(json !== undefined && { json }) };
};

/** Values, warnings and the purifier of a decoder's outcome. A failure has no values. */
export const decodedOfOutcome = (outcome: DecoderOutcome, uplink: Uplink | null): Decoded => {
  if (!outcome.ok) return { frames: [], warnings: [`decoder: ${outcome.message}`] };
  const { values, purifier, commands, warnings } = splitPurifier(outcome.data);
  const decoded = decodedOfObject(values);
  return withUplink(
    {
      ...decoded,
      warnings: [...outcome.warnings, ...warnings, ...decoded.warnings],
      ...(purifier && { purifier }),
      ...(commands && { commands }),
    },
    uplink,
  );
};
