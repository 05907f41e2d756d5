import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import { id, idText, instant, name, namePart, text, version, yesNo } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import { deviceCredential, MAX_PARTS, meter, meterFields, newSensor, takeOver } from './schema.ts';

/** Fields of an unregistered device that a person can edit without registering it. */
export const unregisteredFields = z.object({ blocked: yesNo });
export type UnregisteredFields = z.infer<typeof unregisteredFields>;

export const unregistered = z.object({
  id,
  organization_id: id,
  organization_name: text,
  code: text,
  ip: text.nullable(),
  first_seen_time: instant,
  last_seen_time: instant,
  message_count: z.int(),
  /** Frames that wait for its registration. */
  waiting_count: z.int(),
  /** Y: it is refused. */
  blocked: yesNo,
  version,
});
export type Unregistered = z.infer<typeof unregistered>;

export const UNREGISTERED_ORDERS = [
  'organization_name',
  'code',
  'ip',
  'first_seen_time',
  'last_seen_time',
  'message_count',
  'blocked',
] as const;
export const unregisteredQuery = listQuery(UNREGISTERED_ORDERS).extend({
  search: namePart,
  organizationName: namePart,
  organizationId: idText.optional(),
  blocked: yesNo.optional(),
});
export type UnregisteredQuery = z.infer<typeof unregisteredQuery>;

const {
  list,
  export: exported,
  read,
  edit,
  remove,
} = resource({
  path: '/unregistered',
  entity: 'unregistered',
  what: ['an unregistered device', 'unregistered devices'],
  item: unregistered,
  added: z.object({}),
  edited: unregisteredFields,
  query: unregisteredQuery,
});
/** A device appears here when it connects; people do not add any. Deleting one discards its waiting readings. */
export const unregisteredDevices = { list, export: exported, read, edit, remove };

const params = z.object({ id: idText });

/** The quarantined values of one channel as a sparkline: means of equal time steps, null without readings. */
export const waitingChannel = z.object({
  type: z.enum(SENSOR_TYPES),
  sequence: z.int(),
  count: z.int(),
  min: z.number(),
  max: z.number(),
  last: z.number(),
  values: z.array(z.number().nullable()),
});

export const waitingReadings = z.object({
  /** The newest frames that wait, at most MAX_PICTURE_FRAMES, without those of a time that cannot be right. */
  frames: z.int(),
  odd_frames: z.int(),
  from: instant.nullable(),
  to: instant.nullable(),
  /** Usual seconds between two frames; null if there are too few. */
  interval_s: z.int().nullable(),
  channels: z.array(waitingChannel),
});
export type WaitingReadings = z.infer<typeof waitingReadings>;

export const getWaitingReadings = route({
  method: 'GET',
  path: '/unregistered/:id/readings',
  access: { action: 'read', entity: 'unregistered' },
  summary: 'Quarantined frames of an unregistered device: channels with ranges and sparklines',
  params,
  answer: waitingReadings,
});

/**
 * Missing fields come from the quarantined readings: channels as sensors, the code as name, the usual step as interval.
 */
export const registration = meterFields.pick({ department_id: true, type: true, serial: true, model: true }).extend({
  take_over: takeOver,
  /** Y: an enrolled device receives its secret over its connection; N: the answer has the secret, which counts at once. */
  receives_secret: yesNo.default('Y'),
  name: name.optional(),
  interval_s: meterFields.shape.interval_s.unwrap().optional(),
  sensors: z.array(newSensor).max(MAX_PARTS, 'TOO_LARGE').optional(),
});
export type Registration = z.infer<typeof registration>;

export const registerDevice = route({
  method: 'POST',
  path: '/unregistered/:id/registration',
  access: { action: 'create', entity: 'meters' },
  summary: 'Registers a device as a meter and adds its quarantined frames',
  params,
  body: registration,
  /** null: the device receives its secret itself. */
  answer: meter.extend({ credential: deviceCredential.nullable() }),
});
