import type { Language, ManagedUser, ProfileChange, User } from '@airdeck/contract/user/schema';
import { Failure } from '../../platform/http/failure.ts';
import type { Who } from '../../platform/http/who.ts';
import { hashPassword, verifyPassword } from '../../platform/password.ts';
import type { ResourceDeps } from '../../resource/resource.ts';
import { changeOneself, loadUserRow } from './change-oneself.ts';
import type { PasswordLinks } from './password-links.ts';
import { findPasswordHash, findUser, setPasswordHash, updateProfile } from './user-queries.ts';
import { presentUser } from './user-table-queries.ts';

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
  setLanguage(who: Who, ip: string, language: Language): Promise<void>;
  changePassword(who: Who, ip: string, passwords: { password: string; new_password: string }): Promise<void>;
  /** The user of a one-time link, which stays usable. @throws Failure BAD_CREDENTIALS when it is wrong, used or expired */
  findLinkOwner(token: string): Promise<Pick<User, 'organization_code' | 'login'>>;
  /** Sets a password with a one-time link. @throws Failure BAD_CREDENTIALS */
  setPassword(ip: string, input: { token: string; new_password: string }): Promise<void>;
}

/** Acts of people on their own account. Every change of it but the language asks for the password, or a link, first. */
export const createOwnAccount = ({ db, changeRegistry, links, prove, endSessions }: OwnAccountOptions): OwnAccount => {
  const refuseSame = async (userId: number, password: string): Promise<void> => {
    const stored = await findPasswordHash(db, userId);
    if (stored !== null && (await verifyPassword(stored, password))) {
      throw new Failure('INVALID_PARAMETER', { new_password: 'SAME_PASSWORD' });
    }
  };

  return {
    async changeProfile({ userId }, ip, { id: _, password, version, ...change }) {
      await prove(userId, password, ip);
      if (Object.keys(change).length === 0) return presentUser(await db.tx((tx) => loadUserRow(tx, userId)));
      return changeOneself(changeRegistry, { userId, ip }, userId, async (tx, before) => {
        if (version !== undefined && version !== before.version) throw new Failure('EDITED_MEANWHILE');
        await updateProfile(tx, userId, change);
      });
    },
    async setLanguage({ userId }, ip, language) {
      const stored = await db.tx((tx) => loadUserRow(tx, userId));
      if (stored.language !== language)
        await changeOneself(changeRegistry, { userId, ip }, userId, (tx) => updateProfile(tx, userId, { language }));
    },
    async changePassword({ userId, sessionId }, ip, { password, new_password }) {
      await prove(userId, password, ip);
      if (new_password === password) throw new Failure('INVALID_PARAMETER', { new_password: 'SAME_PASSWORD' });
      const passwordHash = await hashPassword(new_password);
      await changeOneself(
        changeRegistry,
        { userId, ip },
        userId,
        (tx) => setPasswordHash(tx, userId, { passwordHash, state: 'SET' }),
        {
          credential: 'CHANGED',
        },
      );
      await endSessions(userId, sessionId);
    },
    async findLinkOwner(token) {
      const user = await findUser(db, await links.find(token));
      if (!user) throw new Failure('BAD_CREDENTIALS');
      return user;
    },
    async setPassword(ip, { token, new_password }) {
      // A link that is none costs no hashing.
      const userId = await links.find(token);
      await refuseSame(userId, new_password);
      const passwordHash = await hashPassword(new_password);
      await changeOneself(
        changeRegistry,
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
