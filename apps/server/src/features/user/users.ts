import type { getUserPlaces, UserPlaces } from '@airdeck/contract/user/places';
import type { UsersQuery } from '@airdeck/contract/user/routes';
import type { Language, ManagedUser, NewUser, PasswordLink, UserFields } from '@airdeck/contract/user/schema';
import { isWithin, organizationOf, type Scope, scopeOf } from '@airdeck/domain/policy/may';
import type { Action } from '@airdeck/domain/policy/policies';
import type { z } from 'zod';
import { conditionsOf, type NoteAccess } from '../../audit/access-log.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Editor, Who } from '../../platform/http/who.ts';
import { createResource, type Resource, type ResourceDeps } from '../../resource/resource.ts';
import { findRow, lockRow } from '../../resource/resource-queries.ts';
import { HANDED_LINK_MS, INVITED_LINK_MS, type PasswordLinks } from './password-links.ts';
import { deleteSecondFactor } from './second-factor-queries.ts';
import { recipientOf, type UserMails } from './user-mails.ts';
import { listUserPlaces } from './user-place-queries.ts';
import { limitUser } from './user-places.ts';
import { clearFailuresOf, findUser, voidPassword } from './user-queries.ts';
import { presentUser, refuseOneself, type UserRow, userTable } from './user-table-queries.ts';

export interface UsersOptions extends ResourceDeps {
  links: PasswordLinks;
  /** null: no mails are sent. */
  mails: UserMails | null;
  noteAccess: NoteAccess;
  /** The session feature's. */
  endSessions(userId: number): Promise<void>;
}

type UserLimit = z.infer<typeof getUserPlaces.answer>;
type Edited = UserFields & { version: number };

export interface Users extends Pick<Resource<ManagedUser, NewUser, UserFields, UsersQuery>, 'remove'> {
  /** A page of people, which is written down as seen. */
  list(
    editor: Editor,
    scope: Scope,
    query: UsersQuery,
    language: Language,
  ): Promise<{ rows: ManagedUser[]; total: number }>;
  /**
   * A user as `who` may see them: oneself, or whom one administers, which is written down.
   * @throws Failure USER_NOT_FOUND for users of organizations that do not exist for the viewer, ACCESS_DENIED for others.
   */
  show(editor: Editor, who: Who, id: number): Promise<ManagedUser>;
  /**
   * The answer's link is the new user's way to a first password, and leaves the server this once; `mailed`: a mail with
   * it is on its way.
   */
  add(editor: Editor, scope: Scope, user: NewUser): Promise<ManagedUser & { link: PasswordLink; mailed: boolean }>;
  edit(editor: Editor, who: Who, id: number, edited: Edited): Promise<ManagedUser>;
  /** Ends a user's password and sessions, and creates the link for a new password. */
  reset(editor: Editor, scope: Scope, id: number): Promise<PasswordLink>;
  /** The places to which a user is limited. @throws Failure USER_NOT_FOUND */
  placesOf(scope: Scope, id: number, language: Language): Promise<UserLimit>;
  /** Limits a user to places; the user's sessions end. */
  limit(editor: Editor, who: Who, scope: Scope, id: number, places: UserPlaces): Promise<void>;
  /** Removes a user's second factor, and ends their sessions. */
  resetSecondFactor(editor: Editor, scope: Scope, id: number): Promise<void>;
  /** Deletes a user's failed logins. */
  unlock(editor: Editor, scope: Scope, id: number): Promise<void>;
}

const ALL_USERS: Scope = { reach: 'all' };

