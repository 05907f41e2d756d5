import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import { description, exactLine, id, instant, name, stamps, text, yesNo } from '../field.ts';
import { LANGUAGES } from '../user/schema.ts';

/** HTTP: requests with its token; BROKER: an account of the own broker; SITE: topics of a local server. */
export const DOOR_KINDS = ['HTTP', 'BROKER', 'SITE'] as const;
export type DoorKind = (typeof DOOR_KINDS)[number];

export const MAX_ADDRESS = 128;
const MAX_FILTERS = 20;
const MAX_FILTER = 200;
/** Bound sensors of one device. */
export const MAX_BOUND_SENSORS = 300;
/** Maximum size of a request to a door. */
export const MAX_DOOR_BYTES = 64 * 1024;

/** An MQTT topic filter that reaches neither the native protocol nor the broker's own topics. */
const topicFilter = exactLine(MAX_FILTER)
  .min(1, 'REQUIRED')
  .refine((filter) => /^[^#+]*(?:(?:^|(?<=\/))\+(?=\/|$)[^#+]*)*(?:(?:^|(?<=\/))#)?$/.test(filter), 'INVALID')
  .refine((filter) => !/^[+#$]|^airdeck(\/|$)/.test(filter), 'INVALID');

/** Id of an envelope or a driver. */
const part = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'INVALID');

/** Fields of a door that a person enters. */
export const doorFields = z.object({
  name,
  /** The network server in front; null: recognized. */
  envelope: part.nullable().default(null),
  /** The family of its devices; null: recognized. */
  driver: part.nullable().default(null),
  /** What a SITE subscribes to, and where an account of a BROKER may publish. */
  filters: z.array(topicFilter).max(MAX_FILTERS, 'TOO_LARGE').default([]),
  description: description.nullable().default(null),
  use: yesNo.default('Y'),
  /** Language in which the organization's meters are published here for Home Assistant; null: they are not. */
  home_assistant: z.enum(LANGUAGES).nullable().default(null),
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
  /** Username of a BROKER's account. */
  account: text.nullable(),
  description: text.nullable(),
  use: yesNo,
  home_assistant: z.enum(LANGUAGES).nullable(),
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
  /** What it measures and in which unit, where its device does not say so. */
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
  /** Y: its messages are dropped. */
  blocked: yesNo.default('N'),
});
export type DoorDeviceFields = z.infer<typeof doorDeviceFields>;

export const newDoorDevice = doorDeviceFields.extend({ door_id: id, address });
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
  message_count: z.int(),
  waiting_count: z.int(),
  first_seen_time: instant,
  last_seen_time: instant.nullable(),
  /** Why its last message, or a part of it, was not stored. */
  fault: text.nullable(),
  ...stamps,
});
export type DoorDevice = z.infer<typeof doorDevice>;

/** A value as a driver decoded it, with what would become of it. */
const decodedValue = z.object({
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
  /** ISO 8601; null: the time of arrival. */
  time: instant.nullable(),
  values: z.array(decodedValue),
  missing: z.array(text),
  purifier: z.record(z.string(), z.unknown()).nullable(),
  warnings: z.array(text),
  default_interval_s: z.int().nullable(),
});
export type DoorPreview = z.infer<typeof doorPreview>;

/**
 * Settings at the device or network server, step by step; `{broker}`, `{port}`, `{account}`, `{password}` and `{url}`
 * stand for those of a door.
 */
const guide = z.array(text);

/** A family or a network server that can be chosen. */
export const doorParts = z.object({
  envelopes: z.array(z.object({ id: text, title: text, guide })),
  drivers: z.array(
    z.object({
      id: text,
      title: text,
      transports: z.array(text),
      filters: z.array(text),
      default_interval_s: z.int(),
      takes_commands: z.boolean(),
      guide,
    }),
  ),
});
export type DoorParts = z.infer<typeof doorParts>;
