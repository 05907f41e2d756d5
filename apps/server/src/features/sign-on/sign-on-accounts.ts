import type { Language } from '@airdeck/contract/user/schema';
import { isLocalRole } from '@airdeck/domain/role';
import type { SignOnPerson } from '@airdeck/domain/sign-on';
import type { Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ChangeRegistry } from '../../registry/change-registry.ts';
import {
  insertSignOnUser,
  isEmailTaken,
  linkUser,
  lockOrganization,
  lockUser,
  type ProviderRow,
  type SignOnUser,
  updateSignOnUser,
} from './sign-on-queries.ts';

/** A person as the provider has authenticated them. */
export interface SignOn {
  provider: ProviderRow;
  subject: string;
  person: SignOnPerson;
  ip: string;
  /** Of the browser, for a new user. */
  language: Language;
}

export interface SignOnAccounts {
  /**
   * The user of a person, who is added at the first single sign-on and updated at each. A disabled user stays as it is.
   * @throws Failure SSO_ORGANIZATION, SSO_ACCOUNT
   */
  enter(signOn: SignOn): Promise<{ id: number; use: 'Y' | 'N' }>;
}

const presented = (
  { login, name, email, authority, use }: Pick<SignOnUser, 'login' | 'name' | 'email' | 'authority' | 'use'>,
  subject: string | null,
) => ({
  ...{ login, name, email, authority, use, sign_on: subject },
});

export const createSignOnAccounts = ({ changeRegistry }: { changeRegistry: ChangeRegistry }): SignOnAccounts => {
  /** An e-mail that another user has is not taken over: each belongs to one user of an organization. */
  const emailOf = async (tx: Tx, organizationId: number, { email }: SignOnPerson, user: SignOnUser | null) => {
    const isFree = email !== null && !(await isEmailTaken(tx, organizationId, email, user?.id ?? null));
    return isFree ? email : (user?.email ?? null);
  };

  return {
    enter: ({ provider, subject, person, ip, language }) =>
      changeRegistry({ userId: null, login: provider.name, ip }, async ({ tx, note }) => {
        const organizationId = await lockOrganization(tx, provider, person.organizationCode);
        if (organizationId === undefined) throw new Failure('SSO_ORGANIZATION');
        const link = { organizationId, issuer: provider.issuer, subject };
        const user = await lockUser(tx, organizationId, { ...link, login: person.login });
        const entry = { entity: 'users', organizationId } as const;

        if (user === undefined) {
          const { login } = person;
          const added = {
            ...{ organizationId, login, name: person.name ?? login, authority: person.role ?? ('LOCAL_USER' as const) },
            email: await emailOf(tx, organizationId, person, null),
          };
          const id = await insertSignOnUser(tx, added, language);
          await linkUser(tx, id, link);
          const after = presented({ ...added, use: 'Y' }, subject);
          note({ ...entry, action: 'create', entityId: id, before: null, after });
          return { id, use: 'Y' };
        }

        // Claims reach no SUPER_ role, neither by linking such an account nor by one that became one.
        const isOther = user.subject !== null && user.subject !== subject;
        if (!isLocalRole(user.authority) || isOther) throw new Failure('SSO_ACCOUNT');
        if (user.use === 'N') return user;
        const changed = {
          name: person.name ?? user.name,
          email: await emailOf(tx, organizationId, person, user),
          authority: person.role ?? user.authority,
        };
        const before = presented(user, user.subject);
        const after = presented({ ...user, ...changed }, subject);
        if (user.subject === null) await linkUser(tx, user.id, link);
        if (JSON.stringify(before) === JSON.stringify(after) && user.password_state === 'SET') return user;
        await updateSignOnUser(tx, user.id, changed);
        note({ ...entry, action: 'write', entityId: user.id, before, after });
        return user;
      }),
  };
};