/** People, within the scope that the policy gives. */
export const createUsers = ({ links, mails, noteAccess, endSessions, ...deps }: UsersOptions): Users => {
  const { db, changeRegistry } = deps;
  const resource = createResource(deps, userTable);

  /** The scope within which `who` may act on another user. */
  const scopeFor = async (who: Who, action: Action, id: number): Promise<Scope> => {
    const user = await findUser(db, id);
    const owner = user && { organizationId: user.organization_id, userId: user.id };
    const existing = scopeOf(who, 'read', 'organizations');
    if (!owner || existing === null || !isWithin(existing, owner)) throw new Failure('USER_NOT_FOUND');
    const scope = scopeOf(who, action, 'users');
    if (scope === null || !isWithin(scope, owner)) throw new Failure('ACCESS_DENIED');
    return scope;
  };

  const mustFind = async (tx: Db | Tx, scope: Scope, id: number): Promise<UserRow> => {
    const row = await findRow<UserRow>(tx, userTable, scope, id);
    if (!row) throw new Failure('USER_NOT_FOUND');
    return row;
  };

  /** Changes the account of another user, and records its state before and after. */
  const changeAccount = <T>(
    editor: Editor,
    scope: Scope,
    id: number,
    run: (tx: Tx, row: UserRow) => Promise<T>,
  ): Promise<T> =>
    changeRegistry(editor, async ({ tx, note }) => {
      await lockRow(tx, userTable, id);
      const row = await mustFind(tx, scope, id);
      const answer = await run(tx, row);
      note({
        action: 'write',
        entity: 'users',
        entityId: id,
        organizationId: row.organization_id,
        before: presentUser(row),
        after: presentUser(await mustFind(tx, scope, id)),
      });
      return answer;
    });

  return {
    async list(editor, scope, query, language) {
      const page = await resource.list(scope, query, language);
      const organizationId = organizationOf(scope);
      const seen = { people: page.rows.length, ...conditionsOf(query) };
      await noteAccess(editor, { action: 'read', entity: 'users', entityId: null, organizationId, seen });
      return page;
    },
    async remove(editor, scope, id, version) {
      await resource.remove(editor, scope, id, version);
      await endSessions(id);
    },
    async show(editor, who, id) {
      if (id === who.userId) return resource.read(ALL_USERS, id);
      const user = await resource.read(await scopeFor(who, 'read', id), id);
      const { organization_id: organizationId, name } = user;
      await noteAccess(editor, { action: 'read', entity: 'users', entityId: id, organizationId, seen: { name } });
      return user;
    },
    async add(editor, scope, user) {
      let link: PasswordLink | undefined;
      const isInvited = mails !== null && user.mail === 'Y' && recipientOf(user) !== null;
      const lastsMs = isInvited ? INVITED_LINK_MS : HANDED_LINK_MS;
      const added = await resource.add(editor, scope, user, async (tx, id) => {
        link = await links.create(tx, id, lastsMs);
      });
      if (!link) throw new Error('a user was added without a link');
      const to = isInvited ? recipientOf(added) : null;
      return { ...added, link, mailed: to !== null && mails?.sendInvitation(to, link, lastsMs) === true };
    },
    edit: async (editor, who, id, edited) => resource.edit(editor, await scopeFor(who, 'write', id), id, edited),
    async reset(editor, scope, id) {
      const link = await changeAccount(editor, scope, id, async (tx, row) => {
        refuseOneself(row, editor.userId);
        await voidPassword(tx, id);
        return links.create(tx, id, HANDED_LINK_MS);
      });
      await endSessions(id);
      return link;
    },
    async placesOf(scope, id, language) {
      const { assigned, version } = await mustFind(db, scope, id);
      return { limited: assigned === null ? 'N' : 'Y', version, places: await listUserPlaces(db, id, language) };
    },
    async limit(editor, who, scope, id, places) {
      await changeAccount(editor, scope, id, (tx, row) => limitUser(tx, who, row, places));
      await endSessions(id);
    },
    unlock: (editor, scope, id) =>
      changeAccount(editor, scope, id, (tx, row) => {
        refuseOneself(row, editor.userId);
        return clearFailuresOf(tx, id);
      }),
    async resetSecondFactor(editor, scope, id) {
      await changeAccount(editor, scope, id, (tx, row) => {
        refuseOneself(row, editor.userId);
        return deleteSecondFactor(tx, id);
      });
      await endSessions(id);
    },
  };
};
