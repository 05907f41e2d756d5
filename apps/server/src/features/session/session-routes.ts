import {
  demoLogin,
  endOtherSessions,
  endOwnSession,
  getWelcome,
  listOwnSessions,
  login,
  logout,
  MAX_OWN_SESSIONS,
} from '@airdeck/contract/session/routes';
import type { User } from '@airdeck/contract/user/schema';
import { ROLES, type Role } from '@airdeck/domain/role';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { addPublicRoute, addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import { addLinkedAccountRoutes } from './linked-accounts.ts';
import type { Login } from './login.ts';
import { createOpenSession } from './open-session.ts';
import type { Sessions } from './sessions.ts';

export interface SessionRoutesDeps {
  db: Db;
  clock: Clock;
  sessions: Sessions;
  login: Pick<Login, 'check'>;
  /** The user feature's. */
  loadUser: (id: number) => Promise<User>;
  version: string;
  /** Offered in the profile. */
  emailDomains: readonly string[];
  /** Whether a mail server is configured. */
  sendsMail: boolean;
  /** Null everywhere but in the demo, which lets anybody in as its user of a role. */
  findDemoUser: ((role: Role) => Promise<number | undefined>) | null;
}

/** Tries a minute from one address, so that it tires before it has locked many ids. */
const TRIES_PER_MINUTE = 30;

export function addSessionRoutes(http: Http, deps: SessionRoutesDeps): void {
  const { sessions, version, findDemoUser } = deps;
  const open = createOpenSession(deps);

  addPublicRoute(http, login, async ({ body, request }) => open(await deps.login.check(body, request.ip), request.ip), {
    perMinute: TRIES_PER_MINUTE,
  });

  addLinkedAccountRoutes(http, { ...deps, open });

  addRoute(http, logout, async ({ query, who }) => {
    if (query.closing) await sessions.close(who.sessionId);
    else await sessions.end(who.sessionId);
    return {};
  });

  addRoute(http, listOwnSessions, async ({ who }) => {
    const rows = await sessions.listOf(who.userId, MAX_OWN_SESSIONS);
    return {
      content: rows.map(({ id, ip, login_time, last_seen_time }) => ({
        id,
        ip,
        login_time: login_time.toISOString(),
        last_seen_time: last_seen_time.toISOString(),
        is_current: id === who.sessionId,
      })),
    };
  });

  addRoute(http, endOwnSession, async ({ params, who }) => {
    await sessions.endOf(who.userId, params.id);
    return {};
  });

  addRoute(http, endOtherSessions, async ({ who }) => {
    await sessions.endAllOf(who.userId, who.sessionId);
    return {};
  });

  addPublicRoute(http, getWelcome, () => ({
    version,
    demo_roles: findDemoUser ? [...ROLES] : [],
    email_domains: [...deps.emailDomains],
    mail: deps.sendsMail,
  }));

  if (!findDemoUser) return;
  addPublicRoute(http, demoLogin, async ({ body, request }) => {
    const userId = await findDemoUser(body.authority);
    if (userId === undefined) throw new Failure('USER_NOT_FOUND');
    return open(userId, request.ip);
  });
}
