import type { Db } from '../../platform/db/pool.ts';
import { hashPassword, type Random, randomPassword } from '../../platform/password.ts';
import { ensureOrganization, hasUsers, insertUser } from './queries.ts';

export const FIRST_ORGANIZATION = { code: '00000000', name: 'Airdeck' } as const;
export const FIRST_LOGIN = 'admin';

export interface FirstAdministrator {
  code: string;
  login: string;
  /** Known now and never again. */
  password: string;
}

/** At the first start: makes the organization and its SUPER_ADMIN. Null when there is somebody already. */
export async function ensureFirstAdministrator(db: Db, random: Random): Promise<FirstAdministrator | null> {
  if (await hasUsers(db)) return null;
  const password = randomPassword(random);
  const passwordHash = await hashPassword(password);
  const { code, name } = FIRST_ORGANIZATION;
  const made = await db.tx(async (tx) =>
    insertUser(tx, {
      organizationId: await ensureOrganization(tx, code, name),
      login: FIRST_LOGIN,
      name: FIRST_LOGIN,
      authority: 'SUPER_ADMIN',
      passwordHash,
    }),
  );
  return made === null ? null : { code, login: FIRST_LOGIN, password };
}
