import { insertAudit } from '../../audit/audit-queries.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Editor } from '../../platform/http/who.ts';
import { hashPassword, randomPassword } from '../../platform/password.ts';
import type { Random } from '../../platform/random.ts';
import { ensureOrganization, hasUsers, insertUser } from './user-queries.ts';

export const FIRST_ORGANIZATION = { code: '00000000', name: 'Airdeck' } as const;
export const FIRST_LOGIN = 'admin';

export interface FirstAdministrator {
  code: string;
  login: string;
  /** Known now and never again. */
  password: string;
}

/**
 * At the first start: creates the organization and its SUPER_ADMIN, unless a user exists. `show` is called before the
 * commit: a password that was not shown is not saved, and the next start creates another.
 */
export async function ensureFirstAdministrator(
  db: Db,
  { random, editor, now }: { random: Random; editor: Editor; now: number },
  show: (administrator: FirstAdministrator) => void,
): Promise<void> {
  if (await hasUsers(db)) return;
  const password = randomPassword(random);
  const passwordHash = await hashPassword(password);
  const { code, name } = FIRST_ORGANIZATION;
  await db.tx(async (tx) => {
    const organizationId = await ensureOrganization(tx, code, name);
    const user = { login: FIRST_LOGIN, name: FIRST_LOGIN, authority: 'SUPER_ADMIN' } as const;
    const made = await insertUser(tx, { ...user, organizationId, passwordHash });
    // Another server, which started at the same time, has shown its own.
    if (made === null) return;
    const entry = { action: 'create', entity: 'users', entityId: made, organizationId } as const;
    await insertAudit(tx, editor, [{ ...entry, before: null, after: user }], now);
    show({ code, login: FIRST_LOGIN, password });
  });
}
