import type { SensorType } from '@airdeck/domain/sensor-type';
import type { Decision } from '@airdeck/domain/standard';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';
import type { StandardRow } from '../../registry/registry-queries.ts';

/** A row of the database that has thresholds: everything that was decided of its type, there and above it. */
export type WithStandards = { type: SensorType; standards: StandardRow[] };

/** Columns in SQL: the row's type, and its organization where it has one. */
export const standardsColumn = (type: string, organization: string | null): Sql => sql`
  coalesce((select json_agg(json_build_object('organization_id', s.organization_id, 'type', s.type,
      'valid_from', s.valid_from, 'bounds', s.bounds))
    from standard s where s.type = ${raw(type)} and (s.organization_id is null
      ${organization === null ? sql`` : sql`or s.organization_id = ${raw(organization)}`})), '[]'::json) as standards`;

/** Replaces the decisions that begin on `firstDay` or later by these. */
export const saveDecisions = async (
  tx: Tx,
  organizationId: number | null,
  type: SensorType,
  decisions: readonly Decision[],
  firstDay: string,
): Promise<void> => {
  await tx.query(sql`delete from standard where organization_id is not distinct from ${organizationId}::integer
    and type = ${type} and valid_from >= ${firstDay}::date`);
  for (const { validFrom, bounds } of decisions.filter((each) => each.validFrom >= firstDay)) {
    await tx.query(sql`insert into standard (organization_id, type, valid_from, bounds)
      values (${organizationId}::integer, ${type}, ${validFrom}::date, ${bounds}::float8[])`);
  }
};
