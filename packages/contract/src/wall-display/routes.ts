import { z } from 'zod';
import { idText, namePart, STAMP_ORDERS } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import { madeWallDisplay, newWallDisplay, WALL_STATES, wallDisplay, wallDisplayFields, wallToken } from './schema.ts';

const write = { action: 'write', entity: 'wall_displays' } as const;
const params = z.object({ id: idText });

export const WALL_DISPLAY_ORDERS = [
  'organization_name',
  'name',
  'last_seen_time',
  'seconds',
  'language',
  ...STAMP_ORDERS,
] as const;
export const wallDisplaysQuery = listQuery(WALL_DISPLAY_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
  wall_state: z.enum(WALL_STATES).optional(),
});
export type WallDisplaysQuery = z.infer<typeof wallDisplaysQuery>;

const administered = resource({
  path: '/wall-displays',
  entity: 'wall_displays',
  what: ['a wall display', 'wall displays'],
  item: wallDisplay,
  added: newWallDisplay,
  edited: wallDisplayFields,
  query: wallDisplaysQuery,
});

/** The token of a new display is returned only here. */
export const wallDisplays = { ...administered, add: { ...administered.add, answer: madeWallDisplay } };

export const renewWallToken = route({
  method: 'POST',
  path: '/wall-displays/:id/token',
  access: write,
  summary: "Renews the token of a wall display's link",
  params,
  answer: wallToken,
});

export const endWallDisplay = route({
  method: 'POST',
  path: '/wall-displays/:id/end',
  access: write,
  summary: 'Revokes the token of a wall display',
  params,
  answer: wallDisplay,
});
