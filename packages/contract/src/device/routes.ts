import { z } from 'zod';
import { bulkEdit } from '../bulk-edit.ts';
import { idText, namePart, STAMP_ORDERS, text, yesNo } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import { deviceCredential, HAND_OVER_STATES, METER_TYPES, meter, meterFields, newMeter } from './schema.ts';

const create = { action: 'create', entity: 'meters' } as const;
const params = z.object({ id: idText });

/** Columns by which the list of meters can be ordered. */
export const METER_ORDERS = [
  'organization_name',
  'office_name',
  'department_name',
  'name',
  'code',
  'type',
  'use',
  'interval_s',
  ...STAMP_ORDERS,
] as const;

export const metersQuery = listQuery(METER_ORDERS).extend({
  organizationName: namePart,
  organizationId: idText.optional(),
  officeId: idText.optional(),
  departmentId: idText.optional(),
  officeName: namePart,
  departmentName: namePart,
  search: namePart,
  meterName: namePart,
  code: namePart,
  type: z.enum(METER_TYPES).optional(),
  use: yesNo.optional(),
  hand_over: z.enum(HAND_OVER_STATES).optional(),
});
export type MetersQuery = z.infer<typeof metersQuery>;

const administered = resource({
  path: '/meters',
  entity: 'meters',
  what: ['a meter', 'meters'],
  item: meter,
  added: newMeter,
  edited: meterFields,
  query: metersQuery,
});

/** A new meter with its credential. The secret is returned only here. */
const registeredMeter = meter.extend({ credential: deviceCredential });

/** The readings of a deleted meter stay. */
export const meters = { ...administered, add: { ...administered.add, answer: registeredMeter } };

/** The device of each has its own code, addresses and serial number. */
export const metersBulk = bulkEdit({
  path: '/meters',
  entity: 'meters',
  what: 'meters',
  edited: meterFields,
  shared: [
    ...(['department_id', 'type', 'use', 'is_air', 'model', 'interval_s'] as const),
    ...(['hardware_version', 'software_version', 'first_operation_date'] as const),
    ...(['certificate_grade', 'certificate_number', 'certificate_until', 'calibration_date'] as const),
  ],
});

export const renewSecret = route({
  method: 'POST',
  path: '/meters/:id/secret',
  access: { action: 'write', entity: 'meters' },
  summary: 'Renews a device secret; closes the connection with the old one',
  params,
  answer: z.object({ credential: deviceCredential }),
});

export const reopenHandOver = route({
  method: 'POST',
  path: '/meters/:id/hand-over',
  access: { action: 'write', entity: 'meters' },
  summary: 'Hands a secret over again to a claimed device that has not used its own',
  params,
  answer: z.object({}),
});

export const endHandOver = route({
  method: 'DELETE',
  path: '/meters/:id/hand-over',
  access: { action: 'write', entity: 'meters' },
  summary: 'Ends the hand-over of a secret: the enrolment secret no longer admits the device',
  params,
  answer: z.object({}),
});

/** The old device's serial number, address, versions and operating time are removed. */
export const replaceDevice = route({
  method: 'POST',
  path: '/meters/:id/device',
  access: { action: 'write', entity: 'meters' },
  summary: 'Replaces the device of a meter: new code and secret, same history',
  params,
  body: meterFields.pick({ code: true, serial: true }),
  answer: z.object({ credential: deviceCredential }),
});

/** For commands that are typed at the server and at a device. */
export const getDeviceStart = route({
  method: 'GET',
  path: '/devices/start',
  access: create,
  summary: 'Port for devices, and the data directory for the command line',
  answer: deviceCredential.pick({ mqtt_port: true, mqtt_tls: true }).extend({
    /** null: an external database, or the caller does not see the whole installation. */
    data_dir: text.nullable(),
    /** Begins each command for devices. */
    command: text,
  }),
});

export const renewEnrolment = route({
  method: 'POST',
  path: '/organizations/:id/enrolment',
  access: create,
  summary: "Renews an organization's enrolment secret",
  params,
  answer: z.object({ credential: deviceCredential }),
});
