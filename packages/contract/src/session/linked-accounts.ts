import { z } from 'zod';
import { done, id, idText } from '../field.ts';
import { route } from '../route.ts';
import { user } from '../user/schema.ts';
import { credentials, session } from './schema.ts';

/** An account of the same person in another organization. */
export const linkedAccount = user.pick({
  login: true,
  name: true,
  authority: true,
  organization_name: true,
  organization_name_en: true,
  organization_code: true,
});
const account = linkedAccount.extend({ id });
export type LinkedAccount = z.infer<typeof account>;

/** More organizations are a matter of a SUPER_ role. */
export const MAX_LINKED_ACCOUNTS = 20;

export const listLinkedAccounts = route({
  method: 'GET',
  path: '/linked-accounts',
  access: { action: 'read', entity: 'account' },
  summary: "The person's accounts in other organizations",
  answer: z.object({ content: z.array(account) }),
});

export const linkAccount = route({
  method: 'POST',
  path: '/linked-accounts',
  access: { action: 'write', entity: 'account' },
  summary: 'Links an account in another organization, whose password proves that it is of the same person',
  body: credentials,
  answer: done,
});

const params = z.object({ id: idText });

export const unlinkAccount = route({
  method: 'DELETE',
  path: '/linked-accounts/:id',
  access: { action: 'write', entity: 'account' },
  summary: 'Ends the link to an account',
  params,
  answer: done,
});

/** The rights of the two accounts are never added: the new session has those of its account only. */
export const switchAccount = route({
  method: 'POST',
  path: '/linked-accounts/:id/session',
  access: { action: 'write', entity: 'account' },
  summary: 'Switches to a linked account: opens a session for it and ends this one',
  params,
  answer: session,
});
