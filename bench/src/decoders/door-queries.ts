import { hashOfSource } from '@airdeck/server/decoder-sandbox/decoder-sandbox';
import type { Db } from '@airdeck/server/platform/db/pool';
import sql from 'sql-template-tag';

export interface NewDoor {
  source: string;
  secretHash: Buffer;
  /** Device code of the meter to which the devices of the door belong. */
  meter: string;
  addresses: readonly string[];
}

/** A door of the only organization, with a decoder and devices that are bound to a meter; returns its account. */
export const addDoor = async (db: Db, { source, secretHash, meter, addresses }: NewDoor): Promise<string> =>
  db.tx(async (tx) => {
    const hash = hashOfSource(source);
    const { rows } = await tx.query<{ id: number; account: string }>(sql`
      with c as (insert into decoder (organization_id, name, source, source_hash)
          select id, ${hash}, ${source}, ${hash} from organization returning id, organization_id),
        d as (insert into door (organization_id, name, kind, driver, secret_hash)
          select organization_id, ${hash}, 'BROKER', 'decoder-' || id, ${secretHash} from c
          returning id, organization_id)
      select d.id, o.code || ':door:' || d.id as account from d join organization o on o.id = d.organization_id`);
    const [door] = rows;
    if (door === undefined) throw new Error('no door');
    await tx.query(sql`
      insert into door_device (organization_id, door_id, address, meter_id, sensors)
      select m.organization_id, ${door.id}, a, m.id, '[{"sensor": "co2", "channel": "CO2"}]'
      from meter m, unnest(${[...addresses]}::text[]) a where m.code = ${meter}`);
    return door.account;
  });

/** States of the decoders: none must have been switched off. */
export const countOff = async (db: Db): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(sql`select count(*) from decoder where state <> 'ON'`);
  return rows[0]?.count ?? 0;
};
