import { z } from 'zod';
import { done, id, idText, instant, name, text, version } from '../field.ts';
import { meterNow, placeRef, sensorNow } from '../monitoring/schema.ts';
import { route } from '../route.ts';

export const MAX_PLANS = 20;
export const MAX_PINS = 500;
export const MAX_PLAN_BYTES = 4 * 1024 * 1024;
/** Pixels of a side. */
export const MAX_PLAN_SIDE = 4_096;
export const MIN_PLAN_SIDE = 16;

const read = { action: 'read', entity: 'offices' } as const;
const write = { action: 'write', entity: 'offices' } as const;
const params = z.object({ id: idText });

const share = z.number().min(0, 'TOO_SMALL').max(1, 'TOO_LARGE');
/** A meter's place on a plan, as parts of its width and height from the upper left corner. */
export const pin = z.object({ meter_id: id, x: share, y: share });
export type Pin = z.infer<typeof pin>;

export const floorPlan = z.object({
  id,
  office_id: id,
  name: text,
  width: z.int(),
  height: z.int(),
  /** Counts the images; another one is a reason to load the image again. */
  image_version: z.int(),
  version,
  /** Of the meters that the viewer sees. */
  pins: z.array(pin),
});
export type FloorPlan = z.infer<typeof floorPlan>;

export const listFloorPlans = route({
  method: 'GET',
  path: '/floor-plans',
  access: read,
  summary: 'Floor plans of an office with the places of its meters',
  query: z.object({ officeId: idText }),
  answer: z.object({ plans: z.array(floorPlan) }),
});

/** More than an organization has. */
export const MAX_PLAN_NAMES = 1_000;

export const listPlanNames = route({
  method: 'GET',
  path: '/floor-plans/names',
  access: read,
  summary: `Names of the floor plans of an organization, at most ${MAX_PLAN_NAMES}`,
  query: z.object({ organizationId: idText }),
  answer: z.object({ plans: z.array(z.object({ id, name: text, office_name: text })) }),
});

export const getFloorPlanImage = route({
  method: 'GET',
  path: '/floor-plans/:id/image',
  access: read,
  summary: 'Image of a floor plan (PNG, JPEG or WebP)',
  params,
  answer: text,
});

export const addFloorPlan = route({
  method: 'POST',
  path: '/floor-plans',
  access: write,
  summary: 'Adds a floor plan to an office; the body is its image (application/octet-stream)',
  query: z.object({ officeId: idText, name }),
  answer: floorPlan,
});

export const replaceFloorPlanImage = route({
  method: 'POST',
  path: '/floor-plans/:id/image',
  access: write,
  summary: 'Replaces the image of a floor plan (application/octet-stream); meters keep their places',
  params,
  query: z.object({ version: idText }),
  answer: floorPlan,
});

const pins = z
  .array(pin)
  .max(MAX_PINS, 'TOO_LARGE')
  .refine((all) => new Set(all.map(({ meter_id }) => meter_id)).size === all.length, 'REPEATED');

export const setFloorPlan = route({
  method: 'PUT',
  path: '/floor-plans/:id/layout',
  access: write,
  summary: 'Sets the name of a floor plan and the places of its meters',
  params,
  body: z.object({ name, pins, version }),
  answer: floorPlan,
});

export const deleteFloorPlan = route({
  method: 'DELETE',
  path: '/floor-plans/:id',
  access: write,
  summary: 'Deletes a floor plan',
  params,
  query: z.object({ version: idText }),
  answer: done,
});

/** A meter of an office with its current values. */
const officeMeter = meterNow.extend({ name: text, department: text, sensors: z.array(sensorNow) });
export type OfficeMeter = z.infer<typeof officeMeter>;

export const officeAir = z.object({ time: instant, path: z.array(placeRef), meters: z.array(officeMeter) });
export type OfficeAir = z.infer<typeof officeAir>;

export const getOfficeAir = route({
  method: 'GET',
  path: '/monitoring/plan',
  access: { action: 'read', entity: 'readings' },
  summary: 'Current values of the meters of an office, for its floor plans',
  query: z.object({ id: idText }),
  answer: officeAir,
});
