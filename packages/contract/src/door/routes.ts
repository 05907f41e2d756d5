import { z } from 'zod';
import { idText, namePart, STAMP_ORDERS, yesNo } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import {
  DOOR_KINDS,
  door,
  doorCredential,
  doorDevice,
  doorDeviceFields,
  doorFields,
  doorParts,
  doorPreview,
  doorReading,
  newDoor,
  newDoorDevice,
  part,
  readDeviceFields,
} from './schema.ts';

export const DOOR_ORDERS = [
  'organization_name',
  'name',
  'kind',
  'envelope',
  'driver',
  'device_count',
  'unbound_count',
  'last_message_time',
  'use',
  ...STAMP_ORDERS,
] as const;
export const doorsQuery = listQuery(DOOR_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
  kind: z.enum(DOOR_KINDS).optional(),
  use: yesNo.optional(),
});
export type DoorsQuery = z.infer<typeof doorsQuery>;

const doorResource = resource({
  path: '/device-doors',
  entity: 'doors',
  what: ['a door', 'doors: ways in for devices that do not speak the native protocol'],
  item: door,
  added: newDoor,
  edited: doorFields,
  query: doorsQuery,
});
export const doors = {
  ...doorResource,
  add: { ...doorResource.add, answer: door.extend({ credential: doorCredential.nullable() }) },
};

const params = z.object({ id: idText });

export const renewDoorSecret = route({
  method: 'POST',
  path: '/device-doors/:id/secret',
  access: { action: 'write', entity: 'doors' },
  summary: 'Renews the token or password of a door; the old one ends',
  params,
  answer: z.object({ credential: doorCredential }),
});

export const getDoorParts = route({
  method: 'GET',
  path: '/door-parts',
  access: { action: 'read', entity: 'doors' },
  summary: 'Network servers and device families that can be chosen',
  answer: doorParts,
});

export const DOOR_DEVICE_ORDERS = [
  'organization_name',
  'door_name',
  'address',
  'driver',
  'model',
  'meter_name',
  'message_count',
  'last_seen_time',
  'blocked',
  ...STAMP_ORDERS,
] as const;
export const doorDevicesQuery = listQuery(DOOR_DEVICE_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
  doorId: idText.optional(),
  /** N: those whose messages wait. */
  connected: yesNo.optional(),
  blocked: yesNo.optional(),
});
export type DoorDevicesQuery = z.infer<typeof doorDevicesQuery>;

export const doorDevices = resource({
  path: '/door-devices',
  entity: 'door_devices',
  what: ['a device behind a door', 'devices behind doors'],
  item: doorDevice,
  added: newDoorDevice,
  edited: doorDeviceFields,
  query: doorDevicesQuery,
});

export const getDoorPreview = route({
  method: 'GET',
  path: '/door-devices/:id/preview',
  access: { action: 'read', entity: 'door_devices' },
  summary: 'The last message of a device, raw and decoded, with the suggested binding',
  params,
  /** Decodes it with another driver. */
  query: z.object({ driver: part.optional() }),
  answer: doorPreview,
});

export const readDoorDevice = route({
  method: 'POST',
  path: '/door-devices/:id/read',
  access: { action: 'write', entity: 'door_devices' },
  summary: 'Asks a polled device now and answers raw beside decoded; stores nothing',
  params,
  body: readDeviceFields.nullish(),
  answer: doorReading,
});
