import { z } from 'zod';
import { id, idText, instant, loginId, text } from '../field.ts';
import { route } from '../route.ts';

/** Kinds of records in which personal data is stored. */
export const PERSONAL_KINDS = [
  'account',
  'logins',
  'changes',
  'alarms',
  'photos',
  'commands',
  'notifications',
  'settings',
  'contacts',
] as const;
export type PersonalKind = (typeof PERSONAL_KINDS)[number];

/** Most records of one table in the file about a person, the newest first. */
export const MAX_PERSONAL_RECORDS = 100_000;

const params = z.object({ id: idText });

export const countPersonalData = route({
  method: 'GET',
  path: '/users/:id/personal-data/counts',
  access: { action: 'read', entity: 'users' },
  summary: "Counts the records with a user's personal data, by kind",
  params,
  answer: z.object({ counts: z.array(z.object({ kind: z.enum(PERSONAL_KINDS), count: z.int() })) }),
});

export const exportPersonalData = route({
  method: 'GET',
  path: '/users/:id/personal-data',
  access: { action: 'read', entity: 'users' },
  summary: 'Everything that is stored about a user, by table',
  params,
  answer: z.object({
    exported_time: instant,
    user_id: id,
    /** Whether a table had more than MAX_PERSONAL_RECORDS. */
    is_cut: z.boolean(),
    tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  }),
});

export const erasePerson = route({
  method: 'POST',
  path: '/users/:id/erasure',
  access: { action: 'delete', entity: 'users' },
  summary: 'Deletes a user and removes their personal data from all records, which keep a pseudonym',
  params,
  /** The id of the user, typed as a confirmation. */
  body: z.object({ login: loginId }),
  answer: z.object({ pseudonym: text }),
});
