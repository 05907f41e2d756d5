import { z } from 'zod';
import { id, instant, name, stamps, text } from '../field.ts';
import { LANGUAGES } from '../user/schema.ts';

/** Subject of a slide of a wall display: its whole organization, one office, or one department. */
export const WALL_LEVELS = ['ORGANIZATION', 'OFFICE', 'DEPARTMENT'] as const;
export type WallLevel = (typeof WALL_LEVELS)[number];

/** NEW: its link was not opened yet; ON: a screen shows it; OFF: a screen showed it; ENDED: its link no longer works. */
export const WALL_STATES = ['NEW', 'ON', 'OFF', 'ENDED'] as const;
export type WallState = (typeof WALL_STATES)[number];

/** More slides than anybody waits for. */
export const MAX_WALL_PLACES = 50;
export const MAX_WALL_PLANS = 10;
export const MIN_WALL_SECONDS = 5;
export const MAX_WALL_SECONDS = 600;

const seconds = z
  .int({ error: ({ input }) => (input === undefined || input === null || input === '' ? 'REQUIRED' : 'INVALID') })
  .min(MIN_WALL_SECONDS, 'TOO_SMALL')
  .max(MAX_WALL_SECONDS, 'TOO_LARGE');

export const wallDisplayFields = z.object({
  name,
  wall_level: z.enum(WALL_LEVELS).default('OFFICE'),
  /** Places of the level; none is all of them. */
  place_ids: z.array(id).max(MAX_WALL_PLACES, 'TOO_LARGE').default([]),
  /** Floor plans that are shown after the places. */
  plan_ids: z.array(id).max(MAX_WALL_PLANS, 'TOO_LARGE').default([]),
  /** How long a slide stays. */
  seconds: seconds.default(15),
  language: z.enum(LANGUAGES).default('ko'),
});
export const newWallDisplay = wallDisplayFields.extend({ organization_id: id });
export type WallDisplayFields = z.infer<typeof wallDisplayFields>;
export type NewWallDisplay = z.infer<typeof newWallDisplay>;

export const wallDisplay = z.object({
  id,
  organization_id: id,
  organization_name: text,
  name: text,
  wall_state: z.enum(WALL_STATES),
  last_seen_time: instant.nullable(),
  wall_level: z.enum(WALL_LEVELS),
  place_ids: z.array(id),
  plan_ids: z.array(id),
  seconds: z.int(),
  language: z.enum(LANGUAGES),
  /** Login of the user who made its link; null: that user was deleted. */
  made_by: text.nullable(),
  ended_time: instant.nullable(),
  ...stamps,
});
export type WallDisplay = z.infer<typeof wallDisplay>;

/** The secret part of a display's link. It leaves the server once. */
const token = text;
export const madeWallDisplay = wallDisplay.extend({ token });
export type MadeWallDisplay = z.infer<typeof madeWallDisplay>;
export const wallToken = z.object({ token });
