import { assignedOf, type User } from '@airdeck/contract/user/schema';
import sql from 'sql-template-tag';
import type { Who } from '../platform/http/who.ts';
import type { Tables } from '../schema/tables.ts';

/** The places to which user `u` is limited, as the contract's `assignedPlaces`; null: no limit. */
export const ASSIGNED_PLACES = sql`case when u.limited = 'Y' then (
  select json_build_object(
    'organization_ids', coalesce(json_agg(p.organization_id order by p.organization_id)
      filter (where p.organization_id is not null), '[]'),
    'office_ids', coalesce(json_agg(p.office_id order by p.office_id) filter (where p.office_id is not null), '[]'),
    'department_ids', coalesce(json_agg(p.department_id order by p.department_id)
      filter (where p.department_id is not null), '[]'))
  from user_place p where p.user_id = u.id) end`;

/** Whether the user `u` has a confirmed second factor. */
export const HAS_SECOND_FACTOR = sql`exists (
  select from second_factor f where f.user_id = u.id and f.secret is not null)`;

/** The rights of a user as they are now. */
export interface RightsRow extends Pick<Tables['app_user'], 'organization_id' | 'authority' | 'language'> {
  may_control: boolean;
  assigned: User['assigned'];
}

/** The columns of a RightsRow, of the user `u` of the organization `o`. */
export const RIGHTS = sql`u.organization_id, u.authority, u.language, o.user_control = 'Y' as may_control,
  ${ASSIGNED_PLACES} as assigned`;

/** The user of a session, or the owner of a token. */
export const whoOf = (row: RightsRow & { user_id: number; must_renew: boolean }): Omit<Who, 'sessionId'> => ({
  userId: row.user_id,
  organizationId: row.organization_id,
  authority: row.authority,
  language: row.language,
  mustRenew: row.must_renew,
  mayControl: row.may_control,
  assigned: assignedOf(row.assigned),
});
