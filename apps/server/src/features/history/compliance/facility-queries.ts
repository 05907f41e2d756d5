import type { FacilityFacts } from '@airdeck/contract/limit/facts';
import type { OwnLimit } from '@airdeck/contract/limit/own-limit';
import sql from 'sql-template-tag';
import type { Tx } from '../../../platform/db/pool.ts';

export type FactsRow = Omit<
  FacilityFacts,
  | 'id'
  | 'facts_place'
  | 'organization_name'
  | 'office_name'
  | 'department_name'
  | 'outdoor_meter_name'
  | 'created_time'
  | 'updated_time'
  | 'version'
>;

/** The facts of organizations and all places below them, oldest first. */
export const listFacts = async (tx: Tx, organizationIds: readonly number[]): Promise<FactsRow[]> => {
  const { rows } = await tx.query<FactsRow>(sql`
    select organization_id, office_id, department_id, valid_from, facility_kind, region, area, beds, seats, ventilation,
      opening_hours, outdoor_meter_id
    from facility_facts where organization_id = any(${organizationIds}::integer[]) order by valid_from, id`);
  return rows;
};

export type OwnLimitRow = Omit<OwnLimit, 'organization_name' | 'created_time' | 'updated_time' | 'version'>;

/** Limits of organizations' own, by pack; of one pack if it is named. */
export const listOwnLimits = async (
  tx: Tx,
  organizationIds: readonly number[],
  packName: string | null,
): Promise<OwnLimitRow[]> => {
  const { rows } = await tx.query<OwnLimitRow>(sql`
    select id, organization_id, pack_name, type, facility_kind, limit_direction, limit_value, limit_basis, averaging,
      counted_hours, least_share, least_data, valid_from, valid_to, limit_source
    from own_limit where organization_id = any(${organizationIds}::integer[])
      and (${packName}::text is null or pack_name = ${packName}) order by pack_name, type, id`);
  return rows;
};
