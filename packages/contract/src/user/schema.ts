import { ROLES } from '@airdeck/domain/role';
import { z } from 'zod';
import { id, loginId, organizationCode, text, yesNo } from '../field.ts';

export const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A person as the server shows them. There is no password here and never was one to leave out. */
export const user = z.object({
  id,
  login: loginId,
  name: text,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  authority: z.enum(ROLES),
  use: yesNo,
  language: z.enum(LANGUAGES),
  organization_id: id,
  organization_name: text,
  organization_code: organizationCode,
});

export type User = z.infer<typeof user>;
