import { randomUUID } from 'node:crypto';
import { API_BASE } from '@airdeck/contract/route';
import type { Language } from '@airdeck/contract/user/schema';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import type { LightMyRequestResponse } from 'fastify';
import { createAccessLog } from '../audit/access-log.ts';
import { createLogin } from '../features/session/login.ts';
import { findFirstUserOf } from '../features/session/session-queries.ts';
import { addSessionRoutes } from '../features/session/session-routes.ts';
import { Sessions } from '../features/session/sessions.ts';
import { createTokens, type Tokens } from '../features/session/token.ts';
import { createSecondFactorCodes } from '../features/user/second-factor-codes.ts';
import { loadUser } from '../features/user/user.ts';
import type { UserMails } from '../features/user/user-mails.ts';
import { addUserRoutes } from '../features/user/user-routes.ts';
import { type Bus, createBus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/pool.ts';
import { createHttp, type Http } from '../platform/http/create-http.ts';
import { createLog, type Log } from '../platform/log.ts';
import { verifyPassword } from '../platform/password.ts';
import { createPasswordSeal } from '../platform/password-seal.ts';
import { systemRandom } from '../platform/random.ts';
import type { BusEvents } from '../registry/bus-events.ts';
import { createRegistry } from '../registry/registry.ts';
import { testChangeRegistry } from './change-registry.ts';
import type { TestUser } from './factory.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Bearer = { authorization: string; 'accept-language'?: Language };

/** An answer; tests look into bodies of any shape. */
export interface Answer {
  status: number;
  text: string;
  body: ReturnType<typeof JSON.parse>;
}

export interface SessionApp {
  http: Http;
  sessions: Sessions;
  bus: Bus<BusEvents>;
  tokens: Tokens;
  /** Number of password hashes so far. */
  hashed(): number;
  /** A bearer header of a new session. */
  bearer(user: { id: number }): Promise<Bearer>;
  /** The answer of the API; `path` is relative to its base. */
  ask(headers: Bearer, method: Method, path: string, payload?: object, remoteAddress?: string): Promise<Answer>;
  login(form: object, remoteAddress?: string): Promise<LightMyRequestResponse>;
}

export const formOf = ({ code, login, password }: TestUser) => ({ code, id: login, password });

/** Session and user features assembled as in the product, without timers and without listening. */
export async function sessionApp(options: {
  db: Db;
  clock: Clock;
  key?: Uint8Array;
  isDemo?: boolean;
  log?: Log;
  mails?: UserMails;
}): Promise<SessionApp> {
  const { db, clock, key = new Uint8Array(32).fill(7), isDemo = false, log = createLog({ level: 'silent' }) } = options;
  const bus = createBus<BusEvents>(log);
  const tokens = createTokens(key, clock);
  const limits = { idleMs: 8 * HOUR_MS, absoluteMs: DAY_MS };
  const sessions = new Sessions({ db, bus, clock, log, tokens, newId: randomUUID, ...limits });
  let hashes = 0;
  const countingVerify: typeof verifyPassword = (stored, password) => {
    hashes++;
    return verifyPassword(stored, password);
  };
  const http = await createHttp({
    log,
    tls: null,
    version: '1.0.0',
    // However busy the test machine is.
    delayMs: () => 0,
    authenticate: (token) => sessions.authenticate(token),
  });
  const seal = createPasswordSeal(key, systemRandom);
  const codes = createSecondFactorCodes({ db, clock, seal });
  const login = createLogin({ db, clock, verifyPassword: countingVerify, verifySecondFactor: codes.verify });
  addSessionRoutes(http, {
    db,
    clock,
    sessions,
    login,
    loadUser: (id) => loadUser(db, id),
    version: '1.0.0',
    emailDomains: ['example.com'],
    sendsMail: options.mails !== undefined,
    findDemoUser: isDemo ? (role) => findFirstUserOf(db, role) : null,
  });
  addUserRoutes(http, {
    db,
    clock,
    log,
    random: systemRandom,
    mails: options.mails ?? null,
    noteAccess: createAccessLog({ db, clock, log }),
    changeRegistry: testChangeRegistry(db, createRegistry(db)),
    seal,
    codes,
    prove: login.prove,
    endSessions: (userId, except) => sessions.endAllOf(userId, except),
  });
  let address = 0;
  return {
    http,
    sessions,
    bus,
    tokens,
    hashed: () => hashes,
    bearer: async ({ id }) => ({ authorization: `Bearer ${(await sessions.open(id, '127.0.0.1')).accessToken}` }),
    ask: async (headers, method, path, payload, remoteAddress) => {
      const answer = await http.inject({
        method,
        url: `${API_BASE}${path}`,
        headers,
        ...(payload && { payload }),
        ...(remoteAddress && { remoteAddress }),
      });
      const isJson = String(answer.headers['content-type']).includes('json');
      return { status: answer.statusCode, text: answer.body, body: isJson ? answer.json() : null };
    },
    // From a new address each time by default; otherwise the rate limit would interfere.
    login: (form, remoteAddress = `10.1.${Math.floor(++address / 250)}.${address % 250}`) =>
      http.inject({ method: 'POST', url: '/api/v1/login', payload: form, remoteAddress }),
  };
}
