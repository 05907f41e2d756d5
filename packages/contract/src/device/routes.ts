import { z } from 'zod';
import { deviceCode, id, idText, namePart, STAMP_ORDERS, yesNo } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import { deviceCredential, METER_TYPES, meter, meterFields, newMeter } from './schema.ts';

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
  officeName: namePart,
  departmentName: namePart,
  search: namePart,
  meterName: namePart,
  code: namePart,
  type: z.enum(METER_TYPES).optional(),
  use: yesNo.optional(),
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
export const registeredMeter = meter.extend({ credential: deviceCredential });

/** The readings of a deleted meter stay. */
export const meters = { ...administered, add: { ...administered.add, answer: registeredMeter } };

export const renewSecret = route({
  method: 'POST',
  path: '/meters/:id/secret',
  access: { action: 'write', entity: 'meters' },
  summary: 'Renews a device secret; closes the connection with the old one',
  params,
  answer: z.object({ credential: deviceCredential }),
});

export const addGateway = route({
  method: 'POST',
  path: '/gateways',
  access: create,
  summary: 'Registers a gateway, which may publish for every device of its organization',
  body: z.object({ organization_id: id, code: deviceCode }),
  answer: z.object({ credential: deviceCredential }),
});

export const renewEnrolment = route({
  method: 'POST',
  path: '/organizations/:id/enrolment',
  access: create,
  summary: "Renews an organization's enrolment secret",
  params,
  answer: z.object({ credential: deviceCredential }),
});
