import { z } from 'zod';
import { id, idText, instant, text } from '../field.ts';
import { MAX_PINS, pin } from '../floor-plan/routes.ts';
import { grade, meterCounts, rating, sensorType } from '../monitoring/schema.ts';
import { route } from '../route.ts';
import { LANGUAGES } from '../user/schema.ts';
import { WALL_LEVELS } from './schema.ts';

/** Rooms of a place; a display shows them on several pages. */
export const MAX_WALL_ROOMS = 60;

/** The worst of a meter's current values of one type. */
const wallValue = z.object({ type: sensorType, value: z.number(), rating: rating.nullable() });
export type WallValue = z.infer<typeof wallValue>;

const wallRoom = z.object({
  id,
  name: text,
  /** null: silent, or without a graded sensor. */
  index: z.number().nullable(),
  grade: grade.nullable(),
  /** The type with the worst grade; null without a grade. */
  type: sensorType.nullable(),
  stale: z.boolean(),
  last_time: instant.nullable(),
  values: z.array(wallValue),
});
export type WallRoom = z.infer<typeof wallRoom>;

export const wallPlace = z.object({
  id,
  name: text,
  /** Mean of its meters, and the grade of that. */
  index: z.number().nullable(),
  grade: grade.nullable(),
  meters: meterCounts,
  last_time: instant.nullable(),
  /** Silent ones first, as no one knows their air, then the others, worst first; those that never measured last. */
  rooms: z.array(wallRoom).max(MAX_WALL_ROOMS),
});
export type WallPlace = z.infer<typeof wallPlace>;

/** A floor plan: the rooms are its meters, each with the worst value only. */
export const wallPlan = wallPlace.extend({
  office: text,
  width: z.int(),
  height: z.int(),
  /** Another one is a reason to load the image again. */
  image_version: z.int(),
  pins: z.array(pin),
  rooms: z.array(wallRoom).max(MAX_PINS),
});
export type WallPlan = z.infer<typeof wallPlan>;

export const wall = z.object({
  name: text,
  organization_name: text,
  time_zone: text,
  level: z.enum(WALL_LEVELS),
  seconds: z.int(),
  language: z.enum(LANGUAGES),
  time: instant,
  /** Names the console's files: another one is a reason to load the page again. */
  build: text,
  places: z.array(wallPlace),
  plans: z.array(wallPlan),
});
export type Wall = z.infer<typeof wall>;

/** One message of `GET /wall/live` (server-sent events, JSON in `data`). */
export const wallEvent = z.discriminatedUnion('type', [
  /** First message, and when the display or its places were changed: everything. */
  z.object({ type: z.literal('wall'), wall }),
  /** Places and plans whose values changed; those not named stay. */
  z.object({
    type: z.literal('places'),
    ...{ time: instant, places: z.array(wallPlace), plans: z.array(wallPlan) },
  }),
  /** The display was ended; the stream closes after it. */
  z.object({ type: z.literal('ended') }),
]);
export type WallEvent = z.infer<typeof wallEvent>;

export const getWall = route({
  method: 'GET',
  path: '/wall',
  access: 'wall',
  summary: 'Present content of a wall display',
  answer: wall,
});

export const getWallLive = route({
  method: 'GET',
  path: '/wall/live',
  access: 'wall',
  summary: 'Live events of a wall display (text/event-stream), one JSON event per message',
  answer: wallEvent,
});

export const getWallPlanImage = route({
  method: 'GET',
  path: '/wall/plans/:id/image',
  access: 'wall',
  summary: 'Image of a floor plan of a wall display (PNG, JPEG or WebP)',
  params: z.object({ id: idText }),
  answer: text,
});
