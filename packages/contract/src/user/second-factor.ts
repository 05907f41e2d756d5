import { z } from 'zod';
import { done, idText, instant, knownPassword, secondFactorCode, text } from '../field.ts';
import { route } from '../route.ts';

export const RECOVERY_CODES = 10;

export const secondFactorProof = z.object({ password: knownPassword, otp: secondFactorCode });
export type SecondFactorProof = z.infer<typeof secondFactorProof>;
const startProof = secondFactorProof.partial({ otp: true });
export type SecondFactorStart = z.infer<typeof startProof>;

/** In the answer only; the server keeps hashes. Each replaces a code of the authenticator once. */
export const recoveryCodes = z.object({ recovery_codes: z.array(text) });

const access = { action: 'write', entity: 'account' } as const;

export const getSecondFactor = route({
  method: 'GET',
  path: '/second-factor',
  access: { action: 'read', entity: 'account' },
  summary: "The user's second factor",
  answer: z.object({
    /** null: there is none. */
    set_up_time: instant.nullable(),
    /** Number of unused ones. */
    recovery_codes: z.int(),
    /** Whether the organization requires a second factor. */
    required: z.boolean(),
  }),
});

/** With an authenticator already, a code of it is needed. The new one counts once it is confirmed. */
export const startSecondFactor = route({
  method: 'POST',
  path: '/second-factor/start',
  access,
  summary: 'Creates a secret for an authenticator',
  body: startProof,
  answer: z.object({ secret: text, uri: text }),
});

export const confirmSecondFactor = route({
  method: 'POST',
  path: '/second-factor/confirm',
  access,
  summary: 'Confirms the new secret with a code of the authenticator and ends all other sessions',
  body: secondFactorProof,
  answer: recoveryCodes,
});

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/second-factor/recovery-codes',
  access,
  summary: 'Replaces all recovery codes',
  body: secondFactorProof,
  answer: recoveryCodes,
});

export const removeSecondFactor = route({
  method: 'POST',
  path: '/second-factor/remove',
  access,
  summary: "Removes the user's second factor, unless the organization requires it",
  body: secondFactorProof,
  answer: done,
});

export const resetSecondFactor = route({
  method: 'POST',
  path: '/users/:id/reset-second-factor',
  access: { action: 'write', entity: 'users' },
  summary: "Removes a user's second factor and ends the user's sessions",
  params: z.object({ id: idText }),
  answer: done,
});
