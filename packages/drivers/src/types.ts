import type { Command } from '@airdeck/domain/control/command';
import type { Control, FanSpeed, Power, Run } from '@airdeck/domain/purifier-state';
import type { SensorType } from '@airdeck/domain/sensor-type';

/** A value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** The content of a message, without its transport and its envelope. */
export interface Body {
  readonly bytes: Uint8Array;
  /** Port of a LoRaWAN uplink; null: it came another way. */
  readonly fPort: number | null;
  /** The bytes as JSON; undefined: they are not JSON. */
  readonly json: Json | undefined;
}

/** A message as a door received it. */
export interface Arrival {
  /** MQTT topic, or path and query of a request. */
  readonly topic: string;
  readonly body: Body;
  /** A retained message may be old. */
  readonly isRetained: boolean;
}

/** A message of one device. `address` comes from the envelope; null: there is none, and the driver finds it. */
export interface Message {
  readonly topic: string;
  readonly address: string | null;
  /** Name of the device's model or profile, as a network server knows it. */
  readonly model: string | null;
  readonly body: Body;
  readonly isRetained: boolean;
}

/** The part of a message that belongs to one device; it is decoded, or kept, as a message of its own. */
export interface Part {
  readonly topic: string;
  readonly json: Json;
}

/** Content of an envelope of a network server. */
export interface Uplink {
  readonly address: string;
  /** Name of the device's model or profile, as the network server knows it. */
  readonly model: string | null;
  /** Epoch milliseconds at which a gateway received it; null: unknown. */
  readonly time: number | null;
  /** null: a sign of life without data, such as a join or a status. */
  readonly body: Body | null;
  /** The object that the network server's own codec made: used only when no driver reads the bytes. */
  readonly decoded: Json | undefined;
  /** Tells repeated uplinks from each other; null: nothing in the envelope does. */
  readonly uplinkId: string | null;
  readonly warnings: readonly string[];
}

/** Largest content of a LoRaWAN downlink, at the highest data rate of any region. */
export const MAX_DOWNLINK_BYTES = 242;
/** Content of a LoRaWAN downlink. */
export interface DownlinkBody {
  readonly fPort: number;
  readonly bytes: Uint8Array;
}

/** Opens the messages of one kind of network server. */
export interface Envelope {
  readonly id: string;
  readonly title: string;
  /** Whether this looks like one of its messages. */
  matches(arrival: Arrival): boolean;
  /** The uplink, or the reason why there is nothing to store (`SIMULATED`, `DUPLICATE`, `UNKNOWN_EVENT`, `INVALID`). */
  open(arrival: Arrival): Uplink | Ignored;
  /**
   * The message that queues a downlink for a device, by the topic of one of its uplinks; null: that topic says nothing of
   * downlinks. Missing: the network server takes none by MQTT, or on topics that only its administrator knows.
   */
  downlink?(uplinkTopic: string, address: string, body: DownlinkBody): Downlink | null;
}

export const IGNORED_REASONS = ['SIMULATED', 'DUPLICATE', 'UNKNOWN_EVENT', 'INVALID'] as const;
export interface Ignored {
  readonly ignored: (typeof IGNORED_REASONS)[number];
}

/**
 * Why a value is not suggested as a reading. COMPUTED: estimated from other values. RAW: uncompensated, beside a
 * compensated one. CHOOSE: several sensors measure it, and only a person knows which one counts.
 */
export const VALUE_NOTES = ['COMPUTED', 'RAW', 'CHOOSE'] as const;
export type ValueNote = (typeof VALUE_NOTES)[number];

/** A value of a named sensor of the device. */
export interface DeviceValue {
  /** The device's own name of the sensor; a binding maps it to a channel. */
  readonly sensor: string;
  /** null: Airdeck has no such sensor type; the value is shown and never stored. */
  readonly type: SensorType | null;
  readonly value: number;
  /** One of `UNIT_SPELLINGS` when the type is known. */
  readonly unit: string;
  readonly note?: ValueNote;
}

