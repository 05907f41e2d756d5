import { z } from 'zod';
import { deviceCode, id, idText } from '../field.ts';
import { paged, pageQuery } from '../paging.ts';
import { route } from '../route.ts';
import { deviceCredential, localizationSensor, meter, newMeter, newSensor } from './schema.ts';

const create = { resource: 'meters', action: 'create' } as const;

export const getMeters = route({
  method: 'GET',
  path: '/meters',
  access: { resource: 'meters', action: 'read' },
  summary: 'Meters that the viewer sees',
  query: pageQuery.extend({
    organizationName: z.string().max(60, 'TOO_LONG').optional(),
    meterName: z.string().max(60, 'TOO_LONG').optional(),
  }),
  answer: paged(meter),
});

export const addMeter = route({
  method: 'POST',
  path: '/meters',
  access: create,
  summary: 'Register a meter with its sensors and purifiers; its secret is in this answer only',
  body: newMeter,
  answer: z.object({ meter, credential: deviceCredential }),
});

export const addSensor = route({
  method: 'POST',
  path: '/meters/:id/sensors',
  access: { resource: 'sensors', action: 'create' },
  summary: 'Add a sensor to a meter',
  params: z.object({ id: idText }),
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
  params: z.object({ id: idText }),
  answer: z.object({ credential: deviceCredential }),
});
