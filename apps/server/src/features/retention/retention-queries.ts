import { LAYERS, type Retention } from '@airdeck/domain/retention';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';

/** Writes down how long an organization keeps each layer. */
export const saveRetention = async (tx: Tx, organizationId: number, retention: Retention): Promise<void> => {
  await tx.query(sql`insert into retention (organization_id, layer, days)
    select ${organizationId}::integer, layer, days
    from unnest(${LAYERS}::text[], ${LAYERS.map((layer) => retention[layer])}::integer[]) as r(layer, days)
    on conflict (organization_id, layer) do update set days = excluded.days`);
};
