import type { UserPlace, UserPlaces } from '@airdeck/contract/user/places';
import type { Language } from '@airdeck/contract/user/schema';
import sql, { raw } from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

const named = (alias: string, language: Language) =>
  language === 'en' ? sql`coalesce(${raw(alias)}.name_en, ${raw(alias)}.name)` : sql`${raw(alias)}.name`;

export const listUserPlaces = async (db: Db, userId: number, language: Language): Promise<UserPlace[]> => {
  const [organization, office, department] = ['o', 'f', 'd'].map((alias) => named(alias, language));
  const { rows } = await db.query<UserPlace>(sql`
    select 'organization' as kind, o.id, ${organization} as name, '{}'::text[] as above
    from user_place p join organization o on o.id = p.organization_id where p.user_id = ${userId}
    union all
    select 'office', f.id, ${office}, array[${organization}]
    from user_place p join office f on f.id = p.office_id join organization o on o.id = f.organization_id
    where p.user_id = ${userId}
    union all
    select 'department', d.id, ${department}, array[${organization}, ${office}]
    from user_place p join department d on d.id = p.department_id join office f on f.id = d.office_id
      join organization o on o.id = d.organization_id
    where p.user_id = ${userId}
    order by above, name, id`);
  return rows;
};

/** Sets the limit of a user to places that exist, and of an office or department belong to the user's organization. */
export const saveUserPlaces = async (
  tx: Tx,
  userId: number,
  { limited, organization_ids, office_ids, department_ids }: UserPlaces,
): Promise<{ organizations: number; offices: number; departments: number }> => {
  await tx.query(sql`delete from user_place where user_id = ${userId}`);
  await tx.query(sql`
    update app_user set limited = ${limited}, version = version + 1, updated_time = now() where id = ${userId}`);
  const organizations = await tx.query(sql`
    insert into user_place (user_id, organization_id)
    select ${userId}, id from organization where id = any(${organization_ids}::integer[])`);
  const offices = await tx.query(sql`
    insert into user_place (user_id, office_id)
    select u.id, f.id from app_user u join office f on f.organization_id = u.organization_id
    where u.id = ${userId} and f.id = any(${office_ids}::integer[])`);
  const departments = await tx.query(sql`
    insert into user_place (user_id, department_id)
    select u.id, d.id from app_user u join department d on d.organization_id = u.organization_id
    where u.id = ${userId} and d.id = any(${department_ids}::integer[])`);
  return { organizations: organizations.rowCount, offices: offices.rowCount, departments: departments.rowCount };
};
