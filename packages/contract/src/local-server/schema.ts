import { z } from 'zod';
import { description, id, ip, name, stamps, text, yesNo } from '../field.ts';

const MAX_ACCOUNT = 128;
const MAX_PASSWORD = 256;

/** What a person says of the MQTT broker at a site. */
export const localServerFields = z.object({
  name,
  ip: z.string().min(1, { error: 'REQUIRED', abort: true }).pipe(ip),
  port: z
    .int({ error: ({ input }) => (input === null || input === undefined ? 'REQUIRED' : 'INVALID') })
    .min(1, 'TOO_SMALL')
    .max(65_535, 'TOO_LARGE'),
  tls: yesNo.default('N'),
  /** Without an account the server is entered without a password. */
  account: z.string().min(1, 'REQUIRED').max(MAX_ACCOUNT, 'TOO_LONG').nullable().default(null),
  /** Never in an answer. Left empty, the one that is there stays. */
  account_password: z.string().max(MAX_PASSWORD, 'TOO_LONG').nullable().default(null),
  description: description.nullable().default(null),
  use: yesNo.default('Y'),
});
export const newLocalServer = localServerFields.extend({ organization_id: id });
export type LocalServerFields = z.infer<typeof localServerFields>;
export type NewLocalServer = z.infer<typeof newLocalServer>;

/** NOT_YET: nothing of the program connects to local servers yet. */
export const CONNECTIONS = ['NOT_YET'] as const;

export const localServer = z.object({
  id,
  organization_id: id,
  organization_name: text,
  name: text,
  ip: text,
  port: z.int(),
  tls: yesNo,
  account: text.nullable(),
  has_password: yesNo,
  connection: z.enum(CONNECTIONS),
  description: text.nullable(),
  use: yesNo,
  ...stamps,
});
export type LocalServer = z.infer<typeof localServer>;
