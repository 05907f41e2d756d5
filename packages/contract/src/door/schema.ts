import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import { certificates } from '../certificates.ts';
import { description, exactLine, id, instant, ip, name, stamps, text, yesNo } from '../field.ts';
import { LANGUAGES } from '../user/schema.ts';

/**
 * HTTP: requests with its token; BROKER: an account of the own broker; SITE: topics of a local server; POLL: the local
 * API of each device is read; MODBUS: the registers of each device are read.
 */
export const DOOR_KINDS = ['HTTP', 'BROKER', 'SITE', 'POLL', 'MODBUS'] as const;
export type DoorKind = (typeof DOOR_KINDS)[number];
/** Kinds whose devices the server asks, at an address that a person enters. */
export const POLLED_KINDS = ['POLL', 'MODBUS'] as const satisfies readonly DoorKind[];
export const isPolledKind = (kind: string): kind is (typeof POLLED_KINDS)[number] =>
  POLLED_KINDS.some((each) => each === kind);

/** RTU_OVER_TCP: the frames of a serial line, as many serial servers pass them on. */
export const MODBUS_TRANSPORTS = ['TCP', 'RTU_OVER_TCP'] as const;

/** BASIC: account and password; BEARER: a token; HEADER: a header of its own. */
export const POLL_LOGINS = ['NONE', 'BASIC', 'BEARER', 'HEADER'] as const;
const MAX_POLL_SECRET = 200;

export const MAX_ADDRESS = 128;
const MAX_FILTERS = 20;
const MAX_FILTER = 200;
/** Bound sensors of one device. */
export const MAX_BOUND_SENSORS = 300;
/** Maximum size of a request to a door, and of an answer of a polled device. */
export const MAX_DOOR_BYTES = 64 * 1024;
/** Maximum size of an MQTT packet of a door: the list of devices of a bridge has about 4 KiB for each of them. */
export const MAX_DOOR_PACKET_BYTES = 512 * 1024;
/** Maximum size of a register map, as JSON. */
export const MAX_REGISTER_MAP = 64 * 1024;
export const MIN_POLL_INTERVAL_S = 5;
const MAX_PATH = 200;

