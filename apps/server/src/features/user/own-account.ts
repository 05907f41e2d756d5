import type { ManagedUser, ProfileChange } from '@airdeck/contract/user/schema';
import type { Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Editor, Who } from '../../platform/http/who.ts';
import { hashPassword, verifyPassword } from '../../platform/password.ts';
import type { ResourceDeps } from '../../resource/resource.ts';
import { findRow, lockRow } from '../../resource/resource-queries.ts';
import type { PasswordLinks } from './password-links.ts';
import { findPasswordHash, setPasswordHash, updateProfile } from './user-queries.ts';
import { presentUser, type UserRow, userTable } from './user-table-queries.ts';

export interface OwnAccountOptions extends ResourceDeps {
  links: PasswordLinks;
  /** The session feature's check that the user of a session knows the password too. @throws Failure NOT_SAME_PASSWORD, RETRY_COUNT_OVER */
  prove(userId: number, password: string, ip: string): Promise<void>;
  /** Ends a user's sessions except `except`, whose cached user is reloaded. */
  endSessions(userId: number, except?: string): Promise<void>;
}

export interface OwnAccount {
  /**
   * Changes the given fields of the own profile; without fields it only verifies the password. @throws Failure
   * NOT_SAME_PASSWORD, EDITED_MEANWHILE if the profile was changed since the given version
   */
  changeProfile(who: Who, ip: string, change: ProfileChange): Promise<ManagedUser>;
  changePassword(who: Who, ip: string, passwords: { password: string; new_password: string }): Promise<void>;
  /** Sets a password with a one-time link. @throws Failure BAD_CREDENTIALS */
  setPassword(ip: string, input: { token: string; new_password: string }): Promise<void>;
}

/** Acts of people on their own account. Every change of it asks for the password, or a link, first. */
export const createOwnAccount = ({ db, changeRegistry, links, prove, endSessions }: OwnAccountOptions): OwnAccount => {
  const load = async (tx: Tx, id: number): Promise<UserRow> => {
    const row = await findRow<UserRow>(tx, userTable, { reach: 'all' }, id);
    if (!row) throw new Failure('USER_NOT_FOUND');
    return row;
  };

  /** Changes oneself, and writes down what one was and became; `told` is what the row does not show. */
  const changeOneself = (
    editor: Editor,
    id: number,
    run: (tx: Tx, before: UserRow) => Promise<void>,
    told: object = {},
  ) =>
    changeRegistry(editor, async ({ tx, note }) => {
      await lockRow(tx, userTable, id);
      const before = await load(tx, id);
      await run(tx, before);
      const after = presentUser(await load(tx, id));
      note({
        action: 'write',
        entity: 'users',
        entityId: id,
        organizationId: before.organization_id,
        before: presentUser(before),
        after: { ...after, ...told },
      });
      return after;
    });

  const refuseSame = async (userId: number, password: string): Promise<void> => {
    const stored = await findPasswordHash(db, userId);
    if (stored !== null && (await verifyPassword(stored, password))) {
      throw new Failure('INVALID_PARAMETER', { new_password: 'SAME_PASSWORD' });
    }
  };

  return {
    async changeProfile({ userId }, ip, { id: _, password, version, ...change }) {
      await prove(userId, password, ip);
      if (Object.keys(change).length === 0) return presentUser(await db.tx((tx) => load(tx, userId)));
      return changeOneself({ userId, ip }, userId, async (tx, before) => {
        if (version !== undefined && version !== before.version) throw new Failure('EDITED_MEANWHILE');
        await updateProfile(tx, userId, change);
      });
    },
    async changePassword({ userId, sessionId }, ip, { password, new_password }) {
      await prove(userId, password, ip);
      if (new_password === password) throw new Failure('INVALID_PARAMETER', { new_password: 'SAME_PASSWORD' });
      const passwordHash = await hashPassword(new_password);
      await changeOneself({ userId, ip }, userId, (tx) => setPasswordHash(tx, userId, { passwordHash, state: 'SET' }), {
        credential: 'CHANGED',
      });
      await endSessions(userId, sessionId);
    },
    async setPassword(ip, { token, new_password }) {
      // A link that is none costs no hashing.
      const userId = await links.find(token);
      await refuseSame(userId, new_password);
      const passwordHash = await hashPassword(new_password);
      await changeOneself(
        { userId, ip },
        userId,
        async (tx) => {
          if ((await links.take(tx, token)) !== userId) throw new Failure('BAD_CREDENTIALS');
          await setPasswordHash(tx, userId, { passwordHash, state: 'SET' });
        },
        { credential: 'SET_BY_LINK' },
      );
      await endSessions(userId);
    },
  };
};
