import { z } from 'zod';
import { done, idText, organizationCode, text } from '../field.ts';
import { route } from '../route.ts';

/** Former codes of one organization with which people and devices may still log in. */
export const MAX_ALIASES = 5;

export const organizationCodes = z.object({
  /** Numbers of those that log in with a code of the organization. */
  device_count: z.int(),
  user_count: z.int(),
  local_server_count: z.int(),
  /** Newest first. `device_count`: devices that used it within 7 days and no other code since. */
  aliases: z.array(z.object({ code: text, device_count: z.int() })),
});
export type OrganizationCodes = z.infer<typeof organizationCodes>;

// Codes belong to those who create organizations.
const access = { action: 'create', entity: 'organizations' } as const;

export const getCodes = route({
  method: 'GET',
  path: '/organizations/:id/codes',
  access,
  summary: 'Former codes that still count, and how many use the codes',
  params: z.object({ id: idText }),
  answer: organizationCodes,
});

export const endAlias = route({
  method: 'DELETE',
  path: '/organizations/:id/codes/:code',
  access,
  summary: 'Ends a former code; closes connections that use it',
  params: z.object({ id: idText, code: organizationCode }),
  answer: done,
});
