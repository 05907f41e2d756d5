import { ROLES } from '@airdeck/domain/role';
import { z } from 'zod';
import { done } from '../field.ts';
import { route } from '../route.ts';
import { credentials, ownSession, session } from './schema.ts';

export const login = route({
  method: 'POST',
  path: '/login',
  access: 'public',
  summary: 'Logs in; a failed login never answers 401',
  body: credentials,
  answer: session,
});

/** The body's fields are the specification's; they are ignored: the bearer's session ends. */
export const logout = route({
  method: 'POST',
  path: '/logout',
  access: { action: 'write', entity: 'account' },
  summary: 'Ends the session; with `closing` after 60 s without use, for a page that unloads',
  query: z.object({ closing: z.literal('true').optional() }),
  body: z.looseObject({}).nullish(),
  answer: done,
});

/** Data of the login page, readable without a session. */
export const getWelcome = route({
  method: 'GET',
  path: '/welcome',
  access: 'public',
  summary: 'Version of this installation and its offered e-mail domains; in the demo also the offered roles',
  answer: z.object({
    version: z.string(),
    demo_roles: z.array(z.enum(ROLES)),
    email_domains: z.array(z.string()),
    /** Whether the installation sends mails. */
    mail: z.boolean(),
  }),
});

/** Exists in the demo only: elsewhere the path is not found. */
export const demoLogin = route({
  method: 'POST',
  path: '/demo/login',
  access: 'public',
  summary: 'Demo: logs in as the demo user of a role',
  body: z.object({ authority: z.enum(ROLES) }),
  answer: session,
});

/** Maximum number of listed sessions, newest first. */
export const MAX_OWN_SESSIONS = 100;

export const listOwnSessions = route({
  method: 'GET',
  path: '/sessions',
  access: { action: 'read', entity: 'account' },
  summary: "The user's open sessions",
  answer: z.object({ content: z.array(ownSession) }),
});

export const endOwnSession = route({
  method: 'DELETE',
  path: '/sessions/:id',
  access: { action: 'write', entity: 'account' },
  summary: "Ends one of the user's sessions",
  params: z.object({ id: z.uuid() }),
  answer: done,
});

export const endOtherSessions = route({
  method: 'DELETE',
  path: '/sessions',
  access: { action: 'write', entity: 'account' },
  summary: 'Ends all other sessions of the user',
  answer: done,
});
