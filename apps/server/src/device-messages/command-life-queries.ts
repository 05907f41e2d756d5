import { commandLifeMs } from '@airdeck/drivers/command-life';
import { DRIVERS } from '@airdeck/drivers/families/index';
import { REGISTER_INTERVAL_S } from '@airdeck/drivers/register-driver';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../platform/db/pool.ts';
import type { Tables } from '../schema/tables.ts';

type WayRow = Pick<Tables['door'], 'kind' | 'driver'> &
  Pick<Tables['door_device'], 'poll_interval_s'> &
  Pick<Tables['meter'], 'interval_s'> & { purifier_id: number };

const drivers = new Map(DRIVERS.map((driver) => [driver.id, driver]));

const lifeOf = ({ kind, driver: id, poll_interval_s, interval_s }: WayRow): number => {
  const driver = drivers.get(id ?? '') ?? null;
  const isPolled = kind === 'MODBUS';
  // Decoders of organizations command LoRaWAN devices only.
  const isLorawan = id?.startsWith('decoder-') === true || driver?.transports.includes('LORAWAN') === true;
  return commandLifeMs({
    driver,
    waitsForReport: isPolled || isLorawan,
    intervalS: isPolled ? (poll_interval_s ?? REGISTER_INTERVAL_S) : interval_s,
  });
};

/** Milliseconds until a command expires, of those of these purifiers that are behind a door. */
export const readCommandLives = async (db: Db | Tx, purifierIds: readonly number[]): Promise<Map<number, number>> => {
  if (purifierIds.length === 0) return new Map();
  const { rows } = await db.query<WayRow>(sql`
    select p.id as purifier_id, r.kind, coalesce(v.driver, r.driver) as driver, v.poll_interval_s, m.interval_s
    from purifier p join meter m on m.id = p.meter_id
      join door_device v on v.meter_id = p.meter_id and v.purifier = p.number
      join door r on r.id = v.door_id
    where p.id = any(${purifierIds}::integer[])`);
  const lives = new Map<number, number>();
  for (const row of rows) lives.set(row.purifier_id, Math.max(lifeOf(row), lives.get(row.purifier_id) ?? 0));
  return lives;
};
