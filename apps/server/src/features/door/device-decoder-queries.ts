import sql from 'sql-template-tag';
import type { Db } from '../../platform/db/pool.ts';
import type { Tables } from '../../schema/tables.ts';

export type DecoderRow = Pick<
  Tables['decoder'],
  'id' | 'organization_id' | 'source' | 'source_hash' | 'state' | 'version'
>;

/** Decoders that a door or a device names. */
export const listUsedDecoders = async (db: Db): Promise<DecoderRow[]> => {
  const { rows } = await db.query<DecoderRow>(sql`
    select id, organization_id, source, source_hash, state, version from decoder
    where 'decoder-' || id in (select driver from door where driver like 'decoder-%'
      union select driver from door_device where driver like 'decoder-%')`);
  return rows;
};

export interface SwitchedOff {
  id: number;
  version: number;
  trouble: string;
}

/** Switches decoders off, unless a person has saved them meanwhile. */
export const switchOff = async (db: Db, decoders: readonly SwitchedOff[]): Promise<void> => {
  if (decoders.length === 0) return;
  await db.query(sql`
    update decoder d set state = 'OFF_BY_TROUBLE', trouble = n.trouble, trouble_time = now(), updated_time = now()
    from unnest(${decoders.map(({ id }) => id)}::integer[], ${decoders.map(({ version }) => version)}::integer[],
      ${decoders.map(({ trouble }) => trouble)}::text[]) as n(id, version, trouble)
    where d.id = n.id and d.version = n.version and d.state = 'ON'`);
};
