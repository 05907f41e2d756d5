import {
  linkAccount,
  listLinkedAccounts,
  MAX_LINKED_ACCOUNTS,
  switchAccount,
  unlinkAccount,
} from '@airdeck/contract/session/linked-accounts';
import type { Session } from '@airdeck/contract/session/schema';
import type { User } from '@airdeck/contract/user/schema';
import { isLocalRole } from '@airdeck/domain/role';
import { insertAudit } from '../../audit/audit-queries.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Editor } from '../../platform/http/who.ts';
import { hasStrongerLogin, linkAccounts, listLinked, unlink } from './linked-account-queries.ts';
import type { Login } from './login.ts';
import type { Sessions } from './sessions.ts';

export interface LinkedAccountsDeps {
  db: Db;
  clock: Clock;
  sessions: Pick<Sessions, 'end'>;
  login: Pick<Login, 'check'>;
  loadUser: (id: number) => Promise<User>;
  /** Opens a session for a user who was authenticated. */
  open(userId: number, ip: string): Promise<Session>;
}

/** Tries a minute from one address: the password of the other account is checked. */
const TRIES_PER_MINUTE = 30;

/**
 * Accounts of one person in several organizations. Each keeps its own role, places and password; a session is always of
 * one of them. SUPER_ roles reach all organizations anyway, and are not reached through another account.
 */
export const addLinkedAccountRoutes = (http: Http, deps: LinkedAccountsDeps): void => {
  const { db, clock, sessions, login, loadUser, open } = deps;

  const note = async (tx: Tx, editor: Editor, users: readonly User[], linked: boolean): Promise<void> =>
    insertAudit(
      tx,
      editor,
      users.map(({ id, organization_id }) => ({
        ...{ action: 'write' as const, entity: 'users' as const, entityId: id, organizationId: organization_id },
        // Administrators of one organization do not learn of the other one.
        ...{ before: { linked: !linked }, after: { linked } },
      })),
      clock.now(),
    );

  addRoute(http, listLinkedAccounts, async ({ who }) => ({ content: await listLinked(db, who.userId) }));

  addRoute(
    http,
    linkAccount,
    async ({ body, who, editor, request }) => {
      const other = await loadUser(await login.check(body, request.ip));
      const own = await loadUser(who.userId);
      if (!isLocalRole(own.authority) || !isLocalRole(other.authority)) throw new Failure('ACCESS_DENIED');
      await db.tx(async (tx) => {
        const organizations = await linkAccounts(tx, own.id, other.id);
        if (organizations.length > MAX_LINKED_ACCOUNTS) throw new Failure('INVALID_PARAMETER', { id: 'TOO_LARGE' });
        if (own.id === other.id || new Set(organizations).size < organizations.length)
          throw new Failure('INVALID_PARAMETER', { code: 'DUPLICATE' });
        await note(tx, editor, [own, other], true);
      });
      return {};
    },
    { perMinute: TRIES_PER_MINUTE },
  );

  addRoute(http, unlinkAccount, async ({ params, who, editor }) => {
    const own = await loadUser(who.userId);
    await db.tx(async (tx) => {
      if (!(await unlink(tx, own.id, params.id))) throw new Failure('RESOURCE_NOT_FOUND');
      await note(tx, editor, [own, await loadUser(params.id)], false);
    });
    return {};
  });

  addRoute(http, switchAccount, async ({ params, who, request }) => {
    const linked = await listLinked(db, who.userId);
    if (!linked.some(({ id }) => id === params.id)) throw new Failure('RESOURCE_NOT_FOUND');
    // Otherwise the password of this account alone would open the other one.
    if (await hasStrongerLogin(db, who.userId, params.id)) throw new Failure('SECOND_FACTOR_REQUIRED');
    const session = await open(params.id, request.ip);
    await sessions.end(who.sessionId);
    return session;
  });
};