/** An MQTT topic filter that reaches neither the native protocol nor the broker's own topics. */
const topicFilter = exactLine(MAX_FILTER)
  .min(1, 'REQUIRED')
  .refine((filter) => /^[^#+]*(?:(?:^|(?<=\/))\+(?=\/|$)[^#+]*)*(?:(?:^|(?<=\/))#)?$/.test(filter), 'INVALID')
  .refine((filter) => !/^[+#$]|^airdeck(\/|$)/.test(filter), 'INVALID');

/** Id of an envelope or a driver. */
export const part = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'INVALID');

/** A register map as JSON (packages/drivers/README.md); its content is checked when it is saved. */
const registerMap = z
  .record(exactLine(40), z.unknown())
  .refine((map) => JSON.stringify(map).length <= MAX_REGISTER_MAP, 'TOO_LONG');

/** Header of the second secret, unless a person names another one. */
export const DEFAULT_SECRET_HEADER = 'X-Airdeck-Secret';
const MAX_HEADER_NAME = 64;
const MIN_HEADER_SECRET = 8;
const MAX_HEADER_SECRET = 200;
/** Headers that HTTP itself uses, or that a proxy changes. */
const TAKEN_HEADERS =
  /^(accept|connection|content-.*|cookie|date|expect|forwarded|host|keep-alive|origin|proxy-.*|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via|x-forwarded-.*)$/i;
/** Name of a header that a device or network server can send. */
export const headerName = z
  .string()
  .min(1, { error: 'REQUIRED', abort: true })
  .max(MAX_HEADER_NAME, { error: 'TOO_LONG', abort: true })
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'INVALID')
  .refine((name) => !TAKEN_HEADERS.test(name), 'INVALID');
/** Visible ASCII, with spaces inside as in `Bearer …`. */
const HEADER_VALUE = /^[!-~]([ -~]*[!-~])?$/;
export const headerValue = z.string().regex(HEADER_VALUE, 'INVALID');
const headerSecret = z
  .string()
  .min(MIN_HEADER_SECRET, { error: 'TOO_SHORT', abort: true })
  .max(MAX_HEADER_SECRET, { error: 'TOO_LONG', abort: true })
  .regex(HEADER_VALUE, 'INVALID');

/** Fields of a door that a person enters. */
export const doorFields = z.object({
  name,
  /** The network server in front; null: recognized. */
  envelope: part.nullable().default(null),
  /** The family of its devices; null: recognized. */
  driver: part.nullable().default(null),
  /** Subscriptions of a SITE, or topics to which an account of a BROKER may publish. */
  filters: z.array(topicFilter).max(MAX_FILTERS, 'TOO_LARGE').default([]),
  /** The registers of the devices of a MODBUS door; null: each device has its own. */
  register_map: registerMap.nullable().default(null),
  description: description.nullable().default(null),
  use: yesNo.default('Y'),
  /** Language in which the organization's meters are published here for Home Assistant; null: they are not. */
  home_assistant: z.enum(LANGUAGES).nullable().default(null),
  /** Header of an HTTP door in which requests carry a second secret; null without a secret: none is asked for. */
  header_name: headerName.nullable().default(null),
  /** That secret; never in a response. If empty, the stored one stays. Without a name: `X-Airdeck-Secret`. */
  header_secret: headerSecret.nullable().default(null),
});
export type DoorFields = z.infer<typeof doorFields>;

export const newDoor = doorFields.extend({
  organization_id: id,
  kind: z.enum(DOOR_KINDS),
  local_server_id: id.nullable().default(null),
});
export type NewDoor = z.infer<typeof newDoor>;

export const door = z.object({
  id,
  organization_id: id,
  organization_name: text,
  name: text,
  kind: text,
  envelope: text.nullable(),
  driver: text.nullable(),
  local_server_id: id.nullable(),
  local_server_name: text.nullable(),
  filters: z.array(text),
  register_map: z.record(z.string(), z.unknown()).nullable(),
  /** Username of a BROKER's account. */
  account: text.nullable(),
  description: text.nullable(),
  use: yesNo,
  home_assistant: z.enum(LANGUAGES).nullable(),
  /** Header in which requests carry a second secret; null: none is asked for. */
  header_name: text.nullable(),
  device_count: z.int(),
  /** Devices whose messages wait, because they belong to no meter yet. */
  unbound_count: z.int(),
  last_message_time: instant.nullable(),
  ...stamps,
});
export type Door = z.infer<typeof door>;

/** How devices get through a door. The secret is in this answer and nowhere else. */
export const doorCredential = z.object({
  /** MQTT username; null: requests need the address only. */
  account: text.nullable(),
  secret: text,
  /** Path of requests, which contains the secret; null: a BROKER. */
  path: text.nullable(),
  mqtt_port: z.int(),
  mqtt_tls: z.boolean(),
});
export type DoorCredential = z.infer<typeof doorCredential>;

const address = exactLine(MAX_ADDRESS).min(1, 'REQUIRED');
const sensorName = exactLine(MAX_ADDRESS).min(1, 'REQUIRED');
const channel = z
  .string()
  .regex(new RegExp(`^(${SENSOR_TYPES.join('|').replaceAll('.', '\\.')})(:([2-9]|[1-9]\\d))?$`), 'INVALID');

/** Where the value of a named sensor goes; a null channel is not stored. */
export const boundSensor = z.object({
  sensor: sensorName,
  channel: channel.nullable(),
  /** Added to each value, in the type's unit. */
  offset: z.number().min(-1_000, 'TOO_SMALL').max(1_000, 'TOO_LARGE').optional(),
  /** Its type and unit, where its device does not say them. */
  type: z.enum(SENSOR_TYPES).optional(),
  unit: exactLine(20).optional(),
});

/** Fields of a device behind a door that a person enters. */
export const doorDeviceFields = z.object({
  driver: part.nullable().default(null),
  /** The meter to which its values belong; null: they wait. */
  meter_id: id.nullable().default(null),
  /** Number of the meter's purifier which the device is. */
  purifier: z.int().min(1, 'TOO_SMALL').max(99, 'TOO_LARGE').nullable().default(null),
  sensors: z
    .array(boundSensor)
    .max(MAX_BOUND_SENSORS, 'TOO_LARGE')
    .refine((all) => new Set(all.map(({ sensor }) => sensor)).size === all.length, 'REPEATED')
    .refine((all) => {
      const channels = all.flatMap((each) => each.channel ?? []);
      return new Set(channels).size === channels.length;
    }, 'REPEATED')
    .default([]),
  /** Seconds between two reports; becomes the interval of the meter, by which its silence is recognized. */
  interval_s: z.int().min(1, 'TOO_SMALL').max(86_400, 'TOO_LARGE').nullable().default(null),
  /** Y: its messages are dropped. A blocked device is not polled. */
  blocked: yesNo.default('N'),
  /** Where a device of a POLL or MODBUS door is asked; required there, and null elsewhere. */
  host: ip.nullable().default(null),
  /** null: 80, 443 over HTTPS, or 502 of MODBUS. */
  port: z.int().min(1, 'TOO_SMALL').max(65_535, 'TOO_LARGE').nullable().default(null),
  /** Modbus device behind the address (slave id); null: that of the register map. */
  unit: z.int().min(0, 'TOO_SMALL').max(255, 'TOO_LARGE').nullable().default(null),
  /** Path and query that are read from a device of a POLL door; null: those of its driver. */
  path: z
    .string()
    .max(MAX_PATH, 'TOO_LONG')
    .regex(/^\/[!-~]*$/, 'INVALID')
    .refine((path) => !path.includes('#'), 'INVALID')
    .nullable()
    .default(null),
  transport: z.enum(MODBUS_TRANSPORTS).default('TCP'),
  /** Y: a device of a POLL door is asked over HTTPS, and its certificate is checked. */
  tls: yesNo.default('N'),
  /** Certificates (PEM) that are trusted in place of the usual ones; the certificate of the device itself will do. */
  ca: certificates.nullable().default(null),
  /** How the server logs in at a device of a POLL door. */
  poll_login: z.enum(POLL_LOGINS).default('NONE'),
  /** Account of a BASIC login, name of the header of a HEADER login. */
  poll_account: exactLine(MAX_ADDRESS).min(1, 'REQUIRED').nullable().default(null),
  /** Password, token or content of the header; never in a response. If empty, the stored one stays at the same address. */
  poll_secret: exactLine(MAX_POLL_SECRET).min(1, 'REQUIRED').nullable().default(null),
  /** Seconds between two polls; null: the interval of its driver, or 60. */
  poll_interval_s: z.int().min(MIN_POLL_INTERVAL_S, 'TOO_SMALL').max(86_400, 'TOO_LARGE').nullable().default(null),
  /** Registers of a device of a MODBUS door; null: those of the door. */
  register_map: registerMap.nullable().default(null),
});
export type DoorDeviceFields = z.infer<typeof doorDeviceFields>;

/** The address of a polled device follows from its host, port and unit; any other device needs one. */
export const newDoorDevice = doorDeviceFields.extend({ door_id: id, address: address.nullable().default(null) });
export type NewDoorDevice = z.infer<typeof newDoorDevice>;

export const doorDevice = z.object({
  id,
  organization_id: id,
  organization_name: text,
  door_id: id,
  door_name: text,
  address: text,
  driver: text.nullable(),
  model: text.nullable(),
  meter_id: id.nullable(),
  meter_name: text.nullable(),
  office_name: text.nullable(),
  department_name: text.nullable(),
  purifier: z.int().nullable(),
  sensors: z.array(
    z.object({
      sensor: text,
      channel: text.nullable(),
      offset: z.number().optional(),
      type: z.enum(SENSOR_TYPES).optional(),
      unit: text.optional(),
    }),
  ),
  interval_s: z.int().nullable(),
  blocked: yesNo,
  host: text.nullable(),
  port: z.int().nullable(),
  unit: z.int().nullable(),
  path: text.nullable(),
  transport: z.enum(MODBUS_TRANSPORTS),
  tls: yesNo,
  ca: text.nullable(),
  poll_login: z.enum(POLL_LOGINS),
  poll_account: text.nullable(),
  poll_interval_s: z.int().nullable(),
  register_map: z.record(z.string(), z.unknown()).nullable(),
  message_count: z.int(),
  waiting_count: z.int(),
  first_seen_time: instant,
  last_seen_time: instant.nullable(),
  /** Why its last message, or a part of it, was not stored, or why a polled device has no answer. */
  fault: text.nullable(),
  ...stamps,
});
export type DoorDevice = z.infer<typeof doorDevice>;

/** A value as a driver decoded it, with what would become of it. */
export const decodedValue = z.object({
  sensor: text,
  type: z.enum(SENSOR_TYPES).nullable(),
  value: z.number(),
  unit: text,
  note: text.nullable(),
  /** Channel of the binding, or the suggested one; null: not stored. */
  channel: text.nullable(),
  /** In the type's unit, with the offset; null: not stored. */
  stored: z.number().nullable(),
});

/** The last message of a device, raw and decoded. */
export const doorPreview = z.object({
  /** null: nothing has arrived yet. */
  received_time: instant.nullable(),
  topic: text.nullable(),
  /** Text of the message, or its bytes in hexadecimal; the beginning of a long one. */
  raw: text.nullable(),
  is_text: z.boolean(),
  envelope: text.nullable(),
  /** The driver that decoded it; null: none recognizes it. */
  driver: text.nullable(),
  port: z.int().nullable(),
  /** The message as a decoder gets it, without its envelope; null: it is none, or too long to be tried. */
  decoder_input: z
    .object({ format: z.enum(['HEX', 'JSON']), content: text, f_port: z.int().nullable(), topic: text })
    .nullable(),
  /** ISO 8601; null: the time of arrival. */
  time: instant.nullable(),
  values: z.array(decodedValue),
  missing: z.array(text),
  purifier: z.record(z.string(), z.unknown()).nullable(),
  warnings: z.array(text),
  default_interval_s: z.int().nullable(),
});
export type DoorPreview = z.infer<typeof doorPreview>;

/** Reads with a register map that is not saved yet; null: with the stored one. */
export const readDeviceFields = z.object({ register_map: registerMap.nullable().default(null) });

const REGISTER_TABLES = ['HOLDING', 'INPUT', 'COIL', 'DISCRETE'] as const;
const registerPlace = { table: z.enum(REGISTER_TABLES), register: z.int() };

/** The answer that a polled device gave just now, raw beside decoded. Nothing of it is stored. */
export const doorReading = z.object({
  time: instant,
  duration_ms: z.int(),
  /** Why there is no answer, or no whole one: in plain English, as the device or the network says it. */
  fault: text.nullable(),
  /** Beginning of the answer of a POLL device; null: none, or no text. */
  raw: text.nullable(),
  /** The requests to a MODBUS device. */
  groups: z.array(
    z.object({
      ...registerPlace,
      count: z.int(),
      /** Hexadecimal; null: no answer. */
      raw: text.nullable(),
      /** Why there is no answer, such as `TIMEOUT`, or `EXCEPTION` with the code in `exception`. */
      error: text.nullable(),
      exception: z.int().nullable(),
    }),
  ),
  /** The registers of the map, by sensor or by state of the purifier. */
  registers: z.array(
    z.object({
      ...registerPlace,
      name: text,
      /** Hexadecimal; null: unread. */
      raw: text.nullable(),
      /** null: missing, unread, or a state. */
      value: z.number().nullable(),
      unit: text,
      /** State of the purifier by the map; null: a sensor, unread, or a number that the map does not have. */
      state: text.nullable(),
    }),
  ),
  driver: text.nullable(),
  values: z.array(decodedValue),
  missing: z.array(text),
  purifier: z.record(z.string(), z.unknown()).nullable(),
  warnings: z.array(text),
});
export type DoorReading = z.infer<typeof doorReading>;

/**
 * Settings at the device or network server, step by step; `{broker}`, `{port}`, `{account}`, `{password}` and `{url}`
 * stand for those of a door.
 */
const guide = z.array(text);

/** Network servers, families, and decoders of organizations that can be chosen. */
export const doorParts = z.object({
  envelopes: z.array(z.object({ id: text, title: text, guide })),
  drivers: z.array(
    z.object({
      id: text,
      title: text,
      transports: z.array(text),
      filters: z.array(text),
      /** Path that is read from a polled device; null: it is entered. */
      path: text.nullable(),
      default_interval_s: z.int(),
      takes_commands: z.boolean(),
      guide,
    }),
  ),
  /** Register maps to start from. */
  register_maps: z.array(z.object({ id: text, title: text, map: z.record(z.string(), z.unknown()) })),
  /** `id` is the name of the driver; those of the organization that owns the door can be chosen for it. */
  decoders: z.array(z.object({ id: text, title: text, organization_id: id })),
});
export type DoorParts = z.infer<typeof doorParts>;
