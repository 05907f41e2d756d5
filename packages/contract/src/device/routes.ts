import { z } from 'zod';
import { deviceCode, done, id, idText, namePart, version, yesNo } from '../field.ts';
import { listQuery, paged } from '../paging.ts';
import { route } from '../route.ts';
import {
  deviceCredential,
  editedMeter,
  localizationSensor,
  METER_TYPES,
  meter,
  newMeter,
  newSensor,
} from './schema.ts';

const create = { action: 'create', entity: 'meters' } as const;
const params = z.object({ id: idText });

/** What the list of meters can be ordered by. */
export const METER_ORDERS = [
  'organization_name',
  'office_name',
  'department_name',
  'name',
  'code',
  'type',
  'use',
  'interval_s',
  'created_time',
  'updated_time',
] as const;

export const metersQuery = listQuery(METER_ORDERS).extend({
  organizationName: namePart,
  officeName: namePart,
  departmentName: namePart,
  meterName: namePart,
  code: namePart,
  type: z.enum(METER_TYPES).optional(),
  use: yesNo.optional(),
});
export type MetersQuery = z.infer<typeof metersQuery>;

export const getMeters = route({
  method: 'GET',
  path: '/meters',
  access: { action: 'read', entity: 'meters' },
  summary: 'Meters, sorted by their places and names unless `sort` says otherwise',
  query: metersQuery,
  answer: paged(meter),
});

export const getMeter = route({
  method: 'GET',
  path: '/meters/:id',
  access: { action: 'read', entity: 'meters' },
  summary: 'One meter',
  params,
  answer: meter,
});

export const addMeter = route({
  method: 'POST',
  path: '/meters',
  access: create,
  summary: 'Register a meter with its sensors and purifiers; its secret is in this answer only',
  body: newMeter,
  answer: z.object({ meter, credential: deviceCredential }),
});

export const editMeter = route({
  method: 'PUT',
  path: '/meters/:id',
  access: { action: 'write', entity: 'meters' },
  summary: 'Change a meter; EDITED_MEANWHILE when it is no longer of the version that was sent',
  params,
  body: editedMeter,
  answer: meter,
});

export const deleteMeter = route({
  method: 'DELETE',
  path: '/meters/:id',
  access: { action: 'delete', entity: 'meters' },
  summary: 'Delete a meter with its sensors and purifiers; what they measured stays',
  params,
  query: z.object({
    version: z
      .string()
      .regex(/^\d{1,10}$/, 'INVALID')
      .transform(Number)
      .pipe(version),
  }),
  answer: done,
});

export const addSensor = route({
  method: 'POST',
  path: '/meters/:id/sensors',
  access: { action: 'create', entity: 'sensors' },
  summary: 'Add a sensor to a meter',
  params,
  body: newSensor,
  answer: localizationSensor,
});

export const addGateway = route({
  method: 'POST',
  path: '/gateways',
  access: create,
  summary: 'Register a gateway: it may publish for every device of its organization',
  body: z.object({ organization_id: id, code: deviceCode }),
  answer: z.object({ credential: deviceCredential }),
});

export const renewEnrolment = route({
  method: 'POST',
  path: '/organizations/:id/enrolment',
  access: create,
  summary: "Make a new enrolment secret for an organization's unregistered devices; the old one ends",
  params,
  answer: z.object({ credential: deviceCredential }),
});
