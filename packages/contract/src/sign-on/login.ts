import { z } from 'zod';
import { exactLine, id, line, text, yesNo } from '../field.ts';
import { route } from '../route.ts';
import { session } from '../session/schema.ts';

/** The provider that Login offers. */
export const offeredProvider = z.object({ id, name: text, name_en: text.nullable(), password_login: yesNo });
export type OfferedProvider = z.infer<typeof offeredProvider>;

export const findSignOn = route({
  method: 'GET',
  path: '/sign-on',
  access: 'public',
  summary: 'The provider of single sign-on of an organization code, else of the installation',
  query: z.object({ code: line(64).optional() }),
  answer: z.object({ provider: offeredProvider.nullable() }),
});

/** The browser keeps the secret until it is sent back from the provider. */
export const startSignOn = route({
  method: 'POST',
  path: '/sign-on/start',
  access: 'public',
  summary: 'Begins a single sign-on; answers the address at the provider',
  body: z.object({ id }),
  answer: z.object({ url: text, secret: text }),
});

const MAX_ANSWER = 8_192;

export const finishSignOn = route({
  method: 'POST',
  path: '/sign-on/finish',
  access: 'public',
  summary: 'Ends a single sign-on with the query with which the provider sent the browser back; opens a session',
  body: z.object({ answer: exactLine(MAX_ANSWER).min(1, 'REQUIRED'), secret: exactLine(128).min(1, 'REQUIRED') }),
  answer: session,
});
