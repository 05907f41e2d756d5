import { createHash } from 'node:crypto';
import type { ErrorCode } from '@airdeck/contract/error/code';
import type { Session } from '@airdeck/contract/session/schema';
import { findSignOn, finishSignOn, startSignOn } from '@airdeck/contract/sign-on/login';
import { SIGN_ON_PATH } from '@airdeck/contract/sign-on/path';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { type ClaimProblem, personOf, type SignOnPerson } from '@airdeck/domain/sign-on';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { addPublicRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import { acceptedLanguage } from '../../platform/http/language.ts';
import type { Log } from '../../platform/log.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import type { Random } from '../../platform/random.ts';
import type { ChangeRegistry } from '../../registry/change-registry.ts';
import { createProviderClient, type Provider } from './provider-client.ts';
import { createSignOnAccounts } from './sign-on-accounts.ts';
import { reasonOf, signOnCodeOf } from './sign-on-error.ts';
import {
  findOfferedProvider,
  findProvider,
  insertAttempt,
  type ProviderRow,
  pruneAttempts,
  takeAttempt,
} from './sign-on-queries.ts';

export interface SignOnRoutesDeps {
  db: Db;
  clock: Clock;
  log: Log;
  random: Random;
  seal: PasswordSeal;
  changeRegistry: ChangeRegistry;
  /** The session feature's. */
  openSession(userId: number, ip: string): Promise<Session>;
  /** The session feature's: writes a refused login into the login history. */
  noteRefused(userId: number, ip: string): void;
}

/** People need this long at their provider. */
const ATTEMPT_MS = 10 * MINUTE_MS;
/** Older ones are deleted: some 10 MB. */
const MAX_ATTEMPTS = 20_000;
const PRUNE_EVERY = 100;
const SECRET_BYTES = 32;
/** Tries a minute from one address; a school may have one address. */
const PER_MINUTE = { perMinute: 120 };

const PROBLEMS = {
  CLAIMS: 'SSO_CLAIMS',
  ORGANIZATION: 'SSO_ORGANIZATION',
  ROLE: 'SSO_ROLE',
} as const satisfies Record<ClaimProblem, ErrorCode>;

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The address of the console as the browser has it: behind a proxy that ends TLS the server does not know it. */
const originOf = ({ headers, protocol, host }: FastifyRequest): string => headers.origin ?? `${protocol}://${host}`;

/** @throws Failure */
const mustBePerson = (person: SignOnPerson | ClaimProblem): SignOnPerson => {
  if (typeof person === 'string') throw new Failure(PROBLEMS[person]);
  return person;
};

/** Single sign-on: what Login offers, and the way to the provider and back. */
export function addSignOnRoutes(http: Http, deps: SignOnRoutesDeps): void {
  const { db, clock, log, random, seal } = deps;
  const client = createProviderClient({ clock, random });
  const accounts = createSignOnAccounts(deps);
  let begun = 0;

  /** With an unreadable secret its provider would be asked in vain. @throws Failure SSO_SETUP */
  const opened = (row: ProviderRow): Provider => {
    const secret = seal.open(row.client_secret);
    if (secret === null) throw new Failure('SSO_SETUP');
    return { ...row, secret };
  };

  /** Claims and tokens, which errors of the library carry, are personal: they are not logged. */
  const explained = async <T>(provider: ProviderRow, act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      const code = signOnCodeOf(error);
      log.warn({ provider: provider.id, code, reason: reasonOf(error) }, 'a single sign-on failed');
      throw new Failure(code);
    }
  };

  addPublicRoute(
    http,
    findSignOn,
    async ({ query }) => ({ provider: (await findOfferedProvider(db, query.code)) ?? null }),
    PER_MINUTE,
  );

  addPublicRoute(
    http,
    startSignOn,
    async ({ body, request }) => {
      const row = await findProvider(db, body.id);
      if (!row) throw new Failure('SSO_SETUP');
      const redirectUri = `${originOf(request)}${SIGN_ON_PATH}`;
      const { url, state, ...attempt } = await explained(row, async () => client.begin(opened(row), redirectUri));
      const secret = Buffer.from(random(SECRET_BYTES)).toString('base64url');
      const time = clock.now();
      if (begun++ % PRUNE_EVERY === 0) await pruneAttempts(db, time, MAX_ATTEMPTS);
      const hashes = { stateHash: hashOf(state), secretHash: hashOf(secret) };
      await insertAttempt(db, row, { ...attempt, ...hashes, expires: time + ATTEMPT_MS });
      return { url, secret };
    },
    PER_MINUTE,
  );

  addPublicRoute(
    http,
    finishSignOn,
    async ({ body, request }) => {
      const state = new URLSearchParams(body.answer).get('state') ?? '';
      const hashes = { stateHash: hashOf(state), secretHash: hashOf(body.secret) };
      const taken = await takeAttempt(db, { ...hashes, time: clock.now() });
      if (!taken) throw new Failure('SSO_STATE');
      const { provider } = taken;
      const { ip } = request;
      const { subject, person } = await explained(provider, async () => {
        const { claims, ...rest } = await client.finish(opened(provider), { ...taken, state }, body.answer);
        return { ...rest, person: mustBePerson(personOf(claims, provider)) };
      });
      const language = acceptedLanguage(request.headers['accept-language']);
      const user = await accounts.enter({ provider, subject, person, ip, language });
      if (user.use === 'N') {
        deps.noteRefused(user.id, ip);
        throw new Failure('USER_UNUSED');
      }
      return deps.openSession(user.id, ip);
    },
    PER_MINUTE,
  );
}