/** Values of one time. */
export interface DeviceFrame {
  /** Epoch milliseconds; null: the device has no clock that can be trusted. */
  readonly time: number | null;
  readonly values: readonly DeviceValue[];
}

/** Reported state of a purifier or fan; what a device does not report is left out. */
export interface PurifierReport {
  readonly power: Power;
  readonly control?: Control;
  readonly run?: Run;
  readonly fan_speed?: FanSpeed;
  readonly filter_period_h?: number;
  readonly filter_use_h?: readonly number[];
}

export interface Decoded {
  readonly frames: readonly DeviceFrame[];
  readonly model?: string;
  readonly purifier?: PurifierReport;
  /** The commands of the purifier, where the message itself says them. */
  readonly commands?: readonly Command[];
  /** Connection state, where the device or its bridge reports one. */
  readonly status?: 'ONLINE' | 'OFFLINE';
  /** Sensors that reported that they have no value. */
  readonly missing?: readonly string[];
  /** Left-over bytes, unknown keys, impossible records: in plain English, shown with the message. */
  readonly warnings: readonly string[];
  /** Facts to keep for later messages, by address; null removes them. At most `MAX_FACTS_BYTES` each. */
  readonly remember?: Readonly<Record<string, Json>>;
  /** A message that the device should get now, such as a request for a rebirth. */
  readonly ask?: Downlink;
  /** Topics of the device elsewhere: their messages are decoded with this message's address. */
  readonly subscribe?: readonly string[];
}

/** A message to a device. */
export interface Downlink {
  readonly topic: string;
  readonly payload: string | Uint8Array;
}

/** The commands that a device can do, each with the actions that it has; an empty list: any action of the command. */
export type Capabilities = Readonly<Partial<Record<Command, readonly string[]>>>;

export interface CommandRequest {
  readonly address: string;
  readonly facts: Json | undefined;
  readonly command: Command;
  readonly action: string;
  /** ISO 8601 in UTC, for formats whose commands carry the time. */
  readonly time?: string;
}

/** Decodes, and where possible commands, the devices of one family. Pure: no clock, no state, no I/O. */
export interface Driver {
  readonly id: string;
  readonly title: { readonly ko: string; readonly en: string };
  /** How its messages arrive. LORAWAN: as bytes in an envelope. */
  readonly transports: readonly ('LORAWAN' | 'MQTT' | 'HTTP' | 'POLL')[];
  /** MQTT: topic filters to subscribe to by default. */
  readonly filters?: readonly string[];
  /** POLL: path to read from the device. */
  readonly path?: string;
  /** Seconds between reports, unless a person says otherwise. */
  readonly defaultInterval: number;
  /** Whether a message looks like one of this family. */
  matches(message: Message): boolean;
  /** Address of the device, where no envelope gives it; null: the message belongs to no device. */
  addressOf(message: Message): string | null;
  /** The parts of a message that holds values of several addresses, in order; null: it is a whole one. */
  split?(message: Message): readonly Part[] | null;
  /** Key of facts that several addresses share, such as the sequence number of their gateway; null: there are none. */
  sharedKeyOf?(message: Message): string | null;
  /** `facts`: what earlier messages asked to remember for this address; `shared`: for its shared key. Never throws. */
  decode(message: Message, facts?: Json, shared?: Json): Decoded;
  /** Commands of the device; null: it takes none, or has not yet described itself. */
  capabilities?(facts: Json | undefined): Capabilities | null;
  /** Seconds until a command expires, where the usual 30 s do not fit. */
  readonly commandLife?: number;
  /** The message of a command; null: the device cannot do it. */
  encode?(request: CommandRequest): Downlink | null;
}

/** Maximum number of parts of a message; further ones are dropped. */
export const MAX_PARTS = 200;
/** Maximum length of an address and of a sensor's name. */
export const MAX_NAME_LENGTH = 128;
/** Maximum size of what a driver remembers for an address, as JSON. */
export const MAX_FACTS_BYTES = 16 * 1024;
/** Maximum number of values of a message, over all its frames. */
export const MAX_VALUES = 2_000;
