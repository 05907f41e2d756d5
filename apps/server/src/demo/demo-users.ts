import { ROLES, type Role } from '@airdeck/domain/role';
import type { DemoOrganization } from '@airdeck/simulator/demo/site';
import { DEMO_SITES } from '@airdeck/simulator/demo/sites/all';
import sql from 'sql-template-tag';
import type { Db } from '../platform/db/pool.ts';

export interface DemoUser {
  authority: Role;
  code: string;
  login: string;
}

/** SUPER_ roles belong to the operator's organization, the others to the first site. */
export const OPERATOR = { code: '00000000', name: 'Airdeck 운영', name_en: 'Airdeck operations' };

const isSuper = (role: Role): boolean => role === 'SUPER_ADMIN' || role === 'SUPER_USER';

/** One demo user per role: code and id; the id is the role in lower case. */
export const demoUsers = (sites: readonly DemoOrganization[]): DemoUser[] =>
  ROLES.map((authority) => ({
    authority,
    code: isSuper(authority) ? OPERATOR.code : (sites[0]?.code ?? OPERATOR.code),
    login: authority.toLowerCase().replace('_', '.'),
  }));

/** The id of the demo's user of a role. */
export const findDemoUser = async (db: Db, role: Role): Promise<number | undefined> => {
  const user = demoUsers(DEMO_SITES).find(({ authority }) => authority === role);
  const { rows } = await db.query<{ id: number }>(sql`select u.id from app_user u
    join organization o on o.id = u.organization_id where o.code = ${user?.code} and u.login = ${user?.login}`);
  return rows[0]?.id;
};
