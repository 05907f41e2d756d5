import { TOKEN_ACCESSES } from '@airdeck/domain/policy/may';
import { hasInvisible, toName } from '@airdeck/domain/text-form';
import { z } from 'zod';
import { done, id, idText, instant, line, text } from '../field.ts';
import { route } from '../route.ts';

/** Maximum number of tokens of a user, and of all users together, expired ones included. */
export const MAX_API_TOKENS = 20;
export const MAX_ALL_API_TOKENS = 2_000;
export const MAX_TOKEN_NAME = 40;
export const MAX_TOKEN_DAYS = 365;

const tokenAccess = z.enum(TOKEN_ACCESSES);

/** Free text, like the name of a saved view. */
const tokenName = line(MAX_TOKEN_NAME)
  .overwrite(toName)
  .min(1, 'REQUIRED')
  .refine((value) => !hasInvisible(value), 'INVISIBLE_CHARACTER');

export const newApiToken = z.object({
  name: tokenName,
  access: tokenAccess,
  /** Days until it expires. */
  days: z.int().min(1, 'TOO_SMALL').max(MAX_TOKEN_DAYS, 'TOO_LARGE'),
});
export type NewApiToken = z.infer<typeof newApiToken>;

export const apiToken = z.object({
  id,
  name: text,
  access: tokenAccess,
  user_id: id,
  user_login: text,
  organization_name: text,
  expires_time: instant,
  /** To the minute; null: never used. */
  last_used_time: instant.nullable(),
  last_used_ip: text.nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

/** Own tokens; for SUPER_ADMIN those of all users. */
export const listApiTokens = route({
  method: 'GET',
  path: '/api-tokens',
  access: { action: 'read', entity: 'api_tokens' },
  summary: 'API tokens',
  answer: z.object({ content: z.array(apiToken) }),
});

/** The token is in this answer only. */
export const addApiToken = route({
  method: 'POST',
  path: '/api-tokens',
  access: { action: 'create', entity: 'api_tokens' },
  summary: 'Creates an API token',
  body: newApiToken,
  answer: z.object({ token: text }),
});

export const revokeApiToken = route({
  method: 'DELETE',
  path: '/api-tokens/:id',
  access: { action: 'delete', entity: 'api_tokens' },
  summary: 'Revokes an API token',
  params: z.object({ id: idText }),
  answer: done,
});
