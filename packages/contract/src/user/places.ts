import { z } from 'zod';
import { done, id, idText, text, version, yesNo } from '../field.ts';
import { route } from '../route.ts';
import { assignedPlaces } from './schema.ts';

const path = '/users/:id/places';
const params = z.object({ id: idText });

const place = z.object({
  kind: z.enum(['organization', 'office', 'department']),
  id,
  name: text,
  /** Names of the places above it, topmost first. */
  above: z.array(text),
});
export type UserPlace = z.infer<typeof place>;

export const getUserPlaces = route({
  method: 'GET',
  path,
  access: { action: 'write', entity: 'users' },
  summary: 'The places to which a user is limited',
  params,
  answer: z.object({ limited: yesNo, version, places: z.array(place) }),
});

const userPlaces = assignedPlaces.extend({ limited: yesNo, version });
export type UserPlaces = z.infer<typeof userPlaces>;

export const setUserPlaces = route({
  method: 'PUT',
  path,
  access: { action: 'write', entity: 'users' },
  summary: 'Limits a user to places, or ends that; open sessions of the user end',
  params,
  body: userPlaces,
  answer: done,
});
